"""Sentinels: approved queries run again now and then; a silent change of meaning is noticed."""

import datetime as dt
from dataclasses import replace

import structlog

from knowledge.validated.profile import profile_of, silent_change
from knowledge.validated.query import Cause, Status, ValidatedQuery
from knowledge.validated.store import StaleQueryError
from pipeline.result import Answer
from review import sentences as say
from review.cases.unasked import keeper_of, plain_answer
from review.ports.promotion import Rerun
from review.promotion.reverifying import Kept
from review.settings import Around, ReviewSettings

log = structlog.get_logger()


class Sentinels:
    """Runs a workspace's queries again, a few at each look and each of them once in a while.

    The first run after an approval is kept as what the result looks like.
    """

    def __init__(self, kept: Kept, rerun: Rerun, around: Around, settings: ReviewSettings) -> None:
        self._kept = kept
        self._rerun = rerun
        self._around = around
        self._settings = settings
        self._ran: dict[str, dt.datetime] = {}

    async def watch(self, workspace: str) -> tuple[str, ...]:
        """The ids of the queries that were demoted because their results changed silently."""
        found = []
        for query in self._due(await self._kept.store.all(workspace)):
            self._ran[query.id] = self._around.clock()
            if await self._demoted(query):
                found.append(query.id)
        return tuple(found)

    def _due(self, queries: tuple[ValidatedQuery, ...]) -> list[ValidatedQuery]:
        """Active queries that have not run for long, the most used first."""
        since = self._around.clock() - self._settings.sentinel_every
        due = [
            query
            for query in queries
            if query.status is Status.ACTIVE and self._ran.get(query.id, since) <= since
        ]
        due.sort(key=lambda query: -query.usage.used)
        return due[: self._settings.sentinel_batch]

    async def _demoted(self, query: ValidatedQuery) -> bool:
        keeper = keeper_of(self._kept.policies(query.workspace))
        try:
            answer = await self._rerun.rerun(plain_answer(query, query.sql), query.sql, keeper)
        except Exception:
            # A database that is away says nothing about what its data mean.
            log.exception("sentinel_not_run", query=query.id)
            return False
        # What does not run any more is found by its drift, or is away.
        return isinstance(answer, Answer) and await self._judged(query, answer)

    async def _judged(self, query: ValidatedQuery, answer: Answer) -> bool:
        now = profile_of(answer.columns, answer.rows)
        if query.profile is None:
            await self._saved(replace(query, profile=now))
            return False
        said = silent_change(query.profile, now)
        if not said:
            return False
        log.warning("query_result_changed", query=query.id)
        reason = say.changed("database", (said,))
        return await self._saved(query.standing(Status.DEMOTED, reason, Cause.DRIFTED))

    async def _saved(self, query: ValidatedQuery) -> bool:
        try:
            await self._kept.store.save(query)
        except StaleQueryError:
            # Another replica saw it too, or a person changed it.
            return False
        return True
