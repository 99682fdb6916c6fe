"""The desk: what surfaces may ask of the review layer, each a short transaction."""

import datetime as dt
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pipeline.checkpoint import Action, Audience, Decision
from pipeline.people import Person
from pipeline.remembered.standing import StandingAnswer
from pipeline.result import Answer
from review.cases.claiming import Claiming, Looking
from review.cases.dossier import answer_of, receipt_of
from review.cases.proposing import Proposing
from review.cases.sending_to_review import SendingToReview
from review.desk.asking import Asking
from review.desk.deciding import Deciding, Pressed
from review.ledger.arrivals import Arrival
from review.ledger.errors import StaleError
from review.ledger.port import Ledger, Pages
from review.ledger.records import ACTIVE, Checkpoint, CheckpointStatus, Noted, Vote
from review.ledger.thread_files import workspace_of
from review.ledger.threads import Thread
from review.ledger.together import Together
from review.owed.alerting import Alert, tell_of
from review.policy import deciders as policy
from review.policy.deciders import Policies
from review.ports.agenda import Agenda, agenda_of
from review.ports.desk import (
    Closed,
    Incoming,
    LastSaid,
    NotAllowed,
    OpenCheckpoint,
    RejectedImports,
    Seen,
    Spoken,
    Traced,
    Verdict,
    Waiting,
)
from review.ports.promotion import Proposal
from review.promotion.importing import Importing
from review.promotion.reconsidering import Reconsidering
from review.runs import cancelling
from review.settings import Around
from review.writes.replies import asked_back_in
from review.writes.undoing import Undoing

V = TypeVar("V")

