"""Conditions as SQL: comparisons, nested aggregates, rows of other tables."""

import datetime as dt
import re
from dataclasses import dataclass, field

from sqlglot import exp

from knowledge.catalog import Column, Kind
from pipeline.intent import (
    AnyOf,
    Clause,
    Compared,
    Condition,
    Intent,
    Reached,
    Related,
    Stated,
)
from pipeline.rules.clause_reading import denied, some_or_all, tables_of
from pipeline.rules.joins import Edge, Parallel, Unsettled, pair_of
from pipeline.rules.known import Known
from pipeline.rules.metrics import parsed, reads_only_known, tables_in
from pipeline.rules.operators import BINARY, literal, quoted
from pipeline.rules.standing import asked_of, split
from pipeline.sql.grains import weekday_number
from pipeline.sql.zones import first_moment, in_local_time

_PEERS = "peers"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class UnseenFilterError(Exception):
    """A condition that always belongs to a table reads a column that is not known here."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"a condition of {table} cannot be kept")


class UnreachableError(Exception):
    """Two tables of an intent that no key joins."""

    def __init__(self, tables: tuple[str, ...]) -> None:
        self.tables = tables
        super().__init__(f"no key joins {', '.join(tables)}")


class NothingMeantError(Exception):
    """Rows that are to be there, or not, of which the intent says nothing."""


@dataclass(slots=True)
class Where:
    """Writes conditions over the tables that are joined already."""

    known: Known
    intent: Intent
    risks: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    always: list[str] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)
    unsettled: Unsettled = field(default_factory=dict)
    parallel: Parallel = field(default_factory=dict)
    inferred: bool = False

    @property
    def whole(self) -> frozenset[str]:
        """The tables of which the numbers themselves add up all rows, in lower case."""
        named = [m.name or m.function for m in self.intent.measures]
        return self.known.glossary.all_rows_of(named)

    def _condition(self, clause: Clause) -> exp.Expr:
        if isinstance(clause, AnyOf):
            return exp.or_(*(self._condition(part) for part in clause.conditions))
        if isinstance(clause, Compared):
            return self._against(clause)
        if isinstance(clause, Stated):
            return parsed(clause.sql, self.known.catalog, clause.tables[0] if clause.tables else "")
        if isinstance(clause, Related):
            return self._related(clause)
        if isinstance(clause, Reached):
            return self._reached(clause)
        return self._plain(clause)

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
        total, owner = clause.total, clause.goal.rpartition(".")[0]
        if total.expression:
            number = parsed(total.expression, self.known.catalog, total.table)
        else:
            number = exp.Sum(this=self.column(total.column))
        number = exp.func("COALESCE", number, literal(0))
        reached = self._number(number, total.table, clause.where)
        goal: exp.Expr = self.column(clause.goal)
        if owner not in self.joined:
            goal = self._number(exp.Sum(this=goal), owner, clause.among)
        return BINARY[clause.operator](this=reached, expression=goal)

    def _number(self, number: exp.Expr, table: str, clauses: tuple[Clause, ...]) -> exp.Expr:
        """A number over the rows of another table that belong to each row."""
        exists = self._exists(table, clauses)
        inner = exists.this.copy() if isinstance(exists, exp.Exists) else exp.Select()
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
            inner = inner.where(self._plain(part))
        inner = inner.where(
            exp.Not(this=exp.Is(this=self.column(clause.of), expression=exp.Null()))
        )
        return exp.Not(this=exp.In(this=self.column(clause.of), query=inner.subquery()))

    def _plain(self, clause: Condition) -> exp.Expr:
        column = self.column(clause.column)
        if clause.operator == "weekday":
            day = weekday_number(self.local(clause.column), self.known.catalog.dialect)
            return exp.In(this=day, expressions=[literal(value) for value in clause.values])
        if clause.operator in ("is null", "is not null"):
            empty = exp.Is(this=column, expression=exp.Null())
            return empty if clause.operator == "is null" else exp.Not(this=empty)
        values = [self._literal(clause.column, value) for value in clause.values]
        if clause.operator in BINARY:
            return BINARY[clause.operator](this=column, expression=values[0])
        return self._among(clause.operator, column, values)

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
        if column.kind in (Kind.DATE, Kind.TIMESTAMP) and isinstance(value, str):
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
            own = self.column(clause.of)
            return BINARY[clause.operator](this=self.column(clause.column), expression=own)
        if clause.within:
            return self._among_peers(clause, kinds[clause.function])
        inner = exp.Select().from_(self._table(table))
        inner = inner.select(kinds[clause.function](this=self.column(clause.of)))
        others = [c.column.rpartition(".")[0] for c in clause.where]
        for edge in self._tree(table, others):
            inner = inner.join(self._table(edge.right), on=self._on(edge))
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        inner = self._standing_in(inner, [table, *others])
        return BINARY[clause.operator](this=self.column(clause.column), expression=inner.subquery())

    def _standing_in(self, inner: exp.Select, tables: list[str]) -> exp.Select:
        """A subquery under the conditions that always belong to its tables."""
        for sql, owner in self._always(list(dict.fromkeys(tables)), self.whole):
            inner = inner.where(parsed(sql, self.known.catalog, owner))
        return inner

    def _shared(self, clause: Compared) -> exp.Expr:
        """Rows with a value that the rows meant have; those themselves only if so asked."""
        owner = clause.of.rpartition(".")[0]
        inner = exp.Select().from_(self._table(owner)).select(self.column(clause.of))
        for condition in clause.where:
            inner = inner.where(self._plain(condition))
        found = exp.In(this=self.column(clause.column), query=inner.subquery())
        own = [c for c in clause.where if c.column == clause.but]
        return exp.and_(found, *(exp.Not(this=self._plain(condition)) for condition in own))

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
        same = exp.EQ(this=of_peer(clause.within), expression=self.column(clause.within))
        return BINARY[clause.operator](
            this=self.column(clause.column), expression=inner.where(same).subquery()
        )

    def of_peers(self, condition: exp.Expr, table: str, alias: str) -> exp.Expr:
        """A condition on the rows of a table that go by another name."""
        name = self.known.table(table).name
        for column in condition.find_all(exp.Column):
            if column.table == name:
                column.set("table", quoted(alias))
        return condition

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
        read = [*also, *(t for clause in clauses for t in tables_of(clause))]
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

    def _here(self, clauses: tuple[Clause, ...]) -> exp.Expr:
        """Conditions on rows that are joined already."""
        if not clauses:
            raise NothingMeantError
        return exp.and_(*(self._condition(c) for c in clauses))

    def _always(
        self, tables: list[str], whole: frozenset[str] = frozenset()
    ) -> list[tuple[str, str]]:
        """Conditions that people wrote down as always belonging to these tables, but for some."""
        glossary = self.known.glossary
        notes = [(table, glossary.note(table)) for table in tables if table.lower() not in whole]
        found = [(sql, table) for table, note in notes if note for sql in note.filters]
        for sql, table in found:
            if not reads_only_known(sql, self.known.catalog, table):
                raise UnseenFilterError(table)
        found = [(sql, table) for text, table in found for sql in self._standing(text, table)]
        kept = [
            (sql, table)
            for sql, table in found
            if set(tables_in(sql, self.known.catalog, table)) <= set(tables)
        ]
        self.always += [sql for sql, _ in kept if sql not in self.always]
        return kept

    def _standing(self, sql: str, table: str) -> list[str]:
        """What stays of a condition where the question asks for rows that it leaves out."""
        kept, lost = split(sql, self.known, table, asked_of(self.intent, self.known))
        self.overruled += [part for part in lost if part not in self.overruled]
        return [kept] if kept else []

    def _path(self, starts: list[str], end: str) -> tuple[Edge, ...]:
        nearest = min(starts, key=lambda start: self.known.joins.distance(start, end))
        ways = self.known.joins.ways(nearest, end)
        if not ways:
            raise UnreachableError((nearest, end))
        self.unsettled |= {pair_of(nearest, end): ways} if len(ways) > 1 else {}
        self._notice_keys(ways[0])
        return ways[0]

    def _tree(self, root: str, tables: list[str]) -> tuple[Edge, ...]:
        edges = self.known.joins.tree(root, tables, self.unsettled)
        if edges is None:
            raise UnreachableError(tuple(tables))
        self.inferred = self.inferred or any(edge.cost > 1 for edge in edges)
        self._notice_keys(edges)
        return edges

    def _notice_keys(self, edges: tuple[Edge, ...]) -> None:
        """Two keys between the same tables: either would join them."""
        for edge in edges:
            pair = next(
                (p for p in ((edge.left, edge.right), (edge.right, edge.left))
                 if p in self.known.joins.parallel),
                None,
            )  # fmt: skip
            if pair is not None:
                self.parallel[pair] = self.known.joins.parallel[pair]
            elif len(self.known.joins.between(edge.left, edge.right)) > 1:
                self.risks.append(f"two ways to join {edge.left} and {edge.right}")

    def _table(self, key: str) -> exp.Table:
        table = self.known.table(key)
        return exp.table_(quoted(table.name), db=quoted(table.schema) if table.schema else None)

    def column(self, ref: str) -> exp.Column:
        owner, _, name = ref.rpartition(".")
        return exp.column(quoted(name), table=quoted(self.known.table(owner).name))

    def local(self, ref: str) -> exp.Expr:
        """A column of time as the time that people ask in, whatever its own is."""
        column = self.known.column(ref)
        if column.clock is None:
            return self.column(ref)
        return in_local_time(self.column(ref), column, self.known.catalog.dialect)

    def _on(self, edge: Edge) -> exp.Expr:
        pairs = [
            exp.EQ(
                this=self.column(f"{edge.left}.{left}"),
                expression=self.column(f"{edge.right}.{right}"),
            )
            for left, right in edge.pairs
        ]
        return exp.and_(*pairs)
