"""What an operator may do to a run that is in the way or came to nothing."""

import datetime as dt
from dataclasses import replace

from review.ledger.notices import Working
from review.ledger.port import Pages
from review.ledger.records import ACTIVE, Lease, Noted, RunStatus
from review.owed import owing
from review.runs import changes
from review.runs.cancelling import close_for
from review.runs.changes import Change, keep


async def cancel(pages: Pages, run_id: str, operator: str, now: dt.datetime) -> bool:
    """Stop a run for whoever asked it. False where there is none, or it is over."""
    run = await pages.runs.get(run_id)
    if run is None or run.status not in ACTIVE:
        return False
    pages.audit.note(_noted(run_id, operator, "cancelled by an operator", now))
    return await close_for(pages, run, now)


async def retry(pages: Pages, run_id: str, operator: str, now: dt.datetime) -> bool:
    """Let a failed run try its last step again. False where none failed, or it was purged."""
    run = await pages.runs.get(run_id)
    if run is None or run.status is not RunStatus.FAILED or not run.state:
        return False
    again = replace(
        run,
        status=RunStatus.READY,
        version=run.version + 1,
        phase=run.phase + 1,
        lease=Lease(),
        ready_at=now,
        finished_at=None,
        outcome="",
        cut_off=0,
    )
    noted = _noted(run_id, operator, "retried by an operator", now)
    owed = (owing.owed_by(again, Working(step=run.node), now),)
    change = Change(run=again, held_by=run.lease.owner, owed=owed, noted=(noted,))
    await keep(pages, change, now)
    pages.wake(changes.wake_run(again))
    return True


async def resend(pages: Pages, owed: int, operator: str, now: dt.datetime) -> bool:
    """Owe a given-up notice once more. False where there is none with this number."""
    revived = await pages.outbox.again(owed, now)
    if revived:
        noted = _noted("", operator, "resent by an operator", now)
        pages.audit.note(replace(noted, details={"notice": str(owed)}))
    return revived


def _noted(run: str, operator: str, action: str, now: dt.datetime) -> Noted:
    return Noted(at=now, actor=operator, action=action, run=run)
