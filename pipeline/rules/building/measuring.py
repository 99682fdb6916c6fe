"""Measures as SQL: counts that joins do not repeat, shares, metrics, numbers of some rows."""

from dataclasses import dataclass, replace

from sqlglot import exp

from pipeline.intent import Clause, Condition, Measure
from pipeline.rules.building.nested import FUNCTIONS, NO_MEDIAN
from pipeline.rules.building.where import Where
from pipeline.rules.schema.metrics import only_where, parsed, tables_inside, text_in_full
from pipeline.rules.schema.operators import literal
from pipeline.rules.schema.quantities import kept_in
from pipeline.rules.text.plain_words import plural
from pipeline.rules.text.words import written_words
from pipeline.rules.vocabulary.units import TIME_UNITS
from pipeline.sql.times.grains import day_of, days_between, time_between

_JOINTS = {"divided": "per", "difference": "minus", "product": "times", "together": "plus"}
_DAYS_IN = {"week": 7.0, "month": 365.25 / 12, "year": 365.25}
_ENDS = frozenset(("min", "max"))
_OF_ROWS = frozenset(("count", "percent"))
_CONDITIONAL = frozenset(("count", "sum", "avg", "min", "max"))


@dataclass(slots=True)
class Measuring(Where):
    """Writes the numbers of an intent."""

    @property
    def is_spelled_out(self) -> bool:
        """Whether the dialect has no function for the median that is asked for."""
        asked = any(m.function == "median" and not m.since for m in self.intent.measures)
        return asked and self.known.catalog.dialect in NO_MEDIAN

    def text_of_measure(self, measure: Measure) -> str:
        """A measure of the query as SQL text."""
        return text_in_full(self.measure_of(measure), self.known.catalog)

    def measure_of(self, measure: Measure) -> exp.Expr:
        if measure.where and measure.function in _CONDITIONAL:
            return self._of_some(measure)
        if measure.function == "quotient" and not measure.parts:
            return self._quotient(measure)
        if measure.function == "count":
            return self._count(measure)
        if measure.function == "metric":
            return self._metric(measure)
        once = measure.distinct and bool(self._key_of(measure.table))
        if self._repeats(measure.table) and not once:
            self.repeat(measure.table)
        if measure.function in ("percent", "ratio"):
            return self._fraction(measure)
        return self._aggregated(measure)

    def _aggregated(self, measure: Measure) -> exp.Expr:
        """An aggregate of a column, or what lies between the first and the last of its dates."""
        if measure.function != "apart":
            return FUNCTIONS[measure.function](this=self._measured(measure))
        date, dialect = self.local(measure.column), self.known.catalog.dialect
        ends = exp.Min(this=date), exp.Max(this=date.copy())
        return (
            time_between(*ends, measure.unit, dialect) if measure.unit
            else days_between(*ends, dialect, moments=self.are_moments(measure.column))
        )  # fmt: skip

    def _measured(self, measure: Measure) -> exp.Expr:
        """What an aggregate is taken of: a column, or a length of time in its unit."""
        if measure.age:
            return self._until_today(measure)
        if not measure.since:
            read = self.in_order if measure.function in _ENDS else self.as_number
            column = read(measure.column)
            return _told_in(column, measure) if measure.unit else column
        since, until = self.local(measure.since), self._until(measure)
        dialect = self.known.catalog.dialect
        if measure.unit:
            return time_between(since, until, measure.unit, dialect)
        moments = self.are_moments(measure.since, measure.column)
        return days_between(since, until, dialect, moments=moments)

    def _until_today(self, measure: Measure) -> exp.Expr:
        """How long ago a date was; months and years are told in parts of them."""
        dialect = self.known.catalog.dialect
        then = day_of(self.local(measure.column), dialect)
        passed = days_between(then, exp.CurrentDate(), dialect)
        if measure.unit not in _DAYS_IN:
            return passed
        return exp.Div(this=passed, expression=literal(_DAYS_IN[measure.unit]))

    def _until(self, measure: Measure) -> exp.Expr:
        """The date at which a length ends, which may be the first of those of other rows."""
        date = self.local(measure.column)
        if not measure.ends:
            return date
        return self._number(
            FUNCTIONS[measure.ends](this=date), measure.column.rpartition(".")[0], ()
        )

    def _of_some(self, measure: Measure) -> exp.Expr:
        """The number over only the rows that meet the measure's own conditions."""
        met = exp.and_(*(self._condition(clause) for clause in measure.where))
        whole = self.measure_of(replace(measure, where=()))
        number = only_where(whole, met)
        if measure.part:
            part = exp.Mul(this=literal(100.0), expression=number)
            return exp.Div(this=part, expression=exp.func("NULLIF", whole, literal(0)))
        if measure.function != "sum":
            return number
        return exp.func("COALESCE", number, literal(0))

    def _quotient(self, measure: Measure) -> exp.Expr:
        """The rows of one table over those of another; each counted once, or apart."""
        pair = [self._rows_of(measure.table), self._rows_of(measure.other)]
        top = exp.Mul(this=literal(1.0), expression=pair[0])
        return exp.Div(this=top, expression=exp.func("NULLIF", pair[1], literal(0)))

    def _rows_of(self, table: str) -> exp.Expr:
        if self.intent.dimensions:
            return self._count(Measure(function="count", table=table, distinct=True))
        self.reached.add(table)
        counted = exp.Select().from_(self._table(table)).select(exp.Count(this=exp.Star()))
        return counted.subquery()

    def _fraction(self, measure: Measure) -> exp.Expr:
        """The rows that meet conditions over all rows, or over those that meet others."""
        if measure.distinct and self._repeats(measure.table) and self._key_of(measure.table):
            counted = Measure(function="count", table=measure.table, distinct=True)
            parts = (replace(counted, where=measure.where), replace(counted, where=measure.base))
            met, among = (self.measure_of(part) for part in parts)
        else:
            met = self._rows_that(measure.where)
            among = self._rows_that(measure.base) if measure.base else exp.Count(this=exp.Star())
        factor = literal(100.0 if measure.function == "percent" else 1.0)
        top = exp.Mul(this=factor, expression=met)
        return exp.Div(this=top, expression=exp.func("NULLIF", among, literal(0)))

    def _rows_that(self, clauses: tuple[Clause, ...]) -> exp.Expr:
        met = exp.and_(*(self._condition(clause) for clause in clauses))
        return exp.Sum(this=exp.Case().when(met, literal(1)).else_(literal(0)))

    def _metric(self, measure: Measure) -> exp.Expr:
        if self._repeats(measure.table):
            self.repeat(measure.table)
        number = parsed(measure.expression, self.known.catalog, measure.table)
        self.reached |= tables_inside(number, self.known.catalog)
        if measure.name in self.known.sharing:
            number = self._of_each_group(number, measure.table)
        if not measure.where:
            return number
        met = exp.and_(*(self._condition(clause) for clause in measure.where))
        part = exp.Mul(this=literal(100.0), expression=exp.paren(only_where(number, met)))
        return exp.Div(this=part, expression=exp.func("NULLIF", number, literal(0)))

    def _of_each_group(self, number: exp.Expr, table: str) -> exp.Expr:
        """An amount of the row that a group is of is taken once, however often joins show it."""
        own = self.called(table)
        shared = [
            total for total in number.find_all(exp.Sum)
            if not total.find_ancestor(exp.Select)
            and not any(column.table == own for column in total.find_all(exp.Column))
        ]  # fmt: skip
        of_groups = all(
            isinstance(total.this, exp.Column)
            and self._is_a_group(self._key_named(total.this.table))
            for total in shared
        )
        if not of_groups:
            self.risks.append("an amount is added once for each row that it belongs to")
            return number
        for total in shared:
            total.replace(exp.Max(this=total.this.copy()))
        return number

    def _key_named(self, name: str) -> str:
        """The catalog's key of a table of this query."""
        return next(key for key in self.joined if self.called(key) == name)

    def _is_a_group(self, table: str) -> bool:
        keys = {f"{table}.{name}" for name in self.known.table(table).primary_key}
        return bool(keys) and keys <= {dimension.column for dimension in self.intent.dimensions}

    def _count(self, measure: Measure) -> exp.Expr:
        if measure.column:
            return exp.Count(this=exp.Distinct(expressions=[self.column(measure.column)]))
        key = self._key_of(measure.table)
        repeats = self._repeats(measure.table)
        if (measure.distinct or repeats) and key:
            column = self.column(f"{measure.table}.{key}")
            return exp.Count(this=exp.Distinct(expressions=[column]))
        if repeats:
            self.repeat(measure.table)
        return exp.Count(this=exp.Star())

    def _key_of(self, key: str) -> str:
        """The column that tells rows apart: the key, or what many rows of others refer to."""
        declared = self.known.table(key).primary_key
        if len(declared) == 1:
            return declared[0]
        edges = [edge for edge in self.known.joins.edges(key) if edge.multiplies]
        referred = {edge.pairs[0][0] for edge in edges if len(edge.pairs) == 1}
        return "" if declared or len(referred) != 1 else referred.pop()

    def _repeats(self, table: str) -> bool:
        """Whether the joins of this query show a row of the table more than once."""
        return any(self.known.joins.has_many(table, other) for other in self.joined)

    def _is_only_shown(self, ref: str) -> bool:
        """Whether a column only stands beside the key of its rows: its gaps leave none out."""
        return not self.known.ties(ref) and self._is_a_group(ref.rpartition(".")[0])


