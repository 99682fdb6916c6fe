"""Conditions on a row's own values as SQL: comparisons with values and with other numbers."""

import datetime as dt
import re
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import Column, Kind
from pipeline.intent import TODAY, Compared, Condition
from pipeline.rules.building.joined import Joined
from pipeline.rules.building.month_conditions import in_months
from pipeline.rules.schema.holding import orders_numbers
from pipeline.rules.schema.metrics import parsed
from pipeline.rules.schema.month_columns import months_of
from pipeline.rules.schema.operators import BINARY, CLOCK, MONTHS, literal, quoted
from pipeline.sql.times.grains import (
    day_of,
    days_between,
    minute_of_day,
    months_later,
    truncated,
    weekday_number,
)
from pipeline.sql.times.zones import first_moment

_PEERS, _SECONDS = "peers", 86_400
_OFTEN = frozenset(("common", "rare"))
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(slots=True)
class WhereCompared(Joined):
    """Writes comparisons over the tables that are joined already."""

    def _plain(self, clause: Condition) -> exp.Expr:
        column: exp.Expr = self.column(clause.column)
        if clause.operator == "weekday":
            day = weekday_number(self.local(clause.column), self.known.catalog.dialect)
            return exp.In(this=day, expressions=[literal(value) for value in clause.values])
        if clause.operator == MONTHS:
            return self._in_months(clause)
        if clause.operator.startswith(CLOCK):
            return self._at_time(clause)
        if clause.operator in ("is null", "is not null"):
            empty = exp.Is(this=column, expression=exp.Null())
            return empty if clause.operator == "is null" else exp.Not(this=empty)
        if orders_numbers(clause, self.known.column(clause.column)):
            column, values = self.as_number(clause.column), [*map(literal, clause.values)]
        else:
            values = [self._literal(clause.column, value) for value in clause.values]
        if clause.operator in BINARY:
            return BINARY[clause.operator](this=column, expression=values[0])
        return self._among(clause.operator, column, values)

    def _in_months(self, clause: Condition) -> exp.Expr:
        """The period of rows that keep year and month apart."""
        owner = clause.column.rpartition(".")[0]
        months = months_of(self.known.table(owner))
        if months is None:
            raise LookupError(clause.column)
        start, end = (dt.date.fromisoformat(str(v)) if v else None for v in clause.values)
        return in_months(
            months,
            lambda name: self.column(f"{owner}.{name}"),
            start,
            end,
            lambda year: self._literal(clause.column, year),
        )

    def _at_time(self, clause: Condition) -> exp.Expr:
        """The time of day of a moment, in minutes, against others."""
        minutes = minute_of_day(self.local(clause.column), self.known.catalog.dialect)
        values = [literal(value) for value in clause.values]
        operator = clause.operator.removeprefix(CLOCK)
        if operator in BINARY:
            return BINARY[operator](this=minutes, expression=values[0])
        return exp.Between(this=minutes, low=values[0], high=values[1])

    def _among(self, operator: str, column: exp.Expr, values: list[exp.Expr]) -> exp.Expr:
        """A column against more than one value, or denied."""
        if operator == "within":
            low = exp.GTE(this=column, expression=values[0])
            return exp.and_(low, exp.LT(this=column.copy(), expression=values[1]))
        if operator == "between":
            return exp.Between(this=column, low=values[0], high=values[1])
        if operator == "not like":
            return exp.Not(this=exp.Like(this=column, expression=values[0]))
        found = exp.In(this=column, expressions=values)
        return exp.Not(this=found) if operator == "not in" else found

    def _literal(self, ref: str, value: str | int | float) -> exp.Expr:
        column = self.known.column(ref)
        if column.kind is Kind.BOOLEAN:
            return exp.Boolean(this=str(value).lower() in ("1", "true"))
        if column.kind is Kind.TEXT and not isinstance(value, str):
            return exp.Literal.string(str(value))
        if column.kind.is_dated and value == TODAY:
            return exp.CurrentDate()
        if column.kind.is_dated and isinstance(value, str):
            return self._day(value, column)
        return literal(value)

    def _day(self, value: str, column: Column) -> exp.Expr:
        """The first moment of a day in the time of the column."""
        if column.clock is not None and _DAY.fullmatch(value):
            day = dt.date.fromisoformat(value)
            return first_moment(day, column, self.known.catalog.dialect)
        text = exp.Literal.string(value)
        return text if self.known.catalog.dialect == "sqlite" else exp.cast(text, "date")

    def _against(self, clause: Compared) -> exp.Expr:
        kinds = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
        table = clause.of.rpartition(".")[0]
        if clause.function == "value":
            return self._shared(clause)
        if clause.function == "own":
            return self._own(clause)
        if clause.function in _OFTEN:
            return self._beside(clause, self._most_common(clause))
        if clause.within:
            return self._among_peers(clause, kinds[clause.function])
        inner = exp.Select().from_(self._table(table))
        inner = inner.select(kinds[clause.function](this=self.as_number(clause.of)))
        others = [c.column.rpartition(".")[0] for c in clause.where]
        for edge in self._tree(table, others):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        inner = self._standing_in(inner, [table, *others])
        return self._beside(clause, inner)

    def _own(self, clause: Compared) -> exp.Expr:
        """Against another number or date of the same row, or of one that it belongs to."""
        if clause.grain or clause.days or clause.months:
            return self._near(clause)
        own = self.as_number(clause.of)
        if clause.factor != 1:
            own = exp.Mul(this=literal(clause.factor), expression=own)
        return BINARY[clause.operator](this=self.as_number(clause.column), expression=own)

    def _near(self, clause: Compared) -> exp.Expr:
        """A date in the same period as another, not long after it, or long after it."""
        date, other = self.local(clause.column), self.local(clause.of)
        catalog = self.known.catalog
        if clause.grain:
            periods = (
                truncated(each, clause.grain, catalog.dialect, catalog.week_start)
                for each in (date, other)
            )
            return BINARY[clause.operator](this=next(periods), expression=next(periods))
        if clause.months:
            day, from_then = day_of(date, catalog.dialect), day_of(other, catalog.dialect)
            then = months_later(other.copy(), clause.months, catalog.dialect)
            return _so_far(clause.operator, day, from_then, then)
        moments = self.are_moments(clause.column, clause.of)
        passed: exp.Expr = days_between(other, date, catalog.dialect, moments=moments)
        far: float = clause.days
        if moments:
            # Days with fractions are never quite equal: exactly ten minutes are not less.
            seconds = exp.Mul(this=exp.Paren(this=passed), expression=literal(_SECONDS))
            passed, far = exp.func("ROUND", seconds), round(clause.days * _SECONDS)
        return _so_far(clause.operator, passed, literal(0), literal(far))

    def _most_common(self, clause: Compared) -> exp.Select:
        """The value that most rows have, or the fewest."""
        column = self.column(clause.of)
        inner = exp.Select().from_(self._table(clause.of.rpartition(".")[0])).select(column)
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        inner = self._standing_in(inner, [clause.of.rpartition(".")[0]])
        often = exp.Ordered(this=exp.Count(this=exp.Star()), desc=clause.function == "common")
        return inner.group_by(column.copy()).order_by(often).limit(1)

    def _beside(self, clause: Compared, inner: exp.Select) -> exp.Expr:
        """The column against what a query finds, times so much."""
        found: exp.Expr = inner.subquery()
        if clause.factor != 1:
            found = exp.Mul(this=literal(clause.factor), expression=found)
        return BINARY[clause.operator](this=self._compared(clause), expression=found)

    def _compared(self, clause: Compared) -> exp.Expr:
        """What is compared: a number, or a value that has to be the one most rows have."""
        often = clause.function in _OFTEN
        return self.column(clause.column) if often else self.as_number(clause.column)

    def _standing_in(self, inner: exp.Select, tables: list[str]) -> exp.Select:
        """A subquery under the conditions that always belong to its tables."""
        for sql, owner in self._always(list(dict.fromkeys(tables)), self.whole):
            inner = inner.where(parsed(sql, self.known.catalog, owner))
        return inner

    def _shared(self, clause: Compared) -> exp.Expr:
        """Rows with a value that the rows meant have; those themselves only if so asked."""
        owner = clause.of.rpartition(".")[0]
        inner = exp.Select().from_(self._table(owner)).select(self.column(clause.of))
        others = [c.column.rpartition(".")[0] for c in clause.where]
        self.reached |= {owner, *others}
        for edge in self._tree(owner, others):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        found = exp.In(this=self.column(clause.column), query=inner.subquery())
        named = clause.but.rpartition(".")[0]
        own = [self._plain(c) for c in clause.where if c.column.rpartition(".")[0] == named]
        return exp.and_(found, exp.not_(exp.and_(*own))) if own else found

    def _among_peers(self, clause: Compared, function: type[exp.AggFunc]) -> exp.Expr:
        """Compared with the rows of the same table that share a value with this one."""
        table = self._table(clause.of.rpartition(".")[0])

        def of_peer(ref: str) -> exp.Column:
            return exp.column(quoted(ref.rpartition(".")[2]), table=quoted(_PEERS))

        inner = exp.Select().from_(exp.alias_(table, _PEERS, table=True, quoted=True))
        inner = inner.select(function(this=of_peer(clause.of)))
        for sql, owner in self._always([clause.of.rpartition(".")[0]], self.whole):
            inner = inner.where(
                self.of_peers(parsed(sql, self.known.catalog, owner), owner, _PEERS)
            )
        self.reached |= self._named_by(clause.within)
        same = exp.EQ(this=of_peer(clause.within), expression=self.column(clause.within))
        return self._beside(clause, inner.where(same))

    def _named_by(self, ref: str) -> set[str]:
        """The table that a key leads to: who speaks of its rows means the key."""
        table, _, name = ref.rpartition(".")
        edges = self.known.joins.edges(table)
        return {e.right for e in edges if not e.multiplies and [name] == [p[0] for p in e.pairs]}

    def of_peers(self, condition: exp.Expr, table: str, alias: str) -> exp.Expr:
        """A condition on the rows of a table that go by another name."""
        name = self.called(table)
        for column in condition.find_all(exp.Column):
            if column.table == name:
                column.set("table", quoted(alias))
        return condition


def _so_far(operator: str, what: exp.Expr, low: exp.Expr, high: exp.Expr) -> exp.Expr:
    """Beyond `high`; what lies before it does not lie before `low` either."""
    if operator == "<=":
        return exp.Between(this=what, low=low, high=high)
    beyond = BINARY[operator](this=what, expression=high)
    if operator != "<":
        return beyond
    return exp.and_(exp.GTE(this=what.copy(), expression=low), beyond)
