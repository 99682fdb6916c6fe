"""A whole review layer over fakes, and the handles that tests hold it by."""

import datetime as dt
import itertools
from dataclasses import dataclass, field
from typing import TypeVar

from pipeline.checkpoint import Action, Decision
from pipeline.people import Person
from pipeline.writes.rules import WriteRules
from review.cases.worker import Outside
from review.ledger.notices import Asked, Notice, ReviewCase
from review.ledger.port import Ledger
from review.ledger.threads import Thread
from review.office.in_process import InProcessDispatcher
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Incoming, Verdict
from review.ports.promotion import Promoter
from review.settings import Around, ReviewSettings
from tests.review.fakes import (
    ANA,
    REVIEWERS,
    THREAD,
    FakeChat,
    FakeClock,
    FakeFlow,
    FakePromoter,
    FakeRerun,
)

N = TypeVar("N", bound=Notice)

QUICK = ReviewSettings(
    lease=dt.timedelta(seconds=15),
    heartbeat=dt.timedelta(milliseconds=20),
    progress_pause=dt.timedelta(minutes=1),
    grace=dt.timedelta(0),
)
POLICY = ReviewPolicy(
    reviewer_roles=frozenset({"reviewer"}),
    reviewers_thread=REVIEWERS,
    roles=frozenset({"analyst", "limited", "reviewer"}),
    writes=WriteRules(
        asker_roles=frozenset({"analyst"}),
        approver_roles=frozenset({"reviewer"}),
        approvers=("Rui", "Ute"),
    ),
)


@dataclass
class World:
    """One replica with its chat and clock; several may share a ledger, a chat and a clock."""

    ledger: Ledger
    flow: FakeFlow
    name: str = "one"
    chat: FakeChat = field(default_factory=FakeChat)
    clock: FakeClock = field(default_factory=FakeClock)
    promoter: FakePromoter = field(default_factory=FakePromoter)
    keeps: Promoter | None = None
    policy: ReviewPolicy = POLICY
    settings: ReviewSettings = QUICK
    dispatches: type[InProcessDispatcher] = InProcessDispatcher

    def __post_init__(self) -> None:
        counter = itertools.count(1)
        self.dispatcher = self.dispatches(self.settings.concurrency)
        around = Around(
            clock=self.clock,
            ids=lambda: f"{self.name}{next(counter)}",
            nonces=lambda: f"nonce{next(counter)}",
            owner=self.name,
            zone=lambda _workspace, _person: dt.UTC,
        )
        ports = Ports(
            ledger=self.ledger,
            dispatcher=self.dispatcher,
            flow=self.flow,
            postman=self.chat,
            policies=lambda _workspace: self.policy,
            outside=Outside(promoter=self.keeps or self.promoter, rerun=FakeRerun()),
        )
        self.office = Office(ports, around, self.settings)
        self.desk = self.office.desk
        self._events = itertools.count(1)

    async def ask(
        self,
        text: str = "How many orders?",
        by: Person = ANA,
        thread: Thread = THREAD,
        event: str = "",
    ) -> str | None:
        event = event or f"{self.name}-event{next(self._events)}"
        run = await self.desk.ask(Incoming(event=event, text=text, thread=thread, asker=by))
        await self.settle()
        return run

    async def settle(self) -> None:
        """Wait until nothing is at work."""
        await self.dispatcher.idle()

    async def sweep(self, **passed: float) -> None:
        """Let time pass, and look after what is due."""
        self.clock.pass_(**passed)
        await self.office.sweeper.tick()
        await self.settle()

    async def press(self, choice: str = "a", by: Person = ANA, thread: Thread = THREAD) -> Verdict:
        """Press a button of the newest card of a thread."""
        card = self.card(thread)
        assert isinstance(card, Asked)
        choices = {question.id: choice for question in card.ask.questions}
        return await self.say(card, Decision(action=Action.APPROVE, choices=choices), by)

    async def verdict(self, decision: Decision, by: Person, thread: Thread = REVIEWERS) -> Verdict:
        """A verdict on the newest card of the reviewers' channel."""
        return await self.say(self.card(thread), decision, by)

    async def say(self, card: Asked | ReviewCase, decision: Decision, by: Person) -> Verdict:
        verdict = await self.desk.decide(card.checkpoint, card.nonce, decision, by)
        await self.settle()
        return verdict

    def card(self, thread: Thread = THREAD) -> Asked | ReviewCase:
        """The newest card with buttons that the thread shows."""
        cards = [n for n in self.chat.in_thread(thread) if isinstance(n, Asked | ReviewCase)]
        return cards[-1]

    def shows(self, kind: type[Notice], thread: Thread = THREAD) -> bool:
        """Whether the last message of the thread is of this kind."""
        return isinstance(self.chat.in_thread(thread)[-1], kind)

    def last(self, kind: type[N], thread: Thread = THREAD) -> N:
        """The last message of the thread, that must be of this kind."""
        notice = self.chat.in_thread(thread)[-1]
        assert isinstance(notice, kind)
        return notice
