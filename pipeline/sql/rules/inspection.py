"""Inspects one statement: its tier, its parts, and the regenerated text that alone may run."""

from dataclasses import replace

from sqlglot import exp

from pipeline.sql.rules.products import check_products
from pipeline.sql.rules.statement_forms import (
    ExplainForm,
    ShowForm,
    insert_of_replace,
    statement_form,
)
from pipeline.sql.rules.trees import TreeParts, checked_parts
from pipeline.sql.rules.writes import kind_of_root, nodes_of_tier, tier_of_root
from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.audit import audited_again, audited_tokens
from pipeline.sql.text.dialects import SqlDialect, dialect_named
from pipeline.sql.text.generation import regenerated
from pipeline.sql.text.inspected import Inspection, StatementRefusedError
from pipeline.sql.text.limits import MAX_CHARACTERS
from pipeline.sql.text.recent import Recent
from pipeline.sql.text.second_opinion import check_with_postgres_grammar
from pipeline.sql.text.trees import keep, one_tree, parsed, take_apart
from pipeline.tier import Tier

_LONGEST_REMEMBERED = 6_000
_INSPECTIONS: Recent[tuple[str, SqlDialect, frozenset[str]], Inspection] = Recent(512)


def classify(sql: str, dialect: str) -> Tier:
    """The tier of a statement; T3 for whatever is not certain."""
    return inspect(sql, dialect).tier


def inspect(sql: str, dialect: str, extra_functions: frozenset[str] = frozenset()) -> Inspection:
    """What a statement is and may do; never raises, and unknown means T3."""
    if not sql.strip():
        return _refused("there is no statement in it")
    served = dialect_named(dialect)
    if served is None:
        return _refused(f"the dialect {dialect!r} is not served")
    return _inspected(sql, served, frozenset(name.lower() for name in extra_functions))


def _refused(reason: str) -> Inspection:
    return Inspection(tier=Tier.T3, reason=f"This statement is not run: {reason}.")


def _inspected(sql: str, dialect: SqlDialect, extra_functions: frozenset[str]) -> Inspection:
    known = _INSPECTIONS.get((sql, dialect, extra_functions))
    if known is None:
        known = _inspected_anew(sql, dialect, extra_functions)
        _remember(sql, dialect, extra_functions, known)
    return known


def _remember(
    sql: str, dialect: SqlDialect, extra_functions: frozenset[str], known: Inspection
) -> None:
    """Long statements are inspected anew: many of them would fill the memory."""
    if len(sql) <= _LONGEST_REMEMBERED:
        _INSPECTIONS.keep((sql, dialect, extra_functions), known)


def _inspected_anew(sql: str, dialect: SqlDialect, extra_functions: frozenset[str]) -> Inspection:
    try:
        return _inspect_statement(sql, dialect, extra_functions)
    except StatementRefusedError as refused:
        return _refused(refused.reason)
    except Exception:  # noqa: BLE001  whatever a parser stumbles over, the answer is no
        return _refused("it cannot be parsed as one statement of this dialect")


def _inspect_statement(
    sql: str, dialect: SqlDialect, extra_functions: frozenset[str]
) -> Inspection:
    form = statement_form(sql, dialect.name) if len(sql) <= MAX_CHARACTERS else None
    if isinstance(form, ShowForm):
        return _shown(form, dialect)
    if isinstance(form, ExplainForm):
        return _explained(form, dialect, extra_functions)
    insert = insert_of_replace(sql, dialect.name)
    if insert is not None:
        return _replaced(insert, dialect, extra_functions)
    tokens = audited_tokens(sql, dialect)
    tree = one_tree(sql, tokens, dialect)
    tier, parts = _checked(tree, dialect, extra_functions)
    text = regenerated(tree, dialect)
    again = audited_again(text, dialect, tokens)
    retree = tree if again is None else one_tree(text, again, dialect)
    retier, reparts = (tier, parts) if again is None else _checked(retree, dialect, extra_functions)
    if retier != tier or set(reparts.tables) != set(parts.tables):
        raise StatementRefusedError(because="written out again it would mean something else")
    if dialect.name == "postgres":
        check_with_postgres_grammar(sql, tier, extra_functions)
        if again is not None:
            check_with_postgres_grammar(text, tier, extra_functions)
    kind = kind_of_root(tree)
    if again is not None:
        take_apart(tree.walk())
    found = Inspection(
        tier=tier,
        kind=kind,
        tables=parts.tables,
        columns=parts.columns,
        functions=parts.functions,
        regenerated=text,
    )
    # What was just proven of the written-out text need not be proven again when it comes in.
    keep(retree, text, dialect)
    reread = replace(found, columns=reparts.columns, functions=reparts.functions)
    _remember(text, dialect, extra_functions, reread)
    return found


def _shown(form: ShowForm, dialect: SqlDialect) -> Inspection:
    if form.table:
        query = parsed(f"FROM {form.table}", dialect_named("duckdb") or dialect)
        _checked(query, dialect, frozenset())
    tables = (form.table,) if form.table else ()
    return Inspection(tier=Tier.T0, kind=form.kind, tables=tables, regenerated=form.text)


def _explained(
    form: ExplainForm, dialect: SqlDialect, extra_functions: frozenset[str]
) -> Inspection:
    body = _inspect_statement(form.query, dialect, extra_functions)
    if body.tier != Tier.T0 or body.kind != "select":
        raise StatementRefusedError(because="it explains something that is not a plain query")
    return Inspection(
        tier=Tier.T0,
        kind=form.kind,
        tables=body.tables,
        columns=body.columns,
        functions=body.functions,
        regenerated=f"{form.prefix} {body.regenerated}",
    )


def _replaced(insert: str, dialect: SqlDialect, extra_functions: frozenset[str]) -> Inspection:
    body = _inspect_statement(insert, dialect, extra_functions)
    if body.tier != Tier.T1 or body.kind != "insert" or body.regenerated is None:
        raise StatementRefusedError(because="it is not a plain REPLACE")
    return replace(body, regenerated=f"REPLACE{body.regenerated.removeprefix('INSERT')}")


def _checked(
    tree: exp.Expr, dialect: SqlDialect, extra_functions: frozenset[str]
) -> tuple[Tier, TreeParts]:
    tier = tier_of_root(tree)
    rules = Rules(dialect=dialect, nodes=nodes_of_tier(tier), extra_functions=extra_functions)
    parts = checked_parts(tree, rules)
    check_products(tree, dialect.name)
    return tier, parts
