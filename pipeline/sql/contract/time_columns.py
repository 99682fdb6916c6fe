"""A column of time in a condition: recognised as it is stored, or converted to local time."""

import datetime as dt
import re
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.catalog import Column
from knowledge.sql_text import read_sql, write_sql
from knowledge.stored_times import UNITS, moment_of
from pipeline.sql.contract.date_constants import constant_moment, constant_number
from pipeline.sql.text.canonical import canonical
from pipeline.sql.times.grains import GRAINS, OWN_WEEK, truncated
from pipeline.sql.times.zones import in_local_time, stored_moment, zone_named

_PLACE = "moment"
_OF_UTC = re.compile(r":\d\d.*(?:Z|[+-]00(?::?00)?)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeColumn:
    """The column in question; `whole_days` says that its values have no time of day.

    `local_form` is how it is written in local time, where its own time is another; with `is_local`
    only that counts as the column.
    """

    mark: str
    name: str
    whole_days: bool = False
    column: Column | None = None
    dialect: str = ""
    local_form: str = ""
    is_local: bool = False
    # The day on which weeks begin, Monday being 0.
    week_start: int = 0

    def in_local_time(self) -> "TimeColumn | None":
        """The column as it is in local time; None where its own time is the local one."""
        return replace(self, is_local=True) if self.local_form else None

    def is_in(self, node: exp.Expr) -> bool:
        if self.is_local:
            return any(self.is_column(part) for part in node.walk())
        return any(self._is_plain(column) for column in node.find_all(exp.Column))

    def is_column(self, node: exp.Expr) -> bool:
        if not self.is_local:
            return self._is_plain(node)
        if isinstance(node, exp.Column) or not any(map(self._is_plain, node.find_all(exp.Column))):
            return False
        return canonical(node.copy().transform(self._placed)) == self.local_form

    def grain_written(self, node: exp.Expr) -> str | None:
        """The grain to which the column is cut down just as this product writes it."""
        if not self.dialect or not self.is_in(node):
            return None
        form = canonical(node.copy().transform(self._placed))
        return _written(self, self.dialect).get(form)

    def in_words(self) -> exp.Expr:
        """The column in a place of its own, in local time where that is another."""
        place = exp.column(self.name, table=_PLACE)
        if not self.is_local or self.column is None:
            return place
        return in_local_time(place, self.column, self.dialect)

    def _is_plain(self, node: exp.Expr) -> bool:
        return (
            isinstance(node, exp.Column) and node.db == self.mark and node.name.lower() == self.name
        )

    def _placed(self, node: exp.Expr) -> exp.Expr:
        return exp.column(self.name, table=_PLACE) if self._is_plain(node) else node

    def constant(self, value: exp.Expr) -> dt.datetime | None:
        """The moment of a constant in the column's own time; None where that is not certain."""
        clock = self.column.clock if self.column else None
        unit = self.column.stored_time if self.column else ""
        number = constant_number(value) if unit in UNITS and not self.is_local else None
        if number is not None:
            return moment_of(number, unit)
        if clock is None or self.is_local:
            return constant_moment(value)
        zoned = _zoned(value.unnest())
        if zoned is None:
            # What a text without a zone means to such a column depends on the connection.
            certain = not clock.instant or _says_utc(value)
            return constant_moment(value) if certain else None
        if (zoned.tzinfo is not None) is not clock.instant:
            return None
        known = zone_named(clock.stored)
        return zoned.astimezone(known).replace(tzinfo=None) if clock.instant and known else zoned

    def stored(self, local: dt.datetime) -> dt.datetime:
        """A local moment in the column's own time."""
        clock = self.column.clock if self.column else None
        return stored_moment(local, clock) if clock else local


def time_column(
    mark: str, name: str, column: Column | None, dialect: str, *, whole_days: bool = False
) -> TimeColumn:
    """The column with how it is written in local time."""
    form = ""
    if column is not None and column.clock is not None:
        place = exp.column(name, table=_PLACE)
        form = _form(in_local_time(place, column, dialect), dialect)
    return TimeColumn(
        mark=mark,
        name=name,
        whole_days=whole_days,
        column=column,
        dialect=dialect,
        local_form=form,
    )


def _form(tree: exp.Expr, dialect: str) -> str:
    """A tree in the form that it has once it was written and read again."""
    return canonical(read_sql(write_sql(tree, dialect), dialect))


def _written(column: TimeColumn, dialect: str) -> dict[str, str]:
    """Grain by the form in which the column is cut down to it."""
    written = {_form(truncated(column.in_words(), g, dialect), dialect): g for g in GRAINS}
    if column.week_start:
        own = truncated(column.in_words(), "week", dialect, column.week_start)
        written[_form(own, dialect)] = OWN_WEEK
    return written


def _zoned(node: exp.Expr) -> dt.datetime | None:
    """A constant at a time zone: an instant, or, converted again, a moment of that zone."""
    if not isinstance(node, exp.AtTimeZone):
        return None
    zone = zone_named(node.args["zone"].name)
    inner = node.this.unnest()
    moment = _zoned(inner) or constant_moment(inner)
    if zone is None or moment is None:
        return None
    if moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    return moment.astimezone(zone).replace(tzinfo=None)


def _says_utc(value: exp.Expr) -> bool:
    return any(_OF_UTC.search(literal.name) for literal in value.find_all(exp.Literal))
