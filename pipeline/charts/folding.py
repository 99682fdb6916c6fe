"""A chart of many names shows the first or the largest of them, and the rest as one."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.chart import Chart
from pipeline.charts.shape import Shape, is_time, values_of
from pipeline.result import Cell

MOST_NAMES = 12
_NAMED_KINDS = frozenset(("bar", "column", "pie", "donut"))
_Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The rows of a result that a chart shows; `left` is how many names are not shown by name.

    `rest` says that they are shown together as one.
    """

    columns: tuple[str, ...]
    rows: tuple[_Row, ...]
    numeric: tuple[int, ...]
    units: tuple[str, ...]
    truncated: bool
    sums: tuple[int, ...]
    left: int = 0
    rest: bool = False


def drawn_rows(result: Shape, chart: Chart, other: str) -> Drawn:
    """The rows to draw; `other` is what the rest is called, with their number in place of {}.

    The rest is added up only where the numbers are sums: rates and averages are left out.
    """
    names = values_of(result, chart.by)
    different = list(dict.fromkeys(names))
    few = len(different) <= MOST_NAMES or chart.kind not in _NAMED_KINDS
    if few or is_time(result, chart.by):
        return _drawn(result, result.rows)
    shown = _shown(result, chart, names, different)
    kept = [row for name, row in zip(names, result.rows, strict=True) if name in shown]
    left = len(different) - len(shown)
    numbers = (chart.measure, *chart.beside)
    if not set(numbers) <= set(result.sums):
        return _drawn(result, kept, left=left)
    away = [row for name, row in zip(names, result.rows, strict=True) if name not in shown]
    rest = _added_up(away, chart, numbers, other.format(left))
    return _drawn(result, [*kept, *rest], left=left, rest=True)


def _drawn(result: Shape, rows: Sequence[_Row], *, left: int = 0, rest: bool = False) -> Drawn:
    return Drawn(
        columns=result.columns,
        rows=tuple(rows),
        numeric=result.numeric,
        units=result.units,
        truncated=result.truncated,
        sums=result.sums,
        left=left,
        rest=rest,
    )


def _shown(
    result: Shape, chart: Chart, names: Sequence[Cell], different: Sequence[Cell]
) -> frozenset[Cell]:
    """Of a ranking the first, else those with the largest numbers."""
    numbers: dict[Cell, float] = {}
    for name, row in zip(names, result.rows, strict=True):
        value = row[chart.measure]
        numbers[name] = numbers.get(name, 0.0) + (value if isinstance(value, int | float) else 0.0)
    ranked = list(numbers.values())
    if ranked not in (sorted(ranked), sorted(ranked, reverse=True)):
        different = sorted(different, key=lambda name: -abs(numbers[name]))
    return frozenset(different[:MOST_NAMES])


def _added_up(
    rows: Sequence[_Row], chart: Chart, numbers: Sequence[int], called: str
) -> list[_Row]:
    """One row for the rest, or one for each colour of it."""
    found: dict[Cell, list[Cell]] = {}
    for row in rows:
        colour = None if chart.series is None else row[chart.series]
        if (total := found.get(colour)) is None:
            found[colour] = [called if at == chart.by else cell for at, cell in enumerate(row)]
            continue
        for at in numbers:
            both = [cell for cell in (total[at], row[at]) if isinstance(cell, int | float)]
            total[at] = sum(both) if both else None
    return [tuple(row) for row in found.values()]
