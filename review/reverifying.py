"""Reverifying: queries whose database changed under them are demoted, and reviewers asked again."""

import datetime as dt
import hashlib
from dataclasses import dataclass, replace

import structlog

from knowledge.catalog import Catalog
from knowledge.validated.drift import drifted
from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.repair import repaired
from knowledge.validated.store import StaleQueryError, ValidatedStore
from pipeline.people import Person
from pipeline.result import Answer, Refusal, Trust
from pipeline.state import Matched, RunState
from review import case_changes
from review import sentences as say
from review.case_changes import CaseChange, Matter, keep_case
from review.dossier import REVERIFYING, about
from review.ledger import Ledger, Pages
from review.policy import Policies, ReviewPolicy
from review.promotion import Rerun
from review.records import Case, Run, RunStatus
from review.settings import Around, ReviewSettings
from review.stored import dump_outcome, dump_state
from review.threads import NOWHERE

log = structlog.get_logger()

# How the reason begins for which a query waits to be verified anew.
DRIFTED = "its database changed: "


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
        self._rerun = rerun
        self._around = around
        self._settings = settings

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
        return tuple(found)

    async def _demoted(self, query: ValidatedQuery, catalog: Catalog) -> ValidatedQuery | None:
        reasons = drifted(query, catalog) if query.status is Status.ACTIVE else ()
        if not reasons:
            return None
        reason = f"{DRIFTED}{'; '.join(reasons)}"
        log.warning("query_demoted", query=query.id, reason=reason)
        try:
            return await self._kept.store.save(
                replace(query, status=Status.DEMOTED, status_reason=reason)
            )
        except StaleQueryError:
            # Another replica saw it too, or a person changed it; the next look sees what became.
            return None

    async def _ask(self, query: ValidatedQuery, repair: str) -> None:
        policy = self._kept.policies(query.workspace)
        run_id = run_of(query)
        async with self._kept.ledger.read() as pages:
            known = await pages.runs.get(run_id) is not None
        if known or policy.reviewers_thread is None:
            return
        answer = await self._answer(query, repair or query.sql, policy)
        async with self._kept.ledger.begin() as pages:
            if await pages.runs.get(run_id) is None:
                await self._open(pages, _Asking(query, answer, bool(repair)), policy)

    async def _answer(
        self, query: ValidatedQuery, sql: str, policy: ReviewPolicy
    ) -> tuple[Answer, str]:
        """The answer that the SQL gives now, or an empty one and why there is none."""
        keeper = keeper_of(policy)
        plain = plain_answer(query, sql)
        try:
            again = await self._rerun.rerun(plain, sql, keeper)
        except Exception:
            # Whatever is wrong with it: reviewers are asked, with the SQL as it is.
            log.exception("reverifying_not_run", query=query.id)
            return plain, say.NOT_RUN
        return (plain, again.reason) if isinstance(again, Refusal) else (again, "")

    async def _open(self, pages: Pages, asking: "_Asking", policy: ReviewPolicy) -> None:
        now = self._around.clock()
        answer, trouble = asking.answer
        run = _run(asking.query, answer, policy, now)
        case = Case(
            id=f"{run.id}~1",
            run=run.id,
            workspace=run.workspace,
            sent_by=run.asker,
            opened_at=now,
            ready_at=now,
            note=say.reverify(asking.query, trouble, repaired=asking.repaired),
        )
        case = replace(case, checkpoint=case_changes.checkpoint_id(case))
        matter = about(case, run, policy.reviewers_thread or NOWHERE)
        if matter is None:
            return
        await pages.runs.add(run)
        await keep_case(pages, self._change(matter, policy, now), now)

    def _change(self, matter: Matter, policy: ReviewPolicy, now: dt.datetime) -> CaseChange:
        case = matter.case
        checkpoint = case_changes.opened_for(matter, policy, self._around.nonces(), now)
        card = case_changes.card(matter, checkpoint, self._settings.sample_rows)
        noted = case_changes.noted_of(case, case.sent_by, "asked to verify anew", now)
        return CaseChange(
            case=case,
            new=True,
            opened=checkpoint,
            owed=(case_changes.to_reviewers(case, matter.thread, card, now),),
            noted=(noted,),
        )


@dataclass(frozen=True, slots=True)
class _Asking:
    """What reviewers are asked about: the answer with what is wrong with it, if anything."""

    query: ValidatedQuery
    answer: tuple[Answer, str]
    repaired: bool


def run_of(query: ValidatedQuery) -> str:
    """The id of the run that asks about this demotion: the same from every replica."""
    digest = hashlib.sha256(query.id.encode()).hexdigest()[:16]
    return f"{REVERIFYING}{digest}-{query.revision}"


def _waits(query: ValidatedQuery) -> bool:
    return query.status is Status.DEMOTED and query.status_reason.startswith(DRIFTED)


def keeper_of(policy: ReviewPolicy) -> Person:
    """We ourselves, reading what reviewers may read."""
    return Person(id="countersign", name="Countersign", roles=policy.reviewer_roles)


def plain_answer(query: ValidatedQuery, sql: str) -> Answer:
    return Answer(
        question=query.question,
        workspace=query.workspace,
        summary="",
        reading=query.question,
        sql=sql,
        columns=(),
        rows=(),
    )


def _run(query: ValidatedQuery, answer: Answer, policy: ReviewPolicy, now: dt.datetime) -> Run:
    keeper = keeper_of(policy)
    matched = Matched(
        id=query.id,
        question=query.question,
        sql=query.sql,
        trust=Trust.TRUSTED,
        reason=query.status_reason,
        approved_by=query.approved_by,
    )
    state = RunState(
        question=query.question,
        asker=keeper,
        today=now.date(),
        workspace=query.workspace,
        matched=matched,
    )
    return Run(
        id=run_of(query),
        thread=NOWHERE,
        asker=keeper,
        question=query.question,
        workspace=query.workspace,
        node="",
        state=dump_state(state),
        status=RunStatus.DONE,
        ready_at=now,
        created_at=now,
        finished_at=now,
        outcome=dump_outcome(answer),
    )