def _told_in(column: exp.Expr, measure: Measure) -> exp.Expr:
    """A length of time in another unit than the one that its column is kept in."""
    kept, asked = kept_in(measure.column.rpartition(".")[2]), TIME_UNITS[measure.unit]
    if kept is None or kept == asked:
        return column
    if kept > asked:
        return exp.Mul(this=column, expression=literal(float(kept // asked)))
    return exp.Div(this=column, expression=literal(float(asked // kept)))


def slug(label: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in label.lower()).split())


def measure_name(measure: Measure) -> str:
    """What the column of a measure is called in the result: a name that needs no quotes."""
    name = slug(_called(measure))
    return name if name[:1].isalpha() else f"number_{name}"


def _called_after(measure: Measure) -> str:
    """What a number made of others is called."""
    if measure.function == "divided" and measure.parts[0].function == "difference":
        return "percent_change"
    names = [measure_name(part) for part in measure.parts]
    if measure.function in _JOINTS:
        return f"_{_JOINTS[measure.function]}_".join(names)
    if measure.function == "rank":
        return f"rank_by_{names[0]}"
    told = "percent" if measure.part else "ratio"
    return f"{told}_{'_to_'.join(name.removeprefix('count_') for name in names)}"


def _counted(name: str) -> str:
    """A table or column of which rows are counted: `CreditNote` is `credit_notes`."""
    words = written_words(name)
    return plural(" ".join(words)).replace(" ", "_") if words else name


def _called(measure: Measure) -> str:
    if measure.name:
        return f"{measure.name} percent" if measure.where else measure.name
    if measure.since or measure.unit:
        length = f"{measure.unit or 'day'}s"
        apart = measure.function == "apart"
        return f"{length}_from_first_to_last" if apart else f"{measure.function}_{length}"
    if measure.parts:
        return _called_after(measure)
    if measure.other:
        one, other = (each.rpartition(".")[2] for each in (measure.table, measure.other))
        return f"ratio_{_counted(one)}_to_{_counted(other)}"
    what = measure.column.rpartition(".")[2] or measure.table.rpartition(".")[2]
    if measure.function in _OF_ROWS:
        what = _counted(what)
    if measure.where and measure.function in _CONDITIONAL:
        told = (str(v) for c in measure.where if isinstance(c, Condition) for v in c.values)
        what = "_".join((what, *(slug(text) for text in told)))
        return f"{'percent' if measure.part else measure.function}_{what}".lower()
    return f"{measure.function}_{what}".lower()
