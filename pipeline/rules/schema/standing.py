"""Conditions that always belong to a table or metric, where the question asks for the opposite."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.sql_text import write_sql
from pipeline.intent import AnyOf, Clause, Condition, Intent, Related, Stated
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import parsed

_SIGNS: dict[type[exp.Expr], str] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.GT: ">", exp.GTE: ">=", exp.LT: "<", exp.LTE: "<=",
}  # fmt: skip
_ONLY, _NOT, _ABOVE, _BELOW = ("=", "in"), ("!=", "not in"), (">", ">="), ("<", "<=")
_DENIED = {"=": "!=", "in": "not in", "!=": "=", "not in": "in"}
_SPANS = {"within": (">=", "<"), "between": (">=", "<=")}
_SWITCH = {"true": "1", "false": "0"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One column (`table.column`) held against values."""

    column: str
    operator: str
    values: frozenset[str]


def parts_of(sql: str, known: Known, owner: str) -> list[exp.Expr]:
    """The conditions that SQL of the glossary joins by AND."""
    tree = parsed(sql, known.catalog, owner)
    return list(tree.flatten()) if isinstance(tree, exp.And) else [tree]


def overruled(part: exp.Expr, asked: Sequence[Fact]) -> bool:
    """Whether the question asks for rows that this condition leaves out."""
    return any(conflict(one, other) for one in asked for other in _facts_in(part))


def conflict(asked: Fact, standing: Fact) -> bool:
    """Whether some value that is asked for cannot meet the standing condition."""
    if asked.column != standing.column:
        return False
    if asked.operator in _ONLY:
        return not all(_meets(value, standing) for value in asked.values)
    if standing.operator in _ONLY:
        return not any(_meets(value, asked) for value in standing.values)
    return _apart(asked, standing) or _apart(standing, asked)


def _apart(above: Fact, below: Fact) -> bool:
    if above.operator not in _ABOVE or below.operator not in _BELOW:
        return False
    low, high = min(above.values), min(below.values)
    both = (above.operator, below.operator) == (">=", "<=")
    return _less(high, low) or (not both and not _less(low, high))


def _meets(value: str, fact: Fact) -> bool:
    if fact.operator in _ONLY or fact.operator in _NOT:
        return (value in fact.values) == (fact.operator in _ONLY)
    bound = min(fact.values)
    if value == bound:
        return fact.operator in (">=", "<=")
    return _less(bound, value) == (fact.operator in _ABOVE)


def _less(one: str, other: str) -> bool:
    try:
        return float(one) < float(other)
    except ValueError:
        return one < other


def asked_of(intent: Intent, known: Known) -> tuple[Fact, ...]:
    """What the question itself asks for, without what belongs to its metrics."""
    own = {measure.name for measure in intent.measures if measure.name}
    parts = [clause for m in intent.measures for clause in (*m.where, *m.base)]
    apart = [clause for branch in intent.both for clause in branch]
    return tuple(
        fact
        for clause in (*intent.filters, *apart, *parts)
        if not (isinstance(clause, Stated) and clause.words in own)
        for fact in _facts_of(clause, known)
    )


def contradicts_itself(intent: Intent, known: Known) -> bool:
    """Whether two conditions that the question itself gives cannot both hold."""
    own = {measure.name for measure in intent.measures if measure.name}
    asked = [
        fact
        for clause in intent.filters
        if isinstance(clause, Condition) or (isinstance(clause, Stated) and clause.words not in own)
        for fact in _facts_of(clause, known)
    ]
    return any(
        conflict(one, other) and (one.operator not in _ONLY or not one.values & other.values)
        for place, one in enumerate(asked)
        for other in asked[place + 1 :]
    ) or any(
        one.operator in _ONLY and other.operator in _NOT and one.values <= other.values
        for one in asked
        for other in asked
        if one.column == other.column
    )


def settled(intent: Intent, known: Known) -> tuple[Intent, tuple[str, ...]]:
    """The intent without the conditions of its metrics that it asks the opposite of, and those."""
    own = {measure.name for measure in intent.measures if measure.name}
    asked = asked_of(intent, known)
    filters: list[Clause] = []
    gone: list[str] = []
    for clause in intent.filters:
        if not (isinstance(clause, Stated) and clause.words in own):
            filters.append(clause)
            continue
        kept, lost = split(clause.sql, known, clause.tables[0] if clause.tables else "", asked)
        gone += lost
        if kept:
            filters.append(replace(clause, sql=kept) if lost else clause)
    return (replace(intent, filters=tuple(filters)), tuple(gone)) if gone else (intent, ())


def split(sql: str, known: Known, owner: str, asked: Sequence[Fact]) -> tuple[str, list[str]]:
    """What stays of a standing condition, and the parts that the question overrules."""
    parts = parts_of(sql, known, owner)
    lost = [part for part in parts if overruled(part, asked)]
    if not lost:
        return sql, []
    dialect = known.catalog.dialect
    kept = [write_sql(part, dialect) for part in parts if part not in lost]
    return " AND ".join(kept), [write_sql(part, dialect) for part in lost]


def _facts_of(clause: Clause, known: Known) -> Iterator[Fact]:
    if isinstance(clause, Condition):
        yield from _facts(clause, known)
    elif isinstance(clause, AnyOf):
        for part in clause.conditions:
            yield from (fact for fact in _facts_of(part, known) if fact.operator in _ONLY)
    elif isinstance(clause, Related):
        for one in clause.where:
            yield from _facts_of(one, known)
    elif isinstance(clause, Stated):
        for tree in parts_of(clause.sql, known, clause.tables[0] if clause.tables else ""):
            yield from _facts_in(tree)


def _facts(clause: Condition, known: Known) -> Iterator[Fact]:
    owner, _, name = clause.column.rpartition(".")
    column = f"{known.table(owner).name}.{name}".lower()
    values = [_value(str(value)) for value in clause.values]
    if clause.operator in _SPANS:
        for sign, value in zip(_SPANS[clause.operator], values, strict=False):
            yield Fact(column, sign, frozenset((value,)))
    elif clause.operator in (*_ONLY, *_NOT, *_ABOVE, *_BELOW) and values:
        yield Fact(column, clause.operator, frozenset(values))


def _value(text: str) -> str:
    return _SWITCH.get(text.lower(), text)


def _facts_in(tree: exp.Expr) -> Iterator[Fact]:
    tree = tree.unnest() if isinstance(tree, exp.Paren) else tree
    denied = isinstance(tree, exp.Not)
    inner = tree.this.unnest() if denied else tree
    if isinstance(inner, exp.Column):
        yield Fact(_ref(inner), "=", frozenset(("0" if denied else "1",)))
        return
    column = inner.this if type(inner) in (*_SIGNS, exp.In) else None
    if not isinstance(column, exp.Column):
        return
    sign = "in" if isinstance(inner, exp.In) else _SIGNS[type(inner)]
    values = inner.expressions if isinstance(inner, exp.In) else [inner.expression]
    if not values or not all(isinstance(v, exp.Literal | exp.Boolean) for v in values):
        return
    if not denied or sign in _DENIED:
        found = frozenset(_value(str(value.this)) for value in values)
        yield Fact(_ref(column), _DENIED[sign] if denied else sign, found)


def _ref(column: exp.Column) -> str:
    return f"{column.table}.{column.name}".lower()
