"""What else is owed when something becomes of a change: to approvers, and to the auditors."""

import datetime as dt
from dataclasses import replace

from pipeline.flow import Finish, Go, Outcome
from pipeline.result import Refusal
from pipeline.writes.receipt import Receipt
from pipeline.writes.values import WriteStatus
from review import sentences as say
from review.cases.dossier import changes_made, receipt_of
from review.ledger.notices import Notice, Refused, Said, Undone, Written
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, Owed, Run
from review.owed.owing import owed_by, slot_of
from review.policy.deciders import ReviewPolicy
from review.runs.changes import Change, noted_of


async def unsettled(pages: Pages, run: Run) -> bool:
    """Whether a write of this run was sent, and nobody was told yet what became of it."""
    sent = {WriteStatus.EXECUTING, WriteStatus.UNKNOWN, WriteStatus.DONE}
    writes = await pages.writes.of_run(run.id)
    told = {made.approval for made in changes_made(run)} if writes else set[str]()
    return any(each.entry.status in sent and each.approval not in told for each in writes)


async def also_told(
    pages: Pages, change: Change, outcome: Outcome, policy: ReviewPolicy, now: dt.datetime
) -> Change:
    """The change of a run, with what a write adds to it."""
    if outcome.state.write is None and not outcome.noted:
        return change
    run = change.run
    noted = tuple(noted_of(run, each.action, now, **each.details) for each in outcome.noted)
    owed = [*change.owed, *await _to_approvers(pages, run, outcome, now)]
    owed += await _on_undone_receipt(pages, run, outcome, now)
    owed += _to_auditors(run, outcome, policy, now)
    told = replace(change, noted=(*change.noted, *noted), owed=tuple(owed))
    return _told_meanwhile(told, outcome, now) if isinstance(outcome, Go) else told


def _told_meanwhile(change: Change, go: Go, now: dt.datetime) -> Change:
    """One of several changes ended: its asker reads of it, and the run speaks on below that."""
    write, notice = go.state.write, _notice(change.run, go)
    if notice is None or write is None or write.preview is None:
        return change
    run = replace(change.run, phase=change.run.phase + 1)
    return replace(change, run=run, owed=(*change.owed, owed_by(change.run, notice, now)))


async def _to_approvers(
    pages: Pages, run: Run, outcome: Outcome, now: dt.datetime
) -> tuple[Owed, ...]:
    """How it ended, in place of the card that they approved."""
    write, notice = outcome.state.write, _notice(run, outcome)
    if notice is None or write is None or not write.approvals:
        return ()
    card = await pages.checkpoints.get(write.approvals[-1].checkpoint)
    if card is None:
        return ()
    return (elsewhere(run, card, notice, f"{slot_of(run)}/outcome", now),)


async def _on_undone_receipt(
    pages: Pages, run: Run, outcome: Outcome, now: dt.datetime
) -> tuple[Owed, ...]:
    """The receipts of a change that was taken back just now say so, and offer nothing any more."""
    write = outcome.state.write
    ended = _notice(run, outcome)
    if write is None or not write.undoes or not isinstance(ended, Written):
        return ()
    card = await pages.checkpoints.get(write.undoes)
    done = await pages.runs.get(card.run) if card is not None else None
    receipt = receipt_of(done) if done is not None else None
    if card is None or done is None or receipt is None:
        return ()
    undone = Undone(by=run.asker, at=ended.receipt.at)
    notice = Written(receipt=receipt, run=done.id, undone=undone)
    slot = slot_of(done)
    owed = (owed_by(done, notice, now), elsewhere(done, card, notice, f"{slot}/outcome", now))
    return tuple(replace(each, key=f"{each.key}/undone-by/{run.id}") for each in owed)


def _notice(run: Run, outcome: Outcome) -> Written | Refused | None:
    """How the change ended, as people are told; None where it did not."""
    match outcome:
        case Finish(outcome=Receipt() as receipt):
            return Written(receipt=receipt, run=run.id)
        case Go(ended=Receipt() as receipt, state=state):
            made = state.admin.made[-1].approval if state.admin else ""
            return Written(receipt=receipt, run=run.id, approval=made)
        case Finish(outcome=Refusal() as refusal) | Go(ended=Refusal() as refusal):
            return Refused(refusal=refusal, run=run.id)
        case _:
            return None


def elsewhere(run: Run, card: Checkpoint, notice: Notice, slot: str, now: dt.datetime) -> Owed:
    """A message of its own in the approvers' channel, below their card."""
    owed = owed_by(run, notice, now, slot)
    return replace(owed, thread=card.thread, only_for="", after_slot=card.slot)


def _to_auditors(run: Run, outcome: Outcome, policy: ReviewPolicy, now: dt.datetime) -> list[Owed]:
    lines = [say.audited(run.asker, each.action, each.details) for each in outcome.noted]
    ended = _notice(run, outcome)
    # A question that a model looked around for is no change, however it ended.
    if isinstance(ended, Refused) and (outcome.state.write is not None or any(lines)):
        lines.append(say.audited_refusal(run.asker, run.question, ended.refusal))
    texts = [line for line in lines if line]
    return (
        [audit_line(run, text, place, policy, now) for place, text in enumerate(texts)]
        if (policy.audit_thread is not None)
        else []
    )


def audit_line(run: Run, text: str, place: int, policy: ReviewPolicy, now: dt.datetime) -> Owed:
    """A sentence in the audit channel."""
    assert policy.audit_thread is not None  # noqa: S101 - whoever calls has looked
    slot = f"{slot_of(run)}/audit/{run.version}/{place}"
    owed = owed_by(run, Said(text=text), now, slot)
    return replace(owed, thread=policy.audit_thread, only_for="")
