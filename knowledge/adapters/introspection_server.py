"""Reads the structure of PostgreSQL, MySQL and MariaDB with SQLAlchemy's inspector."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import DOMAIN
from sqlalchemy.engine.reflection import ObjectKind
from sqlalchemy.pool import NullPool

from knowledge.adapters.reading import (
    OutOfTimeError,
    UnreadableError,
    full_name,
)
from knowledge.catalog import Column, ForeignKey, Kind, Table
from knowledge.column_kinds import kind_of_type
from knowledge.database_url import DatabaseUrl
from knowledge.dotted_names import kept_name
from knowledge.errors import DatabaseUnreachableError

_CONNECT_SECONDS = 10
# A table that was never analysed has no row count; its size tells about how many there are.
_POSTGRES_TABLES = """
SELECT n.nspname, c.relname,
       CASE WHEN c.reltuples >= 0 THEN c.reltuples
            WHEN pg_relation_size(c.oid) > 50000000 THEN pg_relation_size(c.oid) / 100 END
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm')
  AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
  AND has_any_column_privilege(c.oid, 'SELECT')
  -- A partition, or a child that adds no column, is read through its parent where that may be.
  AND NOT EXISTS (
    SELECT FROM pg_inherits AS i
    WHERE i.inhrelid = c.oid AND has_any_column_privilege(i.inhparent, 'SELECT')
      AND (c.relispartition OR NOT EXISTS (
        SELECT FROM pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND NOT EXISTS (
          SELECT FROM pg_attribute AS b
          WHERE b.attrelid = i.inhparent AND b.attname = a.attname AND NOT b.attisdropped))))
"""
_POSTGRES_HIDDEN = """
SELECT n.nspname, c.relname, a.attname
FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
  AND NOT has_column_privilege(c.oid, a.attnum, 'SELECT')
"""
_MYSQL_TABLES = """
SELECT '', table_name, table_rows FROM information_schema.tables
WHERE table_schema = database()
"""
# The inspector reads keys from the text of CREATE TABLE, and fails at some names.
_MYSQL_KEYS = """
SELECT table_name, constraint_name, column_name, referenced_table_name, referenced_column_name,
       CASE WHEN referenced_table_schema <> database() THEN referenced_table_schema END
