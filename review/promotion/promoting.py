"""Promotion: what reviewers approve is kept for the next such question."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import structlog

from knowledge.validated.parameters import ParameterError, bind
from knowledge.validated.query import Cause, Status, ValidatedQuery
from knowledge.validated.queue import never_approved
from knowledge.validated.store import (
    DuplicateQueryError,
    StaleQueryError,
    ValidatedStore,
    same_wording,
)
from pipeline.approved.titles import title_of
from pipeline.result import Answer, Refusal
from review import sentences as say
from review.cases.changeables import changeables
from review.ledger.kept_queries import KeptQueries
from review.ports.promotion import Earlier, Proposal, Rerun, Superseded, Verdicted
from review.promotion import reconsidering_sentences
from review.promotion.kept_query import (
    Domain,
    approver_of,
    as_understood,
    as_wished,
    changed_since,
    fixed_as,
    fixed_moment,
    missing_words,
    restored,
    said_values,
    validated_query,
    with_times_of,
)
from review.promotion.other_wordings import (
    LONGEST_PROPOSED,
    MOST_PROPOSED,
    Near,
    near_wording,
    proposed_wordings,
    with_wording,
    without_wording,
)
from review.promotion.reconsidering_sentences import glossary_changed

log = structlog.get_logger()


class StorePromoter:
    """The Promoter port over the validated-query store. Nothing is kept that `rerun` refuses."""

    def __init__(
        self, store: ValidatedStore, domains: Callable[[str], Domain | None], rerun: Rerun
    ) -> None:
        self._store = store
        self._domains = domains
        self._rerun = rerun
        self._restoring = Restoring(store)

    async def propose(
        self, verdicted: Verdicted, earlier: Sequence[Earlier] = ()
    ) -> Proposal | None:
        domain = self._domains(verdicted.answer.workspace)
        if domain is None:
            return None
        near = await self._accepted_for(verdicted, domain)
        if near is not None:
            wordings = await asyncio.to_thread(
                proposed_wordings, near.query, verdicted, earlier, domain
            )
            known = (*near.query.wordings, near.wording, verdicted.answer.question)
            return Proposal(
                question=near.query.question,
                paraphrases=tuple(dict.fromkeys((*near.query.paraphrases, near.wording))),
                proposed=_most((*near.query.proposed, *wordings), known),
                parameters=changeables(near.query.parameters),
            )
        query = validated_query(verdicted, domain, Status.ACTIVE)
        before = await self._before(verdicted)
        active = await self._active(query.workspace)
        rivals = [row for row in active if _rivals(row, query)]
        kept = before.paraphrases if before is not None else ()
        title = title_of(query.question)
        asked = () if same_wording(title, query.question) else (query.question,)
        said = [
            *asked,
            *kept,
            *(text for row in rivals for text in row.paraphrases),
        ]
        waiting = [text for row in rivals for text in row.proposed]
        if before is not None:
            waiting += before.proposed
        wordings = await asyncio.to_thread(proposed_wordings, query, verdicted, earlier, domain)
        return Proposal(
            question="" if before is not None and before.untitled else title,
            paraphrases=tuple(dict.fromkeys(said)),
            proposed=_most((*waiting, *wordings), (title, query.question, *said)),
            parameters=changeables(
                fixed_as(query, before) if before is not None else query.parameters
            ),
            duplicates=tuple(row.question for row in rivals),
        )

    async def approve(self, verdicted: Verdicted) -> Refusal | Superseded | None:
        domain = self._domains(verdicted.answer.workspace)
        if domain is None:
            # Said to be approved, it would never answer anybody.
            log.warning("promotion_without_workspace", workspace=verdicted.answer.workspace)
            return Refusal(code="workspace_away", reason=say.WORKSPACE_AWAY)
        if await self._store.get(verdicted.id) is not None:
            return None
        superseded = await self._restoring.superseded(verdicted)
        if superseded is not None:
            return superseded
        near = await self._accepted_for(verdicted, domain)
        if near is not None:
            return await self._extended(near, verdicted, domain)
        drawn_up = await self._drawn_up(verdicted, domain)
        if isinstance(drawn_up, Refusal):
            return drawn_up
        refused = await self._proved(drawn_up, verdicted)
        return refused or await self._kept(drawn_up, verdicted)

    async def preview(self, verdicted: Verdicted) -> tuple[ValidatedQuery, ...] | Refusal:
        """The rows that an approval would change, as they would be; nothing is saved or run."""
        domain = self._domains(verdicted.answer.workspace)
        if domain is None:
            return Refusal(code="workspace_away", reason=say.WORKSPACE_AWAY)
        query = await self._drawn_up(verdicted, domain)
        if isinstance(query, Refusal):
            return query
        before = await self._before(verdicted)
        query = query if before is None else restored(before, query, verdicted.wish)
        earlier = (
            row.standing(Status.RETIRED, f"superseded by {query.id}")
            for row in await self._active(query.workspace)
            if row.id != query.id and same_wording(row.question, query.question)
        )
        return (query, *earlier)

    async def _drawn_up(self, verdicted: Verdicted, domain: Domain) -> ValidatedQuery | Refusal:
        """The row to keep, its wish carried out; or why its words cannot have it."""
        before = await self._before(verdicted)
        if before is not None and before.untitled:
            if not verdicted.wish.question:
                return say.NEEDS_QUESTION
            verdicted = _titled(verdicted)
        query = validated_query(verdicted, domain, Status.ACTIVE)
        wished = as_wished(query, verdicted)
        if before is not None:
            wished = with_times_of(before, wished, verdicted, domain)
        wished = as_understood(wished, before, domain)
        changed = changed_since(query, verdicted, domain)
        refused = glossary_changed(changed[0]) if changed else None
        return refused or _unfit(wished, query, verdicted, domain) or wished

    async def kept(self, query_id: str) -> ValidatedQuery | None:
        return await self._store.get(query_id)

    async def set_aside(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        query = await held.get(query_id)
        if query is None or query.status is not Status.ACTIVE:
            return None
        return await held.save(query.standing(Status.DEMOTED, reason, Cause.SET_ASIDE))

    async def turn_down(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        query = await held.get(query_id)
        if query is None or not never_approved((query,)):
            return None
        return await held.save(query.standing(Status.RETIRED, reason))

    async def waiting(self, workspace: str) -> Sequence[ValidatedQuery]:
        return never_approved(await self._store.all(workspace))

    async def reject(self, verdicted: Verdicted) -> Superseded | None:
        if verdicted.restores:
            return await self._restoring.retire(verdicted)
        domain = self._domains(verdicted.answer.workspace)
        if domain is None or await self._store.get(verdicted.id) is not None:
            return None
        near = await self._accepted_for(verdicted, domain)
        if near is not None:
            # The approved query stays as it is; the question is another one.
            await self._store.save(without_wording(near, verdicted))
        await self._store.add(validated_query(verdicted, domain, Status.NEVER_REUSE))
        return None

    async def _accepted_for(self, verdicted: Verdicted, domain: Domain) -> Near | None:
        """The approved query that a person accepted for the question, and what it says for it."""
        query = await self._store.get(verdicted.used) if verdicted.used else None
        if query is None or query.status is not Status.ACTIVE or verdicted.edited:
            return None
        return near_wording(query, verdicted, domain)

    async def _extended(
        self, near: Near, verdicted: Verdicted, domain: Domain
    ) -> Refusal | Superseded | None:
        """The wording becomes one of the approved query; or why it cannot."""
        wished = with_wording(near, verdicted, domain)
        refused = _unfit(wished, near.query, verdicted, domain)
        if refused is not None or wished == near.query:
            return refused
        try:
            await self._store.save(wished)
        except StaleQueryError:
            # Somebody was faster: what they made of it is looked at again.
            return await self.approve(verdicted)
        return None

    async def _before(self, verdicted: Verdicted) -> ValidatedQuery | None:
        """The waiting query that the verdict is on; None where it is on a new answer."""
        return await self._store.get(verdicted.restores) if verdicted.restores else None

    async def _proved(self, query: ValidatedQuery, verdicted: Verdicted) -> Refusal | None:
        """Why the kept SQL, with the values it was approved with, does not give the answer."""
        try:
            sql = bind(query, {item.name: item.default for item in query.parameters})
        except ParameterError:
            return say.NOT_BINDABLE
        answer = verdicted.answer
        kept = await self._rerun.rerun(answer, sql, verdicted.asker)
        if isinstance(kept, Refusal):
            return kept
        if verdicted.restores or _same_result(kept, answer):
            return None
        # The data may have moved on since the answer: compare with what it would be now.
        now = await self._rerun.rerun(answer, answer.sql, verdicted.asker)
        if isinstance(now, Refusal) or _same_result(kept, now):
            return now if isinstance(now, Refusal) else None
        return say.OTHER_RESULT

    async def _kept(
        self, query: ValidatedQuery, verdicted: Verdicted
    ) -> Refusal | Superseded | None:
        """Keep it; or why a query that waited cannot answer its question."""
        if verdicted.restores:
            return await self._restoring.restore(query, verdicted)
        try:
            await self._store.add(query)
        except DuplicateQueryError as error:
            await self._supersede(error.existing, query)
        return None

    async def _supersede(self, old: ValidatedQuery, query: ValidatedQuery) -> None:
        """The later approval of the same question counts; the earlier one is retired."""
        if old.id == query.id:
            return
        await retired_for(self._store, old, query.id)
        await self._store.add(replace(query, hard_negatives=old.hard_negatives))

    async def _active(self, workspace: str) -> list[ValidatedQuery]:
        rows = await self._store.all(workspace)
        return [row for row in rows if row.status is Status.ACTIVE]


def _unfit(
    wished: ValidatedQuery, query: ValidatedQuery, verdicted: Verdicted, domain: Domain
) -> Refusal | None:
    """Why the reviewer's wish would make the row answer what it does not say."""
    wording, words = missing_words(said_values(query, verdicted, domain), wished.wordings)
    if wording:
        return say.words_missing(wording, words)
    moving = fixed_moment(wished, verdicted, domain)
    return say.moving(moving) if moving else None


