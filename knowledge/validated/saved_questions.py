"""Saved questions of Metabase and Superset, from the files that these tools export."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Row: TypeAlias = Mapping[str, object]

# A statement with these is only complete with what a person chooses in the other tool.
_VARIABLES = ("{{", "{%", "[[")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedQuestions:
    """Questions with their SQL, and sentences on those that could not be taken."""

    rows: tuple[Row, ...]
    left_out: tuple[str, ...]


def saved_questions(data: object) -> SavedQuestions | None:
    """The questions of an export; None where it is none of Metabase or Superset."""
    cards = _cards(data)
    if cards:
        found = [(_text(card, "name"), _text(card, "description"), _sql(card)) for card in cards]
    elif isinstance(data, dict) and "database_uuid" in data and "sql" in data:
        name = _text(data, "label") or _text(data, "table_name")
        found = [(name, _text(data, "description"), _text(data, "sql"))]
    else:
        return None
    rows: list[Row] = []
    left_out: list[str] = []
    for name, note, sql in found:
        why = _why_not(sql)
        if why:
            left_out.append(f"“{name}”: {why}.")
        else:
            rows.append({"question": name, "sql": sql, "note": note})
    return SavedQuestions(rows=tuple(rows), left_out=tuple(left_out))


def _cards(data: object) -> Sequence[Row]:
    """The cards of Metabase: one, or a list of them."""
    every: Iterator[object] = iter(data if isinstance(data, list) else (data,))
    return [each for each in every if isinstance(each, dict) and "dataset_query" in each]


def _sql(card: Row) -> str:
    query = card.get("dataset_query")
    native = query.get("native") if isinstance(query, dict) else None
    return _text(native, "query") if isinstance(native, dict) else ""


def _why_not(sql: str) -> str:
    if not sql:
        return "it is built without SQL; convert it to SQL there, and export it again"
    if any(mark in sql for mark in _VARIABLES):
        return "its SQL has variables; put values in their place there, and export it again"
    return ""


def _text(row: Row, key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""
