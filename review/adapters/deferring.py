"""Defers jobs in the transaction that makes them ready: both are kept, or neither."""

from collections.abc import Sequence

from sqlalchemy import text

from review.adapters.many_rows import as_text
from review.adapters.statements import Statements
from review.dispatch import Job, JobKind

QUEUE = "countersign"
TASK = "countersign.look"
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
    """Defer what any replica may do, each once."""
    wanted = dict.fromkeys((str(job.kind), job.id) for job in jobs if deferrable(job))
    if wanted:
        listed = as_text([{"kind": kind, "id": of} for kind, of in wanted])
        await connection.execute(_DEFER, {"queue": QUEUE, "task": TASK, "jobs": listed})
