"""A reviewer's verdict, as it is taken in: what takes time is left to the case's worker."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import Action
from pipeline.people import Person
from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, Matter, keep_case
from review.cases.dossier import about
from review.ledger.dispatch import Job, JobKind
from review.ledger.errors import StaleError
from review.ledger.notices import Answered, Said
from review.ledger.port import Pages
from review.ledger.records import Case, CaseStatus, Checkpoint, Run
from review.ledger.threads import NOWHERE
from review.policy.deciders import Policies
from review.settings import Around, ReviewSettings


class CaseVerdicts:
    """Takes verdicts in, and opens the next round where one is not the last word."""

    def __init__(self, around: Around, policies: Policies, settings: ReviewSettings) -> None:
        self._around = around
        self._policies = policies
        self._settings = settings

    async def take(self, pages: Pages, decided: Checkpoint, run: Run, now: dt.datetime) -> None:
        """Carry on with the case whose checkpoint was just decided. Raises StaleError."""
        case = await pages.cases.get(decided.case)
        if case is None or case.checkpoint != decided.id:
            raise StaleError(decided.case)
        matter = about(case, run, decided.thread)
        action = decided.decision.action if decided.decision is not None else Action.IGNORE
        if matter is None or action is Action.IGNORE:
            await self._dropped(pages, case, decided, matter, now)
        elif action is Action.ASK_BACK:
            await self._asked_back(pages, matter, decided, now)
        elif action is Action.ESCALATE:
            await self._handed_on(pages, matter, decided, now)
        else:
            await keep_case(pages, _to_work(case, now), now)

    def next_round(
        self,
        matter: Matter,
        status: CaseStatus,
        now: dt.datetime,
        claimed_by: Person | None = None,
    ) -> CaseChange:
        """The same case with fresh buttons; the change is not kept yet."""
        after = case_changes.next_round(matter.case, status)
        again = replace(matter, case=after)
        policy = self._policies(after.workspace)
        checkpoint = case_changes.opened_for(again, policy, self._around.nonces(), now)
        checkpoint = replace(checkpoint, claimed_by=claimed_by)
        card = case_changes.card(again, checkpoint, self._settings.sample_rows)
        owed = case_changes.to_reviewers(after, again.thread, card, now)
        return CaseChange(case=after, opened=checkpoint, owed=(owed,))

    def reads_otherwise(self, matter: Matter) -> bool:
        """Whether other SQL may not be read for whoever asked: their roles are others now."""
        asker, nobody = matter.run.asker, matter.run.thread == NOWHERE
        now = self._policies(matter.case.workspace).as_now(asker)
        return not nobody and now.roles != asker.roles

    async def _asked_back(
        self, pages: Pages, matter: Matter, decided: Checkpoint, now: dt.datetime
    ) -> None:
        change = self.next_round(matter, CaseStatus.ASKED_BACK, now, decided.by)
        note = decided.decision.note if decided.decision is not None else ""
        said = Said(text=say.asked_back(note), speaker=decided.by)
        told = case_changes.to_asker(change.case, matter.run, said, now)
        await keep_case(pages, replace(change, owed=(*change.owed, told)), now)

    async def overdue(self, pages: Pages, over: Checkpoint, run: Run, now: dt.datetime) -> None:
        """Nobody gave a verdict in time: the next reviewers are asked. Raises StaleError."""
        case = await pages.cases.get(over.case)
        if case is None or case.checkpoint != over.id:
            raise StaleError(over.case)
        matter = about(case, run, over.thread)
        if matter is not None:
            await self._handed_on(pages, matter, over, now, "escalated")

    async def _handed_on(
        self,
        pages: Pages,
        matter: Matter,
        decided: Checkpoint,
        now: dt.datetime,
        how: str = "decided",
    ) -> None:
        """The card moves to the next reviewers' channel, under a message of its own there."""
        thread = self._policies(matter.case.workspace).next_thread
        moved = replace(matter, thread=thread or matter.thread)
        change = self.next_round(moved, CaseStatus.OPEN, now)
        settled = case_changes.settled_cards(change.case, decided, how, now)
        await keep_case(pages, replace(change, owed=(*settled, *change.owed)), now)

    async def _dropped(
        self,
        pages: Pages,
        case: Case,
        decided: Checkpoint,
        matter: Matter | None,
        now: dt.datetime,
    ) -> None:
        """The reviewers leave it: the answer stands as it was, without a badge."""
        after = case_changes.closed(case, CaseStatus.CLOSED, now)
        owed = case_changes.settled_cards(after, decided, "decided", now)
        if matter is not None:
            plain = Answered(answer=matter.answer, run=matter.run.id)
            owed.append(case_changes.badge(after, matter.run, plain, now))
        await keep_case(pages, CaseChange(case=after, owed=tuple(owed)), now)


def _to_work(case: Case, now: dt.datetime) -> CaseChange:
    after = replace(case, status=CaseStatus.WORKING, ready_at=now, version=case.version + 1)
    return CaseChange(case=after, wake=(Job(kind=JobKind.CASE, id=case.id),))
