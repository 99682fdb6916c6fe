"""Writes that were sent by a run which can no longer find out what became of them."""

import datetime as dt
from dataclasses import replace

from pipeline.writes.values import WriteStatus
from review import sentences as say
from review.ledger.errors import StaleError
from review.ledger.notices import Said
from review.ledger.port import Pages
from review.ledger.writes import Write
from review.owed.owing import owe, owed_by, slot_of
from review.policy.deciders import Policies
from review.runs.changes import noted_of


async def surface(pages: Pages, policies: Policies, write: Write, now: dt.datetime) -> None:
    """Record that nobody knows, and tell the approvers. Raises StaleError."""
    run = await pages.runs.get(write.run)
    entry = replace(write.entry, status=WriteStatus.UNKNOWN)
    unknown = replace(write, entry=entry, changed_at=now)
    if run is None or not await pages.writes.save(unknown, held_by=write.claimed_by):
        raise StaleError(write.approval)
    noted = noted_of(run, "write unknown", now, reason=say.RUN_OVER, mark=write.entry.mark)
    pages.audit.note(replace(noted, checkpoint=write.approval))
    thread = policies(run.workspace).reviewers_thread
    if thread is None:
        return
    text = say.stray(run.id, run.question)
    owed = owed_by(run, Said(text=text), now, f"{slot_of(run)}/stray/{write.approval}")
    await owe(pages, (replace(owed, thread=thread, only_for=""),), now)
