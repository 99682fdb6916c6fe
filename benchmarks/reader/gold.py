"""From gold SQL to an intent: what the local models of the reader learn from."""

import sqlglot
from sqlglot import exp

from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    ArithmeticOperator,
    Between,
    ColumnRef,
    Condition,
    EveryColumn,
    Expression,
    Function,
    Intent,
    OneOf,
    Operator,
    Order,
    Scalar,
    SetOperation,
    SetOperator,
    Value,
)
from pipeline.reader.schema_view import SchemaView

_FUNCTIONS: dict[type[exp.Expr], Function] = {
    exp.Count: "count", exp.Avg: "avg", exp.Sum: "sum", exp.Max: "max", exp.Min: "min",
}  # fmt: skip
_OPERATORS: dict[type[exp.Expr], Operator] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.GT: ">", exp.LT: "<", exp.GTE: ">=", exp.LTE: "<=",
    exp.Like: "like",
}  # fmt: skip
_NEGATED: dict[str, Operator] = {
    "=": "!=", "!=": "=", ">": "<=", "<": ">=", ">=": "<", "<=": ">", "like": "not like",
}  # fmt: skip
_ARITHMETIC: dict[type[exp.Expr], ArithmeticOperator] = {
    exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/",
}  # fmt: skip
_SETS: dict[type[exp.Expr], SetOperator] = {
    exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except",
}  # fmt: skip


class OutsideFormError(Exception):
    """A gold that the intent form does not express, by the kind of its part."""

    def __init__(self, *, part: str, found: str = "") -> None:
        self.part = part
        self.found = found
        super().__init__(f"The intent form has no {part} {found}".rstrip() + ".")


def intent_of(sql: str, view: SchemaView, *, quoted_text: bool = True) -> Intent:
    """The intent of a query; raises OutsideFormError.

    `quoted_text` says that double quotes hold texts, as in many public golds.
    """
    text = sql.replace('"', "'") if quoted_text and "`" not in sql else sql
    try:
        parsed = sqlglot.parse_one(text, read="sqlite")
    except sqlglot.errors.SqlglotError as error:
        raise OutsideFormError(part="such syntax") from error
    return _query(parsed, view)


def _query(node: exp.Expr, view: SchemaView) -> Intent:
    inner = node.this if isinstance(node, exp.Subquery) else node
    operator = _SETS.get(type(inner))
    if operator is not None and isinstance(inner, exp.SetOperation):
        one, other = _query(inner.left, view), _query(inner.right, view)
        if one.set_operation or other.set_operation:
            raise OutsideFormError(part="two set operations")
        return _with(one, SetOperation(operator, other))
    if not isinstance(inner, exp.Select):
        raise OutsideFormError(part=type(inner).__name__)
    return _Select(inner, view).intent()


def _with(intent: Intent, operation: SetOperation) -> Intent:
    return Intent(
        select=intent.select, distinct=intent.distinct, tables=intent.tables, where=intent.where,
        connective=intent.connective, group=intent.group, having=intent.having, order=intent.order,
        limit=intent.limit, set_operation=operation,
    )  # fmt: skip


