"""Counts what waits in the ledger, in SQL."""

import datetime as dt
from typing import Any

from sqlalchemy import and_, bindparam, func, select

from pipeline.writes.values import WriteStatus
from review.adapters.columns import among
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import checkpoints, outbox, runs, spending, writes
from review.ledger.backlog import Backlog
from review.ledger.records import CheckpointStatus, OwedStatus, RunStatus

# An index is found by its own condition, word for word.
_AT_WORK = among(runs.c.status, RunStatus.READY, RunStatus.RUNNING)
_PENDING = among(outbox.c.status, OwedStatus.OWED, OwedStatus.SENDING)
_RUNS = select(
    runs.c.status, func.count().label("count"), func.min(runs.c.ready_at).label("since")
).where(_AT_WORK)
_OWED = select(func.count().label("count"), func.min(outbox.c.due).label("since")).where(_PENDING)
_OPEN = select(func.count()).where(among(checkpoints.c.status, CheckpointStatus.OPEN))
_DEAD = (
    select(func.count()).select_from(outbox).where(and_(outbox.c.status == OwedStatus.DEAD.value))
)
_UNKNOWN = select(func.count()).where(among(writes.c.status, WriteStatus.UNKNOWN))
_SPENT = select(func.coalesce(func.sum(spending.c.cost), 0.0)).where(
    spending.c.at >= bindparam("since", type_=spending.c.at.type)
)


async def read_backlog(ledger: SqlLedger, now: dt.datetime) -> Backlog:
    """What waits now. Raises LedgerUnavailableError."""
    day = now.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    async with ledger.looking() as connection:
        at_work = {
            row["status"]: row
            for row in (await connection.execute(_RUNS.group_by(runs.c.status))).all()
        }
        owed: dict[str, Any] = (await connection.execute(_OWED)).first() or {}
        ready, running = at_work.get("ready", {}), at_work.get("running", {})
        return Backlog(
            ready=ready.get("count", 0),
            running=running.get("count", 0),
            oldest_ready=ready.get("since"),
            open_cards=(await connection.execute(_OPEN)).value(),
            owed=owed.get("count", 0),
            oldest_owed=owed.get("since"),
            dead=(await connection.execute(_DEAD)).value(),
            unknown_writes=(await connection.execute(_UNKNOWN)).value(),
            spent=float((await connection.execute(_SPENT, {"since": day})).value()),
        )
