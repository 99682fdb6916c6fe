"""Which columns tell the rows of a table apart, the evident ids that nobody declared included."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from pipeline.rules.text.words import lemmas_of, name_words
from pipeline.rules.vocabulary.nouns import IDS, REFERENCES

_FEWEST_ROWS = 2
_CODES = REFERENCES | {"cd", "nr", "num", "ref", "reference", "sku"}
_CODE_ENDS = ("code", "no", "nr", "num")


def with_implied_keys(catalog: Catalog) -> Catalog:
    """The catalog with an evident key where a table declares none."""
    return replace(catalog, tables=tuple(_keyed(table) for table in catalog.tables))


def is_unique(table: Table, columns: Collection[str]) -> bool:
    """Whether these columns together name at most one row today."""
    found = [column for name in columns if (column := table.column(name)) is not None]
    alone = any(bool(table.rows) and column.distinct == table.rows for column in found)
    return alone or is_key(table, columns)


def is_key(table: Table, columns: Collection[str]) -> bool:
    """Whether these columns together will never name more than one row, whatever is added."""
    names = {name.lower() for name in columns}
    key = {name.lower() for name in table.primary_key}
    found = [column for name in columns if (column := table.column(name)) is not None]
    return (bool(key) and key <= names) or any(column.unique for column in found)


def whole_keys(table: Table, tables: Mapping[str, Table]) -> list[ForeignKey]:
    """The keys to other tables; those that only together make up a key there are one."""
    found: list[ForeignKey] = []
    for to in dict.fromkeys(key.to_table for key in table.foreign_keys):
        keys = [key for key in table.foreign_keys if key.to_table == to]
        target = tables.get(to)
        named = [name for key in keys for name in key.to_columns]
        if target is not None and len(keys) > 1 and sorted(named) == sorted(target.primary_key):
            columns = tuple(name for key in keys for name in key.columns)
            keys = [replace(keys[0], columns=columns, to_columns=tuple(named))]
        found += keys
    return found


def _keyed(table: Table) -> Table:
    if table.primary_key:
        return table
    found = [column for column in table.columns if _is_id(column)]
    own = [column for column in found if _is_own(column, table)] or found
    evident = own if len(own) == 1 else [] if found else _codes(table)
    if len(evident) != 1 or not _is_distinct(evident[0], table):
        return table
    key = evident[0].name
    columns = tuple(replace(c, primary_key=True) if c.name == key else c for c in table.columns)
    return replace(table, columns=columns)


def _codes(table: Table) -> list[Column]:
    """`rno`, `ref`: the code that a table begins with, of a kind that names rows."""
    first = table.columns[:1]
    return [c for c in first if c.kind in (Kind.TEXT, Kind.INTEGER) and _is_code(c)]


def _is_code(column: Column) -> bool:
    words = name_words(column.name)
    return bool(words) and (words[-1] in _CODES or words[-1].endswith(_CODE_ENDS))


def _is_id(column: Column) -> bool:
    words = name_words(column.name)
    glued = len(words) == 1 and words[0].endswith("id")
    return bool(words) and (words[-1] in IDS or glued)


def _is_own(column: Column, table: Table) -> bool:
    """`movieid` and `mid` of movies, not the id of what they refer to."""
    name = "".join(name_words(column.name))
    words = lemmas_of(table.name)
    if not words:
        return False
    heads = {"".join(words), words[-1], "".join(word[0] for word in words), words[0][:3], ""}
    return name in {f"{head}{end}" for head in heads for end in IDS}


def _is_distinct(column: Column, table: Table) -> bool:
    every = bool(table.rows) and column.distinct == table.rows
    return column.unique or (every and (table.rows or 0) >= _FEWEST_ROWS)
