"""Working fakes of the review layer's ports: a clock, a chat, a flow, and what verdicts reach."""

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from knowledge.validated.query import ValidatedQuery
from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Audience, CheckpointKind, Decision, Input, Option, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from review.ledger.kept_queries import KeptQueries
from review.ledger.notices import Delivery, Notice
from review.ledger.threads import Thread
from review.ports.desk import MessageGone, TryLater
from review.ports.promotion import Earlier, Proposal, Verdicted

START = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)
ANA = Person(id="slack:T1:ANA", name="Ana")
BEN = Person(id="slack:T1:BEN", name="Ben")
RUI = Person(id="slack:T1:RUI", name="Rui", roles=frozenset({"reviewer"}))
UTE = Person(id="slack:T1:UTE", name="Ute", roles=frozenset({"reviewer"}))
THREAD = Thread(surface="slack", tenant="T1", channel="C1", root="100.1")
REVIEWERS = Thread(surface="slack", tenant="T1", channel="CREVIEW", root="")


class FakeClock:
    """A clock that only moves when it is told to."""

    def __init__(self, now: dt.datetime = START) -> None:
        self.now = now

    def __call__(self) -> dt.datetime:
        return self.now

    def pass_(self, **span: float) -> None:
        self.now += dt.timedelta(**span)


@dataclass
class Message:
    """A message in the fake chat, with everything it ever showed."""

    ref: str
    thread: Thread
    key: str
    shown: list[Notice]
    under: str = ""

    @property
    def now(self) -> Notice:
        return self.shown[-1]


@dataclass
class FakeChat:
    """A postman whose messages can be looked at; `troubles` happen to the next deliveries.

    A trouble in `lost` happens after the message arrived: the sender does not know it.
    """

    messages: dict[str, Message] = field(default_factory=dict)
    deliveries: list[Delivery] = field(default_factory=list)
    troubles: list[Exception] = field(default_factory=list)
    lost: list[BaseException] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        if self.troubles:
            raise self.troubles.pop(0)
        self.deliveries.append(delivery)
        self._news.set()
        ref = self._show(thread, delivery)
        if self.lost:
            raise self.lost.pop(0)
        return ref

    async def shown(self, notice: Notice) -> None:
        """Wait until this notice was delivered."""
        while notice not in [delivery.notice for delivery in self.deliveries]:
            self._news.clear()
            await self._news.wait()

    async def find(self, thread: Thread, key: str) -> str | None:
        found = (m.ref for m in self.messages.values() if m.thread == thread and m.key == key)
        return next(found, None)

    def in_thread(self, thread: Thread = THREAD) -> list[Notice]:
        """What the thread shows now, from the top."""
        return [message.now for message in self.messages.values() if message.thread == thread]

    def delete(self, ref: str) -> None:
        del self.messages[ref]

    def _show(self, thread: Thread, delivery: Delivery) -> str:
        if delivery.replaces:
            if delivery.replaces not in self.messages:
                raise MessageGone
            self.messages[delivery.replaces].shown.append(delivery.notice)
            return delivery.replaces
        ref = f"m{len(self.deliveries)}"
        self.messages[ref] = Message(
            ref=ref,
            thread=thread,
            key=delivery.key,
            shown=[delivery.notice],
            under=delivery.under,
        )
        return ref


Doing: TypeAlias = Callable[[RunState], Awaitable[Outcome]]


class FakeFlow:
    """A flow of whatever steps a test needs; counts how often each is taken."""

    def __init__(self, **steps: Doing) -> None:
        self.steps = dict(steps)
        self.taken: list[str] = []
        self.states: list[RunState] = []
        self.expected: list[str] = []

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.steps)

    def expect(self, question: str, workspace: str) -> None:
        del workspace
        self.expected.append(question)

    async def run(self, name: str, state: RunState) -> Outcome:
        self.taken.append(name)
        self.states.append(state)
        return await self.steps[name](state)

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self.names[0], replace(state, choices={}, values={}, ask_everything=True)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:  # noqa: ARG002 - the port has it
        asked = {question.id for question in ask.questions}
        chosen = {k: v for k, v in decision.choices.items() if k in asked}
        return replace(
            state,
            choices=state.choices | chosen,
            values=state.values | decision.values,
        )


def an_answer(question: str = "How many orders?", **fields: str) -> Answer:
    answer = Answer(
        question=question,
        workspace="sales",
        summary="There are 7 orders.",
        reading="Number of orders",
        sql="SELECT count(*) AS orders FROM orders",
        columns=("orders",),
        rows=((7,),),
        numeric=(0,),
    )
    return replace(answer, **fields)  # type: ignore[arg-type]


async def route(state: RunState) -> Outcome:
    return Go(state=replace(state, workspace=state.pinned or "sales"))


def asks(question: str, audience: Audience = Audience.ASKER) -> Doing:
    """A step that goes on once its question is answered."""
    kind = CheckpointKind.CLARIFICATION
    if audience is Audience.REVIEWERS:
        kind = CheckpointKind.WRITE_APPROVAL
    ask = Ask(
        kind=kind,
        title=f"Which {question}?",
        audience=audience,
        questions=(
            Question(
                id=question,
                text=f"Which {question}?",
                options=(Option(id="a", label="The first"), Option(id="b", label="The second")),
                default="a",
                inputs=(Input(id=f"{question}_typed", label="Another"),),
            ),
        ),
    )

    async def step(state: RunState) -> Outcome:
        if question in state.choices or (audience is Audience.REVIEWERS and state.values):
            return Go(state=replace(state, confirmed=(*state.confirmed, question)))
        return Pause(state=state, ask=ask)

    return step


async def answers(state: RunState) -> Outcome:
    return Finish(state=state, outcome=an_answer(state.question, workspace=state.workspace))


async def refuses(state: RunState) -> Outcome:
    return Finish(state=state, outcome=Refusal(code="no_data", reason="There is no such data."))


def a_flow(*doings: tuple[str, Doing]) -> FakeFlow:
    return FakeFlow(**dict((("route", route), *doings, ("answer", answers))))


@dataclass
class FakePromoter:
    """Remembers what reviewers said."""

    approved: list[Verdicted] = field(default_factory=list)
    rejected: list[Verdicted] = field(default_factory=list)
    troubles: list[Exception] = field(default_factory=list)

    refusal: Refusal | None = None

    async def propose(
        self, verdicted: Verdicted, earlier: Sequence[Earlier] = ()
    ) -> Proposal | None:
        del earlier
        return Proposal(question=verdicted.answer.question)

    async def kept(self, query_id: str) -> ValidatedQuery | None:
        del query_id
        return None

    async def set_aside(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        del query_id, reason, held
        return None

    async def turn_down(
        self, query_id: str, reason: str, held: KeptQueries
    ) -> ValidatedQuery | None:
        del query_id, reason, held
        return None

    async def waiting(self, workspace: str) -> Sequence[ValidatedQuery]:
        del workspace
        return ()

    async def approve(self, verdicted: Verdicted) -> Refusal | None:
        if self.troubles:
            raise self.troubles.pop(0)
        if self.refusal is None:
            self.approved.append(verdicted)
        return self.refusal

    async def reject(self, verdicted: Verdicted) -> None:
        self.rejected.append(verdicted)


class FakeRerun:
    """Runs only SQL that begins with SELECT."""

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        if not sql.upper().startswith("SELECT") or not asker.id:
            return Refusal(code="not_read", reason="It is not a SELECT.")
        return replace(answer, sql=sql, rows=((8,),), summary="There are 8 orders.")


BUSY = TryLater(5)
