"""What a person's decision makes of a change that waits for approval."""

from dataclasses import replace

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, Decision
from pipeline.writes.request import WriteRequest

SQL = "write-sql"


def decided_on(request: WriteRequest, ask: Ask, decision: Decision, signed: Signed) -> WriteRequest:
    """One more approval of what the card showed, an edit, which voids all approvals, or a no."""
    if ask.change is None:
        return request
    if decision.action in (Action.REJECT, Action.IGNORE):
        return replace(request, rejected=signed, why=decision.note)
    typed = decision.values.get(SQL, "").strip()
    if decision.action is Action.EDIT or typed:
        return _edited(request, ask, typed, signed)
    if decision.action is not Action.APPROVE:
        return request
    shown = replace(signed, shown=ask.change.digest)
    return replace(request, approvals=(*request.approvals, shown))


def _edited(request: WriteRequest, ask: Ask, typed: str, signed: Signed) -> WriteRequest:
    if not typed or typed == ask.sql:
        return request
    # Only the very statement that was kept for it may pass as one that takes a change back.
    former = replace(request, approvals=(), former=None)
    own = replace(former, typed=typed, edited_by=signed.by, undoes="", said="")
    return replace(own, edited_before=former.editors, former=former)
