"""Tables as the Table element, as large as the room allows."""

from typing import Any, Final, TypeAlias

from bots.cards import Table
from bots.teams.cards.elements import cut, line, run
from bots.wording import answers as say

Json: TypeAlias = dict[str, Any]

_LONGEST_CELL: Final = 80
# More columns than this cannot be read on a phone.
_MOST_COLUMNS: Final = 8
# Letters that a column's share of the width is counted by.
_NARROWEST: Final = 6
_WIDEST: Final = 30


def table_elements(table: Table, most_rows: int) -> list[Json]:
    """The table and, where something is left out, a line that says so."""
    columns = min(len(table.columns), _MOST_COLUMNS)
    rows = table.rows[:most_rows]
    drawn: Json = {
        "type": "Table",
        "gridStyle": "default",
        "columns": [
            _column(_stands_right(at, table), _longest(at, table.columns, rows))
            for at in range(columns)
        ],
        "rows": [
            _row(table.columns[:columns], "emphasis", weight="Bolder"),
            *(_row(row[:columns], "default") for row in rows),
        ],
    }
    left_out = _left_out(table, len(rows), len(table.columns) - columns)
    told = [line(run(left_out, isSubtle=True, size="Small"))] if left_out else []
    return [drawn, *told]


def leaves_out(table: Table, most_rows: int) -> bool:
    """Whether part of the table is not on the card."""
    return table.total > min(len(table.rows), most_rows) or len(table.columns) > _MOST_COLUMNS


def _longest(at: int, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> int:
    """Letters of the column's longest text."""
    return max(len(row[at]) for row in (head, *rows))


def _stands_right(at: int, table: Table) -> bool:
    """Numbers do, but for those that name the row: beside their name is where people look."""
    return at in table.numeric and (at > 0 or len(table.columns) == 1)


def _column(right: bool, longest: int) -> Json:  # noqa: FBT001 - says how the column stands
    """Columns share the width by what stands in them; none takes all of it."""
    return {
        "type": "TableColumnDefinition",
        "width": min(max(longest, _NARROWEST), _WIDEST),
        "horizontalCellContentAlignment": "Right" if right else "Left",
    }


def _row(cells: tuple[str, ...], style: str, **look: Any) -> Json:
    drawn = [_cell(text, look) for text in cells]
    return {"type": "TableRow", "style": style, "cells": drawn}


def _cell(text: str, look: Json) -> Json:
    shown = " ".join(cut(text, _LONGEST_CELL).split("\n"))
    return {"type": "TableCell", "items": [line(run(shown, **look))]}


def _left_out(table: Table, rows: int, columns: int) -> str:
    told = [say.shown(rows, table.total, capped=table.capped)]
    told.append(say.columns_left_out(columns) if columns else "")
    return " ".join(each for each in told if each)
