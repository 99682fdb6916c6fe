"""One number less another, or both together: `price minus cost`, `the sum of price and tax`."""

from pipeline.rules.clauses.adding import adds_up
from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count, Test

_LESS = frozenset(("difference", "gap", "differences"))
_MINUS = frozenset(("minus", "less"))
_PLUS = frozenset(("plus", "plus the", "plus their", "plus its"))


def differences(stream: Stream) -> None:
    """Reduce the difference of two columns, or of a number of two values, to one measure."""
    stream.rewrite(r"(?P<a>a)?(?P<x>x)[bp](?P<one>C)&(?P<two>C)", _of_columns)
    stream.rewrite(r"(?P<a>a)?(?P<one>C)(?P<x>x)(?P<two>C)", _of_columns)
    stream.rewrite(
        r"(?P<x>x)p?(?P<how>a|k)?p?(?P<what>[CT])b(?P<one>V)&(?P<two>V)(?:(?<=V)T)?", _of_values
    )
    stream.rewrite(
        r"(?P<x>x)b(?P<how>a|k)?p?(?P<what>[CT])p?(?P<one>V)&p?(?P<two>V)(?:(?<=V)T)?", _of_values
    )


def together(stream: Stream) -> None:
    """Reduce two numbers of each row that are added to each other to one measure."""
    stream.rewrite(r"(?<!&)(?P<a>a)?(?P<one>C)(?P<joint>&)(?P<two>C)(?!&)", _together)


def _together(run: Run) -> Item | None:
    asked, before = run.get("a"), run.before[-1].letter if run.before else "."
    words = asked.text.lower() if asked is not None else ""
    plus = run["joint"].text.lower() in _PLUS
    # `the total price and tax` are two totals, but one number decides who comes first.
    whole = words.endswith("sum of") or (bool(words) and before in "so" and not plus)
    function = asked.payload if asked is not None else "sum"
    one, two = run["one"], run["two"]
    if not (plus or whole) or not (is_measured(one) and is_measured(two)):
        return None
    pair = _pair(one, two)
    if pair is None or function not in ("sum", "avg"):
        return None if plus else Item("x", run.first, run.last)
    one.candidates, two.candidates = [pair[0]], [pair[1]]
    parts = tuple(Count(function=function, column=column) for column in (one, two))
    unsure = asked is None and before not in "so."
    made = Count(function="together", parts=parts, unsure=unsure)
    return Item("m", run.first, run.last, payload=[made])


def _of_columns(run: Run) -> Item | None:
    asked = run.get("a")
    function = asked.payload if asked is not None else "sum"
    said = run["x"].text.lower()
    between = run["x"].first < run["one"].first
    if said not in (_LESS if between else _MINUS) or function not in ("sum", "avg"):
        return None
    one, two = run["one"], run["two"]
    pair = _pair(one, two)
    if pair is None or not (is_measured(one) or is_measured(two)):
        return None
    one.candidates, two.candidates = [pair[0]], [pair[1]]
    one.payload = two.payload = "number"
    parts = tuple(Count(function=function, column=column) for column in (one, two))
    unsure = asked is None and not _is_of_each(run, pair[0].table)
    made = Count(function="difference", parts=parts, unsure=unsure)
    return Item("m", run.first, run.last, payload=[made])


def _pair(one: Item, two: Item) -> tuple[Candidate, Candidate] | None:
    """Two columns of one table; `final and quoted cost` are two costs."""
    for other in two.candidates:
        for candidate in one.candidates:
            same = candidate.table == other.table and candidate.column != other.column
            if same and candidate.column and other.column:
                return candidate, other
    return None


def _is_of_each(run: Run, table: str) -> bool:
    """Whether a row of the table is what the difference is told of."""
    behind = [item for item in run.after if item.letter in "eyT"]
    each = bool(behind) and behind[0].letter in "ey" and len(behind) > 1
    return each and behind[1].letter == "T" and behind[1].candidates[0].table == table


def _of_values(run: Run) -> Item | None:
    """`the difference in average cost between Skoda and Volvo repairs`."""
    if run["x"].text.lower() not in _LESS:
        return None
    how, what = run.get("how"), run["what"]
    tests = [_test(run[name]) for name in ("one", "two")]
    unsure = False
    if what.letter == "T":
        counts = [Count(function="count", table=what, where=[test]) for test in tests]
    else:
        if not is_measured(what) or (how is not None and how.letter == "k"):
            return None
        unsure = how is None and not adds_up(what)
        function = how.payload if how is not None else "sum"
        counts = [Count(function=function, column=what, where=[test]) for test in tests]
    made = Count(function="difference", parts=tuple(counts), unsure=unsure)
    return Item("m", run.first, run.last, payload=[made])


def _test(value: Item) -> Test:
    return Test(
        hits=(tuple(value.payload),), values=(value.text,), words=value.text, first=value.first
    )