FROM information_schema.key_column_usage
WHERE table_schema = database() AND referenced_table_name IS NOT NULL
ORDER BY table_name, constraint_name, ordinal_position
"""
# The parts of what the inspector tells that are names of columns and tables.
_NAMED = frozenset(
    ("name", "constrained_columns", "column_names", "referred_table", "referred_columns")
)
_TOO_SLOW = ("57014", 1969, 3024, 1317)

_Name: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Engine:
    """What differs between the servers."""

    listing: str
    limit: str
    read_only: tuple[str, ...]
    scale: int


_ENGINES = {
    "postgres": _Engine(
        listing=_POSTGRES_TABLES,
        limit="SET statement_timeout = {}",
        read_only=("SET default_transaction_read_only = on", "SET lock_timeout = '3s'"),
        scale=1000,
    ),
    "mariadb": _Engine(
        listing=_MYSQL_TABLES,
        limit="SET SESSION max_statement_time = {}",
        read_only=("SET SESSION TRANSACTION READ ONLY", "SET SESSION lock_wait_timeout = 3"),
        scale=1,
    ),
    "mysql": _Engine(
        listing=_MYSQL_TABLES,
        limit="SET SESSION max_execution_time = {}",
        read_only=("SET SESSION TRANSACTION READ ONLY", "SET SESSION lock_wait_timeout = 3"),
        scale=1000,
    ),
}


class ServerReading:
    """A `Reading` of one database on a server."""

    full_scan_rows = 200_000

    def __init__(self, url: DatabaseUrl) -> None:
        self.dialect = url.dialect
        self._database = sa.create_engine(
            url.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"connect_timeout": _CONNECT_SECONDS},
        )
        try:
            connection = self._database.connect()
        except sa.exc.DBAPIError as error:
            reason = str(error.orig).strip().splitlines()[0]
            raise DatabaseUnreachableError(url.shown, reason) from error
        # Identifiers may hold a percent sign, which the drivers would take for a placeholder.
        self._connection = connection.execution_options(no_parameters=True)
        self._engine = _ENGINES[self._kind()]
        for statement in self._engine.read_only:
            self._connection.exec_driver_sql(statement)
        self.search_path = self._searched()

    def structure(self) -> Sequence[Table]:
        estimates, hidden = self._estimates(), self._hidden_columns()
        # The inspector doubles a percent sign in a name, as for a statement with parameters.
        inspector = sa.inspect(self._connection.execution_options(no_parameters=False))
        try:
            tables = self._reflected(inspector, estimates)
        finally:
            self._connection.execution_options(no_parameters=True)
        default = inspector.default_schema_name if self.dialect == "postgres" else ""
        return [_readable(_with_default_schema(table, default or ""), hidden) for table in tables]

    def _reflected(
        self, inspector: sa.Inspector, estimates: Mapping[_Name, int | None]
    ) -> list[Table]:
        schemas = sorted({schema for schema, _ in estimates})
        default = inspector.default_schema_name if self.dialect == "postgres" else ""
        tables: list[Table] = []
        for schema in schemas:
            shown = "" if schema == default else schema
            found = _Schema(self._connection, inspector, schema or None, shown)
            tables += [
                found.table(name, rows)
                for (owner, name), rows in sorted(estimates.items())
                if owner == schema and found.has(name)
            ]
            if self.dialect != "postgres":
                # A broken view has no columns to tell; it is kept, so that people hear of it.
                tables += [
                    Table(name=name, view_sql="")
                    for owner, name in sorted(estimates)
                    if owner == schema and not found.has(name)
                ]
        return tables

    def rows(self, sql: str, *, seconds: float) -> list[tuple[object, ...]]:
        limit = max(seconds, 0.001) * self._engine.scale
        number = max(int(limit), 1) if self._engine.scale > 1 else round(limit, 3)
        try:
            self._connection.exec_driver_sql(self._engine.limit.format(number))
            return [tuple(row) for row in self._connection.exec_driver_sql(sql)]
        except sa.exc.DBAPIError as error:
            if _code(error) in _TOO_SLOW:
                raise OutOfTimeError from error
            raise UnreadableError(str(error.orig)) from error

    def sample(self, table: Table, rows: int) -> str:
        name = full_name(self, table)
        plain = self.dialect != "postgres" or table.view_sql is not None
        if plain or not table.rows or table.rows <= rows:
            return f"(SELECT * FROM {name} LIMIT {rows})"  # noqa: S608 - quoted name
        percent = 100.0 * rows / table.rows
        return f"(SELECT * FROM {name} TABLESAMPLE SYSTEM ({percent:.4f}))"  # noqa: S608 - quoted

    def close(self) -> None:
        self._connection.close()
        self._database.dispose()

    def _kind(self) -> str:
        if self.dialect == "postgres":
            return self.dialect
        return "mariadb" if getattr(self._database.dialect, "is_mariadb", False) else "mysql"

    def _searched(self) -> tuple[str, ...]:
        if self.dialect != "postgres":
            return (str(self._connection.exec_driver_sql("SELECT database()").scalar() or ""),)
        found = self._connection.exec_driver_sql("SELECT current_schemas(false)").scalar()
        return tuple(str(schema) for schema in found or ())

    def _hidden_columns(self) -> set[tuple[str, str]]:
        """Columns without a grant. MySQL does not even list them."""
        if self.dialect != "postgres":
            return set()
        default = self._connection.exec_driver_sql("SELECT current_schema()").scalar()
        return {
            (str(table) if schema == default else f"{schema}.{table}", str(column))
            for schema, table, column in self._connection.exec_driver_sql(_POSTGRES_HIDDEN)
        }

    def _estimates(self) -> dict[_Name, int | None]:
        listed = self._connection.exec_driver_sql(self._engine.listing)
        return {
            (str(schema), str(name)): None if rows is None else int(rows)
            for schema, name, rows in listed
        }


def _readable(table: Table, hidden: set[tuple[str, str]]) -> Table:
    """The table without the columns that this role may not read."""
    kept = tuple(column for column in table.columns if (table.key, column.name) not in hidden)
    return replace(table, columns=kept)


class _Schema:
    """What the inspector tells of one schema, all tables at once."""

    def __init__(
        self,
        connection: sa.Connection,
        inspector: sa.Inspector,
        schema: str | None,
        shown: str,
    ) -> None:
        dialect = connection.dialect
        everything: dict[str, Any] = {"schema": schema, "kind": ObjectKind.ANY}
        self._shown = shown
        self._dialect = dialect
        with _unknown_parts_left_out():
            self._columns = _by_name(inspector.get_multi_columns(**everything))
            self._primary = _by_name(inspector.get_multi_pk_constraint(**everything))
            self._indexes = _by_name(inspector.get_multi_indexes(**everything))
            self._uniques = _by_name(inspector.get_multi_unique_constraints(**everything))
            self._comments = _by_name(inspector.get_multi_table_comment(**everything))
        if dialect.name == "postgresql":
            self._foreign = _by_name(inspector.get_multi_foreign_keys(**everything))
        else:
            self._foreign = _mysql_keys(connection)
            for part in (self._columns, self._primary, self._indexes, self._uniques):
                part.update(_without_escapes(part))
        names = {
            *inspector.get_view_names(schema),
            *(
                inspector.get_materialized_view_names(schema)
                if dialect.name == "postgresql"
                else ()
            ),
        }
        self._views = {name: inspector.get_view_definition(name, schema) or "" for name in names}

    def has(self, name: str) -> bool:
        return name in self._columns

    def table(self, name: str, rows: int | None) -> Table:
        primary = (self._primary.get(name) or {}).get("constrained_columns") or []
        groups = [
            *(key["column_names"] for key in self._uniques.get(name) or ()),
            *(i["column_names"] for i in self._indexes.get(name) or () if i["unique"]),
            primary,
        ]
        unique = {str(group[0]) for group in groups if len(group) == 1}
        return Table(
            name=name,
            schema=self._shown,
            columns=tuple(self._column(column, primary, unique) for column in self._columns[name]),
            foreign_keys=tuple(_foreign_key(key) for key in self._foreign.get(name) or ()),
            rows=None if name in self._views else rows,
            comment=(self._comments.get(name) or {}).get("text") or "",
            view_sql=self._views.get(name),
        )

    def _column(
        self, column: Mapping[str, Any], primary: Sequence[str], unique: set[str]
    ) -> Column:
        kind_of = column["type"]
        while isinstance(kind_of, DOMAIN):
            kind_of = kind_of.data_type
        try:
            declared = str(kind_of.compile(self._dialect))
        except sa.exc.CompileError:
            declared = ""
        text = isinstance(kind_of, sa.Enum)
        name = str(column["name"])
        return Column(
            name=name,
            type=declared,
            kind=Kind.TEXT if text else kind_of_type(declared),
            nullable=bool(column["nullable"]),
            comment=column.get("comment") or "",
            primary_key=name in primary,
            unique=name in unique,
        )


@contextmanager
def _unknown_parts_left_out() -> Iterator[None]:
    """What the inspector cannot read: keys, read elsewhere, and types, whose columns are kept."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Unknown schema content", sa.exc.SAWarning)
        warnings.filterwarnings("ignore", "Did not recognize type", sa.exc.SAWarning)
        yield


