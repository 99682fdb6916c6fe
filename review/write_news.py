"""What else is owed when something becomes of a change: to approvers, and to the auditors."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import CheckpointKind
from pipeline.flow import Finish, Outcome
from pipeline.result import Refusal
from pipeline.writes.receipt import Receipt
from pipeline.writes.values import WriteStatus
from review import sentences as say
from review.changes import Change, noted_of, owed_by, slot_of
from review.ledger import Pages
from review.notices import Notice, Refused, Said, Written
from review.policy import ReviewPolicy
from review.records import Checkpoint, Owed, Run


async def unsettled(pages: Pages, run: str) -> bool:
    """Whether a write of this run was sent, and nobody was told yet what became of it."""
    sent = {WriteStatus.EXECUTING, WriteStatus.UNKNOWN, WriteStatus.DONE}
    return any(write.entry.status in sent for write in await pages.writes.of_run(run))


async def also_told(
    pages: Pages, change: Change, outcome: Outcome, policy: ReviewPolicy, now: dt.datetime
) -> Change:
    """The change of a run, with what a write adds to it."""
    if outcome.state.write is None:
        return change
    run = change.run
    noted = tuple(noted_of(run, each.action, now, **each.details) for each in outcome.noted)
    owed = [*change.owed, *await _to_approvers(pages, run, outcome, now)]
    owed += _to_auditors(run, outcome, policy, now)
    return replace(change, noted=(*change.noted, *noted), owed=tuple(owed))


async def _to_approvers(
    pages: Pages, run: Run, outcome: Outcome, now: dt.datetime
) -> tuple[Owed, ...]:
    """How it ended, in place of the card that they approved."""
    write = outcome.state.write
    if not isinstance(outcome, Finish) or write is None or not write.approvals:
        return ()
    card = await pages.checkpoints.get(write.approvals[-1].checkpoint)
    if card is None:
        return ()
    notice: Notice
    if isinstance(outcome.outcome, Receipt):
        notice = Written(receipt=outcome.outcome, run=run.id)
    elif isinstance(outcome.outcome, Refusal):
        notice = Refused(refusal=outcome.outcome, run=run.id)
    else:
        return ()
    return (elsewhere(run, card, notice, f"{slot_of(run)}/outcome", now),)


def elsewhere(run: Run, card: Checkpoint, notice: Notice, slot: str, now: dt.datetime) -> Owed:
    """A message of its own in the approvers' channel, below their card."""
    owed = owed_by(run, notice, now, slot)
    return replace(owed, thread=card.thread, only_for="", after_slot=card.slot)


def _to_auditors(run: Run, outcome: Outcome, policy: ReviewPolicy, now: dt.datetime) -> list[Owed]:
    lines = [say.audited(run.asker, each.action, each.details) for each in outcome.noted]
    if isinstance(outcome, Finish) and isinstance(outcome.outcome, Refusal):
        lines.append(say.audited_refusal(run.asker, run.question, outcome.outcome))
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


def is_write(kind: CheckpointKind) -> bool:
    return kind in {CheckpointKind.WRITE_APPROVAL, CheckpointKind.WRITE_OUTCOME}
