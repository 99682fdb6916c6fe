"""From an intent to a SQL tree: joins along keys, groups, order and limit."""

from dataclasses import dataclass, replace

from sqlglot import exp
from typing_extensions import override

from knowledge.sql_text import is_plain_name
from pipeline.intent import (
    Clause,
    Condition,
    Intent,
    Measure,
    Related,
    Sorting,
    Stated,
    leaves,
)
from pipeline.rules.building.grouped import NotGroupedError
from pipeline.rules.building.joined import UnreachableError, UnseenFilterError
from pipeline.rules.building.measuring import measure_name
from pipeline.rules.building.nested import NO_MEDIAN, bounded, first_within, middle, over_groups
from pipeline.rules.building.of_others import OfOthers
from pipeline.rules.building.one_row import on_one_row
from pipeline.rules.building.output_columns import OutputColumns
from pipeline.rules.building.side_by_side import (
    beside_each_other,
    is_apart,
    is_of_two_kinds,
    is_outer,
    root_of_groups,
)
from pipeline.rules.building.where import NothingMeantError
from pipeline.rules.linking.clause_reading import reads_apart, tables_of
from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.metrics import parsed, tables_in
from pipeline.rules.schema.operators import literal

# What the builder raises of an intent that no query can be written for.
UNWRITABLE = (UnreachableError, UnseenFilterError, NothingMeantError, NotGroupedError)


