"""A result in one plain sentence that cites only values of the result."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from knowledge.sentences import uncapital
from pipeline.result import Cell
from pipeline.rules.text.plain_words import listed
from pipeline.state import Fetched
from pipeline.telling.labels import joined, names_something, periods
from pipeline.telling.shares import PERCENT, told_rows, told_units
from pipeline.telling.titles import be_of, is_percent, title
from pipeline.telling.unfinished import Asked, marks

_NAMED = 5
_LABELS = 2
_SHARING = 3
_MOVED = "_change"
# Two periods, and the change from one to the other.
_COMPARED = 3
_DAY = re.compile(r"\d{4}-\d{2}(-\d{2}([ T]00:00(:00)?)?)?")


def summarise(fetched: Fetched, asked: Asked | None = None, limit: int | None = None) -> str:
    """One or two sentences about the rows: their number, their extremes, their ends.

    A period that is not over on the day it is `asked`, or not wholly in what was, is marked. Of
    no more than `limit` rows that are ranked, the last is not the lowest that there is.
    """
    if not fetched.rows:
        return "No rows match."
    fetched = replace(fetched, rows=told_rows(fetched), units=told_units(fetched))
    if len(fetched.rows) == 1:
        return _one_row(fetched, fetched.rows[0])
    body = _series(fetched, asked, limit) or _listing(fetched)
    return f"{body} {_cut(fetched)}".strip()


def shown(value: Cell) -> str:
    """A cell as people write it: 1,234.5; a day without its midnight; a dash for nothing."""
    match value:
        case None:
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return _number(value)
        case str():
            return value.removesuffix(" 00:00:00").removesuffix("T00:00:00")


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "infinite"
    if value == 0 or abs(value) >= 1:
        return f"{value:,.2f}".removesuffix(".00")
    return f"{value:.4g}"


def unit_of(fetched: Fetched, place: int) -> str:
    """What stands behind the numbers of a column: ` EUR`, `%`, or nothing."""
    if is_percent(fetched.columns[place]):
        return "%"
    unit = fetched.units[place] if place < len(fetched.units) else ""
    return f" {unit}" if unit not in ("", PERCENT) else unit


def _one_row(fetched: Fetched, row: Sequence[Cell]) -> str:
    if all(value is None for value in row):
        return "No rows match these conditions, so there is no value."
    if told := _compared(fetched, row):
        return told
    return (
        "; ".join(
            f"{title(column)}: {_valued(fetched, place, value)}"
            for place, (column, value) in enumerate(zip(fetched.columns, row, strict=True))
        )
        + "."
    )


def _compared(fetched: Fetched, row: Sequence[Cell]) -> str:
    """One number of two periods: which way it went, by how much, and both; else empty."""
    stem = fetched.columns[-1].removesuffix(_MOVED)
    held = [column.startswith(f"{stem}_") for column in fetched.columns]
    numbers = [float(value) for value in row if isinstance(value, int | float)]
    if not fetched.columns[-1].endswith(_MOVED) or held != [True] * _COMPARED or not all(numbers):
        return ""
    if len(numbers) != _COMPARED or not all(map(math.isfinite, numbers)):
        return ""
    first, second, moved = numbers
    # The query says which of both is the later one.
    later = 0 if math.isclose(first - second, moved, rel_tol=1e-6, abs_tol=1e-9) else 1
    earlier = 1 - later
    if not math.isclose(numbers[later] - numbers[earlier], moved, rel_tol=1e-6, abs_tol=1e-9):
        return ""
    what, unit = title(stem), unit_of(fetched, later)
    old, new = (
        f"{_valued(fetched, at, row[at])} ({title(fetched.columns[at]).removeprefix(what).strip()})"
        for at in (earlier, later)
    )
    way = "up" if moved > 0 else "down"
    by = _difference(row[-1], unit, moved / numbers[earlier] * 100)
    return f"{what} went {way} by {by}, from {old} to {new}."


def _difference(moved: Cell, unit: str, percent: float) -> str:
    """How far a number went; between two percentages it is told in points."""
    size = abs(moved) if isinstance(moved, int | float) else moved
    if unit == PERCENT:
        return f"{shown(size)} percentage points"
    return f"{_counted(size, unit)} ({percent:+,.1f}%)" if percent else _counted(size, unit)


def _valued(fetched: Fetched, place: int, value: Cell) -> str:
    """A cell with what it is counted in."""
    unit = unit_of(fetched, place) if _is_number(value) else ""
    return (
        _counted(value, unit) if unit == PERCENT else _written(fetched.columns[place], value) + unit
    )


def _counted(value: Cell, unit: str) -> str:
    """A number with its unit; of percent no zeros at the end."""
    text = shown(value)
    if unit == PERCENT and "." in text:
        text = text.rstrip("0").removesuffix(".")
    return f"{text}{unit}"


def _is_number(value: Cell) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _written(column: str, value: Cell) -> str:
    number = _is_number(value)
    if number and is_percent(column):
        return f"{shown(value)}%"
    return (
        str(value)
        if number and not isinstance(value, float) and names_something(column)
        else shown(value)
    )


def _series(fetched: Fetched, asked: Asked | None, limit: int | None) -> str:
    """Rows of labels and one number: the extremes, and both ends where the labels are times."""
    labels = _naming(fetched)
    moved = [at for at in fetched.numeric if fetched.columns[at].endswith(_MOVED)]
    told = fetched.numeric if len(fetched.numeric) == 1 else tuple(moved)
    if len(told) != 1 or not 1 <= len(labels) <= _LABELS:
        return ""
    number = told[0]
    names = _labels(fetched, labels, asked)
    rows = [(name, row[number]) for name, row in zip(names, fetched.rows, strict=True)]
    known = [(name, value) for name, value in rows if isinstance(value, int | float)]
    if not known:
        return ""
    high = max(known, key=lambda pair: pair[1])
    low = min(known, key=lambda pair: pair[1])
    what = title(fetched.columns[number])
    unit = unit_of(fetched, number)
    if limit is not None and len(known) == len(rows) and _is_ranked(known):
        return _ranked(known, uncapital(what), unit)
    if limit == 1 and len(known) == len(rows) > 1 and high[1] == low[1]:
        return f"{_share(known, high[1])}, {_counted(high[1], unit)} each."
    if high[1] == low[1]:
        return f"{what} {be_of(what)} {_counted(high[1], unit)} in all {len(known)} rows."
    extremes = (
        f"{what} {be_of(what)} highest for {_at(known, high[1])} ({_counted(high[1], unit)}) "
        f"and lowest for {_at(known, low[1])} ({_counted(low[1], unit)})."
    )
    if not moved and len(labels) == 1 and _timed(fetched.columns[labels[0]], fetched, labels[0]):
        return (
            f"{extremes} {_ends(known, unit)}" if {high, low} != {known[0], known[-1]} else extremes
        )
    return f"{len(fetched.rows):,} rows. {extremes}"


def _at(known: Sequence[tuple[str, int | float]], value: float) -> str:
    """Who has a number: all of them where few do, else how many."""
    names = [name for name, each in known if each == value]
    return listed(names) if len(names) <= _SHARING else f"{len(names)} of them"


def _share(known: Sequence[tuple[str, int | float]], value: float) -> str:
    """`2 share the first place: Spain and Italy`."""
    names = [name for name, each in known if each == value]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    named = ", ".join(names[:_NAMED]) + more if more else listed(names)
    return f"{len(names)} share the first place: {named}"


def _is_ranked(known: Sequence[tuple[str, int | float]]) -> bool:
    values = [value for _, value in known]
    return values in (sorted(values), sorted(values, reverse=True)) and values[0] != values[-1]


def _ranked(known: Sequence[tuple[str, int | float]], what: str, unit: str) -> str:
    """The first few of a ranking, or where it begins and ends."""
    told = [f"{name} ({_counted(value, unit)})" for name, value in known]
    first = sum(value == known[0][1] for _, value in known)
    tied = f" {first} share the first place." if first > 1 else ""
    if len(told) <= _NAMED:
        return f"In order of {what}: {', '.join(told[:-1])} and {told[-1]}.{tied}"
    return f"{len(told):,} rows in order of {what}, from {told[0]} to {told[-1]}.{tied}"


def _naming(fetched: Fetched) -> list[int]:
    """The places of what each row is called: its key only where nothing else names it."""
    places = [place for place in range(len(fetched.columns)) if place not in fetched.numeric]
    worded = [place for place in places if not _is_numbered(fetched, place)]
    return worded or places


def _is_numbered(fetched: Fetched, place: int) -> bool:
    column = fetched.columns[place]
    values = [row[place] for row in fetched.rows]
    return all(map(_is_number, values)) and periods(column, values) is None


def _labels(fetched: Fetched, places: Sequence[int], asked: Asked | None = None) -> list[str]:
    """What each row is called."""
    columns = [fetched.columns[place] for place in places]
    written = []
    for column, place in zip(columns, places, strict=True):
        values = [row[place] for row in fetched.rows]
        names = periods(column, values) or [_written(column, v) for v in values]
        said = marks(column, values, asked) if asked else ("",) * len(names)
        written.append([f"{name}{mark}" for name, mark in zip(names, said, strict=True)])
    return [joined(columns, texts) for texts in zip(*written, strict=True)]


def _timed(column: str, fetched: Fetched, place: int) -> bool:
    values = [row[place] for row in fetched.rows]
    days = all(isinstance(value, str) and _DAY.fullmatch(value) for value in values)
    return days or periods(column, values) is not None


def _ends(known: Sequence[tuple[str, Cell]], unit: str) -> str:
    first, last = known[0], known[-1]
    begin, end = (f"{name} ({_counted(value, unit)})" for name, value in (first, last))
    return f"It begins with {begin} and ends with {end}."


def _listing(fetched: Fetched) -> str:
    count, width = len(fetched.rows), len(fetched.columns)
    if fetched.numeric or width > _LABELS:
        return f"{count:,} rows."
    names = _labels(replace(fetched, rows=fetched.rows[:_NAMED]), range(width))
    between = ", " if width == 1 else "; "
    if count <= _NAMED:
        return f"{count:,} rows: {between.join(names)}."
    return f"{count:,} rows, beginning with {between.join(names)}."


def _cut(fetched: Fetched) -> str:
    return "There are more rows than are shown." if fetched.truncated else ""
