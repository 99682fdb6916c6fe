"""Words for a period beside a number: `total quarterly sales`, `in each of the last 8 weeks`."""

import re
from collections.abc import Callable

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import Count, Extreme, Grouping
from pipeline.rules.text.words import is_plural, name_words

_EVERY = frozenset(("daily", "weekly", "monthly", "quarterly", "yearly", "annual"))
_GRAINS = frozenset(("day", "week", "month", "quarter", "year"))
_OVER = frozenset(("avg", "max", "min", "median"))
_ENDS = {"desc": "max", "asc": "min"}
# What the rows of a day add up to; a price or a rate they do not.
_ADDED = frozenset(
    ("amount", "amounts", "revenue", "sales", "quantity", "units", "volume", "income", "profit",
     "spend", "spending", "turnover", "expense", "expenses", "cost", "costs")
)  # fmt: skip
_WORTH = _ADDED | {"price", "total", "fee", "value"}
_Arrange = Callable[[Run], list[Item] | None]


def grain_words(stream: Stream, known: Known) -> None:
    """Put each of them where it groups, or where its numbers are taken together again."""
    _rearranged(stream, r"[py&]*(?P<e>e)p*(?P<d>D)", _each_of_span)
    _rearranged(stream, r"(?P<a>a)(?P<g>G)(?P<t>T)(?!C)", lambda run: _of_rows(run, known))
    _rearranged(stream, r"(?P<a>[ak])(?P<g>G)(?=u?[TC])", _of_totals)
    _rearranged(stream, r"(?P<a>[as])(?P<g>G)(?P<t>T)(?!C)", lambda run: _over_counts(run, known))
    _rearranged(
        stream,
        r"(?P<a>[as])(?P<g>G)(?P<k>k)(?P<u>u)?(?P<t>T)",
        lambda run: _over_counts(run, known),
    )
    _rearranged(stream, r"(?P<a>[as])(?P<g>G)(?P<b>a)?p?(?P<t>T)?(?P<c>C)", _over_sums)
    _rearranged(stream, r"(?:^|(?<=[w.]))p?(?P<g>G)(?P<t>T)?(?P<c>C)(?=[pDfey&.#]|$)", _sums_per)
    _rearranged(stream, r"(?P<s>t)(?P<n>#)?(?P<g>G)p(?P<t>T)", _busiest)
    _rearranged(stream, r"(?:^|(?<=[w.]))p?(?P<g>G)(?P<t>T)(?P<k>k)?(?=[pDfey&.#]|$)", _per)


def _rearranged(stream: Stream, pattern: str, make: _Arrange) -> None:
    """Put what `make` gives in the place of every match that it accepts."""
    at = 0
    while (match := re.compile(pattern).search(stream.code, at)) is not None:
        run = Run(stream.items, match)
        made = make(run) if _stands_beside(run) else None
        if made is not None:
            stream.items[match.start() : match.end()] = made
        at = match.start() + 1


def _stands_beside(run: Run) -> bool:
    """`annual meeting events` are no events per year: the word is of what it stands before."""
    group = run.match.groupdict().get("g")
    if not group:
        return True
    place = run.match.start("g")
    return run.items[place + 1].first == run.items[place].last


def _each_of_span(run: Run) -> list[Item] | None:
    """`in each of the last 8 weeks`: those weeks, and one row for each."""
    span = run["d"].payload
    last = span.words.lower().split()[-1]
    if span.comparison is not None or span.grain not in _GRAINS or not is_plural(last):
        return None
    return None if not last.startswith(span.grain) else [_grouped(run["e"], span.grain), run["d"]]


def _of_rows(run: Run, known: Known) -> list[Item] | None:
    """`total monthly payments`: how many there were, or what they came to."""
    if run["a"].payload != "sum" or not _is_said(run["g"]):
        return None
    measure = Item("m", run["t"].first, run["t"].last, run["t"].text)
    measure.payload = [Count(function="count", table=run["t"], unsure=_is_worth(run["t"], known))]
    return [_grouped(run["g"], run["g"].payload), measure]


