"""When something is due next, in SQL."""

import datetime as dt
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam, func, select, union_all

from review.adapters.columns import among
from review.adapters.statements import Statements
from review.adapters.tables import cases, checkpoints, outbox, runs
from review.records import CaseStatus, CheckpointStatus, OwedStatus, RunStatus

_NOW = bindparam("now", type_=runs.c.ready_at.type)


def _first(moment: Column[Any], status: ColumnElement[bool]) -> Any:
    return select(func.min(moment).label("at")).where(status, moment > _NOW)


_AT_WORK = among(runs.c.status, RunStatus.READY, RunStatus.RUNNING)
_PENDING = among(outbox.c.status, OwedStatus.OWED, OwedStatus.SENDING)
_OPEN = among(checkpoints.c.status, CheckpointStatus.OPEN)
_WORKING = among(cases.c.status, CaseStatus.WORKING)
_EACH = union_all(
    _first(runs.c.ready_at, _AT_WORK),
    _first(runs.c.lease_until, _AT_WORK),
    _first(cases.c.ready_at, _WORKING),
    _first(cases.c.lease_until, _WORKING),
    _first(outbox.c.due, _PENDING),
    _first(outbox.c.lease_until, _PENDING),
    _first(checkpoints.c.due, _OPEN),
    _first(checkpoints.c.remind_at, _OPEN),
).subquery()
_NEXT = select(func.min(_EACH.c.at).label("at"))


class SqlTimetable:
    """The Timetable port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def next(self, now: dt.datetime) -> dt.datetime | None:
        moment: dt.datetime | None = (await self._connection.execute(_NEXT, {"now": now})).value()
        return moment
