"""Superlatives and limits: `oldest singer`, `highest capacity`, `most concerts`, `top 3`."""

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import DONE, SEVERAL, SOLD, VAGUE, Count, Extreme
from pipeline.rules.text.words import is_plural
from pipeline.rules.vocabulary.lengths import LONG_OR_SHORT


def superlatives(stream: Stream) -> None:
    """Reduce every superlative, with its number where one is given, to one item."""
    n = r"(?:t?(?P<n>#)|t)?"
    stream.rewrite(r"(?P<n>#)(?P<t>t)(?=[TC])", _top)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?p?(?P<a>a)?(?P<m>M)", _by_metric)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?(?=[TC]y(?P<m>M))", _by_metric)
    stream.rewrite(n + r"(?P<s>s)(?P<m>m)T?(?=[.&]|$)", _by_made)
    stream.rewrite(r"(?P<c>C)(?:pT)?[rh]*(?P<s>s)(?![CM])", _common)
    stream.rewrite(r"(?P<c>C)h(?P<s>s)(?=p?(?:[.]|$))", _has_most)
    stream.rewrite(r"(?<=r)[ph]?(?P<a>a)(?P<c>C)[ph]?(?P<s>s)(?![CTMak#])", _aggregate_is)
    stream.rewrite(r"(?P<c>C)[ph]?(?P<s>s)(?![CTMak#])", _column_is)
    stream.rewrite(n + r"(?P<s>s)(?P<a>a)(?P<t>T)(?P<c>C)", _by_owned_aggregate)
    stream.rewrite(n + r"(?P<s>s)(?P<a>a)p?(?P<c>C)", _by_aggregate)
    stream.rewrite(n + r"(?P<s>s)(?P<a>a)kp?(?P<c>C)", _by_kept_number)
    stream.rewrite(n + r"(?P<s>s)(?P<a>a)(?P<t>T)(?![C&])", _by_total)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?(?:k|p)?(?P<u>u)?(?P<t>T)", _by_count)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?p?(?P<c>C)", _by_column)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?(?P<c>C)(?=T)", _by_described)
    stream.rewrite(n + r"(?P<s>s)(?P<n2>#)?", _by_adjective)
    stream.rewrite(r"(?P<c>C)(?P<t>[tC])(?=[.&]|$)", _done_first)
    stream.rewrite(r"(?P<t>t)(?P<n>#)?", _top)
    stream.rewrite(r"(?P<x>[xC])(?:p[eT]*|r)(?P<s>S)", _date_of)
    stream.rewrite(r"(?:^|(?<=\.))(?P<x>r)(?=(?:eT|T)?(?P<s>S))", _date_of)


def _date_of(run: Run) -> Item | None:
    """`the date of the most recent visit`, `when was the first visit`: its date is asked for."""
    extreme, said = run["s"].payload, run["x"].text.lower()
    if said not in _DATES or not (extreme.adjective in _WHEN or _is_of_deed(extreme)):
        return None
    if extreme.adjective and extreme.column is not None:
        return None
    if run["s"].first - run["x"].last > _NEAR or extreme.limit != 1:
        return None
    if [item.letter for item in run.before[-2:]] == ["C", "&"]:
        return None  # `the name and date of the latest visit`: both are columns of it
    extreme.dated, run["x"].verb = True, run["x"].letter == "C"
    return run["x"] if run["x"].letter == "r" else run["s"]


def _is_of_deed(extreme: Extreme) -> bool:
    """Whether it goes by the date of what was done: `the first claim made`."""
    column = extreme.column
    return column is not None and column.payload == "date" and not extreme.adjective


def _is_when(run: Run) -> bool:
    """`latest revenue` is about time: no number is the latest for being high."""
    return run["s"].payload[1] in _WHEN


_DATES = frozenset(("date", "dates", "day", "time", "timestamp", "when"))
_NEAR = 4
_ORDERED = frozenset(("number", "date", "year"))
_LATE = frozenset(("new", "late", "recent"))
_WHEN = frozenset(("new", "late", "recent", "old", "early"))


def _limit(run: Run) -> int:
    groups = run.match.groupdict()
    for group in ("n", "n2"):
        number = run.get(group) if groups.get(group) else None
        if number is not None and isinstance(number.payload, int):
            return number.payload
    return 1


