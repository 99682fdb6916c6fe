"""Reconsidering: a reviewer takes an approved query out of use, and reviewers judge it anew.

Its case offers what every case does: approve it again with another title, other wordings or other
SQL (edit, restore), or reject it (retire).
"""

from knowledge.validated.query import Cause, Status, ValidatedQuery
from pipeline.people import Person
from pipeline.result import Trust
from review import sentences
from review.cases.dossier import RECONSIDERING, REVERIFYING, answer_of, answered_from
from review.cases.unasked import Unasked, UnaskedCases, run_id
from review.ledger.dispatch import Job, JobKind
from review.ledger.port import Ledger, Pages
from review.ledger.records import LIVE, Noted, Run
from review.policy.deciders import Policies
from review.ports.desk import Closed, Counted, NotAllowed, Verdict
from review.ports.promotion import Promoter, Rerun
from review.promotion import reconsidering_sentences as say
from review.settings import Around, ReviewSettings

_WAITING = frozenset({Status.DEMOTED, Status.RETIRED})


class Reconsidering:
    """Out of use at once; the case is opened by a job, so that a press waits for no database."""

    def __init__(
        self,
        ledger: Ledger,
        outside: tuple[Promoter, Rerun],
        policies: Policies,
        around: Around,
        settings: ReviewSettings,
    ) -> None:
        self._ledger = ledger
        self._promoter, rerun = outside
        self._policies = policies
        self._around = around
        self._cases = UnaskedCases(ledger, policies, rerun, around, settings)

    async def may(self, run: str, by: Person) -> Verdict:
        """Whether this person may take out of use what answered this run."""
        async with self._ledger.begin() as pages:
            found = await pages.runs.get(run)
            verdict = self._verdict(found, by)
            if found is not None and isinstance(verdict, NotAllowed):
                details = {"wanted": "reconsider an approved query"}
                pages.audit.note(self._noted(found, by, "denied", details))
        return verdict

    async def wish(self, run: str, by: Person, note: str) -> Verdict:
        """Take out of use what answered this run, and have reviewers look at it; counts once."""
        verdict = await self.may(run, by)
        async with self._ledger.read() as pages:
            found = await pages.runs.get(run)
        if found is None or not isinstance(verdict, Counted):
            return verdict
        query_id = answered_from(found)
        reason = say.reconsidered(by.name, note)
        async with self._ledger.begin() as pages:
            await pages.kept.hold(found.workspace)
            taken = await self._promoter.set_aside(query_id, reason, pages.kept)
            query = taken or await pages.kept.get(query_id)
            if query is None or query.status not in _WAITING:
                return Closed(how="unknown")
            # Woken in any case: the job of whoever was first may have been lost with its process.
            pages.wake(Job(kind=JobKind.RECONSIDER, id=f"{query.id}@{query.revision}"))
            if taken is None and not await self._new(pages, query):
                return NotAllowed(reason=say.RECONSIDERED_ALREADY)
            action = "took an approved query out of use" if taken else "asked for an approval anew"
            details = {"query": query.id, "question": query.question, "why": note}
            pages.audit.note(self._noted(found, by, action, details))
        return Counted()

    async def open(self, job: str) -> None:
        """Open the case of a query that was set aside; a second time nothing happens."""
        query_id, _, revision = job.rpartition("@")
        query = await self._promoter.kept(query_id)
        if query is None or query.status not in _WAITING or str(query.revision) != revision:
            return
        async with self._ledger.read() as pages:
            judged = await _judged_now(pages, query)
        if not judged:
            await self._cases.open(judged_anew(query, again=True))

    def _verdict(self, run: Run | None, by: Person) -> Verdict:
        answer = None if run is None else answer_of(run)
        if run is None or answer is None:
            return Closed(how="unknown")
        if answer.trust is not Trust.TRUSTED or not answered_from(run):
            return Closed(how="unknown")
        policy = self._policies(run.workspace)
        if not policy.reviews(by):
            return NotAllowed(reason=say.ONLY_REVIEWERS)
        if policy.reviewers_thread is None:
            return NotAllowed(reason=sentences.NO_REVIEWERS)
        return Counted()

    async def _new(self, pages: Pages, query: ValidatedQuery) -> bool:
        """Whether nobody has asked yet for what is out of use already to be judged anew."""
        if await _judged_now(pages, query):
            return False
        asked = run_id(RECONSIDERING, query)
        before = await pages.cases.of_run(asked)
        if before is None and is_set_aside(query):
            # Whoever took it out of use has asked; their case is on its way.
            return False
        after = "" if before is None else before.id
        return await pages.talks.first_sight(f"{asked}>{after}", self._around.clock())

    def _noted(self, run: Run, by: Person, action: str, details: dict[str, str]) -> Noted:
        now = self._around.clock()
        return Noted(at=now, actor=by.id, action=action, run=run.id, details=details)


def is_set_aside(query: ValidatedQuery) -> bool:
    """Whether a reviewer took it out of use and nobody has judged it since."""
    return query.status is Status.DEMOTED and query.cause is Cause.SET_ASIDE


def judged_anew(query: ValidatedQuery, *, again: bool) -> Unasked:
    """The case of a query that was set aside; `again` opens one after another came to nothing."""
    return Unasked(
        query=query,
        run=run_id(RECONSIDERING, query),
        sql=query.sql,
        note=lambda trouble: say.judged_anew(query, trouble),
        action="gave an approved query to reviewers again",
        again=again,
    )


async def _judged_now(pages: Pages, query: ValidatedQuery) -> bool:
    """Whether reviewers have a card of it, for whatever reason."""
    runs = (run_id(begins, query) for begins in (RECONSIDERING, REVERIFYING))
    cases = [await pages.cases.of_run(run) for run in runs]
    return any(case is not None and case.status in LIVE for case in cases)
