"""What the numbers of a result are counted in, as the glossary or a column's comment says."""

import re
from collections.abc import Sequence

from knowledge.dotted_names import database_name
from pipeline.intent import Intent, Measure
from pipeline.rules.building.measuring import measure_name
from pipeline.rules.schema.known import Known
from pipeline.telling.shares import PERCENT, SHARE, SHARE_UNITS
from pipeline.telling.titles import is_percent

# Whatever these are of has the unit of its column; a number of rows has none.
_KEEPING = frozenset(("", "sum", "avg", "min", "max", "median"))
_MONEY = {
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "dollar": "USD", "dollars": "USD", "usd": "USD",
    "pounds": "GBP", "gbp": "GBP", "yen": "JPY", "jpy": "JPY", "chf": "CHF", "francs": "CHF",
}  # fmt: skip
_PLAIN = (
    "days", "hours", "minutes", "seconds", "milliseconds", "kilograms", "kg", "grams", "tonnes",
    "kilometres", "kilometers", "km", "metres", "meters", "miles", "litres", "liters", "cents",
)  # fmt: skip
_DOCUMENTED = re.compile(rf"\bin ({'|'.join((*_MONEY, *_PLAIN))})\b", re.IGNORECASE)
# `share taken off the price, 0 to 1`
_PART = re.compile(
    r"\b(share|fraction|proportion|rate)\b.*\b0(\.0)? ?(to|and|-) ?1(\.0)?\b", re.IGNORECASE
)


def units_of(intent: Intent, known: Known, columns: Sequence[str]) -> tuple[str, ...]:
    """The unit of each column of the intent's result, empty where none is known."""
    found = {measure_name(measure): _unit(measure, known) for measure in intent.measures}
    for output in intent.outputs:
        if isinstance(output, str):
            found[database_name(output.rpartition(".")[2])] = documented(output, known)
    return tuple(_of_column(name, found) for name in columns)


def documented(ref: str, known: Known) -> str:
    """The unit that the comment of a column of numbers names: `list price, in euro`."""
    owner, _, name = ref.rpartition(".")
    table = known.catalog.table(owner)
    column = table.column(name) if table else None
    comment = column.comment if column and column.kind.is_number else ""
    if _PART.search(comment):
        return SHARE
    named = _DOCUMENTED.search(comment)
    unit = named.group(1).lower() if named else ""
    return _MONEY.get(unit, unit)


def _unit(measure: Measure, known: Known) -> str:
    if measure.function == "ratio" and not measure.base:
        return SHARE
    of_two = measure.parts or measure.other or measure.function in ("percent", "ratio", "quotient")
    if measure.part or of_two:
        return ""
    if measure.name:
        metrics = (m for m in known.metrics if m.name == measure.name)
        return metric_unit(next((metric.unit for metric in metrics), ""))
    if measure.since:
        return "days"
    unit = documented(measure.column, known) if measure.function in _KEEPING else ""
    return "" if unit == SHARE and measure.function == "sum" else unit


def metric_unit(unit: str) -> str:
    """The unit that a metric declares, in our words."""
    said = unit.lower()
    if said in SHARE_UNITS:
        return SHARE
    return PERCENT if said in ("percent", "%") else unit


def _of_column(name: str, units: dict[str, str]) -> str:
    """A number of a period, its change and its running total have the unit of the number."""
    if is_percent(name):
        return ""
    bare = name.removeprefix("running_")
    fits = [known for known in units if bare == known or bare.startswith(f"{known}_")]
    return units[max(fits, key=len)] if fits else ""
