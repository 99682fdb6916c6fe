"""Conditions with numbers: `age above 20`, `between 2 and 5`."""

import re

from pipeline.intent import Value
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.operators import DENIED
from pipeline.rules.schema.parts import Test
from pipeline.rules.vocabulary.numbers import YEARS

# What a length is told in: `longer than 5 days` names no column that is called days.
LENGTHS = frozenset(("days", "hours", "minutes", "seconds", "weeks", "months"))
_IN_A_YEAR = re.compile(r"\b(in|during|for|of)\b\W+\d{4}\b", re.IGNORECASE)
_OPERATORS = {"after": ">", "before": "<", "since": ">=", "until": "<="}


def _sign_first(stream: Stream) -> None:
    """`4 or more transactions`, `4 transactions or more`, `4 times or more` are at least 4."""
    for at in range(len(stream.items) - 2):
        letters = "".join(item.letter for item in stream.items[at : at + 3])
        if letters not in ("#KT", "#TK", "#iK"):
            continue
        sign = stream.items.pop(at + letters.index("K"))
        sign.letter, sign.first = "c", stream.items[at].first
        stream.items.insert(at, sign)


def comparisons(stream: Stream) -> None:
    """Reduce every comparison with a number to a condition."""
    _sign_first(stream)
    stream.rewrite(r"(?P<c>C)?[ph]*b(?P<lo>#)[&p](?P<hi>#)(?P<c2>C)?", _between)
    stream.rewrite(
        r"(?<!C)(?<!Ch)(?P<op>c)(?P<v>#)(?P<k>[K|])(?P<op2>c)?(?P<v2>#)(?P<c>C)", _either_counted
    )
    stream.rewrite(
        r"(?P<c>C)?[ph]*(?P<op>c)(?P<v>#)(?P<k>[K|])(?P<op2>c)?(?P<v2>#)(?!u?[TC])", _either
    )
    stream.rewrite(r"(?P<op>c)p?(?P<c>C)p?(?P<v>#)(?P<k>[K|])(?P<op2>c)?p?Cp?(?P<v2>#)", _either)
    stream.rewrite(r"(?P<n>n)?(?P<op>c)p?(?P<c>C)p?(?P<v>#)(?P<more>(?:[|&]+#)*)", _compared)
    stream.rewrite(r"(?P<c>C)[ph]*(?P<n>n)?(?P<op>c)p?(?P<v>#)(?!K?T|i|pa?M)", _compared)
    stream.rewrite(r"(?P<c>C)[ph]*(?P<n>n)p?(?P<v>#)(?![TCKi#])", _unequal)
    stream.rewrite(r"(?P<c>C)[ph]?(?P<v>#)(?P<op>K)(?![iT])", _compared)
    stream.rewrite(r"p?(?P<v>#)(?P<op>K)(?P<c>C)?(?!T)", _compared)
    stream.rewrite(r"h?(?P<op>c)(?P<v>#)(?P<c>C)", _compared_counted)
    stream.rewrite(r"(?P<op>c)p?(?P<v>#)(?!u?[TCKMi]|pa?M)", _bare)
    stream.rewrite(r"(?P<c>C)[ph]?(?P<two>[23])?p?(?P<v>#)(?P<more>(?:[|&]#)*)(?![stkTK])", _equal)
    stream.rewrite(r"(?P<c>C)y(?P<two>[23])?(?P<v>#)(?P<more>(?:[|&]#)*)(?=[.&r]|$)", _done_by)
    stream.rewrite(r"(?P<two>[23])?p?(?P<v>#)(?P<more>(?:[|&]p?#)*)(?![T#%KC])", _year)


def operator_of(item: Item, *, negated: bool = False) -> tuple[str, str]:
    """The SQL operator of a comparison, and the adjective it compares by."""
    payload = item.payload
    sign, adjective = payload if isinstance(payload, tuple) else (payload, "")
    sign = _OPERATORS.get(str(sign), str(sign))
    return (DENIED.get(sign, sign) if negated else sign), adjective


def condition_item(run: Run, **fields: object) -> Item:
    """A condition with these parts, in the place of the words of the run."""
    test = Test(words=run.text, first=run.first, **fields)  # type: ignore[arg-type]
    return Item("f", run.first, run.last, payload=test)


def _between(run: Run) -> Item | None:
    column = run.get("c") or run.get("c2")
    low, high = run["lo"].payload, run["hi"].payload
    year = column is None and _is_year(low) and _is_year(high)
    if column is None and not year:
        return None
    return condition_item(run, operator="between", column=column, values=(low, high), year=year)


def _compared(run: Run) -> Item | None:
    groups = run.match.groupdict()
    negated = bool(groups.get("n"))
    operator, adjective = operator_of(run["op"], negated=negated)
    column = run.get("c")
    value = run["v"].payload
    if (column is None and not _is_year(value)) or _is_of_next(run, column):
        return None
    others = [item.payload for item in run.all("more", "#")] if groups.get("more") else []
    if others:
        return None
    return condition_item(
        run,
        operator=operator,
        column=column,
        adjective=adjective,
        values=(value,),
        year=column is None,
    )


def _unequal(run: Run) -> Item | None:
    """`whose age is not 20`."""
    if run["c"].payload not in ("number", "year", "code"):
        return None
    return condition_item(run, operator="!=", column=run["c"], values=(run["v"].payload,))