def _item(run: Run, extreme: Extreme) -> Item:
    groups = run.match.groupdict()
    numbers = [run[name] for name in ("n", "n2") if groups.get(name)]
    whole = all(_is_whole(number) for number in numbers)
    return Item("S" if whole else "x", run.first, run.last, payload=extreme)


def _column_is(run: Run) -> Item | None:
    direction, adjective = run["s"].payload
    if adjective in _WHEN and (run["c"].payload in ("date", "year") or _is_done(run["c"])):
        later = (direction == "desc") != (adjective not in _LATE)
        return _item(run, Extreme(descending=later, column=run["c"]))
    least = adjective == "count" and run["c"].payload == "number" and not run.after[:1]
    ended = bool(run.after) and run.after[0].letter == "."
    if adjective and not (
        adjective == "count" and run["c"].payload == "number" and (least or ended)
    ):
        return None
    within = run.items[run.match.start() : run.match.end()]
    by = any(item.letter == "p" and item.text.lower() == "by" for item in within)
    if by or not run["c"].payload:
        return None
    return _item(run, Extreme(descending=direction == "desc", column=run["c"]))


def _done_first(run: Run) -> Item | None:
    """`which mill opened first`, `was founded last`: by when that was, and no first name."""
    said = run["t"].text.lower()
    done = run["c"].payload in ("date", "year") or _is_done(run["c"])
    if said not in ("first", "last") or not done:
        return None
    run["t"].verb = True
    return _item(run, Extreme(descending=said == "last", column=run["c"]))


def _aggregate_is(run: Run) -> Item | None:
    """`whose total quantity is the largest`."""
    adjective = run["s"].payload[1]
    return (
        None if adjective not in ("", "count") or not is_measured(run["c"]) else _by_aggregate(run)
    )


def _is_done(item: Item) -> bool:
    """`launched`, where a number says when."""
    return item.payload == "number" and item.text.lower().endswith("ed")


def _by_metric(run: Run) -> Item | None:
    if run.match.groupdict().get("a") and run["a"].payload != "sum":
        return None  # `the highest total spend` is the highest spend, no average is
    if _is_when(run):
        return Item("x", run.first, run.last)
    measure = Count(function="metric", metrics=run["m"].payload)
    some = run["s"].payload[1] in VAGUE and _limit(run) == 1 and _are_several(run)
    limit = SEVERAL if some else _limit(run)
    return _item(run, Extreme(descending=_down(run), measure=measure, limit=limit))


def _by_made(run: Run) -> Item | None:
    """`the highest average rating`, where ratings keep one number: by that of each."""
    made = run["m"].payload
    if (
        len(made) != 1
        or not (made[0].column or made[0].parts)
        or run["s"].payload[1]
        or made[0].over
    ):
        return None
    return _item(run, Extreme(descending=_down(run), measure=made[0], limit=_limit(run)))


def _are_several(run: Run) -> bool:
    """`top customers by revenue`, `our best customers` are some of them, not one."""
    behind = run.after[0] if run.after else None
    said = behind.text.lower().split()[-1:] if behind is not None and behind.letter == "T" else []
    return any(map(is_plural, said))


def _by_aggregate(run: Run) -> Item:
    if _is_when(run):
        return Item("x", run.first, run.last)
    measure = Count(function=run["a"].payload, column=run["c"])
    return _item(run, Extreme(descending=_down(run), measure=measure, limit=_limit(run)))


def _by_kept_number(run: Run) -> Item | None:
    """`the highest average number of seats`, where each row keeps how many it has."""
    return _by_aggregate(run) if run["c"].payload == "number" else None


def _by_owned_aggregate(run: Run) -> Item | None:
    """`the largest total depot capacity`: the capacity of the depots."""
    owners = {c.table for c in run["t"].candidates if not c.column}
    found = [c for c in run["c"].candidates if c.table in owners]
    if not found or not is_measured(run["c"]):
        return None
    run["c"].candidates = found
    return _by_aggregate(run)


def _down(run: Run) -> bool:
    """Whether the highest comes first: the worst of a number are its lowest."""
    direction, adjective = run["s"].payload
    return bool((direction == "desc") != (adjective in _POOR))


