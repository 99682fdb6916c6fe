"""Review cases that no person asked for: reviewers look at a kept query, and at what it gives."""

import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog

from knowledge.validated.query import ValidatedQuery
from pipeline.people import Person
from pipeline.result import Answer, Refusal, Trust
from pipeline.state import Matched, RunState
from review import sentences as say
from review.cases import changes as case_changes
from review.cases.changes import CaseChange, Matter, keep_case
from review.cases.dossier import about
from review.ledger.port import Ledger, Pages
from review.ledger.records import LIVE, Case, Run, RunStatus
from review.ledger.stored import dump_outcome, dump_state
from review.ledger.threads import NOWHERE
from review.policy.deciders import Policies, ReviewPolicy
from review.ports.promotion import Rerun
from review.settings import Around, ReviewSettings

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unasked:
    """A kept query that reviewers are asked about, and why.

    `run` is the id under which it is asked, `sql` what is proposed, `note` says why, with what is
    wrong with the SQL, if anything. `again` opens a new case where an earlier one came to nothing.
    """

    query: ValidatedQuery
    run: str
    sql: str
    note: Callable[[str], str]
    action: str
    again: bool = False


class UnaskedCases:
    """Runs a query's SQL as reviewers may see it, and opens the case; safe to repeat."""

    def __init__(
        self,
        ledger: Ledger,
        policies: Policies,
        rerun: Rerun,
        around: Around,
        settings: ReviewSettings,
    ) -> None:
        self._ledger = ledger
        self._policies = policies
        self._rerun = rerun
        self._around = around
        self._settings = settings

    async def open(self, unasked: Unasked) -> None:
        """Open the case, unless there is one already or nobody could see it."""
        policy = self._policies(unasked.query.workspace)
        async with self._ledger.read() as pages:
            wanted = await _number(pages, unasked)
        if not wanted or policy.reviewers_thread is None:
            return
        answer, trouble = await self._answer(unasked, policy)
        async with self._ledger.begin() as pages:
            # Another replica may have been faster meanwhile, or a person who judged the query.
            await pages.kept.hold(unasked.query.workspace)
            number = await _number(pages, unasked)
            now = await pages.kept.get(unasked.query.id)
            if number and now is not None and now.revision == unasked.query.revision:
                note = unasked.note(trouble)
                await self._opened(pages, unasked, _Shown(answer, note, number), policy)

    async def _answer(self, unasked: Unasked, policy: ReviewPolicy) -> tuple[Answer, str]:
        """The answer that the SQL gives now, or an empty one and why there is none."""
        plain = plain_answer(unasked.query, unasked.sql)
        try:
            again = await self._rerun.rerun(plain, unasked.sql, keeper_of(policy))
        except Exception:
            # Whatever is wrong with it: reviewers are asked, with the SQL as it is.
            log.exception("unasked_not_run", query=unasked.query.id)
            return plain, say.NOT_RUN
        return (plain, again.reason) if isinstance(again, Refusal) else (again, "")

    async def _opened(
        self, pages: Pages, unasked: Unasked, shown: "_Shown", policy: ReviewPolicy
    ) -> None:
        now = self._around.clock()
        keeper = keeper_of(policy)
        today = self._around.today(unasked.query.workspace, keeper)
        run = _run(unasked, shown.answer, keeper, (now, today))
        case = Case(
            id=f"{run.id}~{shown.number}",
            run=run.id,
            workspace=run.workspace,
            sent_by=run.asker,
            opened_at=now,
            ready_at=now,
            note=shown.note,
        )
        case = replace(case, checkpoint=case_changes.checkpoint_id(case))
        matter = about(case, run, policy.reviewers_thread or NOWHERE)
        if matter is None:
            return
        if shown.number == 1:
            await pages.runs.add(run)
        await keep_case(pages, self._change(matter, policy, unasked.action, now), now)

    def _change(
        self, matter: Matter, policy: ReviewPolicy, action: str, now: dt.datetime
    ) -> CaseChange:
        case = matter.case
        checkpoint = case_changes.opened_for(matter, policy, self._around.nonces(), now)
        card = case_changes.card(matter, checkpoint, self._settings.sample_rows)
        return CaseChange(
            case=case,
            new=True,
            opened=checkpoint,
            owed=(case_changes.to_reviewers(case, matter.thread, card, now),),
            noted=(case_changes.noted_of(case, case.sent_by, action, now),),
        )


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the case shows, and which of the query's cases it is."""

    answer: Answer
    note: str
    number: int


async def _number(pages: Pages, unasked: Unasked) -> int:
    """Which case of this query comes next, counted from one; zero where none is wanted."""
    if await pages.runs.get(unasked.run) is None:
        return 1
    before = await pages.cases.of_run(unasked.run)
    if not unasked.again or before is None or before.status in LIVE:
        return 0
    return int(before.id.rpartition("~")[2]) + 1


def run_id(begins: str, query: ValidatedQuery) -> str:
    """The id of the run that asks about this revision: the same from every replica."""
    digest = hashlib.sha256(query.id.encode()).hexdigest()[:16]
    return f"{begins}{digest}-{query.revision}"


def keeper_of(policy: ReviewPolicy) -> Person:
    """We ourselves, reading what reviewers may read."""
    return Person(id="countersign", name="Countersign", roles=policy.reviewer_roles)


def plain_answer(query: ValidatedQuery, sql: str) -> Answer:
    """The query's own words and SQL, without a result."""
    return Answer(
        question=query.question,
        workspace=query.workspace,
        summary="",
        reading=query.question,
        sql=sql,
        columns=(),
        rows=(),
    )


def _run(
    unasked: Unasked, answer: Answer, keeper: Person, clock: tuple[dt.datetime, dt.date]
) -> Run:
    query = unasked.query
    # The date is the workspace's, which may be another one than that of the moment.
    now, today = clock
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
        today=today,
        workspace=query.workspace,
        matched=matched,
    )
    return Run(
        id=unasked.run,
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
