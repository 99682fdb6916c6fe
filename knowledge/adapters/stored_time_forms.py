"""Finds the columns whose rows keep times as numbers or texts, and looks through all their rows."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import TypeAlias

from knowledge.catalog import Column, Kind
from knowledge.shapes.texts import is_missing_text
from knowledge.sql_text import column_node, quoted_identifier, write_sql
from knowledge.stored_times import (
    SERVED,
    as_time,
    forms_of_texts,
    may_be_epoch,
    moment_of,
    unit_of_range,
    with_form,
)

# The rows of a query; none where there was no time for it.
Rows: TypeAlias = Callable[[str], list[tuple[object, ...]]]
_MOST_ODD = 20
_FEWEST_DIGITS = 4
_LONGEST = 40


def text_forms(column: Column, some: Sequence[object], dialect: str) -> tuple[str, ...]:
    """The forms of dates that all of some texts of a column have."""
    texts = [value for value in some if isinstance(value, str) and not is_missing_text(value)]
    if dialect not in SERVED or column.kind is not Kind.TEXT or not texts:
        return ()
    if not all(map(_may_be_date, texts)):
        return ()
    return forms_of_texts(texts)


def _may_be_date(text: str) -> bool:
    return len(text) <= _LONGEST and sum(map(str.isdigit, text)) >= _FEWEST_DIGITS


def read_as_times(
    columns: Sequence[Column],
    forms: dict[str, tuple[str, ...]],
    source: str,
    dialect: str,
    rows: Rows,
) -> tuple[Column, ...]:
    """The columns, those of times with their form; `forms` are those possible by column name.

    A text column has a form where all rows have it, and no other fits. What cannot be told, or not
    in time, stays as it is.
    """  # fmt: skip
    if dialect not in SERVED:
        return tuple(columns)
    return tuple(
        _epoch(c, source, dialect, rows)
        if may_be_epoch(c)
        else _texts(c, forms.get(c.name, ()), source, dialect, rows)
        for c in columns
    )


def _epoch(column: Column, source: str, dialect: str, rows: Rows) -> Column:
    low, high = _number(column.low), _number(column.high)
    zeros, read = low == 0, 1.0
    if zeros and high:
        name = quoted_identifier(column.name, dialect)
        present = f"NULLIF({name}, 0)"
        found = rows(f"SELECT min({present}), count({present}), count({name}) FROM {source} AS t")  # noqa: S608 - quoted
        low = _number(found[0][0]) if found else None
        read = _share(found[0][1], found[0][2]) if found else read
    unit = unit_of_range(low, high) if low and high else ""
    if not unit or not low or not high:
        return column
    first, last = (moment_of(n, unit).isoformat(sep=" ", timespec="seconds") for n in (low, high))
    return with_form(column, unit, ends=(first, last), read=read, zeros=zeros)


def _texts(column: Column, forms: tuple[str, ...], source: str, dialect: str, rows: Rows) -> Column:
    tried = (_in_form(column, form, source, dialect, rows) for form in forms)
    found = [one for one in tried if one is not None]
    days_first = {"%d" in one.stored_time.replace("-", "").split("%m")[0] for one in found}
    return found[0] if len(days_first) == 1 else column


def _in_form(column: Column, form: str, source: str, dialect: str, rows: Rows) -> Column | None:
    """The column in that form, where every text that is a value is a date of it."""
    name = quoted_identifier(column.name, dialect)
    try:
        tree = as_time(column_node(column.name), with_form(column, form), dialect)
    except LookupError:
        return None
    time = write_sql(tree, dialect)
    ends = f"min({time}), max({time})"
    found = rows(f"SELECT count({name}), count({time}), {ends} FROM {source} AS t")  # noqa: S608 - quoted
    if not found:
        return None
    present, read, low, high = found[0]
    if present != read:
        odd = rows(
            f"SELECT {name} FROM {source} AS t WHERE {name} IS NOT NULL AND {time} IS NULL "  # noqa: S608 - quoted
            f"GROUP BY {name} LIMIT {_MOST_ODD}"
        )
        if not 0 < len(odd) < _MOST_ODD or not all(is_missing_text(str(row[0])) for row in odd):
            return None
    return with_form(column, form, ends=(_text(low), _text(high)), read=_share(read, present))


def _share(part: object, whole: object) -> float:
    """A share of values to four places; not all of them where some are left."""
    some, all_ = _number(part) or 0.0, _number(whole) or 0.0
    return 1.0 if some == all_ else min(0.9999, round(some / all_, 4))


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _text(value: object) -> str | None:
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return None if value is None else str(value)
