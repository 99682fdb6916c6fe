"""Columns that people do not use any more: what stands in their place, in every definition."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog, Retired, Table
from knowledge.glossary import Glossary, Metric, Region, TableNote, Term
from knowledge.sql_text import read_sql, write_sql

_NAME = re.compile(r"\w+(?:\.\w+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """A definition that reads `new` where it was written with `old`, both `table.column`.

    `names` are its names and synonyms; of a table's own rules, the table's key.
    """

    names: tuple[str, ...]
    old: str
    new: str


def with_retired(catalog: Catalog, glossary: Glossary) -> Catalog:
    """The catalog, each column that the glossary retires marked with what is used instead."""
    tables = tuple(
        _marked(table, note, glossary, catalog) if (note := glossary.note(table.key)) else table
        for table in catalog.tables
    )
    return catalog if tables == catalog.tables else replace(catalog, tables=tables)


def replaced_in(glossary: Glossary, catalog: Catalog) -> tuple[Glossary, tuple[Replaced, ...]]:
    """The glossary reading what is used instead wherever that is one column; and where it does.

    A definition whose column has no such replacement stays: what reads it is refused later.
    """
    new = {
        f"{table.key}.{column.name}".lower(): column.retired.instead[0]
        for table in catalog.tables
        for column in table.columns
        if column.retired is not None and len(column.retired.instead) == 1
    }
    if not new:
        return glossary, ()
    change = _Change(new, catalog.dialect)
    metrics = tuple(change.of_metric(metric) for metric in glossary.metrics)
    changed = replace(
        glossary,
        metrics=metrics,
        terms=tuple(change.of_term(term) for term in glossary.terms),
        regions=tuple(change.of_region(region) for region in glossary.regions),
        tables=tuple(change.of_note(note) for note in glossary.tables),
    )
    return changed, tuple(dict.fromkeys(change.made))


def reads(metric: Metric, ref: str, dialect: str) -> bool:
    """Whether a metric is computed from that column (`table.column`), or only of rows by it."""
    parts = (metric.expression, *metric.filters, metric.time_column)
    found = (each for sql in parts for _, each in _columns_in(sql, metric.table, dialect))
    return any(each.lower() == ref.lower() for each in found)


def _marked(table: Table, note: TableNote, glossary: Glossary, catalog: Catalog) -> Table:
    said = {name.lower(): text for name, text in note.deprecated.items()}
    columns = tuple(
        replace(column, retired=_retired(f"{table.key}.{column.name}", said, glossary, catalog))
        if column.name.lower() in said
        else column
        for column in table.columns
    )
    return replace(table, columns=columns)


def _retired(ref: str, said: Mapping[str, str], glossary: Glossary, catalog: Catalog) -> Retired:
    """What the note says of a column: the columns that its text names, themselves in use."""
    owner, _, name = ref.rpartition(".")
    text = said[name.lower()]
    named = (_column(word, owner, catalog) for word in _NAME.findall(text))
    instead = [each for each in named if each and each != ref and not _is_out(each, glossary)]
    return Retired(instead=tuple(dict.fromkeys(instead)), said=text)


def _column(word: str, owner: str, catalog: Catalog) -> str:
    """The catalog's `table.column` that a word of a note names; empty where it names none."""
    key, _, name = word.rpartition(".")
    table = catalog.table(key or owner)
    column = table.column(name) if table else None
    return f"{table.key}.{column.name}" if table and column else ""


def _is_out(ref: str, glossary: Glossary) -> bool:
    table, _, name = ref.rpartition(".")
    note = glossary.note(table)
    return note is not None and name.lower() in {each.lower() for each in note.deprecated}


class _Change:
    """Puts new columns for old ones into definitions, and notes which definitions it changed."""

    def __init__(self, new: Mapping[str, str], dialect: str) -> None:
        self._new = new
        self._dialect = dialect
        self.made: list[Replaced] = []

    def of_metric(self, metric: Metric) -> Metric:
        names = (metric.name, *metric.synonyms)
        return replace(
            metric,
            expression=self._in_sql(metric.expression, metric.table, names),
            filters=tuple(self._in_sql(each, metric.table, names) for each in metric.filters),
            time_column=self._in_name(metric.time_column, metric.table, names),
        )

    def of_term(self, term: Term) -> Term:
        names = (term.name, *term.synonyms)
        means = self._in_name(term.means, "", names)
        return replace(term, means=self._in_sql(means, "", names) if means == term.means else means)

    def of_region(self, region: Region) -> Region:
        column = self._in_name(region.column, "", (region.name, *region.synonyms))
        return replace(region, column=column)

    def of_note(self, note: TableNote) -> TableNote:
        names = (note.table,)
        return replace(
            note,
            filters=tuple(self._in_sql(each, note.table, names) for each in note.filters),
            time_column=self._in_name(note.time_column, note.table, names),
        )

    def _in_name(self, name: str, table: str, names: tuple[str, ...]) -> str:
        """`column` or `table.column`; another table's column is named with its table."""
        ref = name if "." in name else f"{table}.{name}"
        new = self._new.get(ref.lower())
        if new is None:
            return name
        self.made.append(Replaced(names=names, old=ref, new=new))
        return new

    def _in_sql(self, sql: str, table: str, names: tuple[str, ...]) -> str:
        """An expression over a table; only a column of the same table can take a place in it."""
        changes = list(self._changes(sql, table))
        if not changes:
            return sql
        for column, ref, new in changes:
            quoted = bool(column.this.args.get("quoted"))
            column.set("this", exp.to_identifier(new.rpartition(".")[2], quoted=quoted or None))
            self.made.append(Replaced(names=names, old=ref, new=new))
        return write_sql(changes[0][0].root(), self._dialect)

    def _changes(self, sql: str, table: str) -> Iterator[tuple[exp.Column, str, str]]:
        for column, ref in _columns_in(sql, table, self._dialect):
            new = self._new.get(ref.lower(), "")
            if new.rpartition(".")[0].lower() == ref.rpartition(".")[0].lower() != "":
                yield column, ref, new


def _columns_in(sql: str, table: str, dialect: str) -> Iterator[tuple[exp.Column, str]]:
    """The columns of an expression over a table, each with its `table.column`."""
    try:
        tree = read_sql(sql, dialect) if sql else None
    except SqlglotError:
        return
    short = table.rpartition(".")[2].lower()
    for column in tree.find_all(exp.Column) if tree is not None else ():
        named = ".".join(part.name for part in column.parts[:-1])
        owner = table if not named or named.lower() == short else named
        yield column, f"{owner}.{column.name}"
