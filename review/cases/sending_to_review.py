"""Opening a review case for an answer, and taking it back."""

import datetime as dt
from dataclasses import replace

from pipeline.people import Person
from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, Matter, keep_case
from review.cases.dossier import about, matter_of
from review.ledger.notices import Answered
from review.ledger.port import Pages
from review.ledger.records import LIVE, Case, CaseStatus, CheckpointStatus, Noted, Run
from review.policy import deciders as policy
from review.policy.deciders import Policies, ReviewPolicy
from review.ports.desk import AlreadyDecided, Closed, Counted, NotAllowed, Verdict
from review.settings import Around, ReviewSettings


class SendingToReview:
    """Asks reviewers for a verdict on a finished run."""

    def __init__(self, around: Around, policies: Policies, settings: ReviewSettings) -> None:
        self._around = around
        self._policies = policies
        self._settings = settings

    async def send(self, pages: Pages, run_id: str, by: Person, note: str) -> Verdict:
        found = await self._wanted(pages, run_id, by, note)
        if not isinstance(found, Matter):
            return found
        rules = self._policies(found.run.workspace)
        await self._open(pages, found, rules, self._around.clock())
        return Counted()

    async def may_send(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """Counted where sending would count; asked before its form opens."""
        found = await self._wanted(pages, run_id, by, "")
        return Counted() if isinstance(found, Matter) else found

    async def _wanted(self, pages: Pages, run_id: str, by: Person, note: str) -> Matter | Verdict:
        """The case that would open, or why none does."""
        run = await pages.runs.get(run_id)
        if run is None:
            return Closed(how="unknown")
        rules = self._policies(run.workspace)
        before = await pages.cases.of_run(run_id)
        reason = _objection(run, by, rules, before)
        if reason:
            pages.audit.note(_denied(run, by, self._around.clock()))
            return NotAllowed(reason=reason)
        if before is not None and before.status is not CaseStatus.CLOSED:
            return AlreadyDecided(by=before.sent_by, at=before.opened_at)
        matter = self._matter(run, by, rules, before, note)
        return NotAllowed(reason=say.NO_ANSWER) if matter is None else matter

    async def withdraw(self, pages: Pages, run_id: str, by: Person) -> Verdict:
        """Close the case before anybody gave a verdict."""
        case = await pages.cases.of_run(run_id)
        run = await pages.runs.get(run_id)
        if case is None or run is None or case.status not in LIVE:
            return Closed(how="unknown")
        if by.id not in {run.asker.id, case.sent_by.id}:
            return NotAllowed(reason=say.only_the_asker(run.asker))
        checkpoint = await pages.checkpoints.get(case.checkpoint)
        if checkpoint is None:
            return Closed(how="unknown")
        now = self._around.clock()
        over = replace(checkpoint, status=CheckpointStatus.CANCELLED, by=by, at=now)
        if not await pages.checkpoints.close(over, now):
            return Closed(how=checkpoint.status)
        matter = await matter_of(pages, case.id, checkpoint.thread)
        if matter is not None:
            await keep_case(pages, case_changes.withdrawn(matter, over, now), now)
        return Counted()

    def _matter(
        self, run: Run, by: Person, rules: ReviewPolicy, before: Case | None, note: str
    ) -> Matter | None:
        if rules.reviewers_thread is None:
            return None
        now = self._around.clock()
        number = 1 if before is None else int(before.id.rpartition("~")[2]) + 1
        case = Case(
            id=f"{run.id}~{number}",
            run=run.id,
            workspace=run.workspace,
            sent_by=by,
            opened_at=now,
            ready_at=now,
            note=note,
        )
        case = replace(case, checkpoint=case_changes.checkpoint_id(case))
        return about(case, run, rules.reviewers_thread)

    async def _open(
        self, pages: Pages, matter: Matter, rules: ReviewPolicy, now: dt.datetime
    ) -> None:
        case, run = matter.case, matter.run
        checkpoint = case_changes.opened_for(matter, rules, self._around.nonces(), now)
        card = case_changes.card(matter, checkpoint, self._settings.sample_rows)
        answered = Answered(answer=matter.answer, run=run.id, review="open")
        change = CaseChange(
            case=case,
            new=True,
            opened=checkpoint,
            owed=(
                case_changes.to_reviewers(case, matter.thread, card, now),
                case_changes.badge(case, run, answered, now),
            ),
            noted=(
                case_changes.noted_of(case, case.sent_by, "sent to review", now, note=case.note),
            ),
        )
        await keep_case(pages, change, now)


def _objection(run: Run, by: Person, rules: ReviewPolicy, before: Case | None) -> str:
    if not policy.may_see(run, by, rules, in_review=before is not None):
        return say.MAY_NOT_SEND
    if rules.reviewers_thread is None or not rules.reviewer_roles:
        return say.NO_REVIEWERS
    return ""


def _denied(run: Run, by: Person, now: dt.datetime) -> Noted:
    details = {"wanted": "send to review"}
    return Noted(at=now, actor=by.id, action="denied", run=run.id, details=details)