def _titled(verdicted: Verdicted) -> Verdicted:
    """A logged query has no question of its own: what the reviewer calls it is the question."""
    title = verdicted.wish.question
    return replace(verdicted, answer=replace(verdicted.answer, question=title, standalone=""))


def _most(wordings: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """The first few wordings that are not known, none twice."""
    found: list[str] = []
    for text in wordings:
        new = not any(same_wording(text, other) for other in (*known, *found))
        if new and len(text) <= LONGEST_PROPOSED:
            found.append(text)
    return tuple(found[:MOST_PROPOSED])


def _rivals(row: ValidatedQuery, query: ValidatedQuery) -> bool:
    said = any(same_wording(wording, query.question) for wording in row.wordings)
    return said or _plain(row.sql) == _plain(query.sql)


def _plain(sql: str) -> str:
    return " ".join(sql.split()).rstrip("; ").lower()


def _same_result(one: Answer, other: Answer) -> bool:
    """Whether two answers show the same rows, in whatever order."""
    return sorted(map(repr, one.rows)) == sorted(map(repr, other.rows))


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
            return say.not_answering(again.status_reason)
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
            meanwhile = reconsidering_sentences.restored_meanwhile(old)
            reason = f"{meanwhile}, {reconsidering_sentences.NOT_TURNED_DOWN}"
            return Superseded(reason=reason, next_step=reconsidering_sentences.RECONSIDER_IT)
        if old is None or old.status is not Status.DEMOTED:
            return None
        reason = reconsidering_sentences.turned_down(
            approver_of(verdicted), verdicted.note, verdicted.at
        )
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
        reason = (
            f"{reconsidering_sentences.restored_meanwhile(old)}, {reconsidering_sentences.NOT_KEPT}"
        )
        return Superseded(reason=reason, next_step=reconsidering_sentences.RECONSIDER_IT)
    if verdicted.seen in (None, old.revision):
        return None
    reason = f"{reconsidering_sentences.changed_meanwhile(old)}; {reconsidering_sentences.NOT_KEPT}"
    return Superseded(reason=reason, next_step=reconsidering_sentences.DECIDE_ANEW)


async def retired_for(store: ValidatedStore, old: ValidatedQuery, later: str) -> None:
    """The later approval of the same question counts."""
    reason = f"superseded by {later}"
    await store.save(old.standing(Status.RETIRED, reason))
