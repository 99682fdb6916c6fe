"""Forgets what people asked and were shown, in SQL; what was decided, and by whom, stays."""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Executable, bindparam, delete, null, select, update

from review.adapters.columns import Instant
from review.adapters.statements import Statements
from review.adapters.tables import (
    audit,
    cases,
    checkpoints,
    feedback,
    inbox,
    outbox,
    runs,
    spending,
    standing_answers,
    steps,
    thread_files,
    writes,
)
from review.ledger.pseudonyms import FORGOTTEN
from review.ledger.records import LIVE, OwedStatus
from review.settings import Kept

_ENDED = (OwedStatus.SENT, OwedStatus.SUPERSEDED, OwedStatus.DEAD)
# An ask without words: it says only that there was one.
_NOTHING_ASKED = '{"kind": "review", "title": "", "questions": []}'


class SqlRetention:
    """The Retention port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def purge(self, before: Mapping[Kept, dt.datetime], limit: int) -> int:
        if Kept.QUESTIONS in before:
            found = await self._purge_runs(before[Kept.QUESTIONS], limit)
            if found:
                return found
        for kind, moment in before.items():
            if kind is not Kept.QUESTIONS:
                await self._connection.execute(_OF_KIND[kind], {"before": moment})
        return 0

    async def _purge_runs(self, before: dt.datetime, limit: int) -> int:
        in_review = select(cases.c.run).where(cases.c.status.in_(LIVE))
        old = select(runs.c.id).where(
            runs.c.finished_at < before, runs.c.state != "", runs.c.id.not_in(in_review)
        )
        found = (await self._connection.execute(old.limit(limit))).column()
        for run in found:
            for statement in FORGET:
                await self._connection.execute(statement, {"of": run})
        return len(found)


FORGET = (
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
_BEFORE = bindparam("before", type_=Instant())
# What says that a person was forgotten proves the entries that it names, and holds nobody's data.
_OF_KIND: Final[Mapping[Kept, Executable]] = {
    Kept.AUDIT_DETAILS: update(audit)
    .where(audit.c.at < _BEFORE, audit.c.details.is_not(None), audit.c.action != FORGOTTEN)
    .values(details=null()),
    Kept.FEEDBACK: delete(feedback).where(feedback.c.at < _BEFORE),
    Kept.REMEMBERED: delete(standing_answers).where(
        standing_answers.c.at < _BEFORE, standing_answers.c.person != ""
    ),
    Kept.SPENDING: delete(spending).where(spending.c.at < _BEFORE),
    Kept.FILES: delete(thread_files).where(thread_files.c.dropped_at < _BEFORE),
    Kept.EVENTS: delete(inbox).where(inbox.c.seen_at < _BEFORE),
}