def _of_totals(run: Run) -> list[Item] | None:
    """`total quarterly sales`, `the number of daily visits`: one for each of them."""
    function = run["a"].payload if run["a"].letter == "a" else "sum"
    if function != "sum" or not _is_said(run["g"]):
        return None
    return [_grouped(run["g"], run["g"].payload), run["a"]]


def _over_counts(run: Run, known: Known) -> list[Item] | None:
    """`the average daily number of orders`: counted by day, of which the average is taken."""
    over, groups = _over(run), run.match.groupdict()
    if not over or not _is_said(run["g"]):
        return None
    counted = Count(function="count", table=run["t"], distinct=bool(groups.get("u")), over=over)
    counted.unsure = "k" not in groups and _is_worth(run["t"], known)
    return _of_each(run, counted)


def _over_sums(run: Run) -> list[Item] | None:
    """`the highest daily total amount`, `average monthly revenue`: added up by day, by month."""
    over, column = _over(run), run["c"]
    how, owner = run.get("b"), run.get("t")
    added = how.payload if how is not None else ""
    if not over or not _is_said(run["g"]) or added not in ("", "sum") or not is_measured(column):
        return None
    if not added and not _adds_up(column):
        return None
    _keep_own(column, owner)
    summed = Count(function="sum", column=column, table=owner, over=over, unsure=not added)
    return _of_each(run, summed)


def _per(run: Run) -> list[Item] | None:
    """`monthly orders in 2023` are the orders per month."""
    if not _is_said(run["g"]):
        return None
    measure = Item("m", run["t"].first, run["t"].last, run["t"].text)
    measure.payload = [Count(function="count", table=run["t"])]
    return [_grouped(run["g"], run["g"].payload), measure]


def _busiest(run: Run) -> list[Item] | None:
    """`the busiest month for orders`: the one with the most of them."""
    number = run.get("n")
    if run["s"].text.lower() != "busiest":
        return None
    limit = number.payload if number is not None else 1
    measure = Count(function="count", table=run["t"])
    most = Extreme(descending=True, measure=measure, limit=limit)
    found = Item("S", run["s"].first, run["t"].last, run.text, most)
    return [_grouped(run["g"], run["g"].payload), found]


def _sums_per(run: Run) -> list[Item] | None:
    """`monthly revenue`, `quarterly payment amounts in 2023`: what they add up to in each."""
    column, owner = run["c"], run.get("t")
    if not _is_said(run["g"]) or not is_measured(column) or not _adds_up(column):
        return None
    _keep_own(column, owner)
    measure = Item("m", run["g"].first, column.last, column.text)
    measure.payload = [Count(function="sum", column=column, table=owner)]
    return [_grouped(run["g"], run["g"].payload), measure]


def _keep_own(column: Item, owner: Item | None) -> None:
    """Of what a column may be, the columns of the rows that are named before it."""
    owners = {c.table for c in owner.candidates if not c.column} if owner is not None else set()
    column.candidates = [c for c in column.candidates if c.table in owners] or column.candidates


def _adds_up(column: Item) -> bool:
    return column.text.lower().split()[-1] in _ADDED


def _is_worth(rows: Item, known: Known) -> bool:
    """Whether such rows keep an amount as well, so that their total may be that."""
    owner = rows.best(table=True)
    columns = known.table(owner.table).columns if owner is not None else ()
    return any(
        column.kind.is_number and bool(_WORTH & set(expanded(name_words(column.name))))
        for column in columns
    )


def _over(run: Run) -> str:
    item = run["a"]
    if item.letter == "a":
        return item.payload if item.payload in _OVER else ""
    direction, adjective = item.payload
    return "" if adjective else _ENDS[direction]


def _is_said(grain: Item) -> bool:
    return grain.text.lower() in _EVERY


def _grouped(item: Item, grain: str, *, inner: bool = False) -> Item:
    return Item("g", item.first, item.last, item.text, [Grouping(grain=grain, inner=inner)])


def _of_each(run: Run, measure: Count) -> list[Item]:
    made = Item("m", run.first, run.last, run.text, [measure])
    return [_grouped(run["g"], run["g"].payload, inner=True), made]
