"""What a query shows, as SQL: columns, numbers, periods side by side, numbers that move."""

from dataclasses import dataclass

from sqlglot import exp

from knowledge.sql_text import is_plain_name
from pipeline.intent import Condition, Dimension, Measure, Period
from pipeline.rules.building.aligned import alignment, in_time
from pipeline.rules.building.composing import Composing
from pipeline.rules.building.measuring import measure_name, slug
from pipeline.rules.building.month_conditions import month_number
from pipeline.rules.building.nested import change, previous, running
from pipeline.rules.schema.metrics import only_where
from pipeline.rules.schema.month_columns import written_months
from pipeline.rules.schema.operators import literal, quoted
from pipeline.sql.times.grains import truncated, weekday_order
from pipeline.sql.times.places_in_time import place_since

_MOVED = {
    "difference": "change", "percent": "growth_percent", "fraction": "relative_change",
    "previous": "previous",
}  # fmt: skip
# Numbers that have no decimals.
WHOLE = frozenset(("count", "rank"))


@dataclass(slots=True)
class OutputColumns(Composing):
    """Writes the columns that a query shows and groups by."""

    def _output_of(self, ref: str) -> exp.Expr:
        shown = self._output(ref)
        return shown.this if isinstance(shown, exp.Alias) else shown

    def _output(self, output: str | int) -> exp.Expr:
        if isinstance(output, str):
            dimension = next(
                (d for d in self.intent.dimensions if d.column == output and d.grain), None
            )
            if dimension:
                aligned = alignment(self.intent, dimension)
                name = aligned.name if aligned else dimension.grain
                return exp.alias_(self._dimension(dimension), name)
            owner, _, column = output.rpartition(".")
            if owner in self.known.playing:
                named = quoted(f"{self.called(owner)}_{column}")
                return exp.alias_(self.column(output), named)
            return self.column(output)
        measure = self.intent.measures[output]
        number, name = self.measure_of(measure), measure_name(measure)
        if self.intent.share:
            number, name = self.share_of_all(number), f"{name}_percent"
        return exp.alias_(self._rounded(number, measure), name, quoted=not is_plain_name(name))

    def _rounded(self, number: exp.Expr, measure: Measure) -> exp.Expr:
        digits = self.intent.digits
        if digits is None or measure.function in WHOLE:
            return number
        return exp.Round(this=number, decimals=literal(digits))

    def sorted_by(self, ref: str) -> exp.Expr:
        """What an order by a column goes by: weekdays and months have an order of their own."""
        grains = {d.grain for d in self.intent.dimensions if d.column == ref}
        if "weekday" in grains:
            return exp.Min(this=weekday_order(self.local(ref), self.known.catalog.dialect))
        this, column = self._output_of(ref), self.known.column(ref)
        if grains - {""}:
            return this
        months = written_months(column)
        return month_number(this, months) if months else self.in_order(ref)

    def _moving(self, measure: Measure) -> list[exp.Expr]:
        """A number that moves from period to period: added up, or with its change."""
        number, name = self.measure_of(measure), measure_name(measure)
        parts = [self._output_of(ref) for ref in self.intent.within]
        periods = [s.by for s in self.intent.order if isinstance(s.by, str)]
        period = self._output_of(periods[-1])
        if self.intent.running:
            added = exp.alias_(running(number.copy(), parts, period), f"running_{name}")
            return [exp.alias_(number, name), added] if self.intent.beside else [added]
        told = _MOVED[self.intent.change]
        if self.intent.change == "previous":
            moved = previous(number, parts, period)
        else:
            moved = change(number, parts, period, self.intent.change)
        return [exp.alias_(number, name), exp.alias_(moved, f"{name}_{told}")]

    def _outputs(self, output: str | int) -> list[exp.Expr]:
        timely = any(isinstance(sorting.by, str) for sorting in self.intent.order)
        moves = self.intent.running or self.intent.change
        if isinstance(output, int) and timely and moves and self.intent.moves in (None, output):
            return self._moving(self.intent.measures[output])
        if isinstance(output, str) or not self.intent.compared:
            return [self._output(output)]
        measure = self.intent.measures[output]
        number = self.measure_of(measure)
        parts = [only_where(number, self._period(period)) for period in self.intent.compared]
        name = measure_name(measure)
        shown = [
            exp.alias_(part, f"{name}_{slug(period.label)}")
            for part, period in zip(parts, self.intent.compared, strict=True)
        ]
        earlier, *_, later = (parts[place].copy() for place in in_time(self.intent.compared))
        change = exp.Sub(this=exp.paren(later), expression=exp.paren(earlier))
        if self.intent.change:
            return [exp.alias_(_in_percent_of(change, earlier), f"{name}_growth_percent")]
        return [*shown, exp.alias_(change, f"{name}_change")]

    def _period(self, period: Period) -> exp.Expr:
        return exp.and_(*(self._plain(condition) for condition in period.conditions))

    def _dimension(self, dimension: Dimension) -> exp.Expr:
        if not dimension.grain:
            return self.column(dimension.column)
        catalog = self.known.catalog
        column = self.local(dimension.column)
        aligned = alignment(self.intent, dimension)
        if aligned and aligned.part:
            return truncated(column, aligned.part, catalog.dialect)
        if aligned:
            return place_since(
                column,
                dimension.grain,
                aligned.starts,
                lambda day: self._plain(
                    Condition(column=dimension.column, operator=">=", values=(day.isoformat(),))
                ),
                catalog.dialect,
            )
        return truncated(column, dimension.grain, catalog.dialect, catalog.week_start)


def _in_percent_of(change: exp.Expr, earlier: exp.Expr) -> exp.Expr:
    factor = exp.Literal.number("100.0")
    whole = exp.func("NULLIF", earlier.copy(), exp.Literal.number(0))
    return exp.Div(this=exp.Mul(this=factor, expression=exp.paren(change)), expression=whole)
