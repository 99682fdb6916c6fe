"""Forgets what people asked and were shown, in SQL; what was decided, and by whom, stays."""

import datetime as dt

from sqlalchemy import bindparam, delete, null, select, update

from review.adapters.statements import Statements
from review.adapters.tables import (
    audit,
    cases,
    checkpoints,
    feedback,
    outbox,
    runs,
    steps,
    writes,
)
from review.ledger.records import LIVE, OwedStatus

_ENDED = (OwedStatus.SENT, OwedStatus.SUPERSEDED, OwedStatus.DEAD)
# An ask without words: it says only that there was one.
_NOTHING_ASKED = '{"kind": "review", "title": "", "questions": []}'


class SqlRetention:
    """The Retention port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def purge(self, before: dt.datetime, limit: int) -> int:
        in_review = select(cases.c.run).where(cases.c.status.in_(LIVE))
        old = select(runs.c.id).where(
            runs.c.finished_at < before, runs.c.state != "", runs.c.id.not_in(in_review)
        )
        found = (await self._connection.execute(old.limit(limit))).column()
        for run in found:
            for statement in _FORGET:
                await self._connection.execute(statement, {"of": run})
        if not found:
            purged = update(audit).where(audit.c.at < before, audit.c.details.is_not(None))
            await self._connection.execute(purged.values(details=null()))
        return len(found)


_FORGET = (
    update(runs).where(runs.c.id == bindparam("of")).values(question="", state="", outcome=""),
    update(steps).where(steps.c.run == bindparam("of")).values(output=""),
    delete(outbox).where(outbox.c.run == bindparam("of"), outbox.c.status.in_(_ENDED)),
    update(checkpoints)
    .where(checkpoints.c.run == bindparam("of"))
    .values(ask=_NOTHING_ASKED, decision=""),
    update(writes).where(writes.c.run == bindparam("of")).values(result=""),
    update(cases).where(cases.c.run == bindparam("of")).values(note=""),
    update(feedback).where(feedback.c.run == bindparam("of")).values(note=""),
)
