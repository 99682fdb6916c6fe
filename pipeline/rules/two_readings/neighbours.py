"""Words that mean something else beside a column: a period, a rate, `other than`, `against`."""

from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.known import Known
from pipeline.rules.vocabulary import GRAINS

_NAMED = 0.75
# What people are called after what they do: `conservator`, `supplier`, `artist`.
_DOERS = ("or", "er", "ist", "ian", "ant", "ee", "name")
_RATES = frozenset(("rate", "ratio", "share", "percentage"))


def other_than(run: Run) -> Item | None:
    """`languages other than English`: not that one; `courses under “Arts”` are among them."""
    if run["c"].text.lower() == "under":
        return Item("p", run.first, run.last)
    return Item("n", run.first, run.last) if run["c"].payload == "!=" else None


def beside(run: Run) -> Item | None:
    """`price against quantity`: both are shown."""
    said = run["x"].text.lower() in ("against", "versus", "vs")
    return Item("&", run.first, run.last) if said else None


def apart(run: Run) -> Item | None:
    """`return rate` is no rate that some other table keeps: the word stays unexplained."""
    beside, best = run.before[-1], run["c"].candidates[0]
    if run["c"].text.lower() not in _RATES:
        return None
    owners = {c.table for c in beside.candidates if not c.column}
    kept = best.score >= _NAMED or any(c.table in owners for c in run["c"].candidates)
    if beside.letter == "T" and kept:
        return None
    return _unexplained(run["c"])


def kind_after_verb(run: Run) -> Item | None:
    """`the total fee collected by country`: a country is no one who does it, but a group."""
    numbers = any(item.letter in "ak" for item in run.before)
    by = run["p"].text.lower() == "by" and run["c"].payload == ""
    doer = run["c"].text.lower().split()[-1].endswith(_DOERS)
    return Item("y", run.first, run.last) if numbers and by and not doer else None


def _unexplained(item: Item) -> Item:
    item.letter = "x"
    return item


def as_grain(run: Run, tables: set[str]) -> Item | None:
    """`by month`: a period, unless a table that is named keeps months in a column."""
    item = run["c"]
    grain = GRAINS.get(item.text.lower(), "")
    if not grain or any(c.table in tables for c in item.candidates):
        return None
    item.letter, item.payload = "G", grain
    return item


def as_asked_grain(run: Run, known: Known) -> Item | None:
    """`which month had the most returns`: of the date of returns, not months kept elsewhere."""
    others = [item for item in (*run.before, *run.after) if item.letter in "TCM"]
    tables = {c.table for item in others if item.letter != "M" for c in item.candidates}
    tables |= {metric.table for item in others if item.letter == "M" for metric in item.payload}
    dated = any(column.kind.is_dated for table in tables for column in known.table(table).columns)
    metrics = any(item.letter == "M" and item.payload[0].time_column for item in others)
    return as_grain(run, tables) if dated or metrics else None
