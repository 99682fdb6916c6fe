"""What decisions make of a change: an approval counts only for what its card showed."""

import datetime as dt
from dataclasses import replace

from pipeline.approval import Change, Signed
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.people import Person
from pipeline.sql import Tier
from pipeline.writes.deciding import SQL, decided_on
from pipeline.writes.request import WriteRequest
from pipeline.writes.values import Preview, Proposal

NOON = dt.datetime(2026, 3, 2, 12, tzinfo=dt.UTC)
RUI, UTE = Person(id="slack:T:RUI"), Person(id="slack:T:UTE")
PROPOSAL = Proposal(
    sql="UPDATE t SET a = 1 WHERE id = 2",
    dialect="sqlite",
    tier=Tier.T1,
    kind="update",
    tables=("t",),
    explanation="Sets a.",
)
REQUEST = WriteRequest(
    proposal=PROPOSAL,
    preview=Preview(rows=1, tried=True, fingerprint="f", image="i"),
    expires=NOON,
)
YES = Decision(action=Action.APPROVE)


def card(request: WriteRequest) -> Ask:
    change = Change(
        digest=request.digest, tier="T1", explanation="", rows=1, tried=True, expires=NOON
    )
    return Ask(
        kind=CheckpointKind.WRITE_APPROVAL,
        title="",
        questions=(),
        change=change,
        sql=PROPOSAL.sql,
    )


def signed(by: Person, checkpoint: str = "c1") -> Signed:
    return Signed(by=by, at=NOON, checkpoint=checkpoint)


def test_an_approval_counts_for_what_its_card_showed_and_once_a_person() -> None:
    once = decided_on(REQUEST, card(REQUEST), YES, signed(RUI))
    twice = decided_on(once, card(once), YES, signed(RUI, "c2"))
    both = decided_on(twice, card(twice), YES, signed(UTE, "c3"))
    assert [each.by for each in both.counted] == [RUI, UTE]
    assert both.approved().approvers == (RUI.id, UTE.id)


def test_nothing_of_what_was_approved_may_differ_afterwards() -> None:
    approved = decided_on(REQUEST, card(REQUEST), YES, signed(RUI))
    preview = REQUEST.preview
    assert preview is not None
    others = (
        replace(approved, proposal=replace(PROPOSAL, sql="UPDATE t SET a = 2 WHERE id = 2")),
        replace(approved, preview=replace(preview, rows=2)),
        replace(approved, preview=replace(preview, fingerprint="g")),
        replace(approved, preview=replace(preview, image="j")),
        replace(approved, expires=NOON + dt.timedelta(days=1)),
    )
    assert approved.counted
    assert not any(other.counted for other in others)


def test_an_edit_voids_all_approvals_and_is_no_undo_any_more() -> None:
    approved = decided_on(REQUEST, card(REQUEST), YES, signed(RUI))
    undo = replace(approved, undoes="a1")
    edit = Decision(action=Action.EDIT, values={SQL: "DROP INDEX x"})
    edited = decided_on(undo, card(undo), edit, signed(UTE))
    assert (edited.approvals, edited.undoes, edited.edited_by) == ((), "", UTE)
    assert edited.typed == "DROP INDEX x"
    assert edited.former is not None
    assert not edited.former.counted


def test_whoever_edited_it_before_is_an_author_still() -> None:
    first = Decision(action=Action.EDIT, values={SQL: "UPDATE t SET a = 9 WHERE id = 2"})
    second = Decision(action=Action.EDIT, values={SQL: "UPDATE t SET a = 9 WHERE id = 3"})
    edited = decided_on(REQUEST, card(REQUEST), first, signed(RUI))
    again = decided_on(edited, card(edited), second, signed(UTE))
    assert again.editors == (RUI, UTE)
    assert again.former is not None
    assert again.former.editors == (RUI,)


def test_an_edit_that_changes_nothing_is_none() -> None:
    same = Decision(action=Action.EDIT, values={SQL: PROPOSAL.sql})
    assert decided_on(REQUEST, card(REQUEST), same, signed(RUI)) == REQUEST
