"""The write book's rows, in SQL."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select, update

from pipeline.writes.values import WriteEntry, WriteStatus
from review.adapters.columns import among
from review.adapters.statements import Statements
from review.adapters.tables import runs, writes
from review.adapters.upserts import put_new
from review.ledger.records import ACTIVE, RunStatus
from review.ledger.writes import Write

_GET = select(writes).where(writes.c.approval == bindparam("of"))
_OF_RUN = select(writes).where(writes.c.run == bindparam("of")).order_by(writes.c.changed_at)
_STRAYS = (
    select(writes)
    .join(runs, runs.c.id == writes.c.run)
    .where(among(writes.c.status, WriteStatus.EXECUTING), runs.c.status.not_in(ACTIVE))
    .limit(bindparam("most"))
)
_WRITTEN_IN = (
    select(writes)
    .join(runs, runs.c.id == writes.c.run)
    .where(among(writes.c.status, WriteStatus.DONE), runs.c.workspace == bindparam("of"))
    .order_by(writes.c.changed_at.desc(), writes.c.approval)
    .limit(bindparam("most"))
)
_SAVE = update(writes).where(
    writes.c.approval == bindparam("of"), writes.c.claimed_by == bindparam("held_by")
)
# PostgreSQL keeps the row for this transaction; SQLite has one writer and knows no such clause.
_LOCK_RUN = select(runs.c.status).where(runs.c.id == bindparam("of")).with_for_update()


class SqlWrites:
    """The Writes port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def add(self, write: Write) -> bool:
        fixed = {"approval": write.approval, "run": write.run, "sql_hash": write.digest}
        return await put_new(self._connection, writes, fixed | _mutable(write))

    async def get(self, approval: str) -> Write | None:
        row = (await self._connection.execute(_GET, {"of": approval})).first()
        return None if row is None else _write(row)

    async def of_run(self, run: str) -> list[Write]:
        rows = await self._connection.execute(_OF_RUN, {"of": run})
        return [_write(row) for row in rows.all()]

    async def written_in(self, workspace: str, limit: int) -> list[Write]:
        rows = await self._connection.execute(_WRITTEN_IN, {"of": workspace, "most": limit})
        return [_write(row) for row in rows.all()]

    async def strays(self, limit: int) -> list[Write]:
        rows = await self._connection.execute(_STRAYS, {"most": limit})
        return [_write(row) for row in rows.all()]

    async def save(self, write: Write, *, held_by: str) -> bool:
        only = {"of": write.approval, "held_by": held_by}
        done = await self._connection.execute(_SAVE, _mutable(write) | only)
        return done.changed == 1

    async def lock_run(self, run: str) -> RunStatus | None:
        status = (await self._connection.execute(_LOCK_RUN, {"of": run})).value()
        return None if status is None else RunStatus(status)


def _mutable(write: Write) -> dict[str, Any]:
    return {
        "status": write.entry.status,
        "claimed_by": write.claimed_by,
        "target_mark": write.entry.mark,
        "result": write.entry.result,
        "changed_at": write.changed_at,
    }


def _write(row: Mapping[Any, Any]) -> Write:
    entry = WriteEntry(
        status=WriteStatus(row["status"]), mark=row["target_mark"], result=row["result"]
    )
    return Write(
        approval=row["approval"],
        run=row["run"],
        digest=row["sql_hash"],
        entry=entry,
        claimed_by=row["claimed_by"],
        changed_at=row["changed_at"],
    )
