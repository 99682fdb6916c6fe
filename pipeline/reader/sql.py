"""From an intent to SQL, as a syntax tree in the dialect of the workspace."""

import datetime as dt
from collections.abc import Iterator, Sequence

from sqlglot import exp

from knowledge.catalog import Kind
from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    Between,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Expression,
    Intent,
    OneOf,
    Scalar,
    columns_in,
    nested_intents,
    own_columns,
)
from pipeline.reader.schema_view import JoinTree, SchemaView

_FUNCTIONS: dict[str, type[exp.Func]] = {
    "count": exp.Count, "avg": exp.Avg, "sum": exp.Sum, "max": exp.Max, "min": exp.Min,
}  # fmt: skip
_COMPARISONS: dict[str, type[exp.Binary]] = {
    "=": exp.EQ, "!=": exp.NEQ, ">": exp.GT, "<": exp.LT, ">=": exp.GTE, "<=": exp.LTE,
    "like": exp.Like,
}  # fmt: skip
_ARITHMETIC: dict[str, type[exp.Binary]] = {
    "+": exp.Add, "-": exp.Sub, "*": exp.Mul, "/": exp.Div,
}  # fmt: skip
_SETS: dict[str, type[exp.SetOperation]] = {
    "union": exp.Union, "intersect": exp.Intersect, "except": exp.Except,
}  # fmt: skip


class UnreachableTablesError(Exception):
    """No path of keys joins the tables of an intent."""

    def __init__(self, tables: Sequence[str]) -> None:
        self.tables = tuple(tables)
        super().__init__(f"No keys join the tables {', '.join(tables)}.")


def tree_of(intent: Intent, view: SchemaView) -> JoinTree:
    """The tables that an intent itself needs, joined; raises UnreachableTablesError."""
    needed = [view.column_at[ref].table for ref in own_columns(intent)]
    needed += [view.table_at[key].index for key in intent.tables]
    tree = view.join_tree(needed)
    if tree is None:
        raise UnreachableTablesError([view.tables[table].key for table in dict.fromkeys(needed)])
    return tree


def tables_read(intent: Intent, view: SchemaView) -> Iterator[int]:
    """The numbers of all tables that an intent reads, those of nested intents included."""
    yield from tree_of(intent, view).tables
    for inner in nested_intents(intent):
        yield from tables_read(inner, view)


def query_of(intent: Intent, view: SchemaView) -> exp.Query:
    """The query of an intent; raises UnreachableTablesError."""
    return _Builder(view).query(intent)


def sql_of(intent: Intent, view: SchemaView) -> str:
    """The text of the query in the dialect of the catalog."""
    return query_of(intent, view).sql(dialect=view.catalog.dialect)


