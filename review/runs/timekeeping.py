"""What time does to an open checkpoint: one reminder, then the end."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import Audience
from pipeline.writes.values import WriteStatus
from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, keep_case
from review.cases.dossier import matter_of
from review.cases.verdicts import CaseVerdicts
from review.ledger.errors import StaleError
from review.ledger.notices import Notice, Said
from review.ledger.port import Pages
from review.ledger.records import Checkpoint, CheckpointStatus, Owed, Run, RunStatus
from review.ledger.writes import Write
from review.owed import owing
from review.owed.owing import owe, owed_by, slot_of
from review.policy.deciders import Policies, ReviewPolicy
from review.runs import changes
from review.runs.changes import Change, keep, noted_of
from review.settings import Around

# A reminder repeats the card; the whole result is in the first one.
_REMINDER_ROWS = 3


class Timekeeper:
    """Reminds, hands on what nobody decided in time, and ends what nobody is left to decide."""

    def __init__(self, around: Around, policies: Policies, verdicts: CaseVerdicts) -> None:
        self._around = around
        self._policies = policies
        self._verdicts = verdicts

    async def remind_once(self, pages: Pages, checkpoint: Checkpoint, now: dt.datetime) -> None:
        """Show the card again, in a new message."""
        await remind_once(pages, checkpoint, now)

    async def expire(self, pages: Pages, checkpoint: Checkpoint, now: dt.datetime) -> None:
        """Close a card that is overdue; the next reviewers get it where there are some."""
        run = await pages.runs.get(checkpoint.run)
        rules = self._policies(run.workspace) if run is not None else ReviewPolicy()
        next_thread = rules.next_thread
        reviewers = checkpoint.ask.audience is Audience.REVIEWERS
        # An approval cannot outlive what it binds, so it is not handed on either.
        ends = next_thread in {None, checkpoint.thread} or checkpoint.ask.change is not None
        if run is None or not reviewers or ends:
            await expire(pages, checkpoint, now)
            return
        over = replace(checkpoint, status=CheckpointStatus.EXPIRED, at=now)
        if not await pages.checkpoints.close(over, now):
            return
        noted = changes.noted_of(run, "escalated", now, kind=checkpoint.ask.kind)
        pages.audit.note(replace(noted, checkpoint=checkpoint.id))
        if checkpoint.case:
            await self._verdicts.overdue(pages, over, run, now)
        elif waits_for(run, checkpoint):
            again = changes.handed_on(over, rules, self._around.nonces(), now)
            await keep(pages, changes.escalated(run, over, again, rules, now), now)

    async def report_unknown_write(self, pages: Pages, write: Write, now: dt.datetime) -> None:
        """Record that nobody knows, and tell the approvers. Raises StaleError."""
        run = await pages.runs.get(write.run)
        entry = replace(write.entry, status=WriteStatus.UNKNOWN)
        unknown = replace(write, entry=entry, changed_at=now)
        if run is None or not await pages.writes.save(unknown, held_by=write.claimed_by):
            raise StaleError(write.approval)
        noted = noted_of(run, "write unknown", now, reason=say.RUN_OVER, mark=write.entry.mark)
        pages.audit.note(replace(noted, checkpoint=write.approval))
        thread = self._policies(run.workspace).reviewers_thread
        if thread is None:
            return
        text = say.stray(run.id, run.question)
        owed = owed_by(run, Said(text=text), now, f"{slot_of(run)}/stray/{write.approval}")
        await owe(pages, (replace(owed, thread=thread, only_for=""),), now)


async def remind_once(pages: Pages, checkpoint: Checkpoint, now: dt.datetime) -> None:
    """Show the card again, in a new message."""
    run = await pages.runs.get(checkpoint.run)
    if run is None or not await pages.checkpoints.remind(checkpoint.id):
        return
    notice: Notice = owing.asked_notice(run, checkpoint, reminder=True)
    if checkpoint.case:
        matter = await matter_of(pages, checkpoint.case, checkpoint.thread)
        if matter is None:
            return
        notice = case_changes.card(matter, checkpoint, _REMINDER_ROWS)
    slot = owing.reminder_slot(checkpoint)
    again = Owed(
        key=f"{slot}@{checkpoint.id}",
        run=run.id,
        thread=checkpoint.thread,
        slot=slot,
        notice=notice,
        due=now,
        after_slot=checkpoint.slot,
        only_for=owing.only_reader(run, checkpoint.thread),
    )
    await owing.owe(pages, (again,), now)


async def expire(pages: Pages, checkpoint: Checkpoint, now: dt.datetime) -> None:
    """Nobody decided in time: close it, and say so where people look."""
    over = replace(checkpoint, status=CheckpointStatus.EXPIRED, at=now)
    if not await pages.checkpoints.close(over, now):
        return
    if checkpoint.case:
        await _expire_case(pages, over, now)
        return
    run = await pages.runs.get(checkpoint.run)
    if run is not None and waits_for(run, checkpoint):
        await keep(pages, _expired(run, over, now), now)


async def _expire_case(pages: Pages, checkpoint: Checkpoint, now: dt.datetime) -> None:
    matter = await matter_of(pages, checkpoint.case, checkpoint.thread)
    if matter is not None:
        change: CaseChange = case_changes.expired(matter, checkpoint, now)
        await keep_case(pages, change, now)


def waits_for(run: Run, checkpoint: Checkpoint) -> bool:
    return run.status is RunStatus.WAITING and run.checkpoint == checkpoint.id


def _expired(run: Run, checkpoint: Checkpoint, now: dt.datetime) -> Change:
    refusal = say.expired()
    after = changes.over(run, refusal, RunStatus.FAILED, now)
    owed = owing.settled(after, checkpoint, "expired", now)
    if checkpoint.ask.audience is Audience.REVIEWERS:
        owed = (*owed, owing.refused(after, refusal, now))
    noted = changes.noted_of(after, "expired", now, kind=checkpoint.ask.kind)
    return Change(run=after, owed=owed, noted=(replace(noted, checkpoint=checkpoint.id),))
