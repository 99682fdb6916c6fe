"""A candidate in plain English, to be compared with the question as a sentence.

Ranking by the similarity of a question and a canonical rendering of a logical form: Berant and
Liang, "Semantic Parsing via Paraphrasing" (ACL 2014). Nobody reads these sentences: they are for
the embedded model only.
"""

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
)
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.sql import tree_of

_FUNCTIONS = {
    "avg": "average", "sum": "total", "max": "maximum", "min": "minimum", "count": "number of",
}  # fmt: skip
_OPERATORS = {
    "=": "is", "!=": "is not", ">": "more than", "<": "less than", ">=": "at least",
    "<=": "at most", "like": "has", "not like": "does not have", "in": "is one with",
    "not in": "is not one with",
}  # fmt: skip
_SETS = {"union": "or", "intersect": "and also", "except": "but not"}
_ARITHMETIC = {"+": "plus", "-": "less", "*": "times", "/": "per"}


def say(intent: Intent, view: SchemaView) -> str:
    """The intent as an English phrase."""
    tables = [" ".join(view.tables[t].words) for t in tree_of(intent, view).tables]
    shown = " and ".join(_say(each, view, tables[0]) for each in intent.select)
    parts = ["different" if intent.distinct else "", shown]
    if tables[0] not in shown:
        parts.append(f"of {tables[0]}")
    others = [name for name in tables[1:] if name not in shown]
    parts.append(f"with {' and '.join(others)}" if others else "")
    joined = f" {intent.connective} "
    tests = joined.join(_test(each, view, tables[0]) for each in intent.where)
    parts.append(f"whose {tests}" if tests else "")
    groups = [_say(each, view, tables[0]) for each in intent.group]
    parts.append(f"for each {' and '.join(groups)}" if groups else "")
    limits = " and ".join(_test(each, view, tables[0]) for each in intent.having)
    parts.append(f"with {limits}" if limits else "")
    parts += [_order(intent, view, tables[0])]
    if intent.set_operation is not None:
        parts += [_SETS[intent.set_operation.operator], say(intent.set_operation.other, view)]
    return " ".join(part for part in parts if part)


def _say(expression: Expression, view: SchemaView, table: str) -> str:
    match expression:
        case ColumnRef():
            return " ".join(view.column_at[expression].words)
        case EveryColumn():
            return f"all of {table}"
        case Aggregate(function="count", operand=EveryColumn()):
            return f"number of {table}"
        case Aggregate(function=function, operand=operand, distinct=distinct):
            different = "different " if distinct else ""
            return f"{_FUNCTIONS[function]} {different}{_say(operand, view, table)}"
        case Arithmetic(operator=operator, left=left, right=right):
            one, other = _say(left, view, table), _say(right, view, table)
            return f"{one} {_ARITHMETIC[operator]} {other}"


def _test(condition: Condition, view: SchemaView, table: str) -> str:
    left = _say(condition.left, view, table)
    operator = _OPERATORS[condition.operator]
    match condition.value:
        case Intent() as inner:
            return f"{left} {operator} {say(inner, view)}"
        case Between(low=low, high=high):
            return f"{left} is between {_scalar(low)} and {_scalar(high)}"
        case OneOf(values=values):
            return f"{left} {operator} {' or '.join(_scalar(value) for value in values)}"
        case DateRange(start=start, end=end):
            since = f"from {start.isoformat()}" if start else ""
            return f"{left} {since} {f'before {end.isoformat()}' if end else ''}".strip()
        case value:
            return f"{left} {operator} {_scalar(value)}"


def _scalar(value: Scalar) -> str:
    return value.strip("%") if isinstance(value, str) else f"{value:g}"


def _order(intent: Intent, view: SchemaView, table: str) -> str:
    if not intent.order:
        return f"only {intent.limit}" if intent.limit is not None else ""
    first = intent.order[0]
    by, end = _say(first.expression, view, table), "highest" if first.descending else "lowest"
    if intent.limit == 1:
        return f"with the {end} {by}"
    if intent.limit is not None:
        return f"the {intent.limit} with the {end} {by}"
    return f"sorted by {by} {'descending' if first.descending else 'ascending'}"