@dataclass(slots=True)
class Builder(OfOthers):
    """Builds the SQL of one intent."""

    def tree(self) -> exp.Expr:
        """The whole query."""
        if is_apart(self.intent):
            return exp.Select().select(*self._outputs(0))
        if self.is_each_apart:
            return exp.Select().select(*map(self._alone, self.intent.outputs))
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

    @override
    def measure_of(self, measure: Measure) -> exp.Expr:
        if not is_of_two_kinds(measure) or self.intent.dimensions:
            return OutputColumns.measure_of(self, measure)
        one, other = (self._number_of(part).subquery() for part in measure.parts)
        if measure.function == "difference":
            return exp.Sub(this=one, expression=other)
        top = exp.Mul(this=literal(100.0 if measure.part else 1.0), expression=one)
        return exp.Div(this=top, expression=exp.func("NULLIF", other, literal(0)))

    def _number_of(self, part: Measure) -> exp.Select:
        """The query of a part over rows of its own, with the conditions that only they have."""
        own = replace(part, where=())
        intent = Intent(subject=part.table, measures=(own,), outputs=(0,), filters=part.where)
        return self._query_of(intent)

    def _query_of(self, intent: Intent) -> exp.Select:
        """The query of one number, and what stays open about it."""
        own = Builder(self.known, intent)
        query = own.number()
        self._take_up(own)
        return query

    @override
    def tree_of(self, intent: Intent) -> exp.Expr:
        own = Builder(self.known, intent)
        tree = own.tree()
        self._take_up(own)
        return tree

    def _take_up(self, own: "Builder") -> None:
        self.risks += own.risks
        self.repeated |= own.repeated
        self.reached |= own.reached
        self.always += own.always
        self.overruled += own.overruled
        self.unsettled |= own.unsettled
        self.parallel |= own.parallel
        self.inferred = self.inferred or own.inferred

    def number(self) -> exp.Select:
        """The query of one number, without a name for it."""
        query = self._select(self.intent.filters)
        query.set("expressions", [self.measure_of(self.intent.measures[0])])
        return query

    def _alone(self, output: str | int) -> exp.Expr:
        """One number as a query of its own, under the conditions of the whole question."""
        measure = self.intent.measures[int(output)]
        name = measure_name(measure)
        if is_of_two_kinds(measure):
            return exp.alias_(self.measure_of(measure), name, quoted=not is_plain_name(name))
        query = self._query_of(replace(self.intent, measures=(measure,), outputs=(0,)))
        tables = [table for clause in self.intent.filters for table in tables_of(clause)]
        if any(self.known.joins.has_many(measure.table, table) for table in tables):
            self.risks.append("which rows each of several numbers is of")
        return exp.alias_(query.subquery(), name, quoted=not is_plain_name(name))

    def _as_related(self, branch: tuple[Clause, ...]) -> Clause:
        plain = tuple(c for c in branch if isinstance(c, Condition))
        return (
            Related(table=plain[0].column.rpartition(".")[0], where=plain) if plain else branch[0]
        )

    def _core(self) -> list[str]:
        intent = self.intent
        columns = [o for o in intent.outputs if isinstance(o, str)]
        columns += [d.column for d in intent.dimensions]
        columns += [s.by for s in intent.order if isinstance(s.by, str)]
        measures = [leaf for m in intent.measures for leaf in self.joined_parts(m)]
        parts = [c for m in measures for c in (*m.where, *m.base)]
        columns += [c.column for c in parts if isinstance(c, Condition)]
        columns += [m.since for m in measures if m.since]
        metrics = [m for m in measures if m.expression]
        read = [t for m in metrics for t in tables_in(m.expression, self.known.catalog, m.table)]
        tables = [t for m in measures for t in (m.table, m.other) if t]
        tables += read + [c.rpartition(".")[0] for c in columns]
        if intent.subject and not intent.measures:
            tables.append(intent.subject)
        return list(dict.fromkeys(tables))

    def _select(self, filters: tuple[Clause, ...]) -> exp.Select:
        core = self._core()
        root = self.intent.subject if self.intent.subject in core else core[0]
        if is_outer(self.intent):
            root = root_of_groups(self.intent, filters, self.known.joins.has_many)
        inside, outside = self._placed(root, core, filters)
        periods = [c for period in self.intent.compared for c in period.conditions]
        asked = (*inside, *periods)
        each = [c.table for c in inside if isinstance(c, Related) and self._is_joined(c)]
        inside = [c for c in inside if not (isinstance(c, Related) and self._is_joined(c))]
        read = (t for clause in asked if not reads_apart(clause) for t in tables_of(clause))
        tables = list(dict.fromkeys((*core, *read, *each)))
        bound = [] if is_outer(self.intent) else self._of_one_number()
        root = bound[0] if bound else root
        edges = self._joined_to(root, tables, bound)
        self.joined = [root, *(edge.right for edge in edges)]
        self.reached |= set(self.joined)
        query = exp.Select().from_(self._table(root))
        for edge in edges:
            kept = is_outer(self.intent) or edge.right in self.intent.kept
            side = "LEFT" if kept else ""
            query = query.join(self._table(edge.right), on=self._on(edge), join_type=side)
        for clause in inside:
            query = query.where(self._condition(clause))
        for table, clauses in outside.items():
            query = query.where(self._exists(table, tuple(clauses)))
        stated = {clause.sql for clause in inside if isinstance(clause, Stated)}
        for sql, owner in self._always(self.joined, self.whole):
            if is_outer(self.intent) and owner != root:
                self.risks.append("a group may have no such rows at all")
            if sql not in stated:
                query = query.where(parsed(sql, self.known.catalog, owner))
        return self._finished(query)

    def _joined_to(self, root: str, tables: list[str], bound: list[str]) -> tuple[Edge, ...]:
        if not is_outer(self.intent):
            return self._tree(root, tables, bound)
        edges, risks = beside_each_other(self.intent, root, self._tree)
        self.risks += risks
        return edges

    def _of_one_number(self) -> list[str]:
        """The tables of a number over rows of several: it joins them whatever else is asked for."""
        metrics = [leaf for m in self.intent.measures for leaf in leaves(m) if leaf.expression]
        read = [
            list(dict.fromkeys((m.table, *tables_in(m.expression, self.known.catalog, m.table))))
            for m in metrics
        ]
        return next((tables for tables in read if len(tables) > 1), [])

    def _is_joined(self, clause: Related) -> bool:
        """Whether there is one row for every row that belongs to the subject, not one for all."""
        plain = not (clause.where or clause.also or clause.negated or clause.of or clause.counted)
        return self.intent.matches and plain

    def _placed(
        self, root: str, core: list[str], filters: tuple[Clause, ...]
    ) -> tuple[list[Clause], dict[str, list[Clause]]]:
        """Conditions that may join, and those that would multiply what is measured."""
        inside: list[Clause] = []
        outside: dict[str, list[Clause]] = {}
        for clause in filters:
            table = (tables_of(clause) or [root])[0]
            apart = isinstance(clause, Related) or reads_apart(clause)
            if table in core or apart or not self._multiplies(core, table):
                inside.append(clause)
            else:
                outside.setdefault(table, []).append(clause)
        return inside, on_one_row(outside, lambda table: self._path(core, table))

    def _multiplies(self, core: list[str], table: str) -> bool:
        if self.intent.dimensions or self.intent.matches:
            return False
        path = self._path(core, table)
        return any(edge.multiplies for edge in path)

    def _finished(self, query: exp.Select) -> exp.Select:
        intent = self.intent
        for output in intent.outputs:
            query = query.select(*self._outputs(output))
        query = self._within_periods(query)
        for dimension in intent.dimensions:
            query = query.group_by(self._dimension(dimension))
        for having in intent.having:
            number = self.measure_of(intent.measures[having.measure])
            # In place: a copy of all that came before for each one is a copy too many.
            bound = bounded(number, having, self.of_all).copy()
            query = query.having(bound, copy=False)
        if intent.over:
            spelled = intent.over == "median" and self.known.catalog.dialect in NO_MEDIAN
            return over_groups(query, intent.over, spelled=spelled)
        if self.is_spelled_out:
            return self._middle(query)
        return self._ranked(query)

    def _middle(self, query: exp.Select) -> exp.Select:
        """A median spelled out, in the order of the number or of what is shown."""
        intent = self.intent
        alone = len(intent.measures) == 1 and intent.outputs[-1:] == (0,) and not intent.having
        if not alone or intent.share or intent.compared or intent.within:
            self.risks.append("a median beside something else")
        whole = middle(
            query,
            [self._dimension(dimension) for dimension in intent.dimensions],
            self.as_number(intent.measures[0].column),
        )
        for sorting in intent.order:
            shown = intent.outputs.index(sorting.by) if sorting.by in intent.outputs else -1
            name = whole.expressions[shown].alias
            column = exp.column(exp.to_identifier(name, quoted=True))
            whole = whole.order_by(exp.Ordered(this=column, desc=sorting.descending))
        return whole.limit(intent.limit) if intent.limit is not None else whole

    def _ranked(self, query: exp.Select) -> exp.Select:
        """In its order, and only as many rows as were asked for."""
        intent = self.intent
        for ref in self._never_missing():
            query = self._without_nulls(query, ref)
        order = [self._sorted(sorting) for sorting in intent.order]
        if (intent.within or intent.ties) and intent.limit is not None:
            places = range(intent.offset + 1, intent.offset + intent.limit + 1)
            parts = [self._output_of(ref) for ref in intent.within]
            return first_within(query, parts, order, places)
        query = query.order_by(*order) if order else query
        if intent.limit is not None:
            query = query.limit(intent.limit)
        if intent.offset:
            query = query.offset(intent.offset)
        return query.distinct() if intent.distinct else query

    def _never_missing(self) -> list[str]:
        """The columns whose missing value is neither the lowest one nor one of the top ten."""
        intent = self.intent
        if not intent.order or intent.limit is None:
            return []
        first = intent.order[0]
        if isinstance(first.by, int):
            plain = [each.column for each in intent.dimensions if not each.grain]
            return [ref for ref in plain if not self._is_only_shown(ref)]
        return [first.by] if intent.limit == 1 and not first.descending else []

    def _within_periods(self, query: exp.Select) -> exp.Select:
        """Only rows of one of the compared periods."""
        if not self.intent.compared:
            return query
        return query.where(exp.or_(*(self._period(period) for period in self.intent.compared)))

    def _sorted(self, sorting: Sorting) -> exp.Ordered:
        if isinstance(sorting.by, int):
            this = self.measure_of(self.intent.measures[sorting.by])
        else:
            this = self.sorted_by(sorting.by)
        nulls_first = self.known.catalog.dialect in ("sqlite", "mysql") and not sorting.descending
        return exp.Ordered(this=this, desc=sorting.descending, nulls_first=nulls_first)
