"""Defers jobs in the transaction that makes them ready: both are kept, or neither."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import text

from review.adapters.many_rows import as_text
from review.adapters.statements import Statements
from review.ledger.dispatch import Job, JobKind

QUEUE = "countersign"
TASK = "countersign.look"
# A job of the queue costs more than the run it is about; with many in one, a replica would hold
# runs that it has no place for while another is idle. A replica of an older version finds nothing
# of that name, and the next look finds the runs.
TOGETHER = 2
_BETWEEN = " "
_DEFER = text(
    """
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW(:queue, :task, 0, NULL, NULL,
            jsonb_build_object('kind', job.kind, 'id', job.id), NULL)::procrastinate_job_to_defer_v1
    ))
    FROM json_to_recordset(CAST(:jobs AS json)) AS job (kind text, id text)
    """
)


def deferrable(job: Job) -> bool:
    """Whether any replica may as well do it.

    A notice is best sent by who owes it, and what is for later is found by whoever looks then.
    """
    return job.kind is not JobKind.POST and job.delay <= 0


async def defer(connection: Statements, jobs: Sequence[Job]) -> None:
    """Defer what any replica may do, each once; several of a kind are one job of the queue."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for job in dict.fromkeys(jobs):
        kinds[job.kind].append(job.id)
    listed = [
        {"kind": kind, "id": _BETWEEN.join(ids[first : first + TOGETHER])}
        for kind, ids in kinds.items()
        for first in range(0, len(ids), TOGETHER)
    ]
    if listed:
        await connection.later(_DEFER, {"queue": QUEUE, "task": TASK, "jobs": as_text(listed)})


def jobs_of(kind: str, listed: str) -> Sequence[Job]:
    """The jobs that `defer` put together."""
    return [Job(kind=JobKind(kind), id=each) for each in listed.split(_BETWEEN)]
