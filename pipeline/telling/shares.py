"""Shares from 0 to 1: kept as they are, and told in percent."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from pipeline.result import Cell

SHARE, PERCENT = "share", "%"
# What a metric's unit may be called where its numbers lie between 0 and 1.
SHARE_UNITS = frozenset((SHARE, "rate", "fraction", "proportion"))
Rows: TypeAlias = tuple[tuple[Cell, ...], ...]


class Counted(Protocol):
    """A result as far as its units are concerned."""

    @property
    def columns(self) -> tuple[str, ...]: ...

    @property
    def rows(self) -> Rows: ...

    @property
    def units(self) -> tuple[str, ...]: ...


def checked_shares(units: Sequence[str], rows: Rows) -> tuple[str, ...]:
    """The units, without those of shares that are no part of a whole: below 0, or above 1."""
    return tuple(
        "" if unit == SHARE and not _are_parts([row[at] for row in rows]) else unit
        for at, unit in enumerate(units)
    )


def told_units(result: Counted) -> tuple[str, ...]:
    """What the told numbers of each column are counted in."""
    units = result.units or ("",) * len(result.columns)
    return tuple(PERCENT if unit == SHARE else unit for unit in units)


def told_rows(result: Counted) -> Rows:
    """The rows with shares in percent."""
    places = {at for at, unit in enumerate(result.units) if unit == SHARE}
    if not places:
        return result.rows
    return tuple(
        tuple(_in_percent(cell) if at in places else cell for at, cell in enumerate(row))
        for row in result.rows
    )


def percent(value: float) -> str:
    """A number of percent: 5.2%, of small ones as much as tells them from nothing."""
    return f"{value:,.1f}%" if _is_large(value) else f"{value:.2g}%"


def _is_large(value: float) -> bool:
    return value == 0 or abs(value) >= 0.1  # noqa: PLR2004 - what one decimal still shows


def _in_percent(cell: Cell) -> Cell:
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return cell
    value = 100.0 * cell
    return round(value, 1) if _is_large(value) else float(f"{value:.2g}")


def _are_parts(values: Sequence[Cell]) -> bool:
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    known = sum(value is not None for value in values)
    return len(numbers) == known > 0 and all(0 <= number <= 1 for number in numbers)
