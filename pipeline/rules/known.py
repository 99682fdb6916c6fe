"""What the planner knows of a workspace, prepared once."""

from collections.abc import Collection, Mapping
from copy import copy
from functools import cached_property

from knowledge.catalog import Catalog, Column, Table
from knowledge.glossary import Glossary, Metric
from knowledge.stored_places import PlaceColumn, place_columns
from knowledge.values import ValueIndex
from pipeline.rules.joins import JoinGraph
from pipeline.rules.keys import with_implied_keys
from pipeline.rules.lexicon import Lexicon, lexicon_of
from pipeline.rules.parts import Test
from pipeline.rules.phrasebook import Phrasebook, known_metrics, phrasebook_of
from pipeline.rules.spelling import Spelling


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
        self.catalog = with_implied_keys(catalog)
        self.glossary = glossary
        self.values = values
        # Tables of which a person sees some rows only: their values are not shown on a card.
        self.hushed: frozenset[str] = frozenset()
        self.allowed = frozenset(keys if allowed is None else (k for k in keys if k in allowed))

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(self.catalog, self.glossary, self.allowed)

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
    def places(self) -> tuple[PlaceColumn, ...]:
        """The columns that hold countries or states."""
        shown = [key for key in self.allowed if key.lower() not in self.hushed]
        return place_columns(self.catalog, shown)

    def shown_values(self, table: str, column: Column) -> tuple[str, ...]:
        """The stored values that this person may be shown; how they are stored may be used."""
        hidden = column.pii or table.lower() in self.hushed
        return () if hidden else column.values

    def shown_rows(self, table: Table) -> int | None:
        """How many rows the table has, where this person may see them all."""
        return None if table.key.lower() in self.hushed else table.rows

    def reading(self, conditions: Mapping[str, Test]) -> "Known":
        """The same, with these names read as these conditions."""
        other = copy(self)
        other.__dict__["phrasebook"] = self.phrasebook.reading(conditions)
        return other

    def meaning(self, glossary: Glossary) -> "Known":
        """The same for those who only read what is written down: under another glossary."""
        other = copy(self)
        other.glossary = glossary
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
