"""Reads a catalog from a live database, within a time budget."""

import datetime as dt
import time
from collections.abc import Sequence
from dataclasses import replace

from knowledge.adapters.introspection_server import ServerReading
from knowledge.adapters.introspection_sqlite import SqliteReading
from knowledge.adapters.profiling import Profiler, is_profiled
from knowledge.adapters.reading import (
    Clock,
    OutOfTimeError,
    Reading,
    UnreadableError,
    full_name,
)
from knowledge.catalog import Catalog, Column, ForeignKey, Table
from knowledge.database_url import DatabaseUrl, read_url
from knowledge.dotted_names import kept_name
from knowledge.fingerprints import catalog_version, fingerprint
from knowledge.inferred_keys import GOOD_NAME, Guess, guesses
from knowledge.sql_text import quoted_identifier

DEFAULT_BUDGET = dt.timedelta(seconds=20)
_MOST_MISSING = 0.1
_CHECKED_VALUES = 300
_CHECK_SECONDS = 1.0
# These find a text equal to the number that it spells; others refuse to compare them.
_LOOSE = ("sqlite", "mysql")
# A table may borrow from those that need less than their share.
_GENEROSITY = 4


def read_catalog(
    url: str,
    *,
    workspace: str,
    budget: dt.timedelta | float = DEFAULT_BUDGET,
    clock: Clock = time.monotonic,
) -> Catalog:
    """The catalog of the database at `url`. Blocks: call it from a thread.

    Raises `UnusableUrlError` and `DatabaseUnreachableError`.
    """
    seconds = budget.total_seconds() if isinstance(budget, dt.timedelta) else budget
    until = clock() + seconds
    reading = open_reading(read_url(url), clock)
    try:
        tables = _profiled(reading, clock, until - seconds * 0.15)
        tables = _with_inferred_keys(tables, reading, clock, until)
    finally:
        reading.close()
    tables = [replace(table, fingerprint=fingerprint(table)) for table in tables]
    return Catalog(
        workspace=workspace,
        dialect=reading.dialect,
        tables=tuple(tables),
        version=catalog_version(tables),
        search_path=reading.search_path,
    )


def open_reading(url: DatabaseUrl, clock: Clock) -> Reading:
    """A read-only connection for introspection, whatever the engine."""
    if url.dialect == "sqlite":
        return SqliteReading(url, clock)
    if url.dialect == "duckdb":
        # An installation may be without this driver.
        from knowledge.adapters.introspection_duckdb import DuckdbReading

        return DuckdbReading(url)
    return ServerReading(url)


def _profiled(reading: Reading, clock: Clock, until: float) -> list[Table]:
    """All tables with a fair share of the time; then the large ones with what is left of it."""
    profiler = Profiler(reading, clock)
    found = {table.key: table for table in map(_with_kept_names, reading.structure())}
    for _ in ("all", "those that took too long"):
        todo = [key for key, table in found.items() if not is_profiled(table)]
        for done, key in enumerate(todo):
            now = clock()
            share = (until - now) / (len(todo) - done)
            fair = min(until, now + _GENEROSITY * share)
            found[key] = profiler.profiled(found[key], until=fair)
    return list(found.values())


def _with_kept_names(table: Table) -> Table:
    """The table under the names that the catalog keeps: a dot in one of them is none there."""
    return replace(
        table,
        name=kept_name(table.name),
        schema=kept_name(table.schema),
        columns=tuple(_with_kept_name(column) for column in table.columns),
        foreign_keys=tuple(_with_kept_ends(key) for key in table.foreign_keys),
    )


def _with_kept_name(column: Column) -> Column:
    name = kept_name(column.name)
    return column if name == column.name else replace(column, name=name)


def _with_kept_ends(key: ForeignKey) -> ForeignKey:
    return replace(
        key,
        columns=tuple(map(kept_name, key.columns)),
        to_columns=tuple(map(kept_name, key.to_columns)),
    )


def _with_inferred_keys(
    tables: Sequence[Table], reading: Reading, clock: Clock, until: float
) -> list[Table]:
    by_key = {table.key: table for table in tables}
    found: dict[tuple[str, str], Guess] = {}
    for guess in guesses(tables, loosely=reading.dialect in _LOOSE):
        if (guess.table, guess.column) not in found and _holds(
            guess, by_key, reading, until - clock()
        ):
            found[guess.table, guess.column] = guess
    keys: dict[str, list[ForeignKey]] = {}
    for guess in found.values():
        keys.setdefault(guess.table, []).append(_key(guess))
    return [
        replace(table, foreign_keys=(*table.foreign_keys, *keys.get(table.key, ())))
        for table in tables
    ]


def _key(guess: Guess) -> ForeignKey:
    return ForeignKey(
        columns=(guess.column,),
        to_table=guess.to_table,
        to_columns=(guess.to_column,),
        declared=False,
    )


def _holds(guess: Guess, by_key: dict[str, Table], reading: Reading, seconds: float) -> bool:
    """Whether the values agree with the guess; without time to look, only a good name is enough."""
    table, target = by_key[guess.table], by_key[guess.to_table]
    if not table.rows or not target.rows or seconds <= 0:
        return guess.score >= GOOD_NAME
    column, identity = (
        quoted_identifier(guess.column, reading.dialect),
        quoted_identifier(guess.to_column, reading.dialect),
    )
    sql = (
        f"SELECT count(*), count(t.{identity}) FROM "  # noqa: S608 - quoted names
        f"(SELECT DISTINCT {column} AS v FROM {reading.sample(table, 10_000)} AS s "
        f"WHERE {column} IS NOT NULL LIMIT {_CHECKED_VALUES}) AS c "
        f"LEFT JOIN (SELECT DISTINCT {identity} FROM {full_name(reading, target)}) AS t "
        f"ON t.{identity} = c.v"
    )
    try:
        rows = reading.rows(sql, seconds=min(seconds, _CHECK_SECONDS))
    except OutOfTimeError:
        return guess.score >= GOOD_NAME
    except UnreadableError:
        return False
    seen, matched = int(str(rows[0][0])), int(str(rows[0][1]))
    return seen > 0 and seen - matched <= _MOST_MISSING * seen
