"""Statistics of a table's columns, within the time it is given: what does not fit stays unknown."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeAlias

from knowledge.adapters.reading import (
    Clock,
    OutOfTimeError,
    Reading,
    UnreadableError,
    full_name,
)
from knowledge.adapters.stored_time_forms import read_as_times, text_forms
from knowledge.catalog import Column, Kind, Table
from knowledge.column_kinds import kind_of_values
from knowledge.personal_data import looks_personal
from knowledge.sql_text import quoted_identifier

FEW_VALUES = 200
_LARGE_TABLE = 1_000_000
_SAMPLE_ROWS = 50_000
_PEEK_ROWS = 300
_PEEK_SECONDS = 0.05
_LONG_TEXT = 120
_COLUMNS_A_QUERY = 30
_RANGED = (Kind.INTEGER, Kind.NUMBER, Kind.DATE, Kind.TIMESTAMP, Kind.TIME)
_LOOSE_TYPES = ("sqlite",)
# Engines that keep 0000-00-00 where there is no date.
_ZERO_DATES = ("mysql",)
_CELLS = 5
# The forms of dates that the texts of a column may have, by its name.
_Forms: TypeAlias = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scan:
    """Where statistics come from: `whole` when every row is read."""

    source: str
    whole: bool
    until: float


def is_profiled(table: Table) -> bool:
    """Whether the table's statistics could be read, or there are none."""
    empty = table.rows == 0 and table.rows_exact
    return empty or any(column.null_share is not None for column in table.columns)


