"""Columns of a few words that say how far rows have come: their status, stage or outcome."""

from collections.abc import Collection, Mapping

from knowledge.catalog import Catalog, Column, Kind
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words

STATE = frozenset(("status", "stat", "state", "stage", "phase", "outcome", "result"))
_MOST = 12


def state_columns(catalog: Catalog, allowed: Collection[str]) -> Mapping[str, tuple[Column, ...]]:
    """The columns of each table that has some."""
    found = {
        table.key: tuple(column for column in table.columns if _is_state(column))
        for table in catalog.tables
        if table.key in allowed
    }
    return {key: columns for key, columns in found.items() if columns}


def _is_state(column: Column) -> bool:
    told = bool(STATE & set(expanded(name_words(column.name))))
    return told and column.kind is Kind.TEXT and column.complete and 1 < len(column.values) <= _MOST
