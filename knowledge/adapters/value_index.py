"""Fills the value index from a live database, the columns that people name things by first."""

import datetime as dt
import re
import time
from collections.abc import Iterator

from knowledge.adapters.introspection import open_reading
from knowledge.adapters.reading import (
    Clock,
    OutOfTimeError,
    Reading,
    UnreadableError,
    full_name,
)
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.database_url import read_url
from knowledge.personal_data import snake
from knowledge.sql_text import quoted_identifier
from knowledge.value_lookup import StoredValue, ValueLookup

DEFAULT_BUDGET = dt.timedelta(seconds=10)
_MOST_OF_COLUMN = 20_000
_MOST_OF_ALL = 200_000
_LONGEST = 80
_SHARE = 4
_NAMING = re.compile(
    r"(^|_)(name|title|label|city|town|country|region|state|category|type|brand|product|company|"
    r"model|code|sku|status|segment)$"
)


def read_values(
    url: str,
    catalog: Catalog,
    *,
    budget: dt.timedelta | float = DEFAULT_BUDGET,
    clock: Clock = time.monotonic,
) -> ValueLookup:
    """The value index of the database at `url`. Blocks: call it from a thread.

    Raises `UnusableUrlError` and `DatabaseUnreachableError`.
    """
    seconds = budget.total_seconds() if isinstance(budget, dt.timedelta) else budget
    known = list(_known(catalog))
    reading = open_reading(read_url(url), clock)
    try:
        known += _read(reading, catalog, clock, clock() + seconds)
    finally:
        reading.close()
    return ValueLookup(known[:_MOST_OF_ALL]).prepare()


def known_values(catalog: Catalog) -> ValueLookup:
    """The value index of what the catalog itself holds: no database needed."""
    return ValueLookup(_known(catalog))


def _known(catalog: Catalog) -> Iterator[StoredValue]:
    for table in catalog.tables:
        for column in table.columns:
            for value in column.values:
                yield StoredValue(table=table.key, column=column.name, value=value)


def _read(reading: Reading, catalog: Catalog, clock: Clock, until: float) -> list[StoredValue]:
    wanted = sorted(_unread(catalog), key=_by_use)
    found: list[StoredValue] = []
    for done, (table, column) in enumerate(wanted):
        left = until - clock()
        if left <= 0 or len(found) >= _MOST_OF_ALL:
            break
        seconds = min(left, _SHARE * left / (len(wanted) - done))
        found += _of_column(reading, table, column, seconds)
    return found


def _unread(catalog: Catalog) -> Iterator[tuple[Table, Column]]:
    for table in catalog.tables:
        for column in table.columns:
            if column.kind is Kind.TEXT and not column.complete and column.distinct != 0:
                yield table, column


def _by_use(place: tuple[Table, Column]) -> tuple[bool, bool, bool, int]:
    """Names of things first, then the columns with the fewest values."""
    table, column = place
    named = bool(_NAMING.search(snake(column.name)))
    return table.view_sql is not None, column.pii, not named, column.distinct or table.rows or 0


def _of_column(reading: Reading, table: Table, column: Column, seconds: float) -> list[StoredValue]:
    name = quoted_identifier(column.name, reading.dialect)
    source = full_name(reading, table)
    if table.rows is None or table.rows > 20 * reading.full_scan_rows:
        source = f"{reading.sample(table, 10 * _MOST_OF_COLUMN)} AS t"
    sql = (
        f"SELECT DISTINCT {name} FROM {source} "  # noqa: S608 - quoted names
        f"WHERE {name} IS NOT NULL AND length({name}) <= {_LONGEST} LIMIT {_MOST_OF_COLUMN}"
    )
    try:
        rows = reading.rows(sql, seconds=seconds)
    except (OutOfTimeError, UnreadableError):
        return []
    return [
        StoredValue(table=table.key, column=column.name, value=str(row[0]), private=column.pii)
        for row in rows
    ]
