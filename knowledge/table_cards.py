"""Table cards: what a search sees of a table. Values are not on them; they have their own index."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.catalog import Catalog, Column, Table
from knowledge.glossary import Glossary, TableNote
from knowledge.personal_data import snake

_MOST_COLUMNS = 40
_MOST_COMMENT = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A table in words: `text` for people and meaning, `words` for the search by words."""

    key: str
    text: str
    words: str


def cards_of(catalog: Catalog, glossary: Glossary) -> tuple[TableCard, ...]:
    """A card for every table that people may ask about."""
    hidden = {note.table.lower() for note in glossary.tables if note.hidden}
    return tuple(
        card_of(table, glossary) for table in catalog.tables if table.key.lower() not in hidden
    )


def card_of(table: Table, glossary: Glossary) -> TableCard:
    """The card of one table."""
    note = glossary.note(table.key)
    names = [*_metric_names(table, glossary), *_term_names(table, glossary)]
    lines = [
        f"{spoken(table.key)}.",
        *(f"{text}." for text in (table.comment, *_notes(note)) if text),
        *([f"Also called {', '.join(note.synonyms)}."] if note and note.synonyms else ()),
        *([f"Used for {', '.join(names)}."] if names else ()),
        f"Columns: {', '.join(_columns(table, note))}.",
        *([f"Belongs to {', '.join(_targets(table))}."] if table.foreign_keys else ()),
    ]
    text = " ".join(lines)
    return TableCard(key=table.key, text=text, words=f"{spoken(table.name)} {text}")


def spoken(name: str) -> str:
    """`fct_OrderLines` as `fct order lines`."""
    return snake(name).replace("_", " ")


def _notes(note: TableNote | None) -> Sequence[str]:
    return (note.description, note.grain) if note else ()


def _columns(table: Table, note: TableNote | None) -> list[str]:
    avoided = {name.lower() for name in note.deprecated} if note else set()
    kept = [column for column in table.columns if column.name.lower() not in avoided]
    return [_column(column) for column in kept[:_MOST_COLUMNS]]


def _column(column: Column) -> str:
    comment = f" ({column.comment[:_MOST_COMMENT]})" if column.comment else ""
    return spoken(column.name) + comment


def _targets(table: Table) -> list[str]:
    return list(dict.fromkeys(spoken(key.to_table) for key in table.foreign_keys))


def _metric_names(table: Table, glossary: Glossary) -> list[str]:
    key = table.key.lower()
    return [
        name
        for metric in glossary.metrics
        if metric.table.lower() == key
        for name in (metric.name, *metric.synonyms)
    ]


def _term_names(table: Table, glossary: Glossary) -> list[str]:
    key = table.key.lower()
    return [
        name
        for term in glossary.terms
        if term.means.lower() == key or term.means.lower().startswith(f"{key}.")
        for name in (term.name, *term.synonyms)
    ]
