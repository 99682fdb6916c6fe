"""Runs and steps, in SQL."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, bindparam, func, insert, or_, select, update

from review.adapters.columns import among
from review.adapters.statements import Changing, Statements
from review.adapters.tables import runs, steps
from review.ledger.records import ACTIVE, Lease, Run, RunStatus, StepTaken
from review.ledger.stored import PERSON, THREAD

_AT_WORK = among(runs.c.status, RunStatus.READY, RunStatus.RUNNING)
_ADD = insert(runs)
_GET = select(runs).where(runs.c.id == bindparam("of"))
_SAVE = update(runs).where(
    runs.c.id == bindparam("of"),
    runs.c.version == bindparam("before"),
    runs.c.lease_owner == bindparam("held_by"),
)
_ACTIVE_IN = (
    select(runs)
    .where(runs.c.thread == bindparam("of"), among(runs.c.status, *ACTIVE))
    .order_by(runs.c.created_at)
)
_ACTIVE_OF = (
    select(runs.c.asker, func.count().label("active"))
    .where(runs.c.asker == bindparam("of"), _AT_WORK)
    .group_by(runs.c.asker)
)
_COUNTED = select(func.count()).select_from(
    select(runs.c.status).where(_AT_WORK).limit(bindparam("most")).subquery()
)
_AHEAD_IN = select(func.count()).where(
    _AT_WORK,
    runs.c.workspace == bindparam("within"),
    runs.c.id != bindparam("of"),
    or_(
        and_(
            among(runs.c.status, RunStatus.RUNNING),
            runs.c.lease_until > bindparam("now", type_=runs.c.ready_at.type),
        ),
        and_(among(runs.c.status, RunStatus.READY), runs.c.created_at < bindparam("at")),
    ),
)
_TOOK = insert(steps)
_NOW = bindparam("now", type_=runs.c.ready_at.type)
_OLDEST = select(runs.c.id).order_by(runs.c.ready_at).limit(bindparam("most"))
_TO_DO = _OLDEST.where(_AT_WORK, among(runs.c.status, RunStatus.READY), runs.c.ready_at <= _NOW)
_LEFT = _OLDEST.where(_AT_WORK, among(runs.c.status, RunStatus.RUNNING), runs.c.lease_until <= _NOW)


class SqlRuns:
    """The Runs port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def add(self, *new: Run) -> None:
        await self._connection.later(_ADD, [_fixed(run) | _mutable(run) for run in new])

    async def get(self, run: str) -> Run | None:
        row = (await self._connection.execute(_GET, {"of": run})).first()
        return None if row is None else run_of(row)

    async def listed(self, wanted: Collection[str]) -> Mapping[str, Run]:
        if not wanted:
            return {}
        rows = await self._connection.execute(_GET, [{"of": each} for each in wanted])
        return {row["id"]: run_of(row) for row in rows.all()}

    async def save(self, *saved: Run, held_by: str) -> None:
        if not saved:
            return
        lines = [
            _mutable(run) | {"of": run.id, "before": run.version - 1, "held_by": held_by}
            # Whoever saves the same runs at the same time takes them in the same order.
            for run in sorted(saved, key=lambda run: run.id)
        ]
        whose = ", ".join(run.id for run in saved)
        await self._connection.later(_SAVE, lines, Changing(len(saved), whose))

    async def renew(self, run: Run, until: dt.datetime) -> bool:
        statement = update(runs).where(
            runs.c.id == run.id,
            runs.c.version == run.version,
            runs.c.lease_owner == run.lease.owner,
        )
        done = await self._connection.execute(statement.values(lease_until=until))
        return done.changed == 1

    async def active_in(self, thread: str) -> Sequence[Run]:
        rows = await self._connection.execute(_ACTIVE_IN, {"of": thread})
        return [run_of(row) for row in rows.all()]

    async def of_person(
        self, asker: str, statuses: Sequence[RunStatus], limit: int
    ) -> Sequence[Run]:
        found = select(runs).where(runs.c.asker == asker, runs.c.status.in_(statuses))
        newest = found.order_by(runs.c.created_at.desc()).limit(limit)
        return [run_of(row) for row in (await self._connection.execute(newest)).all()]

    async def active_of(self, askers: Collection[str]) -> Mapping[str, int]:
        rows = await self._connection.execute(_ACTIVE_OF, [{"of": asker} for asker in askers])
        return {row["asker"]: row["active"] for row in rows.all()}

    async def at_work(self, most: int) -> int:
        return int((await self._connection.execute(_COUNTED, {"most": most})).value())

    async def ahead_in_workspace(self, run: Run, now: dt.datetime) -> int:
        given = {"within": run.workspace, "of": run.id, "now": now, "at": run.created_at}
        return int((await self._connection.execute(_AHEAD_IN, given)).value())

    async def to_do(self, now: dt.datetime, limit: int) -> Sequence[str]:
        rows = await self._connection.execute(_TO_DO, {"now": now, "most": limit})
        return rows.column()

    async def left(self, now: dt.datetime, limit: int) -> Sequence[str]:
        rows = await self._connection.execute(_LEFT, {"now": now, "most": limit})
        return rows.column()

    async def release_all(self, now: dt.datetime) -> None:
        statement = update(runs).where(_AT_WORK, runs.c.status == RunStatus.RUNNING)
        await self._connection.execute(
            statement.values(lease_until=now, ready_at=now, version=runs.c.version + 1)
        )

    async def took(self, *steps: StepTaken) -> None:
        if steps:
            lines = [{name: getattr(each, name) for name in StepTaken.__slots__} for each in steps]
            await self._connection.later(_TOOK, lines)

    async def steps(self, run: str) -> Sequence[StepTaken]:
        found = select(steps).where(steps.c.run == run).order_by(steps.c.number)
        return [StepTaken(**row) for row in (await self._connection.execute(found)).all()]

    async def latest(self, limit: int, workspace: str = "") -> Sequence[Run]:
        found = select(runs).order_by(runs.c.created_at.desc()).limit(limit)
        if workspace:
            found = found.where(runs.c.workspace == workspace)
        return [run_of(row) for row in (await self._connection.execute(found)).all()]


