"""Cells of a result, written for people."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bots.cards import Table
from bots.wording import answers as say
from pipeline.charts.shape import Shape
from pipeline.result import Answer, Cell, Sample
from pipeline.telling.changes import compared
from pipeline.telling.labels import names_something, periods
from pipeline.telling.shares import PERCENT, percent, told_rows, told_units
from pipeline.telling.titles import is_percent, title

_MIDNIGHT = re.compile(r"\d{4}-\d{2}-\d{2}[ T]00:00(:00(\.0+)?)?")
_DAY = len("2026-01-31")
_DECIMALS = 2
_OF_RATES = 4
# No surface shows more rows than this; the files hold them all.
MOST_SHOWN = 200
_SMALL = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How the numbers of one column are written: all alike."""

    names: bool = False
    decimals: int = 0
    percent: bool = False
    days: bool = False


def cell_text(value: Cell, writing: Writing) -> str:
    if value is None or value == "":
        return say.NOTHING
    if isinstance(value, bool):
        return say.YES if value else say.NO
    if isinstance(value, str):
        return value[:_DAY] if writing.days else value
    if isinstance(value, int) and writing.names:
        return str(value)
    return percent(value) if writing.percent else _number(value, writing.decimals)


def _number(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return say.NOTHING
    if value and abs(value) < _SMALL:
        return f"{value:.3g}"
    return f"{value:,.{decimals}f}"


def writing_of(column: str, values: Sequence[Cell]) -> Writing:
    """Midnights are days; a column with one fraction has them everywhere."""
    fractions = any(isinstance(value, float) and not value.is_integer() for value in values)
    known = [value for value in values if value is not None]
    return Writing(
        names=names_something(column),
        decimals=_decimals(known) if fractions else 0,
        days=all(isinstance(value, str) and _MIDNIGHT.fullmatch(value) for value in known),
    )


def _head(column: str, unit: str) -> str:
    """The head of a column in words, with what its numbers are counted in."""
    counted = "%" if is_percent(column) else unit
    return f"{title(column)} ({counted})" if counted else title(column)


def _decimals(values: Sequence[Cell]) -> int:
    """Rates below 1 that two places would make the same are told apart by more."""
    rates = {abs(value) for value in values if isinstance(value, int | float)}
    same = len({round(rate, _DECIMALS) for rate in rates}) < len(rates)
    return _OF_RATES if same and max(rates) < 1 else _DECIMALS


def heads_of(result: Shape) -> tuple[str, ...]:
    """What the columns of a result are called, in tables and along the axes of charts."""
    return tuple(map(_head, result.columns, told_units(result)))


def table_of(answer: Answer) -> Table:
    units = told_units(answer)
    said = ["" if unit == PERCENT else unit for unit in units]
    heads = tuple(map(_head, answer.columns, said))
    rows, numeric = _rows(answer.columns, told_rows(answer)[:MOST_SHOWN], units), answer.numeric
    if change := compared(answer):
        heads = _beside(heads, change.change, say.CHANGE_IN_PERCENT)
        moved = map(_moved, change.percents)
        rows = tuple(_beside(r, change.change, p) for r, p in zip(rows, moved, strict=False))
        numeric = (*(at + (at > change.change) for at in numeric), change.change + 1)
    return Table(
        columns=heads,
        rows=rows,
        numeric=tuple(sorted(numeric)),
        total=len(answer.rows),
        capped=answer.truncated,
    )


def _beside(texts: tuple[str, ...], at: int, text: str) -> tuple[str, ...]:
    return (*texts[: at + 1], text, *texts[at + 1 :])


def _moved(percents: float | None) -> str:
    return say.NOTHING if percents is None else f"{percents:+,.1f}%"


def sample_table(sample: Sample) -> Table:
    total = len(sample.rows) if sample.total is None else sample.total
    return Table(
        columns=sample.columns,
        rows=_rows(sample.columns, sample.rows),
        numeric=_numeric(sample),
        total=total,
        capped=sample.truncated and sample.total is None,
    )


def _rows(
    columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], units: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    in_percent = {at for at, unit in enumerate(units) if unit == PERCENT}
    written = [
        _written(name, [row[at] for row in rows], percents=at in in_percent)
        for at, name in enumerate(columns)
    ]
    return tuple(zip(*written, strict=True)) if written else tuple(() for _ in rows)


def _written(column: str, values: Sequence[Cell], *, percents: bool) -> Sequence[str]:
    named = periods(column, values)
    if named is not None:
        return [text or say.NOTHING for text in named]
    writing = replace(writing_of(column, values), percent=percents)
    return [cell_text(value, writing) for value in values]


def _numeric(sample: Sample) -> tuple[int, ...]:
    def number(value: Cell) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool)

    columns = range(len(sample.columns))
    return tuple(
        at
        for at in columns
        if any(number(row[at]) for row in sample.rows)
        and all(row[at] is None or number(row[at]) for row in sample.rows)
    )
