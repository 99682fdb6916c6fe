"""What a result looked like when it was approved, to see when it silently becomes another one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# How much must change before a person is asked: data grow all the time, and seldom shrink by half.
_ENOUGH_ROWS = 5
_MANY_TIMES = 10
_SHRUNK_TO = 0.5
_NULLS_MORE = 0.5
_RANGE_TIMES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnProfile:
    """A column's share of nulls, and the range of its numbers."""

    name: str
    nulls: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The shape of a result."""

    rows: int
    columns: tuple[ColumnProfile, ...] = ()


def profile_of(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Profile:
    """The profile of a result."""
    return Profile(
        rows=len(rows),
        columns=tuple(_column(name, [row[at] for row in rows]) for at, name in enumerate(columns)),
    )


def _column(name: str, values: Sequence[object]) -> ColumnProfile:
    numbers = [
        float(value)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    nulls = sum(value is None for value in values) / max(len(values), 1)
    return ColumnProfile(
        name=name,
        nulls=round(nulls, 4),
        low=min(numbers, default=None),
        high=max(numbers, default=None),
    )


def silent_change(before: Profile, now: Profile) -> str:
    """What is so different that the result may mean something else; empty for nothing."""
    shrank = now.rows <= _SHRUNK_TO * before.rows
    if before.rows >= _ENOUGH_ROWS and (shrank or now.rows >= _MANY_TIMES * before.rows):
        return f"it gave {before.rows} rows when it was approved and gives {now.rows} now"
    known = {column.name: column for column in before.columns}
    for column in now.columns if now.rows else ():
        old = known.get(column.name)
        said = _column_change(old, column) if old is not None else ""
        if said:
            return said
    return ""


def _column_change(before: ColumnProfile, now: ColumnProfile) -> str:
    if now.nulls - before.nulls >= _NULLS_MORE:
        return f"{now.nulls:.0%} of {now.name} is empty now, which was {before.nulls:.0%}"
    if not _same_range(_edges(before), _edges(now)):
        return f"{now.name} is around {now.high:g} now, which was around {before.high:g}"
    return ""


def _edges(column: ColumnProfile) -> Iterable[float]:
    return () if column.low is None or column.high is None else (column.low, column.high)


def _same_range(before: Iterable[float], now: Iterable[float]) -> bool:
    """Whether the largest numbers are of one size, and some of both have the same sign."""
    old, new = tuple(before), tuple(now)
    if not old or not new:
        return True
    apart = max(old) < 0 < min(new) or max(new) < 0 < min(old)
    return not apart and _near(max(map(abs, old)), max(map(abs, new)), _RANGE_TIMES)


def _near(one: float, other: float, times: float) -> bool:
    return one == other or (min(one, other) > 0 and max(one, other) < times * min(one, other))
