"""The undo of a committed write, as a new write that is approved like any other."""

from sqlglot import exp

from pipeline.tier import Tier
from pipeline.writes.explaining.sentences import tree_of
from pipeline.writes.statements.effect import OVERRIDING
from pipeline.writes.statements.permitted import is_inverse
from pipeline.writes.values import Proposal

TAKES_BACK = "Undoes this change: "
_TIERS = {"INSERT": Tier.T1, "UPDATE": Tier.T1, "DELETE": Tier.T1}


def taking_back(undo: str, done: Proposal, approval: str) -> Proposal | None:
    """The proposal to take back the write of that approval; None if this is no such statement.

    The statement must come from the write's own record, and cannot be edited.
    """
    if not is_inverse(undo, done.dialect):
        return None
    verb = undo.split(maxsplit=1)[0].upper()
    return Proposal(
        sql=undo,
        dialect=done.dialect,
        tier=_TIERS.get(verb, Tier.T2),
        kind=verb.lower(),
        tables=_tables(undo, done),
        explanation=f"{TAKES_BACK}{done.explanation or done.sql}",
        words=done.words,
        undoes=approval,
    )


def _tables(undo: str, done: Proposal) -> tuple[str, ...]:
    """The one table that is changed back, as the write knew it."""
    tree = tree_of(undo.replace(OVERRIDING, "", 1), done.dialect)
    node = tree.this if tree is not None else None
    table = node.this if isinstance(node, exp.Schema) else node
    if not isinstance(table, exp.Table):
        return done.tables[:1]
    name = table.name.lower()
    same = [key for key in done.tables if key.rpartition(".")[2].lower() == name]
    return tuple(same[:1]) or (table.name,)
