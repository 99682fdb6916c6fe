"""The confirmed range as driver parameters: what runs holds its dates as values, not as text."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import Catalog, Column
from pipeline.contract import DateBound
from pipeline.sql.contract.date_constants import constant_moment
from pipeline.sql.rules.inspection import inspect
from pipeline.sql.text.dialects import dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.trees import parsed
from pipeline.sql.times.zones import stored_moment
from pipeline.tier import Tier

_COMPARED = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.Between, exp.AtTimeZone)
# Where a value that is written twice must be one parameter, or a group is not its own key.
_NUMBERED = frozenset(("postgres", "duckdb"))
_MARK = "countersign_bound_"
_MARKED = re.compile(rf"{_MARK}(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundSql:
    """What is sent to the driver: the text with placeholders, and their values in order."""

    sql: str
    parameters: tuple[str, ...] = ()


def with_bound_range(
    sql: str,
    catalog: Catalog,
    dates: tuple[DateBound, ...],
    extra_functions: frozenset[str] = frozenset(),
) -> BoundSql:
    """The query with the dates of the confirmed range lifted out of its text.

    Only dates that a column is compared with are lifted, and only those that were confirmed; what
    is no plain SELECT is left as it is.
    """
    served = dialect_named(catalog.dialect)
    moments = frozenset(_moments(dates, catalog))
    plain = BoundSql(sql=sql)
    if served is None or not moments or _MARK in sql:
        return plain
    inspection = inspect(sql, served.name, extra_functions)
    if inspection.tier is not Tier.T0 or inspection.kind != "select":
        return plain
    tree = parsed(sql, served).copy()
    texts = [_lifted(literal) for literal in _literals(tree, moments, served.name)]
    return _numbered(written_out(tree, served), texts, served.name) if texts else plain


def _moments(dates: tuple[DateBound, ...], catalog: Catalog) -> Iterator[dt.datetime]:
    """Where the ranges begin and end: as days of people, and in each column's own time."""
    for bound in dates:
        column = _column(bound, catalog)
        for day in (bound.start, bound.end):
            if day is None:
                continue
            local = dt.datetime.combine(day, dt.time())
            yield local
            if column is not None and column.clock is not None:
                yield stored_moment(local, column.clock)


def _column(bound: DateBound, catalog: Catalog) -> Column | None:
    key, _, name = bound.column.rpartition(".")
    table = catalog.table(key)
    return table.column(name) if table is not None else None


def _literals(
    tree: exp.Expr, moments: frozenset[dt.datetime], dialect: str
) -> list[tuple[exp.Literal, int]]:
    found = [
        literal
        for literal in tree.find_all(exp.Literal)
        if literal.is_string
        and constant_moment(literal) in moments
        and _is_compared(literal, dialect)
    ]
    return [(literal, place) for place, literal in enumerate(found)]


def _is_compared(literal: exp.Literal, dialect: str) -> bool:
    """Whether it stands beside a column; DuckDB takes a text for a date only where it is cast."""
    cast = isinstance(literal.parent, exp.Cast)
    above = literal.parent.parent if cast and literal.parent is not None else literal.parent
    return isinstance(above, _COMPARED) and (cast or dialect != "duckdb")


def _lifted(found: tuple[exp.Literal, int]) -> tuple[str, str]:
    """The text of the literal, and what it is read as: the type of its cast or its column."""
    literal, place = found
    parent = literal.parent
    read_as = parent.args["to"] if isinstance(parent, exp.Cast) else parent and parent.this
    kind = read_as.sql() if isinstance(read_as, exp.Expr) else ""
    literal.replace(exp.var(f"{_MARK}{place}"))
    return literal.name, kind


def _numbered(sql: str, texts: list[tuple[str, str]], dialect: str) -> BoundSql:
    """Placeholders as the driver wants them: numbered by value, or in the order of the text."""
    order = [texts[int(mark)] for mark in _MARKED.findall(sql)]
    if dialect not in _NUMBERED:
        sent = tuple(text for text, _ in order)
        return BoundSql(sql=_MARKED.sub("?", sql), parameters=sent)
    # One parameter has one type: a text that is read as two is two of them.
    values = list(dict.fromkeys(order))
    places = {value: f"${place}" for place, value in enumerate(values, 1)}
    numbered = _MARKED.sub(lambda mark: places[texts[int(mark[1])]], sql)
    return BoundSql(sql=numbered, parameters=tuple(text for text, _ in values))
