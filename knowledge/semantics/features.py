"""What can be seen of tables, dates, names, numbers and states: the features of the scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from knowledge.catalog import Catalog, Column, Table
from knowledge.personal_data import snake
from knowledge.semantics.model import Edge
from knowledge.semantics.scoring import flags
from knowledge.semantics.words import concepts_of, last_concepts, stems_of, words_of
from knowledge.shapes import ShapeKind, column_shapes, unit_in_name

_MOST_STEPS = 2
_FEW = 30
_GUESSED = 0.8
_LEAST_PARTS = 2
_OF_TABLE = 2


@dataclass(frozen=True, slots=True)
class DatePath:
    """A dated column and the keys that lead to it."""

    column: Column
    table: Table
    path: tuple[Edge, ...] = ()


class Seen:
    """A catalog with what the features of many tables need."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        # Each table is looked at from many others.
        self._dated: dict[str, list[Column]] = {}
        self._of_table: dict[str, dict[str, float]] = {}

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(
            Edge(
                table=table.key, columns=key.columns, to_table=key.to_table,
                to_columns=key.to_columns, declared=key.declared,
                score=1.0 if key.declared else _GUESSED,
            )
            for table in self.catalog.tables
            for key in table.foreign_keys
        )  # fmt: skip

    @cached_property
    def _by_table(self) -> dict[str, list[Edge]]:
        found: dict[str, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.table, []).append(edge)
        return found

    @cached_property
    def referenced(self) -> frozenset[str]:
        """The tables that other tables refer to."""
        return frozenset(edge.to_table for edge in self.edges if edge.to_table != edge.table)

    def parents(self, table: str) -> Sequence[Edge]:
        return self._by_table.get(table, ())

    def keys(self, table: Table) -> frozenset[str]:
        """The columns that are keys, of this table or of others."""
        own = set(table.primary_key)
        own.update(name for edge in self.parents(table.key) for name in edge.columns)
        return frozenset(own)

    def numbers(self, table: Table) -> list[Column]:
        keys = self.keys(table)
        return [c for c in table.columns if c.kind.is_number and c.name not in keys]

    def dated(self, table: Table) -> list[Column]:
        found = self._dated.get(table.key)
        if found is None:
            found = [column for column in table.columns if is_dated(table, column)]
            self._dated[table.key] = found
        return found

    def date_paths(self, table: Table) -> list[DatePath]:
        """The dates of a table, and those of the tables that it refers to."""
        found = [DatePath(column, table) for column in self.dated(table)]
        waiting: list[tuple[Table, tuple[Edge, ...]]] = [(table, ())]
        while waiting:
            at, path = waiting.pop(0)
            for edge in self.parents(at.key) if len(path) < _MOST_STEPS else ():
                parent = self.catalog.table(edge.to_table)
                passed = {table.key, *(each.to_table for each in path)}
                if parent is not None and parent.key not in passed:
                    further = (*path, edge)
                    found += [DatePath(c, parent, further) for c in self.dated(parent)]
                    waiting.append((parent, further))
        return found

    # ------------------------------------------------------------ tables

    def of_table(self, table: Table) -> dict[str, float]:
        """Features of what the rows of a table are."""
        known = self._of_table.get(table.key)
        if known is not None:
            return known
        own = self.dated(table)
        found = {
            "bias": 1.0,
            **flags(concepts_of(table.name), "t:"),
            **flags(last_concepts(table.name), "tl:"),
            "keys": min(len(self.parents(table.key)), 4),
            "referenced": float(table.key in self.referenced),
            "dates": min(len(own), 3),
            "no dates": float(not own),
            "numbers": min(len(self.numbers(table)), 4),
            "named": float(any("name" in concepts_of(c.name) for c in table.columns)),
            "biggest": float(self._is_big(table)),
        }
        self._of_table[table.key] = found
        return found

    def _is_big(self, table: Table) -> bool:
        parents = [self.catalog.table(edge.to_table) for edge in self.parents(table.key)]
        return any(p and p.rows and table.rows and table.rows > p.rows for p in parents)

    # ------------------------------------------------------------ event dates

    def of_date(self, table: Table, at: DatePath) -> dict[str, float]:
        """Features of a date as the event date of a table."""
        column = at.column
        concepts, own = concepts_of(column.name), not at.path
        first = next(iter(self.dated(at.table)), None)
        shared = set(stems_of(column.name)) & set(stems_of(at.table.name))
        names = flags(concepts - {"plain_date"}, "d:")
        event = "event_table" in concepts_of(table.name)
        return {
            **names,
            **(flags(concepts, "event d:") if event else {}),
            "only plain": float(concepts <= {"plain_date", "person", "event_table"}),
            "steps": float(len(at.path)),
            "other": float(not own),
            "other while own": float(not own and bool(self.dated(table))),
            "calendar": float(not own and is_calendar(at.table)),
            "nulls": column.null_share or 0.0,
            "some nulls": float(bool(column.null_share)),
            "first": float(column is first),
            "table word": float(bool(shared)),
            "table and date": float(
                bool(shared) and own and len(stems_of(column.name)) == _OF_TABLE
            ),
            "own of a line": float(own and "line_table" in concepts_of(table.name)),
            "only one": float(len(self.dated(table)) == 1 and own),
            "distinct": float(
                bool(at.table.rows) and (column.distinct or 0) / (at.table.rows or 1)
            ),
            "nullable key": float(any(self._is_nullable(edge) for edge in at.path)),
            "parent event": float(not own and "event_table" in concepts_of(at.table.name)),
            "parent thing": float(not own and bool({"person"} & concepts_of(at.table.name))),
        }

    def of_no_date(self, table: Table) -> dict[str, float]:
        """Features of a table that has no event date."""
        return {f"none {name}": value for name, value in self.of_table(table).items()}

    def _is_nullable(self, edge: Edge) -> bool:
        table = self.catalog.table(edge.table)
        columns = [table.column(name) for name in edge.columns] if table else []
        return any(column is not None and bool(column.null_share) for column in columns)

    # ------------------------------------------------------------ names

    def name_choices(self, table: Table) -> list[tuple[Column, ...]]:
        """The texts that may name a row, and pairs of a first and a last name."""
        keys = {name for edge in self.parents(table.key) for name in edge.columns}
        texts = [c for c in table.columns if c.kind.value == "text" and c.name not in keys]
        found: list[tuple[Column, ...]] = [(column,) for column in texts]
        for one, other in combinations(texts, 2):
            roles = [concepts_of(each.name) & {"first_name", "last_name"} for each in (one, other)]
            if all(roles) and roles[0] != roles[1]:
                found.append((one, other))
        return found

    def of_name(self, table: Table, columns: Sequence[Column]) -> dict[str, float]:
        """Features of columns as the name of a row."""
        if len(columns) > 1:
            return {"pair": 1.0}
        column, rows = columns[0], table.rows or 0
        texts = [c for c in table.columns if c.kind.value == "text"]
        stems = stems_of(column.name)
        share = (column.distinct or 0) / rows if rows else 0.0
        length = sum(map(len, column.values)) / len(column.values) if column.values else 0.0
        return {
            **flags(concepts_of(column.name), "n:"),
            **flags(last_concepts(column.name), "nl:"),
            "share": share,
            "all distinct": float(share > 0.99),  # noqa: PLR2004
            "first text": float(texts[0] is column),
            "only text": float(len(texts) == 1),
            "table word": float(bool(set(stems) & set(stems_of(table.name)))),
            "name alone": float(snake(column.name) in ("name", "title", "label")),
            "nulls": column.null_share or 0.0,
            "key": float(column.primary_key),
            "blanks": float(any(" " in value for value in column.values)),
            "long": min(length / 40, 1.0),
            "event": float("event_table" in concepts_of(table.name)),
        }

    def of_no_name(self, table: Table) -> dict[str, float]:
        """Features of a table whose key is its name."""
        return {f"unnamed {name}": value for name, value in self.of_table(table).items()}

    # ------------------------------------------------------------ measures

    def of_number(self, table: Table, column: Column) -> dict[str, float]:
        """Features of a number as something to add up, or to compare."""
        kind = self.of_table(table)
        concepts = concepts_of(column.name)
        few = column.distinct is not None and column.distinct <= 2  # noqa: PLR2004
        event = float(
            "event_table" in concepts_of(table.name) or "line_table" in concepts_of(table.name)
        )
        return {
            "bias": 1.0,
            **flags(concepts, "m:"),
            **flags(last_concepts(column.name), "ml:"),
            **({f"event m:{name}": 1.0 for name in concepts} if event else {}),
            "event": event,
            "whole": float(column.kind.value == "integer"),
            "yes or no": float(
                few and column.low in ("0", None) and column.high in ("1", "0", None)
            ),
            "few": float(column.distinct is not None and column.distinct <= _FEW),
            "dates": float(kind["dates"] > 0),
            "referenced": kind["referenced"],
            "plain": float(not concepts),
            "unit in name": float(unit_in_name(column) != ""),
        }


def is_dated(table: Table, column: Column) -> bool:
    """Whether a column holds dates, as such or as text or seconds."""
    if column.kind.is_dated:
        return True
    kinds = (
        {shape.kind for shape in column_shapes(table, column)} if not column.primary_key else set()
    )
    return bool(kinds & {ShapeKind.TEXT_DATES, ShapeKind.EPOCH})


def is_calendar(table: Table) -> bool:
    """Whether the rows are days: one dated column, unique, and hardly anything but parts of it."""
    dated = [column for column in table.columns if column.kind.is_dated]
    parts = {"year", "month", "day", "quarter", "week", "yr", "weekday", "holiday", "date"}
    rest = [c for c in table.columns if c not in dated]
    alike = sum(bool(parts & set(words_of(column.name))) for column in rest)
    return (
        bool(dated)
        and dated[0].distinct == table.rows
        and len(rest) >= _LEAST_PARTS
        and alike * 2 >= len(rest)
    )


def is_link(table: Table, keys: frozenset[str]) -> bool:
    """Whether a table has hardly anything but the keys of two others."""
    return len(keys) >= 3 and len(table.columns) - len(keys) <= 1 and len(table.columns) <= 4  # noqa: PLR2004
