"""When something is due next, in SQL."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, bindparam, false, func, select, union_all

from pipeline.writes.values import WriteStatus
from review.adapters.columns import among
from review.adapters.statements import Statements
from review.adapters.tables import cases, checkpoints, outbox, runs, writes
from review.ledger.records import CaseStatus, CheckpointStatus, OwedStatus, RunStatus

_NOW = bindparam("now", type_=runs.c.ready_at.type)


def _first(moment: Column[Any], *status: ColumnElement[bool]) -> Any:
    return select(func.min(moment).label("at")).where(*status)


# An index is found by its own condition, word for word; what is wanted of it stands beside it.
_AT_WORK = among(runs.c.status, RunStatus.READY, RunStatus.RUNNING)
_READY = and_(_AT_WORK, among(runs.c.status, RunStatus.READY))
_RUNNING = and_(_AT_WORK, among(runs.c.status, RunStatus.RUNNING))
_PENDING = among(outbox.c.status, OwedStatus.OWED, OwedStatus.SENDING)
_OPEN = among(checkpoints.c.status, CheckpointStatus.OPEN)
_WORKING = among(cases.c.status, CaseStatus.WORKING)
_MOMENTS = (
    (runs.c.ready_at, _READY),
    (runs.c.lease_until, _RUNNING),
    (cases.c.ready_at, and_(_WORKING, cases.c.lease_until.is_(None))),
    (cases.c.lease_until, _WORKING),
    (outbox.c.due, and_(_PENDING, among(outbox.c.status, OwedStatus.OWED))),
    (outbox.c.lease_until, and_(_PENDING, among(outbox.c.status, OwedStatus.SENDING))),
    (checkpoints.c.due, _OPEN),
    (checkpoints.c.remind_at, and_(_OPEN, checkpoints.c.reminded == false())),
    (writes.c.changed_at, among(writes.c.status, WriteStatus.EXECUTING)),
)


def _earliest(*further: Callable[[Column[Any]], ColumnElement[bool]]) -> Any:
    each = (
        _first(moment, status, *(is_so(moment) for is_so in further)) for moment, status in _MOMENTS
    )
    found = union_all(*each).subquery()
    return select(func.min(found.c.at).label("at"))


_EVER = _earliest()
_NEXT = _earliest(lambda moment: moment > _NOW)


class SqlTimetable:
    """The Timetable port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def first(self) -> dt.datetime | None:
        moment: dt.datetime | None = (await self._connection.execute(_EVER)).value()
        return moment

    async def next(self, now: dt.datetime) -> dt.datetime | None:
        moment: dt.datetime | None = (await self._connection.execute(_NEXT, {"now": now})).value()
        return moment