def _by_count(run: Run) -> Item | None:
    adjective = run["s"].payload[1]
    if adjective == "count":
        measure = Count(function="count", table=run["t"], distinct=bool(run.match["u"]))
        return _item(run, Extreme(descending=_down(run), measure=measure, limit=_limit(run)))
    return None


def _by_total(run: Run) -> Item | None:
    """`the highest total payments`: how many there were, or what they came to."""
    if run["a"].payload != "sum" or run["s"].payload[1]:
        return None
    measure = Count(function="count", table=run["t"], unsure=True)
    return _item(run, Extreme(descending=_down(run), measure=measure, limit=_limit(run)))


def _by_column(run: Run) -> Item | None:
    adjective = run["s"].payload[1]
    if adjective in LONG_OR_SHORT and run["c"].payload == "date":
        return Item("x", run.first, run.last)
    sized = adjective != "count" and _SIZED & set(run["s"].text.lower().split())
    if run["c"].payload in ("", "code") and sized:
        return None  # `the largest school`: no name is larger than others
    if adjective in ("common", "times"):
        measure = Count(function="count")
        said = run["c"].text.lower().split()[-1:]
        many = adjective == "common" and _limit(run) == 1 and any(map(is_plural, said))
        limit = SEVERAL if many else _limit(run)
        item = _item(
            run, Extreme(descending=_down(run), measure=measure, column=run["c"], limit=limit)
        )
        item.payload.adjective = "common"
        return item
    if adjective == SOLD:
        sold = Extreme(descending=_down(run), column=run["c"], adjective=SOLD, limit=_limit(run))
        return _item(run, sold)
    if adjective == "count":
        numbers = run["c"].payload == "number"
        if not numbers:
            measure = Count(function="count", column=run["c"], distinct=True)
            return _item(run, Extreme(descending=_down(run), measure=measure, limit=_limit(run)))
        adjective = ""
    down = _down(run) != (adjective in LESS - _POOR)
    asked = bool(run.before) and run.before[-1].letter == "w"
    return _item(run, Extreme(descending=down, column=run["c"], limit=_limit(run), asked=asked))


_SIZED = frozenset(("largest", "biggest", "smallest"))
_POOR = frozenset(("bad", "small"))
LESS = frozenset(("short", "young", "cheap", "small", "light", "slow", "early", "bad", "near"))


def _by_described(run: Run) -> Item | None:
    """`most recently aired cartoon`: the participle names the column that the adjective is of."""
    adjective = run["s"].payload[1]
    if not adjective or adjective in ("count", "common", "times"):
        return None
    return _item(
        run, Extreme(descending=_down(run), column=run["c"], adjective=adjective, limit=_limit(run))
    )


def _common(run: Run) -> Item | None:
    return _by_column(run) if run["s"].payload[1] == "common" else None


def _has_most(run: Run) -> Item | None:
    """`which type has the most records`: rows, where no table is called so."""
    if run["s"].payload[1] != "count" or run["c"].payload in _ORDERED:
        return None
    often = Extreme(descending=_down(run), measure=Count(function="count"), column=run["c"])
    often.adjective = "common"
    return _item(run, often)


def _by_adjective(run: Run) -> Item | None:
    adjective = run["s"].payload[1]
    if adjective in ("times", "common", DONE):
        measure = Count(function="count")
        often = Extreme(descending=_down(run), measure=measure, limit=_limit(run))
        often.adjective = "common" if adjective in ("common", DONE) else ""
        return _item(run, often)
    of = next((item for item in run.after if item.letter not in "fuL"), None)
    rows = of if of is not None and of.letter == "T" else None
    if not adjective and _SIZED & set(run.text.lower().split()):
        adjective = "large"
    found = Extreme(descending=_down(run), adjective=adjective, of=rows, limit=_limit(run))
    return _item(run, found)


def _top(run: Run) -> Item | None:
    number = run.get("n")
    if number is None:
        some = (SEVERAL, run["t"].payload)
        return Item("L", run.first, run.last, payload=some) if _are_several(run) else None
    if not _is_whole(number):
        return Item("x", run.first, run.last)
    return Item("L", run.first, run.last, payload=(number.payload, run["t"].payload))


def _is_whole(number: Item) -> bool:
    """Whether a list can be cut after so many rows."""
    return isinstance(number.payload, int) and number.payload > 0
