"""Tables as Slack's table block, as large as the room allows."""

from typing import Any, TypeAlias

from bots.cards import Table
from bots.slack.cards.limits import LIMITS
from bots.wording import answers as say

Json: TypeAlias = dict[str, Any]

_LONGEST_CELL = 120


def table_blocks(table: Table, room: int) -> list[Json]:
    """The table and, where something is left out, a line that says so."""
    columns = min(len(table.columns), LIMITS.table_cells)
    lines = [_line(row, columns) for row in (table.columns, *table.rows[: LIMITS.table_rows - 1])]
    shown = _fitting(lines, room)
    settings = [{"align": "right" if at in table.numeric else "left"} for at in range(columns)]
    block = {
        "type": "table",
        "rows": [[{"type": "raw_text", "text": text} for text in line] for line in shown],
        "column_settings": settings,
    }
    return [block, *_left_out(table, len(shown) - 1, len(table.columns) - columns)]


def is_cut(table: Table, drawn: Json) -> bool:
    """Whether part of the table is not in the block that was drawn of it."""
    return table.total > len(drawn["rows"]) - 1 or len(table.columns) > LIMITS.table_cells


def _line(row: tuple[str, ...], columns: int) -> list[str]:
    return [_cell(text) for text in row[:columns]]


def _cell(text: str) -> str:
    shown = text if text.strip() else say.NOTHING
    return shown if len(shown) <= _LONGEST_CELL else shown[: _LONGEST_CELL - 1] + "…"


def _fitting(lines: list[list[str]], room: int) -> list[list[str]]:
    """The head and as many rows as fit; the head always stays."""
    kept, used = lines[:1], sum(map(len, lines[0]))
    for line in lines[1:]:
        used += sum(map(len, line))
        if used > room:
            break
        kept.append(line)
    return kept


def _left_out(table: Table, rows: int, columns: int) -> list[Json]:
    told = [say.shown(rows, table.total, capped=table.capped)]
    told.append(say.columns_left_out(columns) if columns else "")
    text = " ".join(line for line in told if line)
    if not text:
        return []
    element = {"type": "plain_text", "text": text, "emoji": False}
    return [{"type": "context", "elements": [element]}]
