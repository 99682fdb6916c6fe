"""Inspects one statement: its tier, its parts, and the regenerated text that alone may run."""

import logging
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import ErrorLevel
from sqlglot.expressions.core import POSITION_META_KEYS
from sqlglot.tokenizer_core import Token, TokenType

from pipeline.sql.dialects import SqlDialect, dialect_named
from pipeline.sql.recent import Recent
from pipeline.sql.second_opinion import check_with_postgres_grammar
from pipeline.sql.statement_forms import (
    ExplainForm,
    ShowForm,
    insert_of_replace,
    statement_form,
)
from pipeline.sql.text_audit import MAX_CHARACTERS, TEXT_TOKENS, audited_tokens
from pipeline.sql.tier import Inspection, StatementRefusedError, Tier
from pipeline.sql.tree_rules import Rules, TreeParts, checked_parts
from pipeline.sql.write_rules import kind_of_root, nodes_of_tier, tier_of_root

# The parser warns with the whole statement on what it does not know; the tier already says so.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

_EXACT = TEXT_TOKENS | {TokenType.IDENTIFIER}

_INSPECTIONS: Recent[tuple[str, SqlDialect, frozenset[str]], Inspection] = Recent(512)
# A few trees only: one statement is looked at by several checks in a row, and many live trees would
# make every collection of garbage slow.
_TREES: Recent[tuple[str, SqlDialect], exp.Expr] = Recent(3)


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
        _INSPECTIONS.keep((sql, dialect, extra_functions), known)
    return known


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
    tree = _one_tree(sql, tokens, dialect)
    tier, parts = _checked(tree, dialect, extra_functions)
    text = regenerated(tree, dialect)
    again = audited_tokens(text, dialect)
    same = _words(again) == _words(tokens)
    retree = tree if same else _one_tree(text, again, dialect)
    retier, reparts = (tier, parts) if same else _checked(retree, dialect, extra_functions)
    if retier != tier or set(reparts.tables) != set(parts.tables):
        raise StatementRefusedError(because="written out again it would mean something else")
    if dialect.name == "postgres":
        check_with_postgres_grammar(sql, tier, extra_functions)
        if not same:
            check_with_postgres_grammar(text, tier, extra_functions)
    kind = kind_of_root(tree)
    if not same:
        _take_apart(list(tree.walk()))
    found = Inspection(
        tier=tier,
        kind=kind,
        tables=parts.tables,
        columns=parts.columns,
        functions=parts.functions,
        regenerated=text,
    )
    # What was just proven of the written-out text need not be proven again when it comes in.
    _TREES.keep((text, dialect), retree)
    reread = replace(found, columns=reparts.columns, functions=reparts.functions)
    _INSPECTIONS.keep((text, dialect, extra_functions), reread)
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


def parsed(sql: str, dialect: SqlDialect) -> exp.Expr:
    """The tree of one statement, shared: copy it before changing it."""
    tree = _TREES.get((sql, dialect))
    if tree is None:
        tree = _one_tree(sql, audited_tokens(sql, dialect), dialect)
        _TREES.keep((sql, dialect), tree)
    return tree


def _one_tree(sql: str, tokens: list[Token], dialect: SqlDialect) -> exp.Expr:
    parser = dialect.grammar.parser(error_level=ErrorLevel.IMMEDIATE)
    trees = [
        tree
        for tree in parser.parse(tokens, sql)
        if tree is not None and not isinstance(tree, exp.Semicolon)
    ]
    if len(trees) != 1:
        raise StatementRefusedError(because="it does not hold exactly one statement")
    _drop_positions(trees[0])
    return trees[0]


def _drop_positions(tree: exp.Expr) -> None:
    """Without the places of its words in the text a tree is copied several times as fast."""
    for node in tree.walk():
        if node.meta_get("line") is None:
            continue
        for key in POSITION_META_KEYS:
            node.meta.pop(key, None)
        if not node.meta:
            node._meta = None  # noqa: SLF001  an empty one is copied as slowly as a full one


def regenerated(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from its tree, without comments."""
    return written_out(tree.copy(), dialect)


def written_out(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from a tree that nobody else holds, which is then taken apart."""
    nodes = list(tree.walk())
    text = tree.sql(
        dialect=dialect.grammar, comments=False, unsupported_level=ErrorLevel.IGNORE, copy=False
    )
    _take_apart(nodes)
    return text


def _take_apart(nodes: list[exp.Expr]) -> None:
    """In one piece a tree would be garbage that only a pause of the whole process can collect."""
    for node in nodes:
        node.parent = None


def _replaced(insert: str, dialect: SqlDialect, extra_functions: frozenset[str]) -> Inspection:
    body = _inspect_statement(insert, dialect, extra_functions)
    if body.tier != Tier.T1 or body.kind != "insert" or body.regenerated is None:
        raise StatementRefusedError(because="it is not a plain REPLACE")
    return replace(body, regenerated=f"REPLACE{body.regenerated.removeprefix('INSERT')}")


def _words(tokens: list[Token]) -> list[tuple[TokenType, str]]:
    """The tokens without their places: equal words are parsed into equal trees."""
    return [
        (token.token_type, token.text if token.token_type in _EXACT else token.text.upper())
        for token in tokens
    ]


def _checked(
    tree: exp.Expr, dialect: SqlDialect, extra_functions: frozenset[str]
) -> tuple[Tier, TreeParts]:
    tier = tier_of_root(tree)
    rules = Rules(dialect=dialect, nodes=nodes_of_tier(tier), extra_functions=extra_functions)
    return tier, checked_parts(tree, rules)
