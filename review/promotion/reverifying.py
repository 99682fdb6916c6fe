"""Reverifying: queries whose data or glossary changed are demoted, and reviewers asked again."""

import asyncio
from dataclasses import dataclass, replace

import structlog

from knowledge.catalog import Catalog
from knowledge.validated.drift import drifted
from knowledge.validated.meanings import Meanings
from knowledge.validated.query import Cause, Status, ValidatedQuery
from knowledge.validated.repair import repaired
from knowledge.validated.store import StaleQueryError, ValidatedStore
from review import sentences as say
from review.cases.dossier import REVERIFYING
from review.cases.unasked import Unasked, UnaskedCases, run_id
from review.ledger.port import Ledger
from review.policy.deciders import Policies
from review.ports.promotion import Rerun
from review.promotion.reconsidering import is_set_aside, judged_anew
from review.settings import Around, ReviewSettings

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Where queries and cases are kept, and who may look at them."""

    store: ValidatedStore
    ledger: Ledger
    policies: Policies


class Reverifying:
    """Looks at a workspace's queries after its catalog was read; safe to repeat at any time."""

    def __init__(self, kept: Kept, rerun: Rerun, around: Around, settings: ReviewSettings) -> None:
        self._kept = kept
        self._cases = UnaskedCases(kept.ledger, kept.policies, rerun, around, settings)

    async def bind(self, workspace: str, meanings: Meanings) -> None:
        """Keep what the glossary says of active queries approved before that was kept."""
        for query in await self._kept.store.all(workspace):
            if query.status is Status.ACTIVE and query.meanings is None:
                said = await asyncio.to_thread(meanings.of, query)
                await self._saved(replace(query, meanings=said))

    async def look(
        self, catalog: Catalog, before: Catalog | None = None, meanings: Meanings | None = None
    ) -> tuple[str, ...]:
        """Demote what drifted and open a card for each; the ids of the newly demoted queries."""
        found: list[str] = []
        for query in await self._kept.store.all(catalog.workspace):
            demoted = await self._demoted(query, catalog, meanings)
            if demoted is not None:
                found.append(query.id)
            # A card that an earlier look could not open any more is opened now.
            waiting = demoted or query
            if _waits(waiting):
                await self._ask(waiting, repaired(waiting, catalog, before))
            elif is_set_aside(waiting):
                await self._cases.open(judged_anew(waiting, again=False))
        return tuple(found)

    async def _demoted(
        self, query: ValidatedQuery, catalog: Catalog, meanings: Meanings | None
    ) -> ValidatedQuery | None:
        if query.status is not Status.ACTIVE:
            return None
        changed = drifted(query, catalog)
        said = meanings.changed(query) if meanings is not None else ()
        reasons = [say.changed("database", changed)] if changed else []
        reasons += [say.changed("glossary", said)] if said else []
        if not reasons:
            return None
        reason = "; ".join(reasons)
        log.warning("query_demoted", query=query.id, reason=reason)
        return await self._saved(query.standing(Status.DEMOTED, reason, Cause.DRIFTED))

    async def _saved(self, query: ValidatedQuery) -> ValidatedQuery | None:
        try:
            return await self._kept.store.save(query)
        except StaleQueryError:
            # Another replica saw it too, or a person changed it; the next look sees what became.
            return None

    async def _ask(self, query: ValidatedQuery, repair: str) -> None:
        def why(trouble: str) -> str:
            return say.reverify(query, trouble, repaired=bool(repair))

        unasked = Unasked(
            query=query,
            run=run_id(REVERIFYING, query),
            sql=repair or query.sql,
            note=why,
            action="asked to verify anew",
        )
        await self._cases.open(unasked)


def _waits(query: ValidatedQuery) -> bool:
    return query.status is Status.DEMOTED and query.cause is Cause.DRIFTED
