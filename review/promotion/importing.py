"""Imported questions: reviewers are told how many wait, and are given one case after the other."""

import datetime as dt
from collections.abc import Sequence

from knowledge.validated.query import ValidatedQuery
from pipeline.checkpoint import Audience, CheckpointKind
from pipeline.people import Person
from review import sentences as say
from review.cases.dossier import IMPORTING
from review.cases.unasked import Unasked, UnaskedCases, run_id
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import ImportsWait
from review.ledger.port import Ledger, Pages
from review.ledger.records import Noted, Owed
from review.owed.owing import owe
from review.policy.deciders import Policies, ReviewPolicy
from review.ports.desk import Counted, NotAllowed, RejectedImports, Verdict, Waiting
from review.ports.promotion import Promoter, Rerun
from review.promotion.reconsidering_sentences import turned_down
from review.settings import Around, ReviewSettings

# Cases that reviewers have open at once; what is open is not given out again.
_MOST_OPEN = 1_000


class Importing:
    """The queue of what was imported, the most used first. Nothing of it answers before a case."""

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

    async def announce(self, workspace: str) -> None:
        """Tell reviewers once of everything that came in since they were told."""
        policy = self._policies(workspace)
        waiting = await self._promoter.waiting(workspace)
        if not waiting or policy.reviewers_thread is None:
            return
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            seen = [await pages.talks.first_sight(_told(query), now) for query in waiting]
            if any(seen):
                left = await _left(pages, waiting)
                await self._tell(pages, _digest(workspace, self._around.ids(), len(left)), now)

    async def next(self, workspace: str, digest: str, by: Person) -> Verdict:
        """Give reviewers the next one as a card of its own; the digest says how many are left."""
        policy = self._policies(workspace)
        if not policy.reviews(by):
            return NotAllowed(reason=policy.who_decides(CheckpointKind.REVIEW))
        waiting = await self._promoter.waiting(workspace)
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            left = await _left(pages, waiting)
            await self._tell(pages, _digest(workspace, digest, max(0, len(left) - 1)), now)
            if not left:
                return NotAllowed(reason=say.NOTHING_IMPORTED)
            pages.wake(Job(kind=JobKind.IMPORT, id=f"{workspace}/{left[0].id}"))
        return Counted()

    async def listed(self, workspace: str, by: Person) -> Sequence[Waiting] | NotAllowed:
        """What waits and no reviewer has a card of, the most used first."""
        policy = self._policies(workspace)
        if not policy.reviews(by):
            return NotAllowed(reason=policy.who_decides(CheckpointKind.REVIEW))
        waiting = await self._promoter.waiting(workspace)
        async with self._ledger.read() as pages:
            left = await _left(pages, waiting)
        return [
            Waiting(
                id=each.id,
                question=each.question,
                sql=each.sql,
                used=each.usage.used,
                untitled=each.untitled,
            )
            for each in left
        ]

    async def reject(self, rejected: RejectedImports, by: Person) -> int | NotAllowed:
        """None of these is to answer; how many counted, as others may be at the same ones."""
        workspace, note = rejected.workspace, rejected.note.strip()
        if not note:
            return NotAllowed(reason=say.REASON_NEEDED)
        policy = self._policies(workspace)
        if not policy.reviews(by):
            details = {"wanted": "reject imported questions", "workspace": workspace}
            async with self._ledger.begin() as pages:
                pages.audit.note(self._noted(by, "denied", details))
            return NotAllowed(reason=policy.who_decides(CheckpointKind.REVIEW))
        now = self._around.clock()
        reason = turned_down(by.name or by.id, note, now)
        waiting = await self._promoter.waiting(workspace)
        async with self._ledger.begin() as pages:
            # Held, so that no case of one of them opens before it is turned down.
            await pages.kept.hold(workspace)
            left = await _left(pages, waiting)
            wanted = [query.id for query in left if query.id in rejected.queries]
            found = [await self._promoter.turn_down(id_, reason, pages.kept) for id_ in wanted]
            done = [query for query in found if query is not None]
            for query in done:
                details = {"query": query.id, "question": query.question, "why": note}
                pages.audit.note(self._noted(by, "rejected an imported question", details))
            digest = _digest(workspace, rejected.digest, len(left) - len(wanted))
            await self._tell(pages, digest, now)
        return len(done)

    def _noted(self, by: Person, action: str, details: dict[str, str]) -> Noted:
        return Noted(at=self._around.clock(), actor=by.id, action=action, details=details)

    async def open(self, job: str) -> None:
        """Open the case of a waiting query; a second time nothing happens."""
        workspace, _, query_id = job.rpartition("/")
        for query in await self._promoter.waiting(workspace):
            if query.id == query_id:
                await self._cases.open(_unasked(query))

    async def _tell(self, pages: Pages, digest: ImportsWait, now: dt.datetime) -> None:
        policy: ReviewPolicy = self._policies(digest.workspace)
        if policy.reviewers_thread is None:
            return
        slot = f"{IMPORTING}{digest.workspace}/{digest.digest}"
        owed = Owed(
            key=f"{slot}@{self._around.ids()}",
            run="",
            thread=policy.reviewers_thread,
            slot=slot,
            notice=digest,
            due=now,
        )
        await owe(pages, (owed,), now)


def _digest(workspace: str, digest: str, waiting: int) -> ImportsWait:
    return ImportsWait(workspace=workspace, digest=digest, waiting=waiting)


def _told(query: ValidatedQuery) -> str:
    return f"{IMPORTING}{query.id}"


def _unasked(query: ValidatedQuery) -> Unasked:
    return Unasked(
        query=query,
        run=run_id(IMPORTING, query),
        sql=query.sql,
        note=lambda trouble: say.imported(query, trouble),
        action="gave an imported question to reviewers",
        again=True,
    )


async def _left(pages: Pages, waiting: Sequence[ValidatedQuery]) -> list[ValidatedQuery]:
    """What no reviewer has a card of now."""
    shown = await pages.checkpoints.open_to(Audience.REVIEWERS, _MOST_OPEN)
    runs = {checkpoint.run for checkpoint in shown}
    return [query for query in waiting if run_id(IMPORTING, query) not in runs]
