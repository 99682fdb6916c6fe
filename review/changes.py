"""What happens to a run, as pure functions: the next row, and all that is owed with it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline import anew
from pipeline.checkpoint import Audience
from pipeline.flow import Finish, Pause
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt
from review import sentences as say
from review.dispatch import Job, JobKind
from review.ledger import Pages
from review.notices import Answered, Asked, Notice, Refused, Said, Settled, Working, Written
from review.policy import ReviewPolicy
from review.records import Checkpoint, Conversation, Lease, Noted, Owed, Run, RunStatus, StepTaken
from review.spending import Paid
from review.stored import dump_outcome, dump_state
from review.threads import NOWHERE, Thread
from review.write_cards import deadlines, reviewers_slot, waiting_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A run's next row and what must be kept with it, or not at all."""

    run: Run
    held_by: str = ""
    step: StepTaken | None = None
    paid: tuple[Paid, ...] = ()
    owed: tuple[Owed, ...] = ()
    opened: Checkpoint | None = None
    noted: tuple[Noted, ...] = ()
    remembered: Conversation | None = None
    wake: tuple[Job, ...] = field(default=())


async def keep(pages: Pages, change: Change, now: dt.datetime) -> None:
    """Write a change. Raises StaleError, and then none of it is kept."""
    await pages.runs.save(change.run, held_by=change.held_by)
    if change.step is not None:
        await pages.runs.took(change.step)
    if change.paid:
        await pages.spending.paid(change.paid)
    if change.opened is not None:
        await pages.checkpoints.add(change.opened)
    if change.remembered is not None:
        await pages.talks.keep(change.remembered, now)
    for noted in change.noted:
        pages.audit.note(noted)
    await owe(pages, change.owed, now)
    for job in change.wake:
        pages.wake(job)


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


def noted_of(run: Run, action: str, now: dt.datetime, **details: str) -> Noted:
    return Noted(
        at=now,
        actor=run.asker.id,
        action=action,
        run=run.id,
        place=run.thread.key,
        details=details,
    )


def wake_run(run: Run, delay: float = 0.0) -> Job:
    return Job(kind=JobKind.RUN, id=run.id, delay=delay)


def claimed(run: Run, owner: str, until: dt.datetime) -> Run:
    """Somebody works on it."""
    lease = Lease(owner=owner, until=until, attempts=run.lease.attempts + 1)
    return replace(run, status=RunStatus.RUNNING, lease=lease, version=run.version + 1)


def claimable(run: Run, now: dt.datetime) -> bool:
    if run.status is RunStatus.READY:
        return run.ready_at <= now
    late = run.lease.until is None or run.lease.until <= now
    return run.status is RunStatus.RUNNING and late


def moved(run: Run, state: RunState, node: str, until: dt.datetime) -> Run:
    """The next step is to be taken, by the same worker."""
    return replace(
        run,
        state=dump_state(state),
        workspace=state.workspace,
        node=node,
        taken=run.taken + 1,
        version=run.version + 1,
        checkpoint="",
        lease=replace(run.lease, until=until, attempts=0),
    )


def progress(run: Run, due: dt.datetime) -> Owed:
    return owed_by(run, Working(step=run.node), due)


def waiting(run: Run, pause: Pause, checkpoint: str) -> Run:
    return replace(
        run,
        state=dump_state(pause.state),
        workspace=pause.state.workspace,
        status=RunStatus.WAITING,
        taken=run.taken + 1,
        version=run.version + 1,
        checkpoint=checkpoint,
        lease=Lease(),
    )


def opened(
    run: Run, pause: Pause, policy: ReviewPolicy, nonce: str, now: dt.datetime
) -> Checkpoint:
    """The checkpoint that a run waits for; for reviewers it stands in their channel."""
    for_reviewers = pause.ask.audience is Audience.REVIEWERS
    due, remind_at = deadlines(pause.ask, policy, now)
    return Checkpoint(
        id=run.checkpoint,
        run=run.id,
        nonce=nonce,
        ask=pause.ask,
        thread=(for_reviewers and policy.reviewers_thread) or run.thread,
        slot=reviewers_slot(slot_of(run), run.taken, pause.ask) if for_reviewers else slot_of(run),
        opened_at=now,
        due=due,
        remind_at=remind_at,
    )


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
    return Asked(
        checkpoint=checkpoint.id,
        nonce=checkpoint.nonce,
        ask=checkpoint.ask,
        asker=run.asker,
        due=checkpoint.due,
        reminder=reminder,
        claimed_by=checkpoint.claimed_by,
    )


def resumed(run: Run, checkpoint: Checkpoint, now: dt.datetime) -> Change:
    """A person decided: the run goes on, in a new message below the asker's settled card."""
    asker = checkpoint.ask.audience is Audience.ASKER
    after = replace(
        run,
        status=RunStatus.READY,
        ready_at=now,
        version=run.version + 1,
        phase=run.phase + (1 if asker else 0),
        lease=Lease(),
    )
    owed = (
        *settled(after, checkpoint, "decided", now),
        owed_by(after, Working(step=run.node), now),
    )
    return Change(run=after, owed=owed, wake=(wake_run(after),))


