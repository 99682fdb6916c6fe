"""Whose time the moments of a column are in, where that is not the time people ask in."""

from dataclasses import replace

from knowledge.catalog import Catalog, Clock, Column, Kind, Table
from knowledge.glossary import Glossary
from knowledge.stored_times import UNITS

_UTC = "UTC"
# Types whose values are points in time: how they are written depends on who reads them.
_INSTANTS = {
    "postgres": ("with time zone", "timestamptz"),
    "duckdb": ("with time zone", "timestamptz"),
    "trino": ("with time zone",),
    "snowflake": ("timestamp_tz", "timestamp_ltz", "timestamptz", "timestampltz"),
    "bigquery": ("timestamp",),
    "databricks": ("timestamp",),
    "tsql": ("datetimeoffset",),
}
_NAIVE = ("without time zone", "_ntz", "ntz")
# Points in time that SQL compares with plain texts, in the zone of the connection: ours is UTC.
_IN_UTC = {"mysql": ("timestamp",)}


def with_clocks(catalog: Catalog, glossary: Glossary, local: str, stored: str) -> Catalog:
    """The catalog, each column of moments with its clock where its zone is not `local`.

    `stored` is the zone of moments without one (empty: `local`); a note of the glossary says
    otherwise for a column. Days without a time of day belong to no zone.
    """
    tables = tuple(
        _told(table, catalog.dialect, glossary, local, stored) for table in catalog.tables
    )
    return catalog if tables == catalog.tables else replace(catalog, tables=tables)


def _told(table: Table, dialect: str, glossary: Glossary, local: str, stored: str) -> Table:
    note = glossary.note(table.key)
    zones = {name.lower(): zone for name, zone in note.time_zones.items()} if note else {}
    columns = tuple(
        replace(
            column, clock=_clock(column, dialect, local, zones.get(column.name.lower(), stored))
        )
        if column.kind is Kind.TIMESTAMP
        else column
        for column in table.columns
    )
    return table if columns == table.columns else replace(table, columns=columns)


def _clock(column: Column, dialect: str, local: str, stored: str) -> Clock | None:
    instant = _is(column, _INSTANTS.get(dialect, ()))
    if (
        instant
        or _is(column, _IN_UTC.get(dialect, ()))
        or (dialect == "sqlite" and _says_utc(column))
        or column.stored_time in UNITS
    ):
        stored = _UTC
    stored = stored or local
    return None if stored == local else Clock(stored=stored, local=local, instant=instant)


def _is(column: Column, names: tuple[str, ...]) -> bool:
    declared = column.type.lower()
    return any(name in declared for name in names) and not any(name in declared for name in _NAIVE)


def _says_utc(column: Column) -> bool:
    """SQLite keeps moments as text, which may end in its own zone."""
    samples = [text for text in (column.low, column.high) if text]
    return bool(samples) and all(text.endswith(("Z", "+00:00")) for text in samples)
