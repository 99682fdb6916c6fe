"""From an intent to a SQL tree: joins along keys, conditions, groups, order and limit."""

from dataclasses import dataclass, field

from sqlglot import exp

from knowledge.catalog import Kind
from pipeline.intent import (
    AnyOf,
    Clause,
    Compared,
    Condition,
    Dimension,
    Intent,
    Measure,
    Period,
    Related,
    Sorting,
    Stated,
)
from pipeline.rules.grain import truncated
from pipeline.rules.joins import Edge
from pipeline.rules.known import Known
from pipeline.rules.metrics import only_where, parsed, tables_in

_BINARY = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
    "like": exp.Like,
}


class UnreachableError(Exception):
    """Two tables of an intent that no key joins."""

    def __init__(self, tables: tuple[str, ...]) -> None:
        self.tables = tables
        super().__init__(f"no key joins {', '.join(tables)}")


@dataclass(slots=True)
class Builder:
    """Builds the SQL of one intent."""

    known: Known
    intent: Intent
    risks: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    always: list[str] = field(default_factory=list)
    inferred: bool = False

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

    # tables

    def _core(self) -> list[str]:
        intent = self.intent
        columns = [o for o in intent.outputs if isinstance(o, str)]
        columns += [d.column for d in intent.dimensions]
        columns += [s.by for s in intent.order if isinstance(s.by, str)]
        metrics = [m for m in intent.measures if m.expression]
        read = [t for m in metrics for t in tables_in(m.expression, self.known.catalog, m.table)]
        tables = [m.table for m in intent.measures] + read + [c.rpartition(".")[0] for c in columns]
        if intent.subject and (not intent.measures or self._constrains()):
            tables.append(intent.subject)
        return list(dict.fromkeys(tables))

    def _constrains(self) -> bool:
        return False

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

    def _always(self, tables: list[str]) -> list[tuple[str, str]]:
        """Conditions that people wrote down as always belonging to these tables."""
        notes = [(table, self.known.glossary.note(table)) for table in tables]
        found = [(sql, table) for table, note in notes if note for sql in note.filters]
        kept = [
            (sql, table)
            for sql, table in found
            if set(tables_in(sql, self.known.catalog, table)) <= set(tables)
        ]
        self.always += [sql for sql, _ in kept if sql not in self.always]
        return kept

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

    def _path(self, starts: list[str], end: str) -> tuple[Edge, ...]:
        nearest = min(starts, key=lambda start: self.known.joins.distance(start, end))
        path = self.known.joins.path(nearest, end)
        if path is None:
            raise UnreachableError((nearest, end))
        return path

    def _tree(self, root: str, tables: list[str]) -> tuple[Edge, ...]:
        edges = self.known.joins.tree(root, tables)
        if edges is None:
            raise UnreachableError(tuple(tables))
        self.inferred = self.inferred or any(edge.cost > 1 for edge in edges)
        for edge in edges:
            if len(self.known.joins.between(edge.left, edge.right)) > 1:
                self.risks.append(f"two ways to join {edge.left} and {edge.right}")
        return edges

    # parts of a query

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
            number = self._share(number, measure)
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

    def _share(self, number: exp.Expr, measure: Measure) -> exp.Expr:
        whole = exp.Window(this=exp.Sum(this=number.copy()))
        ratio = exp.Div(
            this=exp.Mul(this=literal(100.0), expression=number),
            expression=exp.func("NULLIF", whole, literal(0)),
        )
        _ = measure
        return ratio

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
        column = self.column(measure.column)
        if self._repeats(measure.table):
            self.risks.append(f"joins repeat rows of {measure.table}")
        kinds = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
        return kinds[measure.function](this=column)

    def _metric(self, measure: Measure) -> exp.Expr:
        if self._repeats(measure.table):
            self.risks.append(f"joins repeat rows of {measure.table}")
        return parsed(measure.expression, self.known.catalog, measure.table)

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

    # conditions

    def _condition(self, clause: Clause) -> exp.Expr:
        if isinstance(clause, AnyOf):
            return exp.or_(*(self._condition(part) for part in clause.conditions))
        if isinstance(clause, Compared):
            return self._against(clause)
        if isinstance(clause, Stated):
            return parsed(clause.sql, self.known.catalog, clause.tables[0] if clause.tables else "")
        if isinstance(clause, Related) and clause.of:
            return self._no_value(clause)
        if isinstance(clause, Related):
            found = self._exists(clause.table, clause.where)
            return exp.Not(this=found) if clause.negated else found
        return self._plain(clause)

    def _no_value(self, clause: Related) -> exp.Expr:
        """The value is not among those of subject rows that have such rows."""
        owner = clause.of.rpartition(".")[0]
        inner = exp.Select().from_(self._table(owner)).select(self.column(clause.of))
        self.reached.add(clause.table)
        others = [t for part in clause.where for t in tables_of(part)]
        for edge in self._tree(owner, [clause.table, *others]):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for part in clause.where:
            inner = inner.where(self._plain(part))
        inner = inner.where(
            exp.Not(this=exp.Is(this=self.column(clause.of), expression=exp.Null()))
        )
        return exp.Not(this=exp.In(this=self.column(clause.of), query=inner.subquery()))

    def _plain(self, clause: Condition) -> exp.Expr:
        column = self.column(clause.column)
        values = [self._literal(clause.column, value) for value in clause.values]
        if clause.operator == "within":
            low = exp.GTE(this=column, expression=self._day(values[0]))
            return exp.and_(low, exp.LT(this=column.copy(), expression=self._day(values[1])))
        if clause.operator == "between":
            return exp.Between(this=column, low=values[0], high=values[1])
        if clause.operator in ("in", "not in"):
            found = exp.In(this=column, expressions=values)
            return exp.Not(this=found) if clause.operator == "not in" else found
        if clause.operator == "not like":
            return exp.Not(this=exp.Like(this=column, expression=values[0]))
        if clause.operator == "is null":
            return exp.Is(this=column, expression=exp.Null())
        return _BINARY[clause.operator](this=column, expression=values[0])

    def _literal(self, ref: str, value: str | int | float) -> exp.Expr:
        column = self.known.column(ref)
        if column.kind is Kind.BOOLEAN:
            return exp.Boolean(this=str(value).lower() in ("1", "true"))
        if column.kind is Kind.TEXT and not isinstance(value, str):
            return exp.Literal.string(str(value))
        if column.kind in (Kind.DATE, Kind.TIMESTAMP) and isinstance(value, str):
            return self._day(exp.Literal.string(value))
        return literal(value)

    def _day(self, value: exp.Expr) -> exp.Expr:
        if self.known.catalog.dialect == "sqlite" or isinstance(value, exp.Cast):
            return value
        return exp.cast(value, "date")

    def _against(self, clause: Compared) -> exp.Expr:
        kinds = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
        table = clause.of.rpartition(".")[0]
        inner = exp.Select().from_(self._table(table))
        inner = inner.select(kinds[clause.function](this=self.column(clause.of)))
        others = [c.column.rpartition(".")[0] for c in clause.where]
        for edge in self._tree(table, others):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        return _BINARY[clause.operator](
            this=self.column(clause.column), expression=inner.subquery()
        )

    def _exists(self, table: str, clauses: tuple[Clause, ...]) -> exp.Expr:
        """Rows of another table, reached from what is joined already, that meet the clauses."""
        path = self._path(self.joined, table)
        if not path:
            return exp.and_(*(self._condition(c) for c in clauses)) if clauses else exp.true()
        first, rest = path[0], path[1:]
        self.inferred = self.inferred or any(edge.cost > 1 for edge in path)
        inner = exp.Select().from_(self._table(first.right)).select(exp.Literal.number(1))
        for edge in rest:
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        reached = [first.right, *(edge.right for edge in rest)]
        extra = [t for clause in clauses for t in tables_of(clause) if t not in reached]
        for edge in self._tree(first.right, extra):
            if edge.right not in reached:
                reached.append(edge.right)
                inner = inner.join(self._table(edge.right), on=self._on(edge))
        inner = inner.where(self._on(first))
        for sql, owner in self._always(reached):
            inner = inner.where(parsed(sql, self.known.catalog, owner))
        for clause in clauses:
            inner = inner.where(self._condition(clause))
        self.reached |= set(reached)
        if set(reached) & set(self.joined):
            self.risks.append("a table inside and outside of a subquery")
        return exp.Exists(this=inner)

    # names

    def _table(self, key: str) -> exp.Table:
        table = self.known.table(key)
        return exp.table_(quoted(table.name), db=quoted(table.schema) if table.schema else None)

    def column(self, ref: str) -> exp.Column:
        owner, _, name = ref.rpartition(".")
        return exp.column(quoted(name), table=quoted(self.known.table(owner).name))

    def _on(self, edge: Edge) -> exp.Expr:
        pairs = [
            exp.EQ(
                this=self.column(f"{edge.left}.{left}"),
                expression=self.column(f"{edge.right}.{right}"),
            )
            for left, right in edge.pairs
        ]
        return exp.and_(*pairs)


def _slug(label: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in label.lower()).split())


def quoted(name: str) -> exp.Identifier:
    """An identifier, quoted where its name is not plain."""
    return exp.to_identifier(name, quoted=True)


def literal(value: str | int | float) -> exp.Expr:
    """A SQL literal."""
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def tables_of(clause: Clause) -> list[str]:
    """The tables whose columns a clause reads in the outer query."""
    if isinstance(clause, AnyOf):
        return list(dict.fromkeys(c.column.rpartition(".")[0] for c in clause.conditions))
    if isinstance(clause, Related):
        return []
    if isinstance(clause, Stated):
        return list(clause.tables)
    return [clause.column.rpartition(".")[0]]


def measure_name(measure: Measure) -> str:
    """What the column of a measure is called in the result."""
    if measure.name:
        return "_".join(measure.name.lower().split())
    what = measure.column.rpartition(".")[2] or measure.table.rpartition(".")[2]
    return f"{measure.function}_{what}".lower()