def _fixed(run: Run) -> dict[str, Any]:
    return {
        "id": run.id,
        "thread": run.thread.key,
        "thread_value": THREAD.dump(run.thread),
        "asker": run.asker.id,
        "asker_value": PERSON.dump(run.asker),
        "question": run.question,
        "created_at": run.created_at,
    }


def _mutable(run: Run) -> dict[str, Any]:
    return {
        "workspace": run.workspace,
        "status": run.status,
        "node": run.node,
        "state": run.state,
        "version": run.version,
        "lease_owner": run.lease.owner,
        "lease_until": run.lease.until,
        "attempts": run.lease.attempts,
        "cut_off": run.cut_off,
        "ready_at": run.ready_at,
        "finished_at": run.finished_at,
        "phase": run.phase,
        "checkpoint": run.checkpoint,
        "taken": run.taken,
        "outcome": run.outcome,
    }


def run_of(row: Mapping[Any, Any]) -> Run:
    """The run of a row."""
    return Run(
        id=row["id"],
        thread=THREAD.load(row["thread_value"]),
        asker=PERSON.load(row["asker_value"]),
        question=row["question"],
        created_at=row["created_at"],
        workspace=row["workspace"],
        status=RunStatus(row["status"]),
        node=row["node"],
        state=row["state"],
        version=row["version"],
        lease=lease_of(row),
        ready_at=row["ready_at"],
        finished_at=row["finished_at"],
        phase=row["phase"],
        checkpoint=row["checkpoint"],
        taken=row["taken"],
        outcome=row["outcome"],
        cut_off=row["cut_off"],
    )


def lease_of(row: Mapping[Any, Any]) -> Lease:
    """The lease columns of a row."""
    return Lease(owner=row["lease_owner"], until=row["lease_until"], attempts=row["attempts"])
