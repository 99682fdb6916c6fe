"""Carries out verdicts: runs edited SQL, promotes or bans the query, and tells the asker."""

import datetime as dt
from dataclasses import dataclass, replace

import structlog

from pipeline.checkpoint import EDITED_SQL, Action, Decision
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, Matter, keep_case
from review.cases.dossier import matter_of, restored_by, shown_at, used_near
from review.cases.promotion_wish import KEEP, ONLY_THIS, wish_of
from review.cases.verdicts import CaseVerdicts
from review.ledger.dispatch import Job, JobKind
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.heartbeat import kept_alive
from review.ledger.notices import Answered, Said
from review.ledger.port import Ledger, Pages
from review.ledger.records import Case, CaseStatus, Checkpoint, Lease, Run
from review.ledger.stored import dump_outcome
from review.policy.sentences import ASKER_READS_OTHERWISE
from review.ports.promotion import Promoter, Rerun, Superseded, Verdicted
from review.settings import Around, ReviewSettings

log = structlog.get_logger()

_BADGES = {
    CaseStatus.APPROVED: say.ANSWER_APPROVED,
    CaseStatus.EDITED: say.ANSWER_EDITED,
    CaseStatus.REJECTED: say.ANSWER_REJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What verdicts reach outside the ledger."""

    promoter: Promoter
    rerun: Rerun


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A case that this worker has the lease of, and the verdict on it."""

    matter: Matter
    checkpoint: Checkpoint
    reviewer: Person
    decision: Decision

    @property
    def keeps(self) -> bool:
        """Whether the query is to answer such questions from now on."""
        only_this = self.decision.choices.get(KEEP) == ONLY_THIS
        return not only_this or bool(restored_by(self.matter.run))

    @property
    def verdicted(self) -> Verdicted:
        matter = self.matter
        return Verdicted(
            id=matter.case.id,
            answer=matter.answer,
            contract=matter.contract,
            asker=matter.run.asker,
            reviewer=self.reviewer,
            at=self.checkpoint.at or self.checkpoint.opened_at,
            note=self.decision.note,
            restores=restored_by(matter.run),
            seen=shown_at(matter.run),
            used=used_near(matter.run),
            wish=wish_of(self.decision),
        )


class CaseWorker:
    """Works on cases that have a verdict. Any replica may: the lease decides."""

    def __init__(
        self,
        ledger: Ledger,
        outside: Outside,
        verdicts: CaseVerdicts,
        around: Around,
        settings: ReviewSettings,
    ) -> None:
        self._ledger = ledger
        self._outside = outside
        self._verdicts = verdicts
        self._around = around
        self._settings = settings

    async def advance(self, case_id: str) -> None:
        """Carry out the case's verdict. Does nothing where there is none, or others are at it."""
        try:
            held = await self._claim(case_id)
            if held is not None and held.matter.case.cut_off >= self._settings.cut_off_ends:
                await self._reopened(held, say.verdict_cut_off(held.matter.case.cut_off))
            elif held is not None:
                await self._carry_out(held)
        except StaleError:
            log.info("case_taken_over", case=case_id)
        except LedgerUnavailableError as error:
            log.warning("ledger_unavailable", case=case_id, reason=error.reason)

    async def _claim(self, case_id: str) -> Held | None:
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            case = await pages.cases.get(case_id)
            if case is None or not _claimable(case, now):
                return None
            cut_off = case.cut_off + bool(case.lease.owner)
            if case.lease.owner and self._rests(cut_off):
                await self._put_back(pages, replace(case, cut_off=cut_off), now)
                return None
            checkpoint = await pages.checkpoints.get(case.checkpoint)
            lease = Lease(
                owner=self._around.owner,
                until=now + self._settings.hold,
                attempts=case.lease.attempts,
            )
            mine = replace(case, lease=lease, version=case.version + 1, cut_off=cut_off)
            await pages.cases.save(mine)
            return await _held(pages, mine, checkpoint)

    def _rests(self, cut_off: int) -> bool:
        """Whether others get time first: a verdict may end its process itself."""
        return self._settings.cut_off_rests <= cut_off < self._settings.cut_off_ends

    async def _put_back(self, pages: Pages, case: Case, now: dt.datetime) -> None:
        log.warning("case_cut_off", case=case.id, times=case.cut_off)
        wait = self._settings.rest(case.cut_off)
        lease = Lease(attempts=case.lease.attempts)
        after = replace(case, ready_at=now + wait, lease=lease, version=case.version + 1)
        await pages.cases.save(after)
        pages.wake(Job(kind=JobKind.CASE, id=case.id, delay=wait.total_seconds()))

    async def _carry_out(self, held: Held) -> None:
        try:
            case = held.matter.case
            done = await kept_alive(self._verdict(held), lambda: self._renew(case), self._settings)
        except (StaleError, LedgerUnavailableError):
            raise
        except Exception:
            log.exception("verdict_failed", case=held.matter.case.id)
            await self._failed(held)
            return
        if isinstance(done, Superseded):
            await self._superseded(held, f"{done.reason} {done.next_step}")
        elif isinstance(done, Refusal):
            await self._reopened(held, say.verdict_refused(done.reason))
        else:
            await self._settled(held, *done)

    async def _renew(self, case: Case) -> bool:
        until = self._around.clock() + self._settings.hold
        async with self._ledger.begin() as pages:
            return await pages.cases.renew(case, until)

    async def _verdict(self, held: Held) -> tuple[CaseStatus, Answer] | Refusal | Superseded:
        """How the case ends and with which answer; or why the reviewer's SQL was not run."""
        verdicted, promoter = held.verdicted, self._outside.promoter
        if held.decision.action is Action.REJECT:
            late = await promoter.reject(verdicted)
            return late or (CaseStatus.REJECTED, verdicted.answer)
        if held.decision.action is not Action.EDIT:
            refused = await promoter.approve(verdicted) if held.keeps else None
            return refused or (CaseStatus.APPROVED, verdicted.answer)
        sql = held.decision.values.get(EDITED_SQL, "")
        if self._verdicts.reads_otherwise(held.matter):
            return ASKER_READS_OTHERWISE
        again = await self._outside.rerun.rerun(verdicted.answer, sql, verdicted.asker)
        if isinstance(again, Refusal):
            return again
        # Its words still lean on the turn before, whoever wrote the SQL.
        again = replace(again, standalone=verdicted.answer.standalone)
        refused = await promoter.approve(replace(verdicted, answer=again, edited=True))
        return refused or (CaseStatus.EDITED, again)

    async def _settled(self, held: Held, status: CaseStatus, answer: Answer) -> None:
        now = self._around.clock()
        after = case_changes.closed(held.matter.case, status, now)
        badge = Answered(
            answer=answer,
            run=held.matter.run.id,
            review=status,
            reviewer=held.reviewer,
            note=held.decision.note,
        )
        said = Said(
            text=say.with_reason(
                say.on_answer(_BADGES[status], answer.question), held.decision.note
            ),
            speaker=held.reviewer,
        )
        # Below “changed” stands what it was changed to.
        ask = replace(held.checkpoint.ask, sql=answer.sql)
        async with self._ledger.begin() as pages:
            run = await pages.runs.get(after.run) or held.matter.run
            change = CaseChange(
                case=after,
                owed=(
                    *case_changes.settled_cards(
                        after, replace(held.checkpoint, ask=ask), "decided", now
                    ),
                    case_changes.badge(after, run, badge, now),
                    case_changes.to_asker(after, run, said, now),
                ),
                noted=(
                    case_changes.noted_of(
                        after, held.reviewer, f"review {status}", now, sql=answer.sql
                    ),
                ),
            )
            await keep_case(pages, change, now)
            if status is CaseStatus.EDITED:
                await _corrected(pages, run, answer)

    async def _failed(self, held: Held) -> None:
        """Try again later; after the last try the reviewers get the case back."""
        case = held.matter.case
        failed = case.lease.attempts + 1
        if failed >= self._settings.attempts:
            await self._reopened(held, say.VERDICT_FAILED.format(reference=case.id))
            return
        wait = self._settings.retry_wait * 2 ** (failed - 1)
        lease = Lease(attempts=failed)
        ready_at = self._around.clock() + wait
        after = replace(case, ready_at=ready_at, lease=lease, version=case.version + 1, cut_off=0)
        async with self._ledger.begin() as pages:
            await pages.cases.save(after)
            pages.wake(Job(kind=JobKind.CASE, id=case.id, delay=wait.total_seconds()))

    async def _superseded(self, held: Held, why: str) -> None:
        """Others judged the query first: what they said stands, and this case is over."""
        now = self._around.clock()
        change = case_changes.superseded(held.matter, held.checkpoint, held.reviewer, why, now)
        async with self._ledger.begin() as pages:
            await keep_case(pages, change, now)

    async def _reopened(self, held: Held, why: str) -> None:
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            change = self._verdicts.next_round(
                held.matter, CaseStatus.OPEN, now, held.checkpoint.claimed_by
            )
            said = case_changes.below_card(change.case, held.matter.thread, why, now)
            noted = case_changes.noted_of(
                change.case, held.reviewer, "verdict not carried out", now, why=why
            )
            change = replace(change, owed=(*change.owed, said), noted=(noted,))
            await keep_case(pages, change, now)


def _claimable(case: Case, now: dt.datetime) -> bool:
    free = case.lease.until is None or case.lease.until <= now
    return case.status is CaseStatus.WORKING and case.ready_at <= now and free


async def _held(pages: Pages, case: Case, checkpoint: Checkpoint | None) -> Held | None:
    if checkpoint is None or checkpoint.decision is None or checkpoint.by is None:
        return None
    matter = await matter_of(pages, case.id, checkpoint.thread)
    if matter is None:
        return None
    return Held(
        matter=matter,
        checkpoint=checkpoint,
        reviewer=checkpoint.by,
        decision=checkpoint.decision,
    )


async def _corrected(pages: Pages, run: Run, answer: Answer) -> None:
    """The run's answer is the reviewer's from now on, for files and for follow-ups."""
    corrected = replace(run, outcome=dump_outcome(answer), version=run.version + 1)
    await pages.runs.save(corrected, held_by=run.lease.owner)
