"""Stopping runs: on a person's word, or because they asked something else."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from pipeline.checkpoint import Audience
from pipeline.people import Person
from pipeline.result import Refusal
from pipeline.writes.values import WriteStatus
from review import sentences as say
from review.ledger.port import Pages
from review.ledger.records import ACTIVE, Checkpoint, CheckpointStatus, Noted, Run, RunStatus
from review.ledger.threads import Thread
from review.owed import owing
from review.runs import changes
from review.runs.changes import keep


async def stop(pages: Pages, thread: Thread, by: Person, now: dt.datetime) -> bool:
    """Stop what this person asked in this thread. False where nothing runs or waits."""
    stopped = 0
    for run in await pages.runs.active_in(thread.key):
        if run.asker.id == by.id:
            stopped += await _stop(pages, run, CheckpointStatus.CANCELLED, say.cancelled(), now)
        else:
            pages.audit.note(_denied(run, by, now))
    return stopped > 0


async def stop_one(pages: Pages, run: Run, by: Person, now: dt.datetime) -> bool:
    """Stop this run, on its asker's word. False where it is over, or somebody else asked it."""
    if run.status not in ACTIVE:
        return False
    if run.asker.id != by.id:
        pages.audit.note(_denied(run, by, now))
        return False
    return await _stop(pages, run, CheckpointStatus.CANCELLED, say.cancelled(), now) > 0


async def close_for(pages: Pages, run: Run, now: dt.datetime) -> bool:
    """Stop this run, whoever asked it. False where a decision was faster."""
    return await _stop(pages, run, CheckpointStatus.CANCELLED, say.cancelled(), now) > 0


async def supersede(pages: Pages, thread: Thread, by: Person, now: dt.datetime) -> Sequence[Run]:
    """Close the cards that wait for this person in this thread: they asked something else.

    The runs that ended so, as they waited.
    """
    ended = []
    for run in await pages.runs.active_in(thread.key):
        if run.asker.id != by.id or run.status is not RunStatus.WAITING:
            continue
        checkpoint = await pages.checkpoints.get(run.checkpoint)
        if checkpoint is None or checkpoint.ask.audience is not Audience.ASKER:
            continue
        if await _stop(pages, run, CheckpointStatus.SUPERSEDED, say.superseded(), now):
            ended.append(run)
    return ended


async def _stop(
    pages: Pages, run: Run, status: CheckpointStatus, why: Refusal, now: dt.datetime
) -> int:
    """1 where it was stopped; 0 where a decision was faster, or a write is on its way."""
    if await _is_sent(pages, run):
        pages.audit.note(_denied(run, run.asker, now))
        return 0
    checkpoint = await pages.checkpoints.get(run.checkpoint) if run.checkpoint else None
    if run.status is RunStatus.WAITING and checkpoint is not None:
        over = replace(checkpoint, status=status, by=run.asker, at=now)
        if not await pages.checkpoints.close(over, now):
            return 0
        await _settle(pages, run, over, why, now)
        return 1
    await keep(pages, changes.cancelled(run, why, now), now)
    return 1


async def _is_sent(pages: Pages, run: Run) -> bool:
    """Whether a write of this run was sent, and its outcome is not known for certain yet.

    The run is held for this transaction: no write of it can be sent meanwhile.
    """
    await pages.writes.lock_run(run.id)
    sent = (WriteStatus.EXECUTING, WriteStatus.UNKNOWN)
    return any(write.entry.status in sent for write in await pages.writes.of_run(run.id))


async def _settle(
    pages: Pages, run: Run, checkpoint: Checkpoint, why: Refusal, now: dt.datetime
) -> None:
    change = changes.cancelled(run, why, now)
    await keep(pages, change, now)
    overtaken = checkpoint.status is CheckpointStatus.SUPERSEDED
    how = "overtaken" if overtaken else "cancelled"
    cards = owing.settled(change.run, checkpoint, how, now)
    await owing.owe(pages, cards, now)
    if checkpoint.ask.audience is Audience.REVIEWERS:
        await owing.owe(pages, (owing.refused(change.run, why, now),), now)


def _denied(run: Run, by: Person, now: dt.datetime) -> Noted:
    return Noted(
        at=now,
        actor=by.id,
        action="denied",
        run=run.id,
        place=run.thread.key,
        details={"wanted": "cancel"},
    )
