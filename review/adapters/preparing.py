"""Statements as text: compiled once, when first seen, and then handed to the driver as they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeDecorator, TypeEngine

from review.adapters.many_rows import ROWS, for_many

Process: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as text; `wanted` are its parameters in order, each with what makes it stored.

    `shaped` are the places of the columns that the database stores as something else.
    """

    text: str
    wanted: Sequence[tuple[str, Process | None]]
    fixed: Mapping[str, Any]
    names: Sequence[str]
    shaped: Sequence[tuple[int, Process]]

    def values(self, given: Mapping[str, Any]) -> list[Any]:
        """The parameters in order."""
        values = []
        for name, process in self.wanted:
            value = given[name] if name in given else self.fixed[name]
            values.append(value if process is None else process(value))
        return values

    def named(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters by name."""
        return dict(zip((name for name, _ in self.wanted), self.values(given), strict=True))

    def rows(self, found: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        if not self.shaped:
            return found
        rows = [list(row) for row in found]
        for row in rows:
            for place, process in self.shaped:
                row[place] = process(row[place])
        return rows


class Preparing:
    """Prepares statements for one dialect, and remembers them.

    A `native` driver gives back values as Python's own; only types of ours are left to be read.
    """

    def __init__(self, dialect: Dialect, *, native: bool) -> None:
        self._dialect = dialect
        self._native = native
        # A statement that is made for one call leaves with it.
        self._known: WeakKeyDictionary[Executable, Prepared] = WeakKeyDictionary()
        self._known_for_many: WeakKeyDictionary[Executable, Prepared] = WeakKeyDictionary()

    def prepared(self, statement: Executable, given: Mapping[str, Any]) -> Prepared:
        known = self._known.get(statement)
        if known is None:
            known = self._known[statement] = self._compiled(statement, given)
        return known

    def prepared_for_many(
        self, statement: Executable, rows: Sequence[Mapping[str, Any]]
    ) -> Prepared:
        """The statement as one that takes all rows at once, as text under `ROWS`."""
        known = self._known_for_many.get(statement)
        if known is None:
            many = for_many(statement, tuple(rows[0]))
            known = self._known_for_many[statement] = self._compiled(many, {ROWS: ""})
        return known

    def _compiled(self, statement: Any, given: Mapping[str, Any]) -> Prepared:
        keys = list(given) or None
        compiled: SQLCompiler = statement.compile(dialect=self._dialect, column_keys=keys)
        whole = compiled.construct_expanded_state(dict(given))
        kinds = {name: bind.type for bind, name in compiled.bind_names.items()}
        columns = self._columns(statement)
        order = whole.positiontup if compiled.positional else whole.parameters
        return Prepared(
            text=whole.statement,
            wanted=[(name, self._binding(kinds.get(name))) for name in order or ()],
            fixed={name: v for name, v in whole.parameters.items() if name not in given},
            names=tuple(name for name, _ in columns),
            shaped=[(place, process) for place, (_, process) in enumerate(columns) if process],
        )

    def _columns(self, statement: Any) -> list[tuple[str, Process | None]]:
        columns = getattr(statement, "exported_columns", None)
        if columns is None:
            return []
        return [(name, self._resulting(column.type)) for name, column in columns.items()]

    def _binding(self, kind: TypeEngine[Any] | None) -> Process | None:
        if kind is None:
            return None
        return kind.dialect_impl(self._dialect).bind_processor(self._dialect)

    def _resulting(self, kind: TypeEngine[Any]) -> Process | None:
        if self._native and not isinstance(kind, TypeDecorator):
            return None
        return kind.dialect_impl(self._dialect).result_processor(self._dialect, None)
