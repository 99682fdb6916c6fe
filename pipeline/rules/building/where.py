"""Conditions as SQL, those on rows of other tables among them."""

from abc import abstractmethod
from dataclasses import dataclass

from sqlglot import exp

from pipeline.intent import AnyOf, Clause, Compared, Measure, Reached, Related, Stated
from pipeline.rules.building.where_compared import WhereCompared
from pipeline.rules.linking.clause_reading import denied, reads_apart, some_or_all, tables_of
from pipeline.rules.schema.metrics import parsed, text_in_full
from pipeline.rules.schema.operators import BINARY, literal


class NothingMeantError(Exception):
    """Rows that are to be there, or not, of which the intent says nothing."""


@dataclass(slots=True)
class Where(WhereCompared):
    """Writes conditions over the tables that are joined already."""

    def _condition(self, clause: Clause) -> exp.Expr:
        if isinstance(clause, AnyOf):
            return exp.or_(*(self._alternative(part, clause) for part in clause.conditions))
        if isinstance(clause, Compared):
            return self._against(clause)
        if isinstance(clause, Stated):
            return parsed(clause.sql, self.known.catalog, clause.tables[0] if clause.tables else "")
        if isinstance(clause, Related):
            return self._related(clause)
        if isinstance(clause, Reached):
            return self._reached(clause)
        return self._plain(clause)

    def condition_of(self, clause: Clause) -> exp.Expr:
        """A condition of the query."""
        return self._condition(clause)

    def text_of(self, clause: Clause) -> str:
        """A condition of the query as SQL text."""
        return text_in_full(self._condition(clause), self.known.catalog)

    def _alternative(self, part: Clause, whole: AnyOf) -> exp.Expr:
        """One of several conditions: a row that it is not true of may have nothing to join."""
        away = [table for table in tables_of(part) if table not in self.joined]
        if reads_apart(whole) and away:
            return self._exists(away[0], (part,))
        return self._condition(part)

    def _without_nulls(self, query: exp.Select, ref: str) -> exp.Select:
        column = self.known.column(ref)
        if not column.nullable or not column.null_share:
            return query
        filled = exp.Not(this=exp.Is(this=self.column(ref), expression=exp.Null()))
        self.always.append(text_in_full(filled, self.known.catalog))
        return query.where(filled)

    def _related(self, clause: Related) -> exp.Expr:
        if clause.of:
            return self._no_value(clause)
        if clause.counted:
            return self._counted(clause, clause.counted)
        found = self._exists(clause.table, clause.where, clause.also, none=clause.negated)
        return exp.Not(this=found) if clause.negated else found

    def _counted(self, clause: Related, counted: tuple[str, str | int | float]) -> exp.Expr:
        """How many rows of another table there are for each row."""
        number = self._number(exp.Count(this=exp.Star()), clause.table, clause.where)
        return BINARY[counted[0]](this=number, expression=literal(counted[1]))

    def _reached(self, clause: Reached) -> exp.Expr:
        """What belongs to a row, which may be nothing, adds up to more or less than its goal."""
        reached = self._added_up(clause.total, clause.where)
        if clause.than is not None:
            than: exp.Expr = self._added_up(clause.than, clause.among)
            if clause.factor != 1:
                than = exp.Mul(this=literal(clause.factor), expression=than)
            return BINARY[clause.operator](this=reached, expression=than)
        if clause.number is not None:
            return BINARY[clause.operator](this=reached, expression=literal(clause.number))
        if clause.over:
            others = self._over_others(clause)
            return BINARY[clause.operator](this=reached, expression=others)
        owner = clause.goal.rpartition(".")[0]
        goal = self.as_number(clause.goal)
        if owner not in self.joined:
            goal = self._number(exp.Sum(this=goal), owner, clause.among)
        return BINARY[clause.operator](this=reached, expression=goal)

    @abstractmethod
    def _over_others(self, clause: Reached) -> exp.Expr:
        """The average, the highest or the lowest of the numbers of other rows."""

    def _added_up(self, total: Measure, where: tuple[Clause, ...]) -> exp.Expr:
        """How many rows belong to a row, or what they add up to: nothing, where there are none."""
        if total.function == "count":
            return self._number(exp.Count(this=exp.Star()), total.table, where)
        number: exp.Expr = (
            parsed(total.expression, self.known.catalog, total.table) if total.expression
            else exp.Sum(this=self.as_number(total.column))
        )  # fmt: skip
        return self._number(exp.func("COALESCE", number, literal(0)), total.table, where)

    def _number(self, number: exp.Expr, table: str, clauses: tuple[Clause, ...]) -> exp.Expr:
        """A number over the rows of another table that belong to each row."""
        exists = self._exists(table, clauses)
        if not isinstance(exists, exp.Exists):
            # The rows stand in this query already: a number beside them would be of one row.
            raise NothingMeantError
        inner: exp.Select = exists.this.copy()
        inner.set("expressions", [number])
        return inner.subquery()

    def _no_value(self, clause: Related) -> exp.Expr:
        """The value is not among those of subject rows that have such rows."""
        owner = clause.of.rpartition(".")[0]
        inner = exp.Select().from_(self._table(owner)).select(self.column(clause.of))
        self.reached.add(clause.table)
        others = [*clause.also, *(t for part in clause.where for t in tables_of(part))]
        for edge in self._tree(owner, [clause.table, *others]):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for part in clause.where:
            inner = inner.where(self._condition(part))
        inner = inner.where(
            exp.Not(this=exp.Is(this=self.column(clause.of), expression=exp.Null()))
        )
        return exp.Not(this=exp.In(this=self.column(clause.of), query=inner.subquery()))

    def _exists(
        self,
        table: str,
        clauses: tuple[Clause, ...],
        also: tuple[str, ...] = (),
        *,
        none: bool = False,
    ) -> exp.Expr:
        """Rows of another table, reached from what is joined already, that meet the clauses."""
        path = self._path(self.joined, table)
        if not path:
            return self._here(clauses)
        first, rest = path[0], path[1:]
        # That there is none of another kind is plain: all are of this one.
        self.risks += [] if none else denied(clauses)
        self.inferred = self.inferred or any(edge.cost > 1 for edge in path)
        inner = exp.Select().from_(self._table(first.right)).select(exp.Literal.number(1))
        for edge in rest:
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        reached = [first.right, *(edge.right for edge in rest)]
        read = [*also, *(t for clause in clauses for t in self._inner_tables(clause))]
        extra = [table for table in read if table not in reached]
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
        # The rows that are asked for keep their conditions, those that are added up have none.
        self.risks += [some_or_all(table) for table in reached if table.lower() in self.whole]
        if set(reached) & set(self.joined):
            self.risks.append("a table inside and outside of a subquery")
        return exp.Exists(this=inner)

    def _inner_tables(self, clause: Clause) -> list[str]:
        """The tables that a condition of a subquery reads, but for those of the row around it."""
        found = tables_of(clause)
        own = isinstance(clause, Compared) and clause.function == "own"
        return [table for table in found if table not in self.joined] if own else found

    def _here(self, clauses: tuple[Clause, ...]) -> exp.Expr:
        """Conditions on rows that are joined already."""
        if not clauses:
            raise NothingMeantError
        return exp.and_(*(self._condition(c) for c in clauses))
