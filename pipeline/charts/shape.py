"""What the shape of a result says of a chart, where nobody wished for another."""

import re
from typing import Protocol

from pipeline.chart import Chart
from pipeline.result import Cell
from pipeline.telling.labels import periods, whole_names

_MOST_BARS = 25
MOST_POINTS = 400
_MOST_SERIES = 6
_MOST_GROUPED_BARS = 12
FEWEST = 2
_FEWEST_ON_A_LINE = 3
_TIME = re.compile(r"\d{4}(-(\d{2}|Q[1-4]|W\d{2})(-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?)?)?")
_YEARS = (1900, 2100)
_CHANGE = "change"


class Shape(Protocol):
    """A result as far as a chart is concerned; `numeric` are the places of number columns.

    `sums` are those of numbers that add up over groups of rows.
    """

    @property
    def columns(self) -> tuple[str, ...]: ...

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]: ...

    @property
    def numeric(self) -> tuple[int, ...]: ...

    @property
    def units(self) -> tuple[str, ...]: ...

    @property
    def sums(self) -> tuple[int, ...]: ...

    @property
    def truncated(self) -> bool: ...


def chart_of(result: Shape) -> Chart | None:
    """The chart of this result, None where the table says it better."""
    by, measures = dimensions(result), measures_of(result)
    if not measures or not FEWEST <= len(result.rows) <= MOST_POINTS or result.truncated:
        return None
    if len(by) == 1:
        return _of_one(result, by[0], measures[0])
    if len(by) == 2:  # noqa: PLR2004 - one axis and one colour
        return _of_two(result, by, measures[0])
    return None


def dimensions(result: Shape) -> list[int]:
    """The places of the columns that name things, times among them; a whole name is one."""
    last_names = whole_names(result.columns).values()
    places = (at for at in range(len(result.columns)) if at not in last_names)
    return [at for at in places if _is_dimension(result, at)]


def measures_of(result: Shape) -> list[int]:
    """The places of the columns that count or measure."""
    named = dimensions(result)
    return [at for at in result.numeric if at not in named and _has_numbers(result, at)]


def set_against(result: Shape) -> tuple[int, ...]:
    """The places of one number of several periods, which the change between them stands behind."""
    for end, column in enumerate(result.columns):
        stem, _, last = column.rpartition("_")
        if last == _CHANGE and stem:
            held = [at for at in measures_of(result) if at < end]
            return tuple(at for at in held if result.columns[at].startswith(f"{stem}_"))
    return ()


def is_time(result: Shape, at: int) -> bool:
    """Whether a column holds days, months, quarters or years, or their places in a period."""
    if at not in result.numeric and periods(result.columns[at], values_of(result, at)):
        return True
    texts = [str(value) for value in values_of(result, at) if value is not None]
    return bool(texts) and all(_TIME.fullmatch(text) for text in texts)


def _of_one(result: Shape, by: int, measure: int) -> Chart | None:
    values = values_of(result, by)
    if len(set(values)) != len(values):
        return None
    beside = tuple(at for at in set_against(result) if at != measure)
    if is_time(result, by) and len(values) >= _FEWEST_ON_A_LINE:
        return Chart(kind="line", by=by, measure=measure, beside=beside)
    few = len(values) <= _MOST_BARS
    return Chart(kind="bar", by=by, measure=measure, beside=beside) if few else None


def _of_two(result: Shape, both: list[int], measure: int) -> Chart | None:
    by, series = axis_and_colour(result, both)
    groups, points = count_of(result, series), count_of(result, by)
    if not FEWEST <= groups <= _MOST_SERIES or points < FEWEST:
        return None
    if is_time(result, by) and points >= _FEWEST_ON_A_LINE:
        return Chart(kind="line", by=by, measure=measure, series=series)
    few = points <= _MOST_GROUPED_BARS
    return Chart(kind="bar", by=by, measure=measure, series=series) if few else None


def axis_and_colour(result: Shape, both: list[int]) -> tuple[int, int]:
    """Of two dimensions the one along the axis, times first, and the one that colours tell."""
    times = [at for at in both if is_time(result, at)]
    by = times[0] if times else max(both, key=lambda at: count_of(result, at))
    return by, next(at for at in both if at != by)


def values_of(result: Shape, at: int) -> list[Cell]:
    """The cells of one column; where a first name stands, whole names."""
    last = whole_names(result.columns).get(at)
    if last is None:
        return [row[at] for row in result.rows]
    parts = ([row[at], row[last]] for row in result.rows)
    return [" ".join(str(part) for part in both if part is not None) or None for both in parts]


def count_of(result: Shape, at: int) -> int:
    """How many different values a column has."""
    return len(set(values_of(result, at)))


def _is_dimension(result: Shape, at: int) -> bool:
    return at not in result.numeric or _are_years(result, at)


def _has_numbers(result: Shape, at: int) -> bool:
    return any(isinstance(value, int | float) for value in values_of(result, at))


def _are_years(result: Shape, at: int) -> bool:
    low, high = _YEARS
    cells = values_of(result, at)
    years = all(isinstance(value, int) and low <= value <= high for value in cells)
    return years and "year" in result.columns[at].lower()
