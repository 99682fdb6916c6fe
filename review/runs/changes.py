"""What happens to a run, as pure functions: the next row, and all that is owed with it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.checkpoint import Audience
from pipeline.flow import Finish, Pause
from pipeline.messages import anew
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.writes.receipt import Receipt
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import Answered, Working, Written
from review.ledger.port import Pages
from review.ledger.records import (
    Checkpoint,
    Conversation,
    Lease,
    Noted,
    Owed,
    Run,
    RunStatus,
    StepTaken,
)
from review.ledger.spending import Paid
from review.ledger.stored import dump_outcome, dump_state
from review.owed.owing import asked, owe, owed_by, refused, settled, slot_of
from review.owed.write_cards import deadlines, reviewers_slot
from review.policy.deciders import ReviewPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A run's next row and what must be kept with it, or not at all."""

    run: Run
    held_by: str = ""
    steps: tuple[StepTaken, ...] = ()
    paid: tuple[Paid, ...] = ()
    owed: tuple[Owed, ...] = ()
    opened: Checkpoint | None = None
    noted: tuple[Noted, ...] = ()
    remembered: Conversation | None = None
    wake: tuple[Job, ...] = field(default=())


async def keep(pages: Pages, change: Change, now: dt.datetime) -> None:
    """Write a change. Raises StaleError, and then none of it is kept."""
    await keep_all(pages, (change,), now)


async def keep_all(pages: Pages, changes: Sequence[Change], now: dt.datetime) -> None:
    """Write changes of several runs. Raises StaleError, and then none of them is kept."""
    for holder in sorted({change.held_by for change in changes}):
        theirs = (change.run for change in changes if change.held_by == holder)
        await pages.runs.save(*theirs, held_by=holder)
    await pages.runs.took(*(step for change in changes for step in change.steps))
    await pages.spending.paid([call for change in changes for call in change.paid])
    await pages.checkpoints.add(*(each.opened for each in changes if each.opened is not None))
    remembered = {each.remembered.thread: each.remembered for each in changes if each.remembered}
    await pages.talks.keep(tuple(remembered.values()), now)
    for change in changes:
        for noted in change.noted:
            pages.audit.note(noted)
        for job in change.wake:
            pages.wake(job)
    await owe(pages, tuple(each for change in changes for each in change.owed), now)


def noted_of(run: Run, action: str, now: dt.datetime, **details: str) -> Noted:
    """A line for the audit on what the asker's run did."""
    return Noted(
        at=now,
        actor=run.asker.id,
        action=action,
        run=run.id,
        place=run.thread.key,
        details=details,
    )


def wake_run(run: Run, delay: float = 0.0) -> Job:
    """The job that goes on with a run, after so many seconds."""
    return Job(kind=JobKind.RUN, id=run.id, delay=delay)


def claimed(run: Run, owner: str, until: dt.datetime) -> Run:
    """Somebody works on it."""
    return replace(begun(run, owner, until), version=run.version + 1)


def begun(run: Run, owner: str, until: dt.datetime) -> Run:
    """The same where it is kept with what made the run ready."""
    lease = Lease(owner=owner, until=until, attempts=run.lease.attempts)
    cut_off = run.cut_off + was_cut_off(run)
    return replace(run, status=RunStatus.RUNNING, lease=lease, cut_off=cut_off)


def was_cut_off(run: Run) -> bool:
    """Whether who worked on a run that can be claimed did not put it back."""
    return run.status is RunStatus.RUNNING


def claimable(run: Run, now: dt.datetime) -> bool:
    """Whether nobody works on a run that could go on."""
    if run.status is RunStatus.READY:
        return run.ready_at <= now
    late = run.lease.until is None or run.lease.until <= now
    return run.status is RunStatus.RUNNING and late


def moved(run: Run, state: RunState, node: str, until: dt.datetime) -> Run:
    """The next step is to be taken, by the same worker."""
    after = stepped(run, state, node, until)
    return replace(after, state=dump_state(state), version=run.version + 1)


def stepped(run: Run, state: RunState, node: str, until: dt.datetime) -> Run:
    """The same where it is not kept yet: version and state are those of the kept row."""
    return replace(
        run,
        workspace=state.workspace,
        node=node,
        taken=run.taken + 1,
        checkpoint="",
        lease=replace(run.lease, until=until, attempts=0),
        cut_off=0,
    )


def waiting(run: Run, pause: Pause, checkpoint: str) -> Run:
    """A person is asked; nobody holds the run meanwhile."""
    return replace(
        run,
        state=dump_state(pause.state),
        workspace=pause.state.workspace,
        status=RunStatus.WAITING,
        taken=run.taken + 1,
        version=run.version + 1,
        checkpoint=checkpoint,
        lease=Lease(),
        cut_off=0,
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


def later(run: Run, ready_at: dt.datetime) -> Run:
    """Put back, to be taken up again then."""
    lease = Lease(attempts=run.lease.attempts)
    return replace(
        run, status=RunStatus.READY, ready_at=ready_at, version=run.version + 1, lease=lease
    )


def _told(run: Run, refusal: Refusal, now: dt.datetime) -> tuple[Owed, ...]:
    return (refused(run, refusal, now),)
