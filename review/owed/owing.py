"""What people are owed of a run: its notices, each in its slot, and the outbox that takes them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from pipeline.checkpoint import Audience
from pipeline.result import Refusal
from review import sentences as say
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import Asked, Notice, Refused, Said, Settled, Working
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, Owed, Run
from review.ledger.threads import NOWHERE, Thread
from review.owed.write_cards import waiting_line
from review.policy.deciders import ReviewPolicy


async def owe(pages: Pages, owed: tuple[Owed, ...], now: dt.datetime) -> None:
    """Owe notices, and wake whoever delivers them; a run that nobody asked has nobody to tell."""
    told = [each for each in owed if each.thread != NOWHERE]
    if not told:
        return
    await pages.outbox.owe(*told)
    for each in told:
        delay = max(0.0, (each.due - now).total_seconds())
        pages.wake(Job(kind=JobKind.POST, id=each.thread.key, delay=delay))


async def owe_first(pages: Pages, owed: Sequence[Owed]) -> None:
    """Owe what begins its slots, and wake whoever delivers it."""
    await pages.outbox.begin(*owed)
    for each in owed:
        pages.wake(Job(kind=JobKind.POST, id=each.thread.key))


def slot_of(run: Run) -> str:
    """The message that the run speaks in now."""
    return f"{run.id}/{run.phase}"


def owed_by(run: Run, notice: Notice, now: dt.datetime, slot: str = "") -> Owed:
    """A notice in the asker's thread; one version of a run owes a slot at most one."""
    where = slot or slot_of(run)
    return Owed(
        key=f"{where}@{run.version}",
        run=run.id,
        thread=run.thread,
        slot=where,
        notice=notice,
        due=now,
        only_for=only_reader(run, run.thread),
    )


def only_reader(run: Run, thread: Thread) -> str:
    """The asker, where strangers read along in that thread; empty where everybody there may."""
    return run.asker.id if thread.mixed else ""


def progress(run: Run, due: dt.datetime) -> Owed:
    """That a step is taken which lasts."""
    return owed_by(run, Working(step=run.node), due)


def asked(
    run: Run, checkpoint: Checkpoint, policy: ReviewPolicy, now: dt.datetime
) -> tuple[Owed, ...]:
    """The card; and where it stands elsewhere, a line for the asker."""
    card = owed_by(run, asked_notice(run, checkpoint), now, checkpoint.slot)
    if checkpoint.ask.audience is Audience.ASKER:
        return (card,)
    line = Said(text=waiting_line(checkpoint.ask, policy))
    return (replace(card, thread=checkpoint.thread, only_for=""), owed_by(run, line, now))


def asked_notice(run: Run, checkpoint: Checkpoint, *, reminder: bool = False) -> Asked:
    """The card of a checkpoint as it stands now."""
    return Asked(
        checkpoint=checkpoint.id,
        nonce=checkpoint.nonce,
        ask=checkpoint.ask,
        asker=run.asker,
        due=checkpoint.due,
        reminder=reminder,
        claimed_by=checkpoint.claimed_by,
    )


def settled(run: Run, checkpoint: Checkpoint, how: str, now: dt.datetime) -> tuple[Owed, ...]:
    """The card without its buttons, and the reminder too where there was one."""
    notice = settled_notice(checkpoint, how)
    slots = [checkpoint.slot, *([reminder_slot(checkpoint)] if checkpoint.reminded else [])]
    where, reader = checkpoint.thread, only_reader(run, checkpoint.thread)
    return tuple(
        replace(owed_by(run, notice, now, slot), thread=where, only_for=reader) for slot in slots
    )


def reminder_slot(checkpoint: Checkpoint) -> str:
    """The message that reminds of a checkpoint."""
    return f"{checkpoint.slot}/reminder"


def settled_notice(checkpoint: Checkpoint, how: str) -> Settled:
    """How a checkpoint ended, and what was chosen on it."""
    decision = checkpoint.decision
    return Settled(
        ask=checkpoint.ask,
        how=how,
        by=checkpoint.by,
        at=checkpoint.at,
        chosen=_labels(checkpoint),
        note="" if decision is None else decision.note,
        action=None if decision is None else decision.action,
    )


def _labels(checkpoint: Checkpoint) -> tuple[str, ...]:
    """What was chosen, as the card called it; typed values as they were typed."""
    decision = checkpoint.decision
    if decision is None:
        return ()
    chosen: list[str] = []
    for question in checkpoint.ask.questions:
        ids = decision.choices.get(question.id, "").split(",")
        chosen += [option.label for option in question.options if option.id in ids]
        typed = (decision.values.get(each.id, "") for each in question.inputs)
        chosen += [text for text in typed if text]
    return tuple(chosen)


def refused(run: Run, refusal: Refusal, now: dt.datetime) -> Owed:
    """Why there is no answer, in the asker's thread."""
    return owed_by(run, Refused(refusal=refusal, run=run.id), now)


def asks_back(run: Run, checkpoint: Checkpoint, now: dt.datetime) -> Owed:
    """What a reviewer wants to know, below the run's own message."""
    note = checkpoint.decision.note if checkpoint.decision is not None else ""
    text = say.asked_back(note) if checkpoint.ask.change is not None else note
    said = Said(text=text, speaker=checkpoint.by, reply_to=run.asker.id)
    return owed_by(run, said, now, f"{slot_of(run)}/asked/{run.version}")
