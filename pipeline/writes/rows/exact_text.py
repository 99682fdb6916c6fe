"""Values that an engine wrote out as text without loss: as literals and as cells."""

import re
from decimal import Decimal, InvalidOperation

from knowledge.catalog import Kind
from pipeline.result import Cell
from pipeline.warehouse import as_cell
from pipeline.writes.live import LiveColumn

_PLAIN_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_TRUE = frozenset({"t", "true"})
_TEXT_TYPE = re.compile(r"(character varying|varchar|text|char|bpchar)\b.*", re.IGNORECASE)


def quoted_text(value: str) -> str:
    """A standard string literal."""
    return "'" + value.replace("'", "''") + "'"


def cast_literal(column: LiveColumn, raw: object) -> str:
    """A literal of the column's own type."""
    if raw is None:
        return "NULL"
    text = str(raw)
    if column.kind is Kind.INTEGER and _PLAIN_NUMBER.fullmatch(text):
        return text
    if _TEXT_TYPE.fullmatch(column.type):
        return quoted_text(text)
    return f"CAST({quoted_text(text)} AS {column.type})"


def text_cell(column: LiveColumn, raw: object) -> Cell:
    """The value for a card."""
    if not isinstance(raw, str):
        return as_cell(raw)
    if column.kind is Kind.BOOLEAN:
        return raw in _TRUE if not raw.isdigit() else raw != "0"
    if column.kind.is_number:
        return _number(raw)
    return raw


def _number(text: str) -> Cell:
    try:
        return as_cell(Decimal(text))
    except InvalidOperation:
        return text
