"""Whether a statement may be written at all: asked again right before it is tried and run."""

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pipeline.sql import Tier, inspect
from pipeline.sql.policies.every_row import changes_every_row, every_row_sentence
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.statements.effect import OVERRIDING
from pipeline.writes.values import Impossible, Proposal

_APPROVABLE = (Tier.T1, Tier.T2)
_INVERSE_ACTIONS = (exp.RenameColumn, exp.AlterRename)


def not_permitted(
    proposal: Proposal, extra_functions: frozenset[str] = frozenset()
) -> Impossible | None:
    """Why the statement may not be written; None where it may."""
    if proposal.undoes:
        return None if is_inverse(proposal.sql, proposal.dialect) else _never()
    found = inspect(proposal.sql, proposal.dialect, extra_functions)
    if found.tier not in _APPROVABLE:
        reason = found.reason or "This statement only reads, so there is nothing to approve."
        return Impossible(reason=reason)
    if found.regenerated != proposal.sql:
        return Impossible(
            reason="This is not the text of the statement that was checked.",
            next_step="Ask for the change again.",
        )
    return _without_condition(proposal)


def is_inverse(sql: str, dialect: str) -> bool:
    """Whether a statement has one of the forms in which changes are taken back here."""
    served = dialect_named(dialect)
    try:
        trees = sqlglot.parse(sql.replace(OVERRIDING, "", 1), read=served.grammar) if served else []
    except (SqlglotError, RecursionError):
        return False
    return len(trees) == 1 and _has_form_of_inverse(trees[0])


def _has_form_of_inverse(tree: exp.Expr | None) -> bool:
    """Literals and keys only: nothing is read, nothing is left to a condition that is always so."""
    if tree is None or (not isinstance(tree, exp.Create) and tree.find(exp.Select, exp.Subquery)):
        return False
    if isinstance(tree, exp.Insert):
        return isinstance(tree.expression, exp.Values)
    if isinstance(tree, exp.Update | exp.Delete):
        where = tree.args.get("where")
        return where is not None and where.find(exp.Column) is not None
    if isinstance(tree, exp.Drop | exp.Create):
        return str(tree.args.get("kind")).upper() == "INDEX" and not tree.args.get("cascade")
    actions = tree.args.get("actions") or [] if isinstance(tree, exp.Alter) else []
    return len(actions) == 1 and all(_takes_back(action) for action in actions)


def _takes_back(action: exp.Expr) -> bool:
    if isinstance(action, exp.Drop):
        return str(action.args.get("kind")).upper() == "COLUMN" and not action.args.get("cascade")
    return isinstance(action, _INVERSE_ACTIONS)


def _without_condition(proposal: Proposal) -> Impossible | None:
    served = dialect_named(proposal.dialect)
    tree = sqlglot.parse_one(proposal.sql, read=served.grammar) if served else None
    if tree is None or not changes_every_row(tree):
        return None
    return Impossible(reason=every_row_sentence(tree), next_step="Say which rows are meant.")


def _never() -> Impossible:
    return Impossible(reason="This is not a statement that takes an approved change back.")
