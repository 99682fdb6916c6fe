"""Percents against columns that keep shares from 0 to 1: `a discount over 20%` is over 0.2."""

from collections.abc import Sequence

from knowledge.catalog import Column, Kind
from pipeline.intent import Value

_PERCENT, _HUNDRED, _DIGITS = "%", 100, 12


def keeps_shares(column: Column) -> bool:
    """Whether a column holds fractions of one, and no percents."""
    if column.kind is not Kind.NUMBER or column.low is None or column.high is None:
        return False
    low, high = float(column.low), float(column.high)
    whole = low.is_integer() and high.is_integer()
    return 0 <= low < high <= 1 and not (whole and column.distinct is not None and
                                         column.distinct <= int(high - low) + 1)  # fmt: skip


def in_shares(values: Sequence[Value], column: Column, words: str) -> tuple[Value, ...]:
    """The numbers as the column keeps them, where they were said in percent."""
    if _PERCENT not in words or not keeps_shares(column):
        return tuple(values)
    return tuple(
        round(value / _HUNDRED, _DIGITS) if isinstance(value, int | float) else value
        for value in values
    )
