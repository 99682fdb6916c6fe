"""What the planner knows of a workspace, prepared once."""

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from knowledge.catalog import Catalog, Column, Retired, Table
from knowledge.glossary import Definition, Glossary, Metric
from knowledge.retired import replaced_in, with_retired
from knowledge.stored_places import PlaceColumn, place_columns
from knowledge.values import ValueIndex
from pipeline.intent import Measure
from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.joins import JoinGraph
from pipeline.rules.schema.keys import with_implied_keys
from pipeline.rules.schema.lexicon import Lexicon
from pipeline.rules.schema.lexicon_entries import lexicon_of, lexicon_of_columns
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.phrasebook import Phrasebook, known_metrics, phrasebook_of
from pipeline.rules.schema.played import Role, roles_of
from pipeline.rules.schema.state_columns import state_columns
from pipeline.rules.text.spelling import Spelling


@dataclass(frozen=True, slots=True, kw_only=True)
class RetiredColumn:
    """A column that people are not to use: its words are known, so that its place can be named."""

    table: Table
    column: Column
    retired: Retired

    @property
    def ref(self) -> str:
        return f"{self.table.key}.{self.column.name}"


class Known:
    """Catalog, glossary and values of one workspace, and what is made of them once."""

    def __init__(
        self,
        catalog: Catalog,
        glossary: Glossary,
        values: ValueIndex,
        allowed: Collection[str] | None = None,
    ) -> None:
        hidden = {note.table.lower() for note in glossary.tables if note.hidden}
        keys = [table.key for table in catalog.tables if table.key.lower() not in hidden]
        marked = _with_large(with_retired(catalog, glossary), glossary)
        self.catalog = with_implied_keys(marked)
        self.glossary, self.replaced = replaced_in(glossary, marked)
        self.values = values
        # Tables of which a person sees some rows only: their values are not shown on a card.
        self.hushed: frozenset[str] = frozenset()
        # Numbers that add an amount of a row once for each of the rows that belong to it.
        self.sharing: frozenset[str] = frozenset()
        # Numbers by name that set the rows of two tables against each other.
        self.divided: Mapping[str, Measure] = {}
        # Rows that stand in a query under another name, for the part that they play there.
        self.playing: Mapping[str, Role] = {}
        self.allowed = frozenset(keys if allowed is None else (k for k in keys if k in allowed))

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(self.catalog, self.glossary, self.allowed)

    @cached_property
    def retired(self) -> tuple[RetiredColumn, ...]:
        """The columns that nobody is to use any more."""
        return tuple(
            RetiredColumn(table=table, column=column, retired=column.retired)
            for table in self.catalog.tables
            for column in table.columns
            if column.retired is not None and table.key in self.allowed
        )

    @cached_property
    def retired_lexicon(self) -> Lexicon:
        """The words for columns that nobody is to use any more."""
        return lexicon_of_columns([(each.table, each.column) for each in self.retired])

    @cached_property
    def phrasebook(self) -> Phrasebook:
        return phrasebook_of(self.glossary, self.catalog, self.allowed)

    @cached_property
    def metrics(self) -> list[Metric]:
        """The glossary's metrics that read only what is known here."""
        return known_metrics(self.glossary, self.catalog, self.allowed)

    @cached_property
    def spelling(self) -> Spelling:
        return Spelling(self.lexicon.words)

    @cached_property
    def joins(self) -> JoinGraph:
        return JoinGraph(self.catalog, self.allowed)

    @cached_property
    def states(self) -> Mapping[str, tuple[Column, ...]]:
        """The columns of each table that say how far its rows have come."""
        return state_columns(self.catalog, self.allowed)

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The parts that rows play for others; none of rows that are never all counted."""
        noted = {note.table.lower() for note in self.glossary.tables if note.filters}
        tables = [t for t in self.catalog.tables if t.key in self.allowed]
        found = roles_of(tables, self.joins)
        return tuple(role for role in found if role.other.lower() not in noted)

    @cached_property
    def places(self) -> tuple[PlaceColumn, ...]:
        """The columns that hold countries or states."""
        shown = [key for key in self.allowed if not self.is_hushed(key)]
        return place_columns(self.catalog, shown)

    @property
    def described(self) -> bool:
        """Whether people wrote down what the data means: without it there are names alone."""
        told = self.glossary
        return bool(told.metrics or told.terms or told.tables)

    def is_hushed(self, table: str) -> bool:
        """Whether this person sees some rows only of the table of that key, in any case."""
        return table.lower() in self.hushed

    def shown_values(self, table: str, column: Column) -> tuple[str, ...]:
        """The stored values that this person may be shown; how they are stored may be used."""
        hidden = column.pii or self.is_hushed(table)
        return () if hidden else column.values

    def shown_rows(self, table: Table) -> int | None:
        """How many rows the table has, where this person may see them all."""
        return None if self.is_hushed(table.key) else table.rows

    def seeing(
        self,
        catalog: Catalog,
        glossary: Glossary,
        values: ValueIndex,
        allowed: Collection[str] | None = None,
    ) -> "Known":
        """The same of another catalog, glossary and values: a part of these, or changed."""
        other = Known(catalog, glossary, values, allowed)
        other.hushed, other.retired = self.hushed, self.retired
        other.replaced = (*self.replaced, *other.replaced)
        return other

    def reading(self, conditions: Mapping[str, Test]) -> "Known":
        """The same, with these names read as these conditions."""
        other = copy(self)
        other.__dict__["phrasebook"] = self.phrasebook.reading(conditions)
        return other

    def defining(self, metrics: tuple[Metric, ...], *, shared: bool = False) -> "Known":
        """The same, with these numbers beside those of the glossary; see `sharing`."""
        other = copy(self)
        names = {metric.name for metric in metrics} if shared else set()
        other.sharing = self.sharing | names
        other.__dict__["metrics"] = [*self.metrics, *metrics]
        other.__dict__["phrasebook"] = self.phrasebook.defining(metrics)
        return other

    def dividing(self, metric: Metric, measure: Measure) -> "Known":
        """The same, with a number of that name which sets rows of two tables against each other."""
        other = self.defining((metric,))
        other.divided = {**self.divided, metric.name: replace(measure, name=metric.name)}
        return other

    def explaining(self, definitions: tuple[Definition, ...]) -> "Known":
        """The same, with these definitions in words and no others."""
        other = copy(self)
        other.glossary = replace(self.glossary, definitions=definitions)
        return other

    def joined(self, joins: JoinGraph) -> "Known":
        """The same, with its tables joined so."""
        other = copy(self)
        other.__dict__["joins"] = joins
        return other

    def with_roles(self, roles: Collection[Role]) -> "Known":
        """The same, where rows in these parts are tables of their own."""
        other = copy(self)
        tables = [role.rows(self.table(role.other)) for role in roles]
        edges = [
            Edge(role.table, role.name, ((role.column, role.key),), multiplies=False)
            for role in roles
        ]
        other.catalog = replace(self.catalog, tables=(*self.catalog.tables, *tables))
        other.playing = {role.name: role for role in roles}
        other.__dict__["joins"] = self.joins.beside(tables, edges)
        return other

    def meaning(self, glossary: Glossary) -> "Known":
        """The same for those who only read what is written down: under another glossary."""
        other = copy(self)
        other.glossary, replaced = replaced_in(glossary, self.catalog)
        other.replaced = (*self.replaced, *replaced)
        return other

    def table(self, key: str) -> Table:
        """The table of that key, which must exist."""
        table = self.catalog.table(key)
        if table is None:
            raise LookupError(key)
        return table

    def column(self, ref: str) -> Column:
        """The column of `table.column`, which must exist."""
        owner, _, name = ref.rpartition(".")
        column = self.table(owner).column(name)
        if column is None:
            raise LookupError(ref)
        return column

    def may_be_empty(self, ref: str) -> bool:
        """Whether rows may have nothing in a column, for all that is known."""
        column = self.column(ref)
        return column.nullable and column.null_share != 0

    def ties(self, ref: str) -> bool:
        """Whether `table.column` is a part of its rows' key, or of one that leads to other rows."""
        owner, _, name = ref.rpartition(".")
        table = self.table(owner)
        return name in table.primary_key or any(name in key.columns for key in table.foreign_keys)

    def is_key(self, ref: str) -> bool:
        """Whether `table.column` alone tells the rows of its table apart by declaration."""
        owner, _, name = ref.rpartition(".")
        return self.table(owner).primary_key == (name,)

    def is_unique(self, ref: str) -> bool:
        """Whether no two rows have the same value there, as far as anybody counted."""
        column, rows = self.column(ref), self.table(ref.rpartition(".")[0]).rows
        counted = bool(rows) and column.distinct == rows and not column.null_share
        return column.unique or self.is_key(ref) or counted


def _with_large(catalog: Catalog, glossary: Glossary) -> Catalog:
    """The catalog with `large: true` of the glossary on its tables."""
    marked = {note.table.lower() for note in glossary.tables if note.large}
    if not marked:
        return catalog
    tables = tuple(
        replace(table, large=table.large or table.key.lower() in marked) for table in catalog.tables
    )
    return catalog if tables == catalog.tables else replace(catalog, tables=tables)
