"""Working fakes of the ports, and builders of values that name only what matters."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import Any

from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Option, Question
from pipeline.people import Person
from pipeline.result import Answer, Trust
from review.ledger.arrivals import Arrival
from review.ledger.notices import Asked
from review.ledger.threads import Thread
from review.owed.alerting import Alert
from review.ports.agenda import Agenda
from review.ports.desk import (
    AlreadyDecided,
    Closed,
    Counted,
    CountedBefore,
    Incoming,
    LastSaid,
    NotAllowed,
    OpenCheckpoint,
    RejectedImports,
    Seen,
    Spoken,
    Traced,
    UndoWaits,
    Verdict,
    Waiting,
)
from review.ports.promotion import Proposal
from review.sentences import NOT_OFFERED

NOON = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
ANA = Person(id="slack:T0LOCAL:U0ANA", name="Ana", roles=frozenset({"asker"}))
RUI = Person(id="slack:T0LOCAL:U0RUI", name="Rui", roles=frozenset({"reviewer"}))


def an_answer(**changes: Any) -> Answer:
    answer = Answer(
        question="What was our net revenue last quarter by region?",
        workspace="Sales",
        summary="Net revenue was 1,250,000 last quarter; North leads with 700,000.",
        reading="net revenue by region, 1 Jul to 30 Sep 2026",
        sql="SELECT region, SUM(net) FROM orders GROUP BY region",
        columns=("region", "net_revenue"),
        rows=(("North", 700000.0), ("South", 550000.0)),
        numeric=(1,),
        trust_reason="Nobody has reviewed it",
        assumptions=("Revenue means net price times quantity",),
        confirmed=("Last quarter is 1 Jul to 30 Sep 2026",),
        seconds=0.4,
        how=(
            ("I read the question as: net revenue by region."),
            "Only these rows are counted: net > 0.",
        ),
    )
    return replace(answer, **changes)


def a_question(**changes: Any) -> Question:
    question = Question(
        id="dates",
        text="“Last quarter” is 1 Jul to 30 Sep 2026. Right?",
        options=(
            Option(id="calendar", label="Yes"),
            Option(id="fiscal", label="1 Aug to 31 Oct 2026", detail="the fiscal quarter"),
        ),
        default="calendar",
    )
    return replace(question, **changes)


def an_ask(**changes: Any) -> Ask:
    ask = Ask(kind=CheckpointKind.DATES, title="Which dates?", questions=(a_question(),))
    return replace(ask, **changes)


@dataclass
class FakeCheckpoint:
    """One checkpoint of the fake desk."""

    ask: Ask
    nonce: str
    deciders: frozenset[str] | None = None
    decision: Decision | None = None
    by: Person | None = None
    closed: str = ""


@dataclass
class FakeDesk:
    """A desk in memory: the first decision counts, an event is seen once."""

    asked: list[Incoming] = field(default_factory=list)
    checkpoints: dict[str, FakeCheckpoint] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    hidden_from: dict[str, frozenset[str]] = field(default_factory=dict)
    reviews: list[tuple[str, Person, str]] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    larger: list[str] = field(default_factory=list)
    votes: list[tuple[str, str, bool, str]] = field(default_factory=list)
    busy: set[Thread] = field(default_factory=set)
    failures: int = 0
    agendas: dict[str, Agenda] = field(default_factory=dict)
    claims: list[tuple[str, str]] = field(default_factory=list)
    spoken: dict[str, Traced] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)
    undone: list[tuple[str, str]] = field(default_factory=list)
    imports: list[tuple[str, str, str]] = field(default_factory=list)
    alerts: list[Alert] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    turned_down: list[RejectedImports] = field(default_factory=list)
    reconsidered: list[tuple[str, str, str]] = field(default_factory=list)
    followed: list[tuple[str, str, str]] = field(default_factory=list)
    awaited: set[tuple[str, str]] = field(default_factory=set)
    kept: dict[str, Arrival] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    said: LastSaid | None = None
    proposed: Proposal = field(default_factory=lambda: Proposal(question="How many orders?"))

    async def ask(self, incoming: Incoming) -> str | None:
        if self.failures:
            self.failures -= 1
            raise OSError("disk full")  # noqa: EM101 - what a full disk says
        if any(known.event == incoming.event for known in self.asked):
            return None
        self.asked.append(incoming)
        return f"run-{len(self.asked)}"

    async def follow(self, run: str, question: str, by: Person) -> Verdict:
        self.followed.append((run, question, by.id))
        return Counted()

    async def remove_files(self, thread: Thread, by: Person) -> int | None:
        del thread, by
        return 0

    async def arrived(self, arrival: Arrival) -> bool:
        if arrival.event in self.kept:
            return False
        self.kept[arrival.event] = arrival
        self.held.add(arrival.event)
        return True

    async def arrivals(self, surface: str) -> list[Arrival]:
        left = [each for each in self.kept.values() if each.event not in self.held]
        self.held |= self.kept.keys()
        return [each for each in left if each.surface == surface]

    async def taken_in(self, arrival: Arrival) -> None:
        self.kept.pop(arrival.event, None)
        self.held.discard(arrival.event)

    async def decide(self, checkpoint: str, nonce: str, decision: Decision, by: Person) -> Verdict:
        known = self.checkpoints.get(checkpoint)
        if known is None or known.nonce != nonce or known.closed:
            return Closed(how=known.closed if known else "unknown")
        if known.decision is not None and known.by is not None:
            if (known.decision, known.by) == (decision, by):
                return CountedBefore(ask=known.ask)
            return AlreadyDecided(by=known.by, at=NOON)
        if known.deciders is not None and by.id not in known.deciders:
            return NotAllowed(reason="Only a reviewer of Sales may decide this.")
        if known.ask.kind is not CheckpointKind.REVIEW and not known.ask.offers(decision):
            return NotAllowed(reason=NOT_OFFERED)
        known.decision, known.by = decision, by
        return Counted(ask=known.ask)

    async def may_decide(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        known = self.checkpoints.get(checkpoint)
        if known is None or known.nonce != nonce or known.closed:
            return Closed(how=known.closed if known else "unknown")
        if known.by is not None:
            return AlreadyDecided(by=known.by, at=NOON)
        if known.deciders is not None and by.id not in known.deciders:
            return NotAllowed(reason="Only a reviewer of Sales may decide this.")
        return Counted(ask=known.ask)

    async def checkpoint(self, checkpoint: str) -> OpenCheckpoint | None:
        known = self.checkpoints.get(checkpoint)
        if known is None:
            return None
        still_open = known.decision is None and not known.closed
        return OpenCheckpoint(id=checkpoint, nonce=known.nonce, ask=known.ask, open=still_open)

    async def forget(self, question: str, by: Person) -> bool:
        agenda = self.agendas.get(by.id, Agenda())
        kept = tuple(each for each in agenda.kept if each.question != question)
        self.agendas[by.id] = replace(agenda, kept=kept)
        return kept != agenda.kept

    async def answer(self, run: str) -> Answer | None:
        return self.answers.get(run)

    async def may_see(self, run: str, person: Person) -> bool:
        return person.id not in self.hidden_from.get(run, frozenset())

    async def send_to_review(self, run: str, by: Person, note: str = "") -> Verdict:
        if any(sent == run for sent, _, _ in self.reviews):
            return AlreadyDecided(by=by, at=NOON)
        self.reviews.append((run, by, note))
        return Counted()

    async def may_send_to_review(self, run: str, by: Person) -> Verdict:
        sent = any(each == run for each, _, _ in self.reviews)
        return AlreadyDecided(by=by, at=NOON) if sent else Counted()

    async def next_imported(self, workspace: str, digest: str, by: Person) -> Verdict:
        self.imports.append((workspace, digest, by.id))
        return Counted()

    async def imported(self, workspace: str, by: Person) -> list[Waiting] | NotAllowed:
        del workspace
        return self.waiting if "reviewer" in by.roles else NotAllowed(reason="Only reviewers.")

    async def reject_imported(self, rejected: RejectedImports, by: Person) -> int | NotAllowed:
        found = await self.imported(rejected.workspace, by)
        if isinstance(found, NotAllowed):
            return found
        self.waiting = [each for each in found if each.id not in rejected.queries]
        self.turned_down.append(rejected)
        return len(found) - len(self.waiting)

    async def may_reconsider(self, run: str, by: Person) -> Verdict:
        del run
        return Counted() if "reviewer" in by.roles else NotAllowed(reason="Only reviewers.")

    async def reconsider(self, run: str, by: Person, note: str = "") -> Verdict:
        self.reconsidered.append((run, by.id, note))
        return Counted()

    async def undo(self, subject: str, by: Person) -> Verdict:
        if any(known == subject for known, _ in self.undone):
            return UndoWaits(by=by, at=NOON)
        self.undone.append((subject, by.id))
        return Counted()

    async def ask_larger(self, run: str, by: Person) -> Verdict:  # noqa: ARG002 - the port has it
        self.larger.append(run)
        return Counted()

    async def change(self, run: str, by: Person) -> Verdict:  # noqa: ARG002 - the port has it
        self.changes.append(run)
        return Counted()

    async def feedback(self, run: str, by: Person, good: bool, note: str = "") -> None:
        self.votes.append((run, by.id, good, note))

    async def cancel(self, thread: Thread, by: Person) -> bool:  # noqa: ARG002 - the port has it
        if thread not in self.busy:
            return False
        self.busy.remove(thread)
        return True

    async def knows(self, thread: Thread) -> bool:
        return any(known.thread == thread for known in self.asked)

    async def seen(self, checkpoint: str, reader: Person, where: Thread) -> Seen | None:  # noqa: ARG002 - the port has it
        known = self.checkpoints.get(checkpoint)
        if known is None:
            return None
        asked = Asked(checkpoint=checkpoint, nonce=known.nonce, ask=known.ask, asker=ANA)
        may = known.deciders is None or reader.id in known.deciders
        return Seen(notice=asked, deciding=may and known.decision is None and not known.closed)

    async def open_for(self, person: Person) -> Agenda:
        return self.agendas.get(person.id, Agenda())

    async def alert(self, alert: Alert) -> None:
        self.alerts.append(alert)

    async def claim(self, checkpoint: str, nonce: str, by: Person) -> Verdict:
        known = self.checkpoints.get(checkpoint)
        if known is None or known.nonce != nonce:
            return Closed(how="unknown")
        self.claims.append((checkpoint, by.id))
        return Counted()

    async def traced(self, spoken: Spoken) -> Traced | None:
        if spoken.reference in self.spoken:
            return self.spoken[spoken.reference]
        for number, known in enumerate(self.asked, 1):
            if known.event == spoken.event:
                run = f"run-{number}"
                return Traced(
                    run=run,
                    asker=known.asker,
                    question=known.text,
                    thread=known.thread,
                    over=run in self.stopped or run in self.answers,
                    answered=run in self.answers,
                )
        return None

    async def stop(self, run: str, by: Person) -> bool:
        asked = self.asked[int(run.removeprefix("run-")) - 1]
        if run in self.stopped or asked.asker.id != by.id:
            return False
        self.stopped.append(run)
        return True

    async def ask_back(self, incoming: Incoming, reference: str) -> Verdict | None:
        traced = self.spoken.get(reference)
        if traced is None or traced.checkpoint is None:
            return None
        decision = Decision(action=Action.ASK_BACK, note=incoming.text)
        return await self.decide(
            traced.checkpoint.id, traced.checkpoint.nonce, decision, incoming.asker
        )

    async def proposal(self, checkpoint: str, by: Person) -> Proposal | Verdict:
        del checkpoint, by
        return self.proposed

    async def who_decides(self, reference: str) -> str | None:
        traced = self.spoken.get(reference)
        waits = traced is not None and traced.checkpoint is not None
        return "Only the reviewers can decide this." if waits else None

    async def last_said(self, thread: Thread) -> LastSaid | None:
        del thread
        return self.said

    async def awaits_reply(self, thread: Thread, person: Person) -> bool:
        return (thread.key, person.id) in self.awaited


@dataclass(frozen=True)
class FakeRoles:
    """Roles from dictionaries."""

    by_person: dict[str, frozenset[str]] = field(default_factory=dict)

    def of(self, person: str) -> frozenset[str]:
        return self.by_person.get(person, frozenset({"asker"}))

    def holders(self, role: str) -> tuple[str, ...]:
        return tuple(sorted(key for key, roles in self.by_person.items() if role in roles))

    def name(self, person: str) -> str:  # noqa: ARG002 - the port has it
        return ""


def trusted(answer: Answer) -> Answer:
    return replace(answer, trust=Trust.TRUSTED, trust_reason="Rui approved it on 3 Nov")