class _Builder:
    def __init__(self, view: SchemaView) -> None:
        self._view = view

    def query(self, intent: Intent) -> exp.Query:
        select = self._select(intent)
        operation = intent.set_operation
        if operation is None:
            return select
        other = self.query(operation.other)
        return _SETS[operation.operator](this=select, expression=other, distinct=True)

    def _select(self, intent: Intent) -> exp.Select:
        tree = tree_of(intent, self._view)
        query = exp.Select(expressions=[self._expression(each) for each in intent.select])
        if intent.distinct:
            query.set("distinct", exp.Distinct())
        query.set("from_", exp.From(this=self._table(tree.tables[0])))
        query.set("joins", [
            exp.Join(this=self._table(table), on=exp.EQ(this=self._at(a), expression=self._at(b)))
            for table, (a, b) in zip(tree.tables[1:], tree.pairs, strict=True)
        ])  # fmt: skip
        if intent.where:
            query.set("where", exp.Where(this=self._where(intent)))
        if intent.group:
            query.set("group", exp.Group(expressions=[self._expression(g) for g in intent.group]))
        if intent.having:
            tests = [self._condition(each) for each in intent.having]
            query.set("having", exp.Having(this=_joined(exp.And, tests)))
        if intent.order:
            ordered = [
                exp.Ordered(
                    this=self._expression(o.expression), desc=o.descending, nulls_first=False
                )
                for o in intent.order
            ]
            query.set("order", exp.Order(expressions=ordered))
        if intent.limit is not None:
            query.set("limit", exp.Limit(expression=exp.Literal.number(intent.limit)))
        return query

    def _table(self, number: int) -> exp.Table:
        table = self._view.catalog.table(self._view.tables[number].key)
        if table is None:
            raise UnreachableTablesError([self._view.tables[number].key])
        called = self._view.catalog.name_in_query(table)
        found = exp.Table(this=_name(table.name))
        if table.schema:
            found.set("db", _name(table.schema))
        if called != table.name:
            found.set("alias", exp.TableAlias(this=_name(called)))
        return found

    def _at(self, number: int) -> exp.Column:
        return self._column(self._view.columns[number].ref)

    def _column(self, ref: ColumnRef) -> exp.Column:
        table = self._view.catalog.table(ref.table)
        called = ref.table if table is None else self._view.catalog.name_in_query(table)
        return exp.Column(this=_name(ref.column), table=_name(called))

    def _expression(self, expression: Expression) -> exp.Expr:
        match expression:
            case ColumnRef():
                return self._column(expression)
            case EveryColumn():
                return exp.Star()
            case Aggregate(function=function, operand=operand, distinct=distinct):
                inner = self._expression(operand)
                inner = exp.Distinct(expressions=[inner]) if distinct else inner
                return _FUNCTIONS[function](this=inner)
            case Arithmetic(operator=operator, left=left, right=right):
                a, b = self._expression(left), self._expression(right)
                if operator == "/":
                    a = exp.Mul(this=a, expression=exp.Literal.number("1.0"))
                    b = exp.Nullif(this=b, expression=exp.Literal.number(0))
                return exp.Paren(this=_ARITHMETIC[operator](this=a, expression=b))

    def _where(self, intent: Intent) -> exp.Expr:
        if intent.connective == "and":
            return _joined(exp.And, [self._condition(each) for each in intent.where])
        groups: dict[Expression, list[exp.Expr]] = {}
        for condition in intent.where:
            groups.setdefault(condition.left, []).append(self._condition(condition))
        if len(groups) > 1 and any(len(tests) > 1 for tests in groups.values()):
            # "in A or B with status X or Y": or within a column, and between columns.
            either = [_joined(exp.Or, tests) for tests in groups.values()]
            return _joined(exp.And, [exp.Paren(this=e) if e.key == "or" else e for e in either])
        return _joined(exp.Or, [test for tests in groups.values() for test in tests])

    def _condition(self, condition: Condition) -> exp.Expr:
        left, operator = self._expression(condition.left), condition.operator
        found: exp.Expr
        match condition.value:
            case Intent() as inner:
                return self._nested(left, condition, inner)
            case Between(low=low, high=high):
                found = exp.Between(this=left, low=_literal(low), high=_literal(high))
            case OneOf(values=values):
                found = exp.In(this=left, expressions=[_literal(value) for value in values])
            case DateRange() as period:
                found = self._period(left, condition.left, period)
            case value:
                plain = "like" if operator == "not like" else operator
                test = _COMPARISONS[plain](this=left, expression=_literal(value))
                return exp.Not(this=test) if operator == "not like" else test
        if operator != "!=":
            return found
        return exp.Not(this=exp.Paren(this=found) if isinstance(found, exp.And) else found)

    def _nested(self, left: exp.Expr, condition: Condition, inner: Intent) -> exp.Expr:
        query = exp.Subquery(this=self.query(inner))
        if condition.operator in {"in", "not in"}:
            found = exp.In(this=left, query=query)
            return exp.Not(this=found) if condition.operator == "not in" else found
        return _COMPARISONS[condition.operator](this=left, expression=query)

    def _period(self, left: exp.Expr, expression: Expression, period: DateRange) -> exp.Expr:
        """Half-open, so that every moment of the last day is in it."""
        tests: list[exp.Expr] = []
        if period.start is not None:
            tests.append(exp.GTE(this=left, expression=self._day(period.start, expression)))
        if period.end is not None:
            tests.append(exp.LT(this=left.copy(), expression=self._day(period.end, expression)))
        return _joined(exp.And, tests)

    def _day(self, day: dt.date, expression: Expression) -> exp.Expr:
        text = exp.Literal.string(day.isoformat())
        kinds = {self._view.column_at[ref].stored for ref in columns_in(expression)}
        if self._view.catalog.dialect == "sqlite" or not kinds <= {Kind.DATE, Kind.TIMESTAMP}:
            return text
        return exp.cast(text, exp.DataType.Type.DATE)


def _name(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)


def _literal(value: Scalar) -> exp.Expr:
    if isinstance(value, str):
        return exp.Literal.string(value)
    whole = int(value) if value == int(value) else value
    if whole < 0:
        return exp.Neg(this=exp.Literal.number(-whole))
    return exp.Literal.number(whole)


def _joined(kind: type[exp.Connector], tests: Sequence[exp.Expr]) -> exp.Expr:
    found: exp.Expr = tests[0]
    for test in tests[1:]:
        found = kind(this=found, expression=test)
    return found
