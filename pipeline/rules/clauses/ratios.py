"""One number over another: `units per order by month`, `revenue per m2`, `ratio of A to B`."""

from pipeline.rules.clauses.adding import adds_up, said_of
from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.parts import Count, Extreme
from pipeline.rules.text.words import is_plural, name_words

# What a number is told in: nobody means a group for each of them.
_UNITS = frozenset(
    ("m2", "m3", "km2", "sqm", "sqft", "hour", "minute", "km", "mile", "kg", "ton", "tonne",
     "litre", "liter", "area", "metre", "meter", "foot", "acre", "hectare")
)  # fmt: skip
_TOP = r"(?:(?P<a>a)p?)?(?P<k>k)?p?(?P<top>[CTM])"


def ratios(stream: Stream, known: Known) -> None:
    """Reduce one number per another, and the ratio of two, to one measure."""
    stream.rewrite(r"(?P<s>s)(?P<top>[CM])(?P<e>e)(?P<by>C)", _highest)
    stream.rewrite(_TOP + r"(?P<e>e)(?P<by>C)", _per_unit)
    stream.rewrite(r"(?:(?P<a>a)p?)?(?P<top>C)(?P<e>e)(?P<by>C)", _per_one)
    stream.rewrite(
        _TOP + r"(?P<e>e)(?P<by>T)(?=f*[py&]*[ye][TCG])", lambda run: _per_row_of_each(run, known)
    )
    stream.rewrite(r"(?P<a>a)(?P<k>k)(?P<top>C)(?P<e>e)(?P<by>T)", _average_per_row)
    stream.rewrite(r"(?P<a>a)(?P<k>k)?(?P<top>M)(?P<e>e)(?P<by>T)", _average_per_row)
    stream.rewrite(
        r"(?:^|(?<=[w.]))(?P<top>[CM])(?P<e>e)(?P<by>T)(?=p?f*[.]?$)",
        lambda run: _per_row(run, known),
    )
    stream.rewrite(r"(?P<e>%)(?:a)?(?P<top>C)p(?:a)?(?P<by>C)(?!V)", _ratio)


def two_kinds(stream: Stream) -> None:
    """`the ratio of international to national calls`: of the calls, not of a column of them."""
    stream.rewrite(r"(?<=%)VpV(?P<c>C)(?=[.&ye]|$)", _as_rows)


def _as_rows(run: Run) -> Item | None:
    noun = run["c"]
    rows = [candidate for candidate in noun.candidates if not candidate.column]
    if rows:
        noun.letter, noun.candidates = "T", rows
    return None


def _is_per(run: Run) -> bool:
    return run["e"].text.lower() == "per"


def _top(run: Run) -> Count | None:
    """The number that is divided."""
    top = run["top"]
    if top.letter == "T":
        return Count(function="count", table=top)
    if top.letter == "M":
        return Count(function="metric", metrics=top.payload)
    return Count(function="sum", column=top) if is_measured(top) else None


def _over(run: Run, bottom: Count, *, unsure: bool = False) -> Item | None:
    top = _top(run)
    if top is None:
        return None
    made = Count(function="divided", parts=(top, bottom), unsure=unsure)
    return Item("m", run.first, run.last, payload=[made])


def _is_unit(item: Item) -> bool:
    return is_measured(item) and bool(_UNITS & said_of(item))


def _per_unit(run: Run) -> Item | None:
    """`cost per labour hour`: the total of the one over the total of the other."""
    asked = run.get("a")
    averaged = asked is None or asked.payload in ("avg", "sum")
    if not _is_per(run) or not _is_unit(run["by"]) or not averaged:
        return None
    return _over(run, Count(function="sum", column=run["by"]))


def _per_one(run: Run) -> Item | None:
    """`income per visitor`, where a column tells how many visitors there were."""
    top, by = run["top"], run["by"]
    asked = run.get("a")
    beside = top.candidates[0].table == by.candidates[0].table
    if not _is_per(run) or not (is_measured(top) and is_measured(by) and beside):
        return None
    if (asked is not None and asked.payload not in ("avg", "sum")) or not _is_one_of(by):
        return None
    return _over(run, Count(function="sum", column=by))


def _is_one_of(item: Item) -> bool:
    """`visitor`, of a column that is called by the many that it counts."""
    said = item.text.lower().split()[-1]
    named = name_words(item.candidates[0].column)[-1:]
    return not is_plural(said) and any(is_plural(word) and word != said for word in named)


def _has_names(item: Item, known: Known) -> bool:
    """Whether rows go by names, so that a list of them may be wanted: no order does."""
    return bool(display_columns(known.table(item.candidates[0].table)))


def _is_added_up(item: Item) -> bool:
    if item.letter == "M":
        return all(
            metric.expression.lower().lstrip().startswith(("sum(", "count("))
            for metric in item.payload
        )
    return item.letter == "T" or adds_up(item)


def _per_row_of_each(run: Run, known: Known) -> Item | None:
    """`orders per customer by country`: so many of the ones for so many of the others."""
    asked = run.get("a")
    if not _is_per(run) or (asked is not None and asked.payload != "avg"):
        return None
    if not _is_added_up(run["top"]):
        return None
    unsure = asked is None and _has_names(run["by"], known)
    return _over(run, Count(function="count", table=run["by"]), unsure=unsure)


def _average_per_row(run: Run) -> Item | None:
    """`the average number of units per order`: their quantity is kept in a column."""
    top = run["top"]
    kept = top.letter == "C" and top.candidates[0].table == run["by"].candidates[0].table
    if kept or run["a"].payload != "avg" or not _is_added_up(top):
        return None
    return _over(run, Count(function="count", table=run["by"]))


def _per_row(run: Run, known: Known) -> Item | None:
    """`units per order`: how many for each of them, unless one number is meant.

    Of rows with names the list is meant: `revenue per store`.
    """
    if not _is_per(run) or not _is_added_up(run["top"]) or _has_names(run["by"], known):
        return None
    return _over(run, Count(function="count", table=run["by"]), unsure=True)


def _ratio(run: Run) -> Item | None:
    """`the ratio of final cost to quoted cost`: of their totals."""
    if run["e"].payload != "ratio" or not is_measured(run["by"]):
        return None
    return _over(run, Count(function="sum", column=run["by"]), unsure=True)


def _highest(run: Run) -> Item | None:
    """`the highest revenue per m2`."""
    top = _top(run)
    direction, adjective = run["s"].payload
    if top is None or adjective or not _is_per(run) or not _is_unit(run["by"]):
        return None
    bottom = Count(function="sum", column=run["by"])
    measure = Count(function="divided", parts=(top, bottom))
    extreme = Extreme(descending=direction == "desc", measure=measure)
    return Item("S", run.first, run.last, payload=extreme)
