"""The undo of a committed write, as a new write that is approved like any other."""

from pipeline.sql import Tier
from pipeline.writes.permitted import is_inverse
from pipeline.writes.values import Proposal

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
        tables=done.tables[:1],
        explanation=f"Takes back: {done.explanation or done.sql}",
        words=done.words,
        undoes=approval,
    )
