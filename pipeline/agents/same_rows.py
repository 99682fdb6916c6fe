"""Whether two results say the same, however their columns are named and ordered."""

from collections import Counter
from collections.abc import Sequence

from pipeline.result import Cell
from pipeline.warehouse import Rows

_PLACES = 6


def say_the_same(one: Rows, other: Rows, *, ordered: bool) -> bool:
    """Whether the wider result holds the narrower one's rows, in their order where that counts.

    A column more is no other answer; a row more is one.
    """
    few, many = sorted((one, other), key=lambda rows: len(rows.columns))
    if len(few.rows) != len(many.rows):
        return False
    places = _matched(_columns(few), _columns(many))
    if places is None:
        return False
    narrow = [tuple(_plain(cell) for cell in row) for row in few.rows]
    wide = [tuple(_plain(row[place]) for place in places) for row in many.rows]
    return narrow == wide if ordered else Counter(narrow) == Counter(wide)


def _columns(rows: Rows) -> list[Counter[Cell]]:
    width = range(len(rows.columns))
    return [Counter(_plain(row[place]) for row in rows.rows) for place in width]


def _matched(few: Sequence[Counter[Cell]], many: Sequence[Counter[Cell]]) -> tuple[int, ...] | None:
    """For each column the place of a column with the same values; None where one has none."""
    left, places = list(range(len(many))), list[int]()
    for column in few:
        place = next((place for place in left if many[place] == column), None)
        if place is None:
            return None
        left.remove(place)
        places.append(place)
    return tuple(places)


def _plain(cell: Cell) -> Cell:
    """Numbers as one kind of number: engines add up floats in an order of their own."""
    match cell:
        case bool() | None | str():
            return cell
        case int() | float():
            return float(f"{cell:.{_PLACES}g}") if cell == cell else None  # noqa: PLR0124 - NaN