def _is_of_next(run: Run, column: Item | None) -> bool:
    """`names of those with more than 2 floors`: the number is behind the comparison."""
    behind = run.after[0] if run.after else None
    counted = behind is not None and behind.letter == "C" and is_measured(behind)
    return counted and column is not None and not column.payload


_OPPOSITE = (
    frozenset(("longer", "shorter")), frozenset(("wider", "narrower")),
    frozenset(("deeper", "shallower")), frozenset(("heavier", "lighter")),
    frozenset(("faster", "slower")), frozenset(("older", "younger")),
    frozenset(("taller", "shorter", "smaller")),
)  # fmt: skip
AFTER_OR = {
    "before": "<",
    "below": "<",
    "less": "<",
    "under": "<",
    "after": ">",
    "above": ">",
    "over": ">",
}


def either_bound(run: Run) -> tuple[tuple[str, Value], ...]:
    """The two bounds of `above 50 or below 46`; none where it is no such."""
    second = run.get("op2")
    if second is None:
        sign = AFTER_OR.get(run["k"].text.lower().split()[-1], "") if run["k"].letter == "K" else ""
    else:
        sign = operator_of(second)[0]
    if not sign or (second is not None) != (run["k"].letter == "|"):
        return ()
    return (operator_of(run["op"])[0], run["v"].payload), (sign, run["v2"].payload)


def _either_counted(run: Run) -> Item | None:
    """`fewer than 2 or more than 6 guests`, where a column says how many."""
    return _either(run) if is_measured(run["c"]) else None


def _either(run: Run) -> Item | None:
    """`after 2013 or before 2008`."""
    pairs = either_bound(run)
    column = run.get("c")
    if _measures_apart(run):
        return None
    if not pairs or (column is None and _tells_no_amount(run)):
        return None
    year = column is None and all(_is_year(value) for _, value in pairs)
    tests = [
        Test(
            operator=op, column=column, values=(value,), year=year, words=run.text, first=run.first
        )
        for op, value in pairs
    ]
    return condition_item(run, any_of=tests, both=run["k"].text.lower().startswith("and"))


def _measures_apart(run: Run) -> bool:
    """`longer than 30 or higher than 9` are two measures, `longer or shorter than` is one."""
    second = run.get("op2")
    said = [item.text.lower().split()[0] for item in (run["op"], second) if item is not None]
    one = next((pair for pair in _OPPOSITE if said[0] in pair), None)
    return one is not None and len(said) > 1 and said[1].endswith("er") and said[1] not in one


def _compared_counted(run: Run) -> Item | None:
    operator, adjective = operator_of(run["op"])
    if adjective and run["c"].text.lower() in LENGTHS:
        return condition_item(
            run, operator=operator, adjective=adjective, values=(run["v"].payload,)
        )
    return _compared(run) if is_measured(run["c"]) else None


def is_measured(item: Item) -> bool:
    """Whether a column item's payload says it holds numbers (set before the rules run)."""
    return bool(item.payload == "number")


def is_same_column(one: Item, other: Item) -> bool:
    """Whether two words are most likely for one column."""
    return one.candidates[0].ref == other.candidates[0].ref


def _bare(run: Run) -> Item | None:
    operator, adjective = operator_of(run["op"])
    value = run["v"].payload
    dated = run["op"].payload in _OPERATORS
    if not adjective and not dated and _tells_no_amount(run):
        return None
    if not adjective and not (_is_year(value) and dated):
        return condition_item(run, operator=operator, values=(value,))
    year = _is_year(value) and (dated or not adjective)
    return condition_item(run, operator=operator, adjective=adjective, values=(value,), year=year)


def _tells_no_amount(run: Run) -> bool:
    """`average price for each shop is above 5`: the average is, not some price."""
    return re.search(r"aCe[TC]$", "".join(item.letter for item in run.before)) is not None


def _listed(run: Run) -> tuple[tuple[Value, ...], bool]:
    values = (run["v"].payload, *(item.payload for item in run.all("more", "#")))
    two = run.get("two")
    either = any(item.letter == "|" for item in run.all("more"))
    both = len(values) > 1 and not either and two is not None and two.letter == "2"
    return values, both


def _equal(run: Run) -> Item | None:
    values, both = _listed(run)
    held = run["c"].payload
    if held not in ("number", "year", "date", "code"):
        return None
    done = run["c"].text.lower().endswith("ed")  # `founded in 2003`, where plain years are kept
    in_a_year = _IN_A_YEAR.search(run.text) is not None and all(map(_is_year, values))
    if held in ("number", "code") and in_a_year and not done:
        return None  # `the average quantity in 2025`, `with a promo code in 2025` say when
    return condition_item(
        run, operator="in" if len(values) > 1 else "=", column=run["c"], values=values, both=both
    )


def _done_by(run: Run) -> Item | None:
    """`advised by 1121`: the number of whoever did it."""
    return _equal(run) if run["c"].text.lower().endswith("ed") else None


def _year(run: Run) -> Item | None:
    values, both = _listed(run)
    if not all(_is_year(value) for value in values):
        return None
    operator = "in" if len(values) > 1 else "="
    return condition_item(run, operator=operator, values=values, both=both, year=True)


def _is_year(value: object) -> bool:
    return isinstance(value, int) and value in YEARS