def _mysql_keys(connection: sa.Connection) -> dict[str, Any]:
    """The foreign keys of the current database, by table, as the inspector would tell them."""
    found: dict[str, Any] = {}
    rows = connection.exec_driver_sql(_MYSQL_KEYS)
    for (table, _), parts in groupby(map(tuple, rows), key=lambda row: (row[0], row[1])):
        columns = list(parts)
        found.setdefault(str(table), []).append(
            {
                "constrained_columns": [str(part[2]) for part in columns],
                "referred_table": str(columns[0][3]),
                "referred_columns": [str(part[4]) for part in columns],
                "referred_schema": columns[0][5],
            }
        )
    return found


def _by_name(found: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): value for (_, name), value in found.items()}


def _without_escapes(found: dict[str, Any]) -> dict[str, Any]:
    """Reflected names of MySQL as they are: a backtick in one is told as two."""

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace("``", "`")
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, dict):
            return {k: plain(item) if k in _NAMED else item for k, item in value.items()}
        return value

    return {table: plain(value) for table, value in found.items()}


def _foreign_key(key: Mapping[str, Any]) -> ForeignKey:
    schema = key.get("referred_schema")
    table = kept_name(str(key["referred_table"]))
    return ForeignKey(
        columns=tuple(key["constrained_columns"]),
        to_table=f"{kept_name(str(schema))}.{table}" if schema else table,
        to_columns=tuple(key["referred_columns"]),
    )


def _with_default_schema(table: Table, default: str) -> Table:
    """The inspector leaves out the default schema of a target only for tables in it."""
    prefix = f"{kept_name(default)}."
    keys = tuple(
        replace(key, to_table=key.to_table.removeprefix(prefix) if default else key.to_table)
        for key in table.foreign_keys
    )
    return replace(table, foreign_keys=keys)


def _code(error: sa.exc.DBAPIError) -> object:
    original: Any = error.orig
    return getattr(original, "sqlstate", None) or (original.args[0] if original.args else None)
