"""A read that shows a person whether a write is there."""

from sqlglot import exp

from knowledge.sql_text import write_sql
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.statements.effect import Effect, UnclearEffectError, Verb, effect_of
from pipeline.writes.values import Proposal

_MOST_ROWS = 20


def check_query(proposal: Proposal) -> str:
    """The read, or nothing where none can be made."""
    served = dialect_named(proposal.dialect)
    try:
        effect = effect_of(proposal)
    except UnclearEffectError:
        return ""
    query = _query(effect) if served else None
    if query is None or served is None:
        return ""
    return write_sql(query, served.grammar)


def _query(effect: Effect) -> exp.Expr | None:
    if effect.target is None:
        return None
    if effect.verb is Verb.SCHEMA:
        return _of_schema(effect)
    if effect.verb in (Verb.UPDATE, Verb.DELETE):
        return _of_condition(effect)
    return _of_values(effect)


def _of_condition(effect: Effect) -> exp.Expr | None:
    where = effect.tree.args.get("where")
    if where is None or effect.reads or effect.tree.args.get("using"):
        return None
    found = exp.select("*").from_(_bare(effect)).where(where.this.copy())
    asked = {column.name.lower() for column in where.find_all(exp.Column)}
    # An UPDATE that changes what it looks for leaves no such row behind, as a DELETE does.
    if effect.verb is Verb.DELETE or asked & {name.lower() for name in effect.sets}:
        return found.select(exp.Count(this=exp.Star()).as_("not_changed_yet"), append=False)
    return found.limit(_MOST_ROWS)


def _of_values(effect: Effect) -> exp.Expr | None:
    values = effect.tree.args.get("expression")
    if not isinstance(values, exp.Values) or not effect.sets:
        return None
    rows = [
        exp.and_(
            *(
                exp.EQ(this=exp.column(exp.to_identifier(name, quoted=True)), expression=value)
                for name, value in zip(effect.sets, row.expressions, strict=False)
                if isinstance(value, exp.Literal)
            )
        )
        for row in values.expressions[:_MOST_ROWS]
        if any(isinstance(value, exp.Literal) for value in row.expressions)
    ]
    return exp.select("*").from_(_bare(effect)).where(exp.or_(*rows)) if rows else None


def _of_schema(effect: Effect) -> exp.Expr | None:
    action = next(iter(effect.tree.args.get("actions") or []), None)
    name = None
    if isinstance(action, exp.ColumnDef):
        name = action.this
    elif isinstance(action, exp.RenameColumn):
        name = action.args["to"].this
    if name is None:
        return None
    return exp.select(exp.column(name.copy())).from_(_bare(effect)).limit(1)


def _bare(effect: Effect) -> exp.Expr:
    if effect.target is None:
        raise LookupError
    return effect.target.copy()
