"""A workspace has only so many questions at work: the others stand in line, oldest first."""

import datetime as dt

from review.ledger.notices import Working
from review.ledger.port import Pages
from review.ledger.records import Run, RunStatus
from review.owed import owing
from review.runs import changes
from review.runs.changes import Change
from review.settings import ReviewSettings

# Whoever is far back looks less often whether there is a place.
_SLOWEST = 5


def stands_in_line(run: Run) -> bool:
    """Whether it may be made to wait: not where a person's decision or another replica left it."""
    return run.status is RunStatus.READY and not run.checkpoint


async def put_in_line(
    pages: Pages, run: Run, now: dt.datetime, settings: ReviewSettings
) -> Change | None:
    """The run put back for later where its workspace has enough at work; None where it goes on.

    Its asker is told once how many are before it: a message that counts down floods a chat.
    """
    limit = settings.per_workspace
    if not limit or not run.workspace:
        return None
    before = await pages.runs.ahead_in_workspace(run, now) - limit + 1
    if before <= 0:
        return None
    wait = settings.retry_wait * min(_SLOWEST, before)
    after = changes.later(run, now + wait)
    news = run.status is RunStatus.RUNNING or run.ready_at == run.created_at
    owed = (owing.owed_by(after, Working(queued=before), now),) if news else ()
    wake = (changes.wake_run(after, wait.total_seconds()),)
    return Change(run=after, held_by=run.lease.owner, owed=owed, wake=wake)
