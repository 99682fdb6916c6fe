"""What the ledger's tables are made of: kinds of columns, and conditions that find an index."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    Index,
    Integer,
    Text,
    literal_column,
    text,
)
from sqlalchemy.types import TypeDecorator, TypeEngine
from typing_extensions import override


class Instant(TypeDecorator[dt.datetime]):
    """A moment in UTC: `timestamptz` where there is one, else text that sorts by time."""

    impl = DateTime
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(DateTime(timezone=dialect.name == "postgresql"))

    @override
    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        return None if dialect.name == "postgresql" else _as_text

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return _in_utc if dialect.name == "postgresql" else _from_text


def _as_text(moment: dt.datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(dt.UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _from_text(text: str | None) -> dt.datetime | None:
    return None if text is None else dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def _in_utc(moment: dt.datetime | None) -> dt.datetime | None:
    return None if moment is None else moment.astimezone(dt.UTC)


Number = BigInteger().with_variant(Integer(), "sqlite")


def among(column: Column[Any], *values: str) -> ColumnElement[bool]:
    """Whether the column has one of our own words: as text, by which partial indexes are found."""
    found: list[ColumnElement[str]] = [literal_column(f"'{value}'") for value in values]
    return column == found[0] if len(found) == 1 else column.in_(found)


def words(name: str) -> Column[str]:
    """Text that is empty where there is none."""
    return Column(name, Text, nullable=False, server_default="")


def key(name: str) -> Column[str]:
    """Text that tells rows apart, by itself or with the other keys of its table."""
    return Column(name, Text, primary_key=True)


def lease() -> tuple[Column[Any], ...]:
    """Who works on a row, until when, and how often it was taken up."""
    return (
        words("lease_owner"),
        Column("lease_until", Instant),
        Column("attempts", Integer, nullable=False, server_default="0"),
    )


def moment(name: str) -> Column[dt.datetime]:
    """A moment that every row has."""
    return Column(name, Instant, nullable=False)


def index_where(condition: str, name: str, *columns: ColumnElement[Any]) -> Index:
    """An index over the rows of this condition alone."""
    return Index(name, *columns, sqlite_where=text(condition), postgresql_where=text(condition))
