"""Images: the rows that a statement changes, read without loss before and after it."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.catalog import Kind
from knowledge.sql_text import write_sql
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.live import LiveColumn, LiveTable
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Effect, UnclearEffectError

MOST_ROWS = 10_000
_CHUNK = 200


@dataclass(frozen=True, slots=True)
class ImageRow:
    """One row: what tells it apart, its values in the order of the table's columns."""

    key: tuple[object, ...]
    values: tuple[object, ...]
    further: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """Rows in the order of their keys; `whole` is False where there were more than are kept."""

    rows: tuple[ImageRow, ...] = ()
    whole: bool = True

    @property
    def by_key(self) -> dict[tuple[object, ...], ImageRow]:
        return {row.key: row for row in self.rows}


class Reading:
    """The queries for images of one table."""

    def __init__(self, session: WriteSession, table: LiveTable, effect: Effect) -> None:
        self._session = session
        self._table = table
        self._effect = effect
        self._dialect = dialect_named(session.dialect)

    def before(self, further: Sequence[str] = ()) -> Image:
        """The rows that an UPDATE or DELETE is about, locked."""
        owner = self._owner()
        query = f"SELECT {self._items(owner, further)} FROM {self._where()}"  # noqa: S608
        if not self._own_limit():
            query += f"{self._order(owner)} LIMIT {MOST_ROWS + 1}"
        return self._image(f"{self._with()}{query}{self._session.lock_clause}")

    def all_rows(self, most: int) -> Image:
        """Every row of a table that is not larger than that."""
        name = self.name()
        query = f"SELECT {self._items(name)} FROM {name}{self._order(name)} LIMIT {most + 1}"  # noqa: S608
        image = self._image(query + self._session.lock_clause)
        if len(image.rows) > most:
            return Image(rows=image.rows[:most], whole=False)
        return image

    def of_keys(self, keys: Iterable[tuple[object, ...]]) -> Image:
        """The rows of these keys, as they are now, in the order of the keys."""
        wanted = list(keys)
        found: dict[tuple[object, ...], ImageRow] = {}
        name = self.name()
        for at in range(0, len(wanted), _CHUNK):
            condition = self.condition(wanted[at : at + _CHUNK])
            query = f"SELECT {self._items(name)} FROM {name} WHERE {condition}"  # noqa: S608
            rows = self._session.rows(query)
            found |= {row.key: row for row in map(self._row, rows)}
        return Image(rows=tuple(found[key] for key in wanted if key in found))

    def condition(self, keys: Sequence[tuple[object, ...]]) -> str:
        """What is true of the rows of these keys only."""
        columns = [self._key_column(name) for name in self._table.key]
        names = [self._session.quoted(name) for name in self._table.key]
        literals = [
            tuple(
                self._session.literal(column, raw) for column, raw in zip(columns, key, strict=True)
            )
            for key in keys
        ]
        if len(names) == 1:
            return f"{names[0]} IN ({', '.join(one for (one,) in literals)})"
        return " OR ".join(
            "(" + " AND ".join(f"{n} = {v}" for n, v in zip(names, one, strict=True)) + ")"
            for one in literals
        )

    def chosen(self, columns: Sequence[str]) -> str:
        """A query for values of these columns in the rows that the statement is about."""
        owner = self._owner()
        items = ", ".join(f"{owner}.{self._session.quoted(name)}" for name in columns)
        return f"{self._with()}SELECT {items} FROM {self._where()}"  # noqa: S608

    def name(self) -> str:
        """The table's name as it stands in a query."""
        name = self._table.name
        parts = [part for part in (name.schema, name.name) if part]
        return ".".join(self._session.quoted(part) for part in parts)

    def returned(self) -> str:
        """What an INSERT returns: the keys where there are, else every value."""
        return self._keys("") if self._returns_keys() else self._exact_values()

    def of_returned(self, rows: Sequence[tuple[object, ...]]) -> Image:
        """The rows that an INSERT made, from what it returned."""
        kept, whole = rows[:MOST_ROWS], len(rows) <= MOST_ROWS
        if self._returns_keys():
            return replace(self.of_keys(kept), whole=whole)
        return Image(rows=tuple(ImageRow(row, row) for row in kept), whole=whole)

    def _returns_keys(self) -> bool:
        return bool(self._table.key) and self._table.stable_key

    def _exact_values(self) -> str:
        return ", ".join(self._exact(column, "") for column in self._table.columns)

    def _image(self, query: str) -> Image:
        rows = [self._row(row) for row in self._session.rows(query)]
        return Image(rows=tuple(rows[:MOST_ROWS]), whole=len(rows) <= MOST_ROWS)

    def _row(self, row: tuple[object, ...]) -> ImageRow:
        keys, values = len(self._table.key), len(self._table.columns)
        key, rest = row[:keys], row[keys:]
        return ImageRow(key if keys else rest[:values], rest[:values], rest[values:])

    def _items(self, owner: str, further: Sequence[str] = ()) -> str:
        columns = [self._exact(column, owner) for column in self._table.columns]
        keys = [self._keys(owner)] if self._table.key else []
        return ", ".join([*keys, *columns, *further])

    def _keys(self, owner: str) -> str:
        return ", ".join(self._exact(self._key_column(name), owner) for name in self._table.key)

    def _exact(self, column: LiveColumn, owner: str) -> str:
        name = self._session.quoted(column.name)
        return self._session.exact(column, f"{owner}.{name}" if owner else name)

    def _key_column(self, name: str) -> LiveColumn:
        return self._table.column(name) or row_number(name)

    def _order(self, owner: str) -> str:
        names = [f"{owner}.{self._session.quoted(name)}" for name in self._table.key]
        # Not every type has an order, but its text has.
        texts = [self._exact(column, owner) for column in self._table.columns]
        return " ORDER BY " + ", ".join(names or texts)

    def _owner(self) -> str:
        target = self._target()
        return self._session.quoted(target.alias) if target.alias else self.name()

    def _target(self) -> exp.Table:
        if self._effect.target is None:
            raise LookupError(self._table.name)
        return self._effect.target

    def _where(self) -> str:
        """The source and the condition of the statement, as a query has them."""
        tree, target = self._effect.tree, self._target()
        condition = self._sql(tree.args.get("where"))
        others = self._others(tree)
        if not others and not target.args.get("joins"):
            tail = (self._sql(tree.args.get(part)) for part in ("order", "limit"))
            return " ".join([self._sql(target), condition, *filter(None, tail)])
        plain = target.copy()
        plain.set("joins", None)
        handle = self._session.handle(self._table)
        if not handle:
            raise UnclearEffectError(
                because=f"{self._table.name} has no key to tell its rows apart"
            )
        items = ", ".join(f"{self._owner()}.{self._session.quoted(name)}" for name in handle)
        inner = f"SELECT {items} FROM {', '.join([self._sql(target), *others])} {condition}"  # noqa: S608
        outer = f"({items})" if len(handle) > 1 else items
        return f"{self._sql(plain)} WHERE {outer} IN ({inner})"

    def _others(self, tree: exp.Expr) -> list[str]:
        if isinstance(tree, exp.Update):
            source = tree.args.get("from_")
            return [self._sql(source.this)] if source else []
        return [self._sql(table) for table in tree.args.get("using") or []]

    def _own_limit(self) -> bool:
        return self._effect.tree.args.get("limit") is not None

    def _with(self) -> str:
        found = self._effect.tree.args.get("with_")
        return f"{self._sql(found)} " if found else ""

    def _sql(self, node: exp.Expr | None) -> str:
        return write_sql(node, self._dialect.grammar) if node and self._dialect else ""


def row_number(name: str) -> LiveColumn:
    """The engine's own number of a row, as a column."""
    return LiveColumn(name=name, type="BIGINT", kind=Kind.INTEGER, nullable=False)


def digest(rows: Iterable[Sequence[object]]) -> str:
    """A short hash of values in their order."""
    found = hashlib.sha256()
    for row in rows:
        found.update(repr(tuple(row)).encode())
    return found.hexdigest()[:32]
