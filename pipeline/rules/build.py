"""From an intent to a SQL tree: joins along keys, groups, order and limit."""

from dataclasses import dataclass

from sqlglot import exp

from pipeline.intent import (
    Clause,
    Condition,
    Dimension,
    Measure,
    Period,
    Related,
    Sorting,
    Stated,
)
from pipeline.rules.grain import days_between, truncated
from pipeline.rules.metrics import only_where, parsed, tables_in
from pipeline.rules.where import Where, literal, tables_of

_BINARY = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
    "like": exp.Like,
}


@dataclass(slots=True)
class Builder(Where):
    """Builds the SQL of one intent."""

    def tree(self) -> exp.Expr:
        """The whole query."""
        if not self.intent.both:
            return self._select(self.intent.filters)
        if self.intent.measures:
            apart = tuple(self._as_related(branch) for branch in self.intent.both)
            return self._select((*self.intent.filters, *apart))
        parts = [self._select((*self.intent.filters, *branch)) for branch in self.intent.both]
        whole: exp.Expr = parts[0]
        for part in parts[1:]:
            whole = exp.Intersect(this=whole, expression=part, distinct=True)
        return whole

    def _as_related(self, branch: tuple[Clause, ...]) -> Clause:
        plain = tuple(c for c in branch if isinstance(c, Condition))
        return (
            Related(table=plain[0].column.rpartition(".")[0], where=plain) if plain else branch[0]
        )

    def text_of(self, clause: Clause) -> str:
        """A condition of the query as SQL text."""
        return self._condition(clause).sql(dialect=self.known.catalog.dialect)

    def text_of_measure(self, measure: Measure) -> str:
        """A measure of the query as SQL text."""
        return self._measure(measure).sql(dialect=self.known.catalog.dialect)

    def _core(self) -> list[str]:
        intent = self.intent
        columns = [o for o in intent.outputs if isinstance(o, str)]
        columns += [d.column for d in intent.dimensions]
        columns += [s.by for s in intent.order if isinstance(s.by, str)]
        parts = [c for m in intent.measures for c in (*m.where, *m.base)]
        columns += [c.column for c in parts if isinstance(c, Condition)]
        columns += [m.since for m in intent.measures if m.since]
        metrics = [m for m in intent.measures if m.expression]
        read = [t for m in metrics for t in tables_in(m.expression, self.known.catalog, m.table)]
        tables = [m.table for m in intent.measures] + read + [c.rpartition(".")[0] for c in columns]
        if intent.subject and not intent.measures:
            tables.append(intent.subject)
        return list(dict.fromkeys(tables))

    def _select(self, filters: tuple[Clause, ...]) -> exp.Select:
        core = self._core()
        root = self.intent.subject if self.intent.subject in core else core[0]
        inside, outside = self._placed(root, core, filters)
        periods = [c for period in self.intent.compared for c in period.conditions]
        asked = (*inside, *periods)
        tables = list(dict.fromkeys((*core, *(t for clause in asked for t in tables_of(clause)))))
        edges = self._tree(root, tables)
        self.joined = [root, *(edge.right for edge in edges)]
        self.reached |= set(self.joined)
        query = exp.Select().from_(self._table(root))
        for edge in edges:
            query = query.join(self._table(edge.right), on=self._on(edge), join_type="")
        for clause in inside:
            query = query.where(self._condition(clause))
        for table, clauses in outside.items():
            query = query.where(self._exists(table, tuple(clauses)))
        stated = {clause.sql for clause in inside if isinstance(clause, Stated)}
        for sql, owner in self._always(self.joined):
            if sql not in stated:
                query = query.where(parsed(sql, self.known.catalog, owner))
        return self._finished(query)

    def _placed(
        self, root: str, core: list[str], filters: tuple[Clause, ...]
    ) -> tuple[list[Clause], dict[str, list[Clause]]]:
        """Conditions that may join, and those that would multiply what is measured."""
        inside: list[Clause] = []
        outside: dict[str, list[Clause]] = {}
        for clause in filters:
            table = (tables_of(clause) or [root])[0]
            if table in core or isinstance(clause, Related) or not self._multiplies(core, table):
                inside.append(clause)
            else:
                outside.setdefault(table, []).append(clause)
        return inside, outside

    def _multiplies(self, core: list[str], table: str) -> bool:
        if self.intent.dimensions or self.intent.matches:
            return False
        path = self._path(core, table)
        return any(edge.multiplies for edge in path)

    def _finished(self, query: exp.Select) -> exp.Select:
        intent = self.intent
        for output in intent.outputs:
            for shown in self._outputs(output):
                query = query.select(shown)
        query = self._within_periods(query)
        for dimension in intent.dimensions:
            query = query.group_by(self._dimension(dimension))
        for having in intent.having:
            number = self._measure(intent.measures[having.measure])
            value = literal(having.values[0])
            query = query.having(_BINARY[having.operator](this=number, expression=value))
        for sorting in intent.order:
            query = query.order_by(self._sorted(sorting))
        if intent.order and intent.limit == 1:
            query = self._without_nulls(query, intent.order[0])
        if intent.limit is not None:
            query = query.limit(intent.limit)
        return query.distinct() if intent.distinct else query

    def _without_nulls(self, query: exp.Select, sorting: Sorting) -> exp.Select:
        """The lowest value is not the missing one."""
        if not isinstance(sorting.by, str) or sorting.descending:
            return query
        column = self.known.column(sorting.by)
        if not column.nullable or not column.null_share:
            return query
        filled = exp.Not(this=exp.Is(this=self.column(sorting.by), expression=exp.Null()))
        self.always.append(filled.sql(dialect=self.known.catalog.dialect))
        return query.where(filled)

    def _output(self, output: str | int) -> exp.Expr:
        if isinstance(output, str):
            dimension = next(
                (d for d in self.intent.dimensions if d.column == output and d.grain), None
            )
            if dimension:
                return exp.alias_(self._dimension(dimension), dimension.grain)
            return self.column(output)
        measure = self.intent.measures[output]
        number = self._measure(measure)
        if self.intent.share:
            number = self._share(number)
        return exp.alias_(number, measure_name(measure), quoted=False)

    def _outputs(self, output: str | int) -> list[exp.Expr]:
        if isinstance(output, str) or not self.intent.compared:
            return [self._output(output)]
        measure = self.intent.measures[output]
        number = self._measure(measure)
        parts = [only_where(number, self._period(period)) for period in self.intent.compared]
        name = measure_name(measure)
        shown = [
            exp.alias_(part, f"{name}_{_slug(period.label)}")
            for part, period in zip(parts, self.intent.compared, strict=True)
        ]
        change = exp.Sub(this=exp.paren(parts[0].copy()), expression=exp.paren(parts[1].copy()))
        return [*shown, exp.alias_(change, f"{name}_change")]

    def _period(self, period: Period) -> exp.Expr:
        return exp.and_(*(self._plain(condition) for condition in period.conditions))

    def _within_periods(self, query: exp.Select) -> exp.Select:
        """Only rows of one of the compared periods."""
        if not self.intent.compared:
            return query
        return query.where(exp.or_(*(self._period(period) for period in self.intent.compared)))

    def _share(self, number: exp.Expr) -> exp.Expr:
        """The number in percent of the sum over all groups."""
        whole = exp.Window(this=exp.Sum(this=number.copy()))
        parts = exp.Mul(this=literal(100.0), expression=number)
        return exp.Div(this=parts, expression=exp.func("NULLIF", whole, literal(0)))

    def _dimension(self, dimension: Dimension) -> exp.Expr:
        column = self.column(dimension.column)
        if not dimension.grain:
            return column
        return truncated(column, dimension.grain, self.known.catalog.dialect)

    def _sorted(self, sorting: Sorting) -> exp.Ordered:
        if isinstance(sorting.by, int):
            this = self._measure(self.intent.measures[sorting.by])
        else:
            this = self._output(sorting.by)
            this = this.this if isinstance(this, exp.Alias) else this
        nulls_first = self.known.catalog.dialect in ("sqlite", "mysql") and not sorting.descending
        return exp.Ordered(this=this, desc=sorting.descending, nulls_first=nulls_first)

    def _measure(self, measure: Measure) -> exp.Expr:
        if measure.function == "count":
            return self._count(measure)
        if measure.function == "metric":
            return self._metric(measure)
        if self._repeats(measure.table):
            self.risks.append(f"joins repeat rows of {measure.table}")
        if measure.function in ("percent", "ratio"):
            return self._fraction(measure)
        column: exp.Expr = self.column(measure.column)
        if measure.since:
            column = days_between(self.column(measure.since), column, self.known.catalog.dialect)
        kinds = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
        return kinds[measure.function](this=column)

    def _fraction(self, measure: Measure) -> exp.Expr:
        """The rows that meet conditions over all rows, or over those that meet others."""
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
            self.risks.append(f"joins repeat rows of {measure.table}")
        number = parsed(measure.expression, self.known.catalog, measure.table)
        if not measure.where:
            return number
        met = exp.and_(*(self._condition(clause) for clause in measure.where))
        part = exp.Mul(this=literal(100.0), expression=exp.paren(only_where(number, met)))
        return exp.Div(this=part, expression=exp.func("NULLIF", number, literal(0)))

    def _count(self, measure: Measure) -> exp.Expr:
        if measure.column:
            return exp.Count(this=exp.Distinct(expressions=[self.column(measure.column)]))
        key = self.known.table(measure.table).primary_key
        if (measure.distinct or self._repeats(measure.table)) and len(key) == 1:
            column = self.column(f"{measure.table}.{key[0]}")
            return exp.Count(this=exp.Distinct(expressions=[column]))
        return exp.Count(this=exp.Star())

    def _repeats(self, table: str) -> bool:
        """Whether the joins of this query show a row of the table more than once."""
        for other in self.joined:
            path = self.known.joins.path(table, other) if other != table else ()
            if any(edge.multiplies for edge in path or ()):
                return True
        return False


def _slug(label: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in label.lower()).split())


def measure_name(measure: Measure) -> str:
    """What the column of a measure is called in the result."""
    if measure.name:
        return "_".join((*measure.name.lower().split(), *(("percent",) if measure.where else ())))
    if measure.since:
        return f"{measure.function}_days"
    what = measure.column.rpartition(".")[2] or measure.table.rpartition(".")[2]
    return f"{measure.function}_{what}".lower()
