"""A number of two periods side by side: the change between them in percent, row by row."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.result import Cell
from pipeline.telling.shares import PERCENT, SHARE, Counted

_CHANGE = "_change"
_PERIODS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The places of a number of two periods and of the change; `percents` has one for each row."""

    earlier: int
    later: int
    change: int
    percents: tuple[float | None, ...]


def compared(result: Counted) -> Compared | None:
    """The comparison of a result, None where it has none.

    Which period is the later one is read from the rows: the change is the later less the earlier.
    """
    for change, column in enumerate(result.columns):
        stem = column.removesuffix(_CHANGE)
        if stem == column:
            continue
        held = [at for at in range(change) if result.columns[at].startswith(f"{stem}_")]
        if len(held) != _PERIODS or _is_share(result, change):
            continue
        for later, earlier in (held, held[::-1]):
            if all(_fits(row[later], row[earlier], row[change]) for row in result.rows):
                percents = tuple(_percent(row[earlier], row[change]) for row in result.rows)
                found = Compared(earlier=earlier, later=later, change=change, percents=percents)
                return found if any(each is not None for each in percents) else None
    return None


def _is_share(result: Counted, at: int) -> bool:
    """The change between two percentages is told in points."""
    return at < len(result.units) and result.units[at] in (SHARE, PERCENT)


def _fits(later: Cell, earlier: Cell, change: Cell) -> bool:
    numbers = _numbers((later, earlier, change))
    if numbers is None:
        return True
    return math.isclose(numbers[0] - numbers[1], numbers[2], rel_tol=1e-6, abs_tol=1e-6)


def _percent(earlier: Cell, change: Cell) -> float | None:
    numbers = _numbers((earlier, change))
    return None if numbers is None or not numbers[0] else numbers[1] / abs(numbers[0]) * 100


def _numbers(cells: Sequence[Cell]) -> list[float] | None:
    numbers = [float(cell) for cell in cells if isinstance(cell, int | float)]
    return numbers if len(numbers) == len(cells) and all(map(math.isfinite, numbers)) else None
