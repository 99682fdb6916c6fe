"""Restoring: what becomes of a kept query that waited for a verdict, unless others were faster."""

from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.store import DuplicateQueryError, StaleQueryError, ValidatedStore
from pipeline.result import Refusal
from review import sentences
from review.ports.promotion import Superseded, Verdicted
from review.promotion import reconsidering_sentences as say
from review.promotion.kept_query import approver_of, restored


class Restoring:
    """Carries out verdicts on queries that wait; each may be handed over twice."""

    def __init__(self, store: ValidatedStore) -> None:
        self._store = store

    async def superseded(self, verdicted: Verdicted) -> Superseded | None:
        """What others made of the query since the reviewer was shown it; None for nothing."""
        old = await self._store.get(verdicted.restores) if verdicted.restores else None
        if old is None or await self._carried_out(verdicted):
            return None
        return _by_now(old, verdicted)

    async def restore(
        self, query: ValidatedQuery, verdicted: Verdicted
    ) -> Refusal | Superseded | None:
        """Use it again as it was approved; or why not."""
        old = await self._store.get(verdicted.restores)
        if old is None or await self._carried_out(verdicted):
            return None
        superseded = _by_now(old, verdicted)
        if superseded is not None:
            return superseded
        again = restored(old, query, verdicted.wish)
        if again.status is not Status.ACTIVE:
            return sentences.not_answering(again.status_reason)
        try:
            await self._store.save(again)
        except DuplicateQueryError as error:
            await retired_for(self._store, error.existing, old.id)
            return await self.restore(query, verdicted)
        except StaleQueryError:
            # Somebody was faster: what they made of it is looked at again.
            return await self.restore(query, verdicted)
        return None

    async def retire(self, verdicted: Verdicted) -> Superseded | None:
        """Never use it again; or who restored it meanwhile."""
        old = await self._store.get(verdicted.restores)
        if old is not None and old.status is Status.ACTIVE:
            reason = f"{say.restored_meanwhile(old)}, {say.NOT_TURNED_DOWN}"
            return Superseded(reason=reason, next_step=say.RECONSIDER_IT)
        if old is None or old.status is not Status.DEMOTED:
            return None
        reason = say.turned_down(approver_of(verdicted), verdicted.note, verdicted.at)
        try:
            await self._store.save(old.standing(Status.RETIRED, reason))
        except StaleQueryError:
            return await self.retire(verdicted)
        return None

    async def _carried_out(self, verdicted: Verdicted) -> bool:
        """Whether this very verdict restored it, before whoever carried it out died."""
        if verdicted.seen is None:
            return False
        said = (approver_of(verdicted), verdicted.at)
        rows = await self._store.history(verdicted.restores)
        return any(
            row.status is Status.ACTIVE and (row.approved_by, row.approved_at) == said
            for row in rows
            if row.revision > verdicted.seen
        )


def _by_now(old: ValidatedQuery, verdicted: Verdicted) -> Superseded | None:
    if old.status is Status.ACTIVE:
        reason = f"{say.restored_meanwhile(old)}, {say.NOT_KEPT}"
        return Superseded(reason=reason, next_step=say.RECONSIDER_IT)
    if verdicted.seen in (None, old.revision):
        return None
    reason = f"{say.changed_meanwhile(old)}; {say.NOT_KEPT}"
    return Superseded(reason=reason, next_step=say.DECIDE_ANEW)


async def retired_for(store: ValidatedStore, old: ValidatedQuery, later: str) -> None:
    """The later approval of the same question counts."""
    reason = f"superseded by {later}"
    await store.save(old.standing(Status.RETIRED, reason))