class Profiler:
    """Adds row counts, ranges and values to tables."""

    def __init__(self, reading: Reading, clock: Clock) -> None:
        self._reading = reading
        self._clock = clock

    def profiled(self, table: Table, *, until: float) -> Table:
        """The table with what could be learned before `until` (of the clock)."""
        table, forms = self._peeked(table, until)
        table = self._counted(table, until)
        if table.rows == 0 and table.rows_exact:
            return table
        for scan in self._scans(table, until):
            found = self._columns(table, scan)
            if found is not None:
                columns = found if scan.whole else self._true_ranges(table, found, until)
                columns = self._with_zeros(table, columns, scan, until)
                return replace(table, columns=self._with_times(table, columns, forms, until))
        return table

    def _with_times(
        self, table: Table, columns: tuple[Column, ...], forms: _Forms, until: float
    ) -> tuple[Column, ...]:
        """The columns, those with times that rows keep as numbers or texts with their form."""
        reading, name = self._reading, full_name(self._reading, table)
        return read_as_times(
            columns, forms, name, reading.dialect, lambda sql: self._rows(sql, until)
        )

    def _with_zeros(
        self, table: Table, columns: tuple[Column, ...], scan: _Scan, until: float
    ) -> tuple[Column, ...]:
        """Whether any row has a date of zeros, where a sample had none; unknown is yes."""
        asked = [c for c in columns if not scan.whole and self._has_zeros(c) and not c.zero_dates]
        found = {column.name for column in asked if self._holds_zeros(table, column, until)}
        return tuple(
            replace(c, zero_dates=True, nullable=True) if c.name in found else c for c in columns
        )

    def _holds_zeros(self, table: Table, column: Column, until: float) -> bool:
        name, source = (
            self._quoted(column),
            full_name(self._reading, table),
        )
        sql = f"SELECT count(*) FROM (SELECT 1 FROM {source} WHERE {name} = 0 LIMIT 1) AS t"  # noqa: S608 - quoted
        rows = self._rows(sql, until)
        return not rows or _number(rows[0][0]) > 0

    def _true_ranges(
        self, table: Table, columns: tuple[Column, ...], until: float
    ) -> tuple[Column, ...]:
        """Ranges of the whole table where there is time: those of a sample are too narrow."""
        ranged = [column for column in columns if _has_range(column)]
        names = [self._value(column) for column in ranged]
        ends = ", ".join(f"min({name}), max({name})" for name in names)
        name = full_name(self._reading, table)
        rows = self._rows(f"SELECT {ends} FROM {name}", until) if ranged else []  # noqa: S608 - quoted
        if not rows:
            return columns
        cells = iter(rows[0])
        found = {column.name: (_text(next(cells)), _text(next(cells))) for column in ranged}
        return tuple(_with_range(column, found.get(column.name)) for column in columns)

    def _counted(self, table: Table, until: float) -> Table:
        if table.rows_exact:
            return table
        small = table.rows is None or table.rows <= self._reading.full_scan_rows
        if table.view_sql is not None or not small:
            return replace(table, large=(table.rows or 0) >= _LARGE_TABLE)
        rows = self._rows(f"SELECT count(*) FROM {full_name(self._reading, table)}", until)  # noqa: S608 - quoted names
        if not rows:
            return self._guessed(table, until)
        count = _number(rows[0][0])
        return replace(table, rows=count, rows_exact=True, large=count >= _LARGE_TABLE)

    def _guessed(self, table: Table, until: float) -> Table:
        """SQLite keeps no row counts; the last rowid is found at once even in a huge table."""
        if table.rows is not None or self._reading.dialect != "sqlite":
            return table
        name = full_name(self._reading, table)
        rows = self._rows(f"SELECT max(rowid) FROM {name}", until + 0.1)  # noqa: S608 - quoted
        guess = _number(rows[0][0]) if rows else None
        return replace(table, rows=guess, large=guess is None or guess >= _LARGE_TABLE)

    def _peeked(self, table: Table, until: float) -> tuple[Table, _Forms]:
        """The table with kinds and personal data judged by some of its rows, and forms of texts."""
        name = full_name(self._reading, table)
        if self._reading.dialect in _LOOSE_TYPES and table.view_sql is None:
            # Where types are loose, dates are known by their values alone: always worth a look.
            until = max(until, self._clock() + _PEEK_SECONDS)
        names = ", ".join(self._quoted(column) for column in table.columns)
        rows = self._rows(f"SELECT {names} FROM {name} LIMIT {_PEEK_ROWS}", until)  # noqa: S608 - quoted
        seen = list(zip(*rows, strict=True)) if rows else [()] * len(table.columns)
        if len(seen) != len(table.columns):
            return table, {}
        pairs = [(self._judged(c, some), some) for c, some in zip(table.columns, seen, strict=True)]
        dialect = self._reading.dialect
        forms = {c.name: text_forms(c, some, dialect) for c, some in pairs if not c.pii}
        return replace(table, columns=tuple(column for column, _ in pairs)), forms

    def _judged(self, column: Column, some: Sequence[object]) -> Column:
        kind = column.kind
        if self._reading.dialect in _LOOSE_TYPES:
            kind = kind_of_values(kind, some)
        texts = [value for value in some if isinstance(value, str) and value]
        if any(len(text) > 4 * _LONG_TEXT for text in texts):
            texts = []
        return replace(column, kind=kind, pii=looks_personal(column.name, texts))

    def _scans(self, table: Table, until: float) -> Sequence[_Scan]:
        """First the whole table, if it is small enough; then a sample of it."""
        name = full_name(self._reading, table)
        halfway = (self._clock() + until) / 2
        if table.view_sql is None and (table.rows or 0) <= _SAMPLE_ROWS and table.rows_exact:
            return [_Scan(source=name, whole=True, until=until)]
        sample = _Scan(source=self._reading.sample(table, _SAMPLE_ROWS), whole=False, until=until)
        if table.rows_exact and (table.rows or 0) <= self._reading.full_scan_rows:
            return [_Scan(source=name, whole=True, until=halfway), sample]
        return [sample]

    def _columns(self, table: Table, scan: _Scan) -> tuple[Column, ...] | None:
        found: list[Column] = []
        for start in range(0, len(table.columns), _COLUMNS_A_QUERY):
            part = table.columns[start : start + _COLUMNS_A_QUERY]
            measured = self._measured(part, scan)
            if measured is None:
                return None
            found += measured
        listed = [self._with_values(column, scan) for column in found]
        return tuple(self._unscaled(column, scan, table) for column in listed)

    def _measured(self, columns: Sequence[Column], scan: _Scan) -> list[Column] | None:
        asked = ", ".join(self._aggregates(column) for column in columns)
        rows = self._rows(f"SELECT count(*), {asked} FROM {scan.source} AS t", scan.until)  # noqa: S608 - quoted names
        if not rows:
            return None
        total, *cells = rows[0]
        return [
            _with_statistics(column, _number(total), cells[_CELLS * place : _CELLS * (place + 1)])
            for place, column in enumerate(columns)
        ]

    def _aggregates(self, column: Column) -> str:
        name = self._value(column)
        distinct = f"count(DISTINCT {name})" if column.kind is not Kind.OTHER else "NULL"
        ends = f"min({name}), max({name})" if _has_range(column) else "NULL, NULL"
        zeros = f"sum({self._quoted(column)} = 0)" if self._has_zeros(column) else "0"
        return f"count({name}), {distinct}, {ends}, {zeros}"

    def _quoted(self, column: Column) -> str:
        return quoted_identifier(column.name, self._reading.dialect)

    def _has_zeros(self, column: Column) -> bool:
        return column.kind.is_dated and self._reading.dialect in _ZERO_DATES

    def _value(self, column: Column) -> str:
        """The column in SQL; a date of zeros is none."""
        name = self._quoted(column)
        return f"NULLIF({name}, 0)" if self._has_zeros(column) else name

    def _with_values(self, column: Column, scan: _Scan) -> Column:
        few = column.distinct is not None and 0 < column.distinct <= FEW_VALUES
        if column.kind is not Kind.TEXT or column.pii or not few:
            return column
        name = self._quoted(column)
        sql = (
            f"SELECT {name} FROM {scan.source} AS t WHERE {name} IS NOT NULL "  # noqa: S608 - quoted
            f"GROUP BY {name} ORDER BY count(*) DESC, {name} LIMIT {FEW_VALUES}"
        )
        rows = self._rows(sql, scan.until)
        texts = [str(row[0]) for row in rows]
        short = tuple(text for text in texts if len(text) <= _LONG_TEXT)
        complete = scan.whole and len(short) == column.distinct
        return replace(column, values=short, complete=complete)

    def _unscaled(self, column: Column, scan: _Scan, table: Table) -> Column:
        """A sample's count of distinct values means the table's only where they repeat."""
        if scan.whole or column.distinct is None or not table.rows:
            return column
        few = column.distinct <= FEW_VALUES
        return replace(column, distinct=column.distinct if few else None)

    def _rows(self, sql: str, until: float) -> list[tuple[object, ...]]:
        seconds = until - self._clock()
        if seconds <= 0:
            return []
        try:
            return self._reading.rows(sql, seconds=seconds)
        except (OutOfTimeError, UnreadableError):
            return []


def _has_range(column: Column) -> bool:
    """The lowest of a personal column is somebody's own."""
    return column.kind in _RANGED and not column.pii


def _with_range(column: Column, ends: tuple[str | None, str | None] | None) -> Column:
    return replace(column, low=ends[0], high=ends[1]) if ends else column


def _with_statistics(column: Column, total: int, cells: Sequence[object]) -> Column:
    known, distinct, low, high, zeros = cells
    if not total:
        return replace(column, distinct=0, complete=True)
    return replace(
        column,
        distinct=None if distinct is None else _number(distinct),
        null_share=round(1 - _number(known) / total, 4),
        low=_text(low),
        high=_text(high),
        nullable=column.nullable or _number(zeros) > 0,
        zero_dates=_number(zeros) > 0,
    )


def _number(value: object) -> int:
    return int(str(value)) if value is not None else 0


def _text(value: object) -> str | None:
    if value is None or isinstance(value, bytes):
        return None
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return str(value)