def settled(run: Run, checkpoint: Checkpoint, how: str, now: dt.datetime) -> tuple[Owed, ...]:
    """The card without its buttons, and the reminder too where there was one."""
    notice = settled_notice(checkpoint, how)
    slots = [checkpoint.slot, *([reminder_slot(checkpoint)] if checkpoint.reminded else [])]
    where, reader = checkpoint.thread, only_reader(run, checkpoint.thread)
    return tuple(
        replace(owed_by(run, notice, now, slot), thread=where, only_for=reader) for slot in slots
    )


def handed_on(over: Checkpoint, policy: ReviewPolicy, nonce: str, now: dt.datetime) -> Checkpoint:
    """The same matter before the next reviewers, who have as long as the first had."""
    due, remind_at = policy.times(over.ask.audience, now)
    return Checkpoint(
        id=f"{over.id}+",
        run=over.run,
        nonce=nonce,
        ask=over.ask,
        thread=policy.next_thread or over.thread,
        slot=f"{over.slot}+",
        opened_at=now,
        due=due,
        remind_at=remind_at,
    )


def escalated(
    run: Run, over: Checkpoint, again: Checkpoint, policy: ReviewPolicy, now: dt.datetime
) -> Change:
    """Nobody decided in time: the card moves on, and the first one says so."""
    after = replace(run, version=run.version + 1, checkpoint=again.id)
    card = asked(after, again, policy, now)[:1]
    return Change(run=after, opened=again, owed=(*card, *settled(after, over, "escalated", now)))


def reminder_slot(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.slot}/reminder"


def settled_notice(checkpoint: Checkpoint, how: str) -> Settled:
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


def over(run: Run, outcome: Answer | Refusal | Receipt, status: RunStatus, now: dt.datetime) -> Run:
    """The run's end: nobody holds it, nobody is asked."""
    return replace(
        run,
        status=status,
        version=run.version + 1,
        finished_at=now,
        outcome=dump_outcome(outcome),
        checkpoint="",
        lease=Lease(),
    )


def finished(run: Run, finish: Finish, now: dt.datetime) -> Change:
    """The flow came to an end. The rows are in the outcome, so the state need not keep them too."""
    slim = replace(finish.state, fetched=None)
    after = replace(
        over(run, finish.outcome, RunStatus.DONE, now),
        state=dump_state(slim),
        workspace=finish.state.workspace,
        taken=run.taken + 1,
    )
    outcome = finish.outcome
    remembered = Conversation(
        thread=run.thread.key, last_run=run.id, workspace=finish.state.workspace
    )
    if isinstance(outcome, Refusal):
        noted = noted_of(after, "refused", now, code=outcome.code)
        return Change(
            run=after,
            held_by=run.lease.owner,
            owed=_told(after, outcome, now),
            noted=(noted,),
            remembered=remembered if outcome.code == anew.CODE else None,
        )
    if isinstance(outcome, Receipt):
        owed = owed_by(after, Written(receipt=outcome, run=run.id), now)
        return Change(run=after, held_by=run.lease.owner, owed=(owed,), remembered=remembered)
    noted = noted_of(after, "answered", now, sql=outcome.sql, rows=str(len(outcome.rows)))
    return Change(
        run=after,
        held_by=run.lease.owner,
        owed=(owed_by(after, Answered(answer=outcome, run=run.id), now),),
        noted=(noted,),
        remembered=remembered,
    )


def failed(run: Run, refusal: Refusal, now: dt.datetime) -> Change:
    """There will be no answer, and the asker is told."""
    after = over(run, refusal, RunStatus.FAILED, now)
    noted = noted_of(after, "failed", now, code=refusal.code)
    return Change(
        run=after, held_by=run.lease.owner, owed=_told(after, refusal, now), noted=(noted,)
    )


def cancelled(run: Run, refusal: Refusal, now: dt.datetime) -> Change:
    """Somebody stopped it; its open card, where it has one, says so by itself."""
    after = over(run, refusal, RunStatus.CANCELLED, now)
    owed = () if run.status is RunStatus.WAITING else _told(after, refusal, now)
    noted = noted_of(after, "cancelled", now, code=refusal.code)
    return Change(run=after, held_by=run.lease.owner, owed=owed, noted=(noted,))


def refused(run: Run, refusal: Refusal, now: dt.datetime) -> Owed:
    """Why there is no answer, in the asker's thread."""
    return owed_by(run, Refused(refusal=refusal, run=run.id), now)


def asks_back(run: Run, checkpoint: Checkpoint, now: dt.datetime) -> Owed:
    """What a reviewer wants to know, below the run's own message."""
    note = checkpoint.decision.note if checkpoint.decision is not None else ""
    text = say.asked_back(note) if checkpoint.ask.change is not None else note
    said = Said(text=text, speaker=checkpoint.by, reply_to=run.asker.id)
    return owed_by(run, said, now, f"{slot_of(run)}/asked/{run.version}")


def later(run: Run, ready_at: dt.datetime) -> Run:
    """Put back, to be tried again then."""
    lease = Lease(attempts=run.lease.attempts)
    return replace(
        run, status=RunStatus.READY, ready_at=ready_at, version=run.version + 1, lease=lease
    )


def _told(run: Run, refusal: Refusal, now: dt.datetime) -> tuple[Owed, ...]:
    return (refused(run, refusal, now),)
