"""Reverifying: queries whose database changed under them are demoted, and reviewers asked again."""

from dataclasses import dataclass

import structlog

from knowledge.catalog import Catalog
from knowledge.validated.drift import drifted
from knowledge.validated.query import Cause, Status, ValidatedQuery
from knowledge.validated.repair import repaired
from knowledge.validated.store import StaleQueryError, ValidatedStore
from review import sentences as say
from review.dossier import REVERIFYING
from review.ledger import Ledger
from review.policy import Policies
from review.promotion import Rerun
from review.reconsidering import is_set_aside, judged_anew
from review.settings import Around, ReviewSettings
from review.unasked import Unasked, UnaskedCases, run_id

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

    async def look(self, catalog: Catalog, before: Catalog | None = None) -> tuple[str, ...]:
        """Demote what drifted and open a card for each; the ids of the newly demoted queries."""
        found: list[str] = []
        for query in await self._kept.store.all(catalog.workspace):
            demoted = await self._demoted(query, catalog)
            if demoted is not None:
                found.append(query.id)
            # A card that an earlier look could not open any more is opened now.
            waiting = demoted or query
            if _waits(waiting):
                await self._ask(waiting, repaired(waiting, catalog, before))
            elif is_set_aside(waiting):
                await self._cases.open(judged_anew(waiting, again=False))
        return tuple(found)

    async def _demoted(self, query: ValidatedQuery, catalog: Catalog) -> ValidatedQuery | None:
        reasons = drifted(query, catalog) if query.status is Status.ACTIVE else ()
        if not reasons:
            return None
        reason = say.database_changed("; ".join(reasons))
        log.warning("query_demoted", query=query.id, reason=reason)
        try:
            return await self._kept.store.save(
                query.standing(Status.DEMOTED, reason, Cause.DRIFTED)
            )
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
