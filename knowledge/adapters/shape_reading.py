"""Finds the shapes of a live database: those of its catalog, and what bounded queries show."""

import datetime as dt
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from knowledge.adapters.introspection import open_reading
from knowledge.adapters.reading import Clock, OutOfTimeError, Reading, UnreadableError, full_name
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.database_url import read_url
from knowledge.glossary import Glossary
from knowledge.shapes import Shape, ShapeKind, ShapeReport, shapes_of
from knowledge.sql_text import quoted_identifier

DEFAULT_BUDGET = dt.timedelta(seconds=15)
_MOST_QUERIES = 300
_SAMPLE_ROWS, _SAMPLE_TEXTS, _SCANNED_ROWS = 1_000, 200, 50_000
_QUERY_SECONDS = 1.0
_LONGEST = 80


@dataclass(slots=True)
class _Budget:
    """How many queries may still be sent, and until when; `missed` is what was not looked at."""

    reading: Reading
    clock: Clock
    until: float
    queries: int
    missed: list[str] = field(default_factory=list)

    def rows(self, sql: str, place: str) -> list[tuple[object, ...]]:
        """The rows of one query; nothing, and the place noted, where it was not answered."""
        seconds = min(self.until - self.clock(), _QUERY_SECONDS)
        if self.queries <= 0 or seconds <= 0:
            self.missed.append(place)
            return []
        self.queries -= 1
        try:
            return self.reading.rows(sql, seconds=seconds)
        except (OutOfTimeError, UnreadableError):
            self.missed.append(place)
            return []


def read_shapes(
    url: str,
    catalog: Catalog,
    glossary: Glossary | None = None,
    *,
    budget: dt.timedelta | float = DEFAULT_BUDGET,
    most_queries: int = _MOST_QUERIES,
    clock: Clock = time.monotonic,
) -> ShapeReport:
    """The shapes of the database at `url`, without the tables that its glossary hides.

    Blocks: call it from a thread. Raises `UnusableUrlError` and `DatabaseUnreachableError`.
    """
    seconds = budget.total_seconds() if isinstance(budget, dt.timedelta) else budget
    hidden = {note.table.lower() for note in glossary.tables if note.hidden} if glossary else ()
    keys = frozenset(table.key for table in catalog.tables if table.key.lower() not in hidden)
    reading = open_reading(read_url(url), clock)
    try:
        left = _Budget(reading=reading, clock=clock, until=clock() + seconds, queries=most_queries)
        catalog = _counted(catalog, keys, left)
        texts, variants = _read_texts(catalog, keys, left)
    finally:
        reading.close()
    found = (*shapes_of(catalog, texts, keys), *variants)
    return ShapeReport(shapes=found, not_looked_at=_told(left.missed))


def _counted(catalog: Catalog, keys: frozenset[str], left: _Budget) -> Catalog:
    """The catalog with the rows counted of tables that have copies, where nobody counted."""
    copied = {
        key
        for shape in shapes_of(catalog, keys=keys)
        if shape.kind is ShapeKind.COPIES
        for key, rows in shape.rows
        if rows is None
    }
    counts = {table.key: _count(table, left) for table in catalog.tables if table.key in copied}
    tables = tuple(
        replace(table, rows=counts.get(table.key, table.rows)) for table in catalog.tables
    )
    return replace(catalog, tables=tables) if counts else catalog


def _count(table: Table, left: _Budget) -> int | None:
    name = full_name(left.reading, table)
    rows = left.rows(f"SELECT count(*) FROM {name}", table.key)  # noqa: S608 - quoted
    return int(str(rows[0][0])) if rows else None


def _read_texts(
    catalog: Catalog, keys: frozenset[str], left: _Budget
) -> tuple[dict[str, tuple[str, ...]], tuple[Shape, ...]]:
    """Some texts of the columns that the catalog holds none of, and what differs by case there."""
    texts: dict[str, tuple[str, ...]] = {}
    variants: list[Shape] = []
    for table, column in _unknown(catalog, keys):
        place = f"{table.key}.{column.name}"
        rows = left.rows(_sample_of(table, column, left.reading), place)
        if rows:
            texts[place] = tuple(dict.fromkeys(str(row[0]) for row in rows))[:_SAMPLE_TEXTS]
            variants += _variants(table, column, left)
    return texts, tuple(variants)


def _unknown(catalog: Catalog, keys: frozenset[str]) -> Iterator[tuple[Table, Column]]:
    for table in catalog.tables:
        for column in table.columns if table.key in keys and table.rows != 0 else ():
            known = bool(column.values) or column.distinct == 0
            if column.kind is Kind.TEXT and not column.pii and not known:
                yield table, column


def _sample_of(table: Table, column: Column, reading: Reading) -> str:
    name = quoted_identifier(column.name, reading.dialect)
    return (
        f"SELECT {name} FROM {_source(table, reading, _SAMPLE_ROWS)} AS t "  # noqa: S608 - quoted
        f"WHERE {name} IS NOT NULL AND length({name}) <= {_LONGEST} LIMIT {_SAMPLE_ROWS}"
    )


def _variants(table: Table, column: Column, left: _Budget) -> Iterator[Shape]:
    """What the database itself tells apart, and people do not."""
    name = quoted_identifier(column.name, left.reading.dialect)
    source = _source(table, left.reading, _SCANNED_ROWS)
    sql = (
        f"SELECT min({name}), max({name}), count(DISTINCT {name}) FROM {source} AS t "  # noqa: S608 - quoted
        f"WHERE {name} IS NOT NULL GROUP BY lower(trim({name})) "
        f"HAVING count(DISTINCT {name}) > 1 LIMIT 5"
    )
    for low, high, count in left.rows(sql, f"{table.key}.{column.name}"):
        yield Shape(
            kind=ShapeKind.VARIANTS, table=table.key, column=column.name,
            values=(str(low), str(high)), fitting=int(str(count)),
        )  # fmt: skip


def _source(table: Table, reading: Reading, rows: int) -> str:
    small = table.rows is not None and table.rows <= _SCANNED_ROWS
    return full_name(reading, table) if small else reading.sample(table, rows)


def _told(missed: list[str]) -> tuple[str, ...]:
    if not missed:
        return ()
    count = len(set(missed))
    some = ", ".join(sorted(set(missed))[:3])
    return (
        f"{count:,} tables and columns were not looked at, for lack of time or rights, "
        f"such as {some}.",
    )
