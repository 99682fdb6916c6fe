"""Review cases, in SQL."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, or_, select, update

from review.adapters.columns import among
from review.adapters.sql_runs import lease_of
from review.adapters.statements import Statements
from review.adapters.tables import cases, runs
from review.ledger.errors import StaleError
from review.ledger.records import Case, CaseStatus
from review.ledger.stored import PERSON

_NOW = bindparam("now", type_=cases.c.ready_at.type)
_TO_DO = (
    select(cases.c.id)
    .where(
        among(cases.c.status, CaseStatus.WORKING),
        cases.c.ready_at <= _NOW,
        or_(cases.c.lease_until.is_(None), cases.c.lease_until <= _NOW),
    )
    .limit(bindparam("most"))
)
# Every question that comes in asks this, so it is made once.
_ASKED_BACK = (
    select(cases)
    .join(runs, runs.c.id == cases.c.run)
    .where(
        runs.c.thread == bindparam("thread"),
        runs.c.asker == bindparam("asker"),
        among(cases.c.status, CaseStatus.ASKED_BACK),
    )
    .order_by(cases.c.opened_at)
    .limit(1)
)


class SqlCases:
    """The Cases port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def add(self, case: Case) -> None:
        fixed = {
            "id": case.id,
            "run": case.run,
            "workspace": case.workspace,
            "sent_by": PERSON.dump(case.sent_by),
            "opened_at": case.opened_at,
        }
        await self._connection.execute(insert(cases), fixed | _mutable(case))

    async def get(self, case: str) -> Case | None:
        return await self._one(select(cases).where(cases.c.id == case))

    async def of_run(self, run: str) -> Case | None:
        # By the number in its id: two may be of one moment, and a clock may have been set back.
        number = func.length(cases.c.id).desc(), cases.c.id.desc()
        return await self._one(select(cases).where(cases.c.run == run).order_by(*number).limit(1))

    async def asked_back_in(self, thread: str, asker: str) -> Case | None:
        given = {"thread": thread, "asker": asker}
        row = (await self._connection.execute(_ASKED_BACK, given)).first()
        return None if row is None else _case(row)

    async def save(self, case: Case) -> None:
        statement = update(cases).where(cases.c.id == case.id, cases.c.version == case.version - 1)
        done = await self._connection.execute(statement, _mutable(case))
        if done.changed != 1:
            raise StaleError(case.id)

    async def renew(self, case: Case, until: dt.datetime) -> bool:
        statement = update(cases).where(
            cases.c.id == case.id,
            cases.c.version == case.version,
            cases.c.lease_owner == case.lease.owner,
        )
        done = await self._connection.execute(statement.values(lease_until=until))
        return done.changed == 1

    async def to_do(self, now: dt.datetime, limit: int) -> Sequence[str]:
        return (await self._connection.execute(_TO_DO, {"now": now, "most": limit})).column()

    async def release_all(self, now: dt.datetime) -> None:
        statement = update(cases).where(cases.c.status == CaseStatus.WORKING)
        await self._connection.execute(
            statement.values(lease_until=None, ready_at=now, version=cases.c.version + 1)
        )

    async def _one(self, found: Select[Any]) -> Case | None:
        row = (await self._connection.execute(found)).first()
        return None if row is None else _case(row)


def _mutable(case: Case) -> dict[str, Any]:
    return {
        "note": case.note,
        "status": case.status,
        "rounds": case.rounds,
        "checkpoint": case.checkpoint,
        "version": case.version,
        "lease_owner": case.lease.owner,
        "lease_until": case.lease.until,
        "attempts": case.lease.attempts,
        "ready_at": case.ready_at,
        "closed_at": case.closed_at,
        "cut_off": case.cut_off,
    }


def _case(row: Mapping[Any, Any]) -> Case:
    return Case(
        id=row["id"],
        run=row["run"],
        workspace=row["workspace"],
        sent_by=PERSON.load(row["sent_by"]),
        opened_at=row["opened_at"],
        note=row["note"],
        status=CaseStatus(row["status"]),
        rounds=row["rounds"],
        checkpoint=row["checkpoint"],
        version=row["version"],
        lease=lease_of(row),
        ready_at=row["ready_at"],
        closed_at=row["closed_at"],
        cut_off=row["cut_off"],
    )