class _Select:
    """One select with the tables that its names may be of."""

    def __init__(self, node: exp.Select, view: SchemaView) -> None:
        self._node, self._view = node, view
        self._either = False
        self._tables: list[str] = []
        self._aliases: dict[str, str] = {}
        keys = {key.lower(): key for key in view.table_at}
        source = node.args.get("from_") or node.args.get("from")
        if source is None:
            raise OutsideFormError(part="query without a table")
        for table in (source.this, *(join.this for join in node.args.get("joins") or ())):
            key = keys.get(table.name.lower()) if isinstance(table, exp.Table) else None
            if key is None or key in self._tables:
                raise OutsideFormError(part="table of a subquery or table joined with itself")
            self._tables.append(key)
            self._aliases[(table.alias or table.name).lower()] = key
            self._aliases.setdefault(table.name.lower(), key)

    def intent(self) -> Intent:
        node = self._node
        where, having, group = (node.args.get(part) for part in ("where", "having", "group"))
        order, limit = node.args.get("order"), node.args.get("limit")
        tests = self._conditions(where.this) if where else ()
        if limit is not None and not isinstance(limit.expression, exp.Literal):
            raise OutsideFormError(part="computed limit")
        return Intent(
            select=tuple(self._expression(each) for each in node.expressions),
            distinct=bool(node.args.get("distinct")),
            tables=tuple(self._tables),
            where=tests,
            connective="or" if self._either else "and",
            group=tuple(self._expression(each) for each in group.expressions) if group else (),
            having=self._conditions(having.this) if having else (),
            order=tuple(
                Order(self._expression(each.this), bool(each.args.get("desc")))
                for each in (order.expressions if order else ())
            ),
            limit=int(limit.expression.this) if limit is not None else None,
        )

    def _expression(self, node: exp.Expr) -> Expression:
        inner = node.this if isinstance(node, (exp.Alias, exp.Paren)) else node
        if isinstance(inner, exp.Star):
            return EveryColumn()
        if isinstance(inner, exp.Column):
            return EveryColumn() if isinstance(inner.this, exp.Star) else self._column(inner)
        function, operator = _FUNCTIONS.get(type(inner)), _ARITHMETIC.get(type(inner))
        if function is not None:
            operand = inner.this
            if isinstance(operand, exp.Distinct):
                return Aggregate(function, self._expression(operand.expressions[0]), distinct=True)
            return Aggregate(function, self._expression(operand))
        if operator is not None and isinstance(inner, exp.Binary):
            return Arithmetic(operator, self._expression(inner.left), self._expression(inner.right))
        raise OutsideFormError(part="expression", found=type(inner).__name__)

    def _column(self, node: exp.Column) -> ColumnRef:
        tables = [self._aliases[node.table.lower()]] if node.table.lower() in self._aliases else []
        for table in tables if node.table else self._tables:
            found = self._view.place_of.get((table.lower(), node.name.lower()))
            if found is not None:
                return found.ref
        raise OutsideFormError(part="column", found=node.sql())

    def _conditions(self, node: exp.Expr, *, negated: bool = False) -> tuple[Condition, ...]:
        if isinstance(node, exp.Paren):
            return self._conditions(node.this, negated=negated)
        if isinstance(node, exp.Not):
            return self._conditions(node.this, negated=not negated)
        if isinstance(node, (exp.And, exp.Or)):
            if negated:
                raise OutsideFormError(part="negated connective")
            self._either = self._either or isinstance(node, exp.Or)
            return (*self._conditions(node.left), *self._conditions(node.right))
        return (self._condition(node, negated=negated),)

    def _condition(self, node: exp.Expr, *, negated: bool) -> Condition:
        if isinstance(node, exp.In):
            left, query = self._expression(node.this), node.args.get("query")
            if query is not None:
                return Condition(left, "not in" if negated else "in", _query(query, self._view))
            values = tuple(self._scalar(each) for each in node.expressions)
            return Condition(left, "!=" if negated else "=", OneOf(values))
        if isinstance(node, exp.Between):
            between = Between(self._scalar(node.args["low"]), self._scalar(node.args["high"]))
            return Condition(self._expression(node.this), "!=" if negated else "=", between)
        operator = _OPERATORS.get(type(node))
        if operator is None or not isinstance(node, exp.Binary):
            raise OutsideFormError(part="condition", found=type(node).__name__)
        operator = _NEGATED[operator] if negated else operator
        return Condition(self._expression(node.left), operator, self._value(node.right))

    def _value(self, node: exp.Expr) -> Value:
        return _query(node, self._view) if isinstance(node, exp.Subquery) else self._scalar(node)

    def _scalar(self, node: exp.Expr) -> Scalar:
        if isinstance(node, exp.Literal):
            return str(node.this) if node.is_string else float(node.this)
        if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
            return -float(node.this.this)
        if isinstance(node, exp.Column) and not node.table:
            return str(node.name)
        raise OutsideFormError(part="value", found=type(node).__name__)