# Whoever loses a race looks again at what is there; more rounds than this do not happen.
_ROUNDS = 5
# Taking an arrival in waits for a few answers of its surface, of ten seconds each at most.
_HELD = dt.timedelta(minutes=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clerks:
    """Who does what the desk is asked for, each in the desk's transaction."""

    asking: Asking
    deciding: Deciding
    reviewing: SendingToReview
    claiming: Claiming
    proposing: Proposing
    undoing: Undoing
    importing: Importing
    reconsidering: Reconsidering


class FrontDesk:
    """The Desk port over the ledger."""

    def __init__(
        self,
        ledger: Ledger,
        around: Around,
        policies: Policies,
        clerks: Clerks,
    ) -> None:
        self._ledger = ledger
        self._together = Together(ledger, self._kept, ahead=True)
        self._around = around
        self._policies = policies
        self._asking = clerks.asking
        self._deciding = clerks.deciding
        self._reviewing = clerks.reviewing
        self._claiming = clerks.claiming
        self._proposing = clerks.proposing
        self._undoing = clerks.undoing
        self._importing = clerks.importing
        self._reconsidering = clerks.reconsidering

    async def ask(self, incoming: Incoming) -> str | None:
        return await self._together.kept(incoming, self._asking.ask)

    async def arrived(self, arrival: Arrival) -> bool:
        now = self._around.clock()
        return await self._kept(lambda pages: pages.arrivals.keep(arrival, now, now + _HELD))

    async def arrivals(self, surface: str) -> Sequence[Arrival]:
        now = self._around.clock()
        return await self._kept(lambda pages: pages.arrivals.take(surface, now, now + _HELD))

    async def taken_in(self, arrival: Arrival) -> None:
        await self._kept(lambda pages: pages.arrivals.drop(arrival))

    async def decide(self, checkpoint: str, nonce: str, decision: Decision, by: Person) -> Verdict:
        pressed = Pressed(checkpoint=checkpoint, nonce=nonce, decision=decision, by=by)
        return await self._together.kept(pressed, self._deciding.decide_all)

    async def may_decide(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        nothing = Decision(action=Action.IGNORE)
        pressed = Pressed(checkpoint=checkpoint, nonce=nonce, decision=nothing, by=by)
        return await self._kept(lambda pages: self._deciding.may_decide(pages, pressed))

    async def checkpoint(self, checkpoint: str) -> OpenCheckpoint | None:
        async with self._ledger.read() as pages:
            found = await pages.checkpoints.get(checkpoint)
        if found is None:
            return None
        late = found.due is not None and found.due <= self._around.clock()
        return replace(opened(found), open=found.status is CheckpointStatus.OPEN and not late)

    async def answer(self, run: str) -> Answer | None:
        async with self._ledger.read() as pages:
            found = await pages.runs.get(run)
        return None if found is None else answer_of(found)

    async def may_see(self, run: str, person: Person) -> bool:
        async with self._ledger.read() as pages:
            found = await pages.runs.get(run)
            if found is None:
                return False
            case = await pages.cases.of_run(run)
        rules = self._policies(found.workspace)
        return policy.may_see(found, person, rules, in_review=case is not None)

    async def remove_files(self, thread: Thread, by: Person) -> int | None:
        now = self._around.clock()
        return await self._kept(lambda pages: _remove_files(pages, thread, by, now))

    async def send_to_review(self, run: str, by: Person, note: str = "") -> Verdict:
        return await self._kept(lambda pages: self._reviewing.send(pages, run, by, note))

    async def may_send_to_review(self, run: str, by: Person) -> Verdict:
        return await self._kept(lambda pages: self._reviewing.may_send(pages, run, by))

    async def proposal(self, checkpoint: str, by: Person) -> Proposal | Verdict:
        return await self._proposing.proposal(self._ledger, checkpoint, by)

    async def next_imported(self, workspace: str, digest: str, by: Person) -> Verdict:
        return await self._importing.next(workspace, digest, by)

    async def imported(self, workspace: str, by: Person) -> Sequence[Waiting] | NotAllowed:
        return await self._importing.listed(workspace, by)

    async def reject_imported(self, rejected: RejectedImports, by: Person) -> int | NotAllowed:
        return await self._importing.reject(rejected, by)

    async def may_reconsider(self, run: str, by: Person) -> Verdict:
        return await self._reconsidering.may(run, by)

    async def reconsider(self, run: str, by: Person, note: str = "") -> Verdict:
        return await self._reconsidering.wish(run, by, note)

    async def withdraw(self, run: str, by: Person) -> Verdict:
        """Take back a request for review; only whoever asked the question may."""
        return await self._kept(lambda pages: self._reviewing.withdraw(pages, run, by))

    async def change(self, run: str, by: Person) -> Verdict:
        return await self._kept(lambda pages: self._asking.change(pages, run, by))

    async def follow(self, run: str, question: str, by: Person) -> Verdict:
        return await self._kept(lambda pages: self._asking.follow(pages, run, question, by))

    async def ask_larger(self, run: str, by: Person) -> Verdict:
        return await self._kept(lambda pages: self._asking.ask_larger(pages, run, by))

    async def undo(self, subject: str, by: Person) -> Verdict:
        return await self._kept(lambda pages: self._undoing.undo(pages, subject, by))

    async def feedback(self, run: str, by: Person, good: bool, note: str = "") -> None:  # noqa: FBT001 - one vote
        now = self._around.clock()
        async with self._ledger.begin() as pages:
            await pages.talks.vote(Vote(run=run, by=by, good=good, note=note, at=now))
            details = {"good": str(good), "note": note}
            pages.audit.note(Noted(at=now, actor=by.id, action="voted", run=run, details=details))

    async def cancel(self, thread: Thread, by: Person) -> bool:
        now = self._around.clock()
        return await self._kept(lambda pages: cancelling.stop(pages, thread, by, now))

    async def knows(self, thread: Thread) -> bool:
        async with self._ledger.read() as pages:
            return await pages.talks.conversation(thread) is not None

    async def open_for(self, person: Person) -> Agenda:
        async with self._ledger.read() as pages:
            return await agenda_of(pages, person, self._policies)

    async def forget(self, question: str, by: Person) -> bool:
        gone = StandingAnswer(question=question, answer="", said="", person=by.id)

        async def forgotten(pages: Pages) -> bool:
            if not await pages.standing.forget(gone):
                return False
            now = self._around.clock()
            details = {"question": question}
            pages.audit.note(Noted(at=now, actor=by.id, action="forgot an answer", details=details))
            return True

        return await self._kept(forgotten)

    async def seen(self, checkpoint: str, reader: Person, where: Thread) -> Seen | None:
        now = self._around.clock()
        async with self._ledger.read() as pages:
            return await self._claiming.seen(pages, checkpoint, Looking(reader, where), now)

    async def claim(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        now = self._around.clock()
        return await self._kept(
            lambda pages: self._claiming.claim(pages, checkpoint, nonce, by, now)
        )

    async def alert(self, alert: Alert) -> None:
        now = self._around.clock()
        await self._kept(lambda pages: tell_of(pages, alert, now))

    async def traced(self, spoken: Spoken) -> Traced | None:
        async with self._ledger.read() as pages:
            return await traced(pages, spoken)

    async def stop(self, run: str, by: Person) -> bool:
        now = self._around.clock()

        async def stopped(pages: Pages) -> bool:
            found = await pages.runs.get(run)
            return found is not None and await cancelling.stop_one(pages, found, by, now)

        return await self._kept(stopped)

    async def ask_back(self, incoming: Incoming, reference: str) -> Verdict | None:
        now = self._around.clock()

        async def asked(pages: Pages) -> Verdict | None:
            checkpoint = await card_of_reviewers(pages, reference)
            if checkpoint is None:
                return None
            if not await pages.talks.first_sight(incoming.event_key, now):
                return Closed(how="seen")
            decision = Decision(action=Action.ASK_BACK, note=incoming.text)
            pressed = Pressed(
                checkpoint=checkpoint.id,
                nonce=checkpoint.nonce,
                decision=decision,
                by=incoming.asker,
            )
            return await self._deciding.decide(pages, pressed)

        return await self._kept(asked)

    async def who_decides(self, reference: str) -> str | None:
        async with self._ledger.read() as pages:
            checkpoint = await card_of_reviewers(pages, reference)
            run = await pages.runs.get(checkpoint.run) if checkpoint is not None else None
        if checkpoint is None or run is None:
            return None
        return self._policies(run.workspace).who_decides(checkpoint.ask.kind)

    async def last_said(self, thread: Thread) -> LastSaid | None:
        async with self._ledger.read() as pages:
            return await last_said(pages, thread)

    async def awaits_reply(self, thread: Thread, person: Person) -> bool:
        async with self._ledger.read() as pages:
            if await pages.cases.asked_back_in(thread.key, person.id) is not None:
                return True
            return await asked_back_in(pages, thread, person) is not None

    async def _kept(self, work: Callable[[Pages], Awaitable[V]]) -> V:
        """One transaction; from the start again where somebody was faster."""
        for _ in range(_ROUNDS - 1):
            try:
                async with self._ledger.begin() as pages:
                    return await work(pages)
            except StaleError:
                continue
        async with self._ledger.begin() as pages:
            return await work(pages)


async def traced(pages: Pages, spoken: Spoken) -> Traced | None:
    """The run that the message asked, or that speaks in it; None where it has none."""
    slot, run_id = "", ""
    if spoken.reference:
        slot, run_id = await pages.outbox.slot_at(spoken.reference)
    if not run_id and spoken.event:
        run_id = await pages.talks.run_of(spoken.thread.of_event(spoken.event))
    run = await pages.runs.get(run_id) if run_id else None
    if run is None:
        return None
    checkpoint = await pages.checkpoints.open_in(slot) if slot else None
    return Traced(
        run=run.id,
        asker=run.asker,
        question=run.question,
        thread=run.thread,
        over=run.status not in ACTIVE,
        answered=answer_of(run) is not None,
        checkpoint=opened(checkpoint) if checkpoint is not None else None,
    )


async def last_said(pages: Pages, thread: Thread) -> LastSaid | None:
    """The answer or receipt that the thread's last run ended with; None where it has none."""
    known = await pages.talks.conversation(thread)
    run = await pages.runs.get(known.last_run) if known is not None and known.last_run else None
    if run is None:
        return None
    answer, receipt = answer_of(run), receipt_of(run)
    if answer is None and receipt is None:
        return None
    said = LastSaid(run=run.id, answer=answer, receipt=receipt)
    case = await pages.cases.of_run(run.id)
    if case is None:
        return said
    card = await pages.checkpoints.get(case.checkpoint) if case.checkpoint else None
    return replace(
        said,
        review=case.status.value,
        reviewer=card.by if card is not None else None,
        reviewed_at=card.at if card is not None else None,
    )


async def card_of_reviewers(pages: Pages, reference: str) -> Checkpoint | None:
    """The checkpoint whose card this message is, where reviewers are asked."""
    slot, _ = await pages.outbox.slot_at(reference)
    checkpoint = await pages.checkpoints.open_in(slot) if slot else None
    asked = checkpoint is not None and checkpoint.ask.audience is Audience.REVIEWERS
    return checkpoint if asked else None


def opened(checkpoint: Checkpoint) -> OpenCheckpoint:
    """A checkpoint as surfaces see it."""
    is_open = checkpoint.status is CheckpointStatus.OPEN
    return OpenCheckpoint(
        id=checkpoint.id, nonce=checkpoint.nonce, ask=checkpoint.ask, open=is_open
    )


async def _remove_files(pages: Pages, thread: Thread, by: Person, now: dt.datetime) -> int | None:
    name = workspace_of(thread)
    files = await pages.files.of(name)
    if any(file.person != by.id for file in files):
        return None
    if files:
        details = {"files": ", ".join(file.name for file in files)}
        pages.audit.note(
            Noted(at=now, actor=by.id, action="files_removed", place=thread.key, details=details)
        )
    return await pages.files.remove(name)
