"""Whatever people press, in whatever order and however time passes: at most one decision counts."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from typing_extensions import override

from pipeline.checkpoint import Action, Audience, Decision
from pipeline.people import Person
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered, Asked, ReviewCase
from review.ledger.records import Checkpoint, CheckpointStatus
from review.ledger.stored import load_state
from review.ports.desk import Counted, Incoming, Verdict
from tests.review.fakes import ANA, BEN, RUI, THREAD, UTE, a_flow, asks
from tests.review.office import World

T = TypeVar("T")
PEOPLE = st.sampled_from([ANA, BEN, RUI, UTE])
# None is whoever may: most presses should be worth a race.
PRESSERS = st.sampled_from([None, None, None, ANA, BEN, RUI, UTE])
ASKERS = st.sampled_from([ANA, RUI])
ACTIONS = st.sampled_from(list(Action))
LIKELY = st.sampled_from([Action.APPROVE] * 4 + list(Action))
FORGED = "forged"
CHOICES = st.sampled_from(["a", "a", "b", "b", FORGED])
ROOTS = st.sampled_from(["1", "2"])


class DecisionMachine(RuleBasedStateMachine):
    """People, time and restarts, in any order."""

    cards = Bundle("cards")
    runs = Bundle("runs")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.counted: Counter[str] = Counter()
        self.chosen: dict[str, Decision] = {}
        self.ledger = self.do(open_ledger("sqlite://"))
        flow = a_flow(("region", asks("region")), ("write", asks("write", Audience.REVIEWERS)))
        self.world = World(ledger=self.ledger, flow=flow)
        self.do(self.world.office.open())
        self.number = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    @override
    def teardown(self) -> None:
        self.do(self.world.dispatcher.stop(0))
        self.do(self.ledger.close())
        self.runner.close()

    @initialize(target=runs)
    def ask_first(self) -> str:
        return str(self.do(self.world.ask(thread=replace(THREAD, root="1"), by=ANA)))

    @rule(target=runs, root=ROOTS, by=ASKERS)
    def ask(self, root: str, by: Person) -> str:
        thread = replace(THREAD, root=root)
        return str(self.do(self.world.ask(thread=thread, by=by)))

    @rule(root=ROOTS)
    def ask_twice_by_redelivery(self, root: str) -> None:
        self.number += 1
        thread = replace(THREAD, root=root)
        incoming = Incoming(event=f"again{self.number}", text="?", thread=thread, asker=ANA)
        first, second = self.do(self._both_asked(incoming))
        assert None in {first, second}

    @rule(target=cards)
    def look(self) -> Any:
        """Remember every card that is there now: it may be pressed long after it is gone."""
        shown = [message.now for message in self.world.chat.messages.values()]
        return multiple(*(n for n in shown if isinstance(n, Asked | ReviewCase)))

    @rule(card=cards, by=PEOPLE, action=ACTIONS, choice=CHOICES)
    def press(self, card: Asked | ReviewCase, by: Person, action: Action, choice: str) -> None:
        self._pressed(card, by, action, choice)

    @rule(pick=st.integers(0, 5), by=PRESSERS, action=LIKELY, choice=CHOICES)
    def press_what_is_shown(
        self, pick: int, by: Person | None, action: Action, choice: str
    ) -> None:
        shown = [message.now for message in self.world.chat.messages.values()]
        cards = [n for n in shown if isinstance(n, Asked | ReviewCase)]
        if cards:
            card = cards[pick % len(cards)]
            self._pressed(card, by or whoever_may(card), action, choice)

    def _pressed(self, card: Asked | ReviewCase, by: Person, action: Action, choice: str) -> None:
        verdict = self.do(self.world.say(card, decision(card, action, choice), by))
        self.note(card, verdict, action, choice)
        if isinstance(verdict, Counted):
            assert allowed(card, by)
            assert isinstance(card, ReviewCase) or choice != FORGED
            assert (
                not isinstance(card, Asked) or card.due is None or card.due > self.world.clock.now
            )

    @rule(card=cards, one=PEOPLE, other=PEOPLE, first=ACTIONS, second=ACTIONS)
    def race(
        self,
        card: Asked | ReviewCase,
        one: Person,
        other: Person,
        first: Action,
        second: Action,
    ) -> None:
        mine, theirs = decision(card, first, "a"), decision(card, second, "b")
        a, b = self.do(self._raced(card, (mine, one), (theirs, other)))
        assert not (isinstance(a, Counted) and isinstance(b, Counted))
        assert allowed(card, one) or not isinstance(a, Counted)
        assert allowed(card, other) or not isinstance(b, Counted)
        self.note(card, a, first, "a")
        self.note(card, b, second, "b")

    @rule(run=runs, by=PEOPLE)
    def send_to_review(self, run: str, by: Person) -> None:
        self.do(self.world.desk.send_to_review(run, by))
        self.do(self.world.settle())

    @rule(run=runs, by=PEOPLE)
    def withdraw(self, run: str, by: Person) -> None:
        self.do(self.world.desk.withdraw(run, by))
        self.do(self.world.settle())

    @rule(root=ROOTS, by=PEOPLE)
    def stop(self, root: str, by: Person) -> None:
        self.do(self.world.desk.cancel(replace(THREAD, root=root), by))
        self.do(self.world.settle())

    @rule(hours=st.sampled_from([1, 30, 80]))
    def wait(self, hours: int) -> None:
        self.do(self.world.sweep(hours=hours))

    @rule(hours=st.sampled_from([1, 80]))
    def wait_unswept(self, hours: int) -> None:
        self.world.clock.pass_(hours=hours)

    @rule()
    def restart(self) -> None:
        self.do(self.world.dispatcher.stop(0))
        self.do(self.world.office.open())
        self.do(self.world.sweep())

    @invariant()
    def at_most_one_decision_counts(self) -> None:
        assert all(times == 1 for times in self.counted.values())

    @invariant()
    def only_counted_decisions_are_kept(self) -> None:
        for checkpoint in self.do(self._checkpoints()):
            answered = checkpoint.status is CheckpointStatus.ANSWERED
            assert answered == (checkpoint.id in self.counted)
            if answered:
                assert checkpoint.decision == self.chosen[checkpoint.id]

    @invariant()
    def an_answer_was_made_with_the_choice_that_counted(self) -> None:
        shown = [message.now for message in self.world.chat.messages.values()]
        for notice in shown:
            if isinstance(notice, Answered):
                assert self.do(self._choice(notice.run)) in self._told(notice.run)

    def note(self, card: Asked | ReviewCase, verdict: Verdict, action: Action, choice: str) -> None:
        if isinstance(verdict, Counted):
            self.counted[card.checkpoint] += 1
            self.chosen[card.checkpoint] = decision(card, action, choice)

    def _told(self, run: str) -> set[str]:
        made = [d for checkpoint, d in self.chosen.items() if checkpoint.startswith(f"{run}-")]
        return {each.choices["region"] for each in made if "region" in each.choices}

    async def _choice(self, run_id: str) -> str:
        async with self.ledger.read() as pages:
            run = await pages.runs.get(run_id)
        assert run is not None
        return load_state(run.state).choices["region"]

    async def _checkpoints(self) -> list[Checkpoint]:
        seen = {
            notice.checkpoint
            for message in self.world.chat.messages.values()
            for notice in message.shown
            if isinstance(notice, Asked | ReviewCase)
        }
        async with self.ledger.read() as pages:
            found = [await pages.checkpoints.get(each) for each in seen]
        return [each for each in found if each is not None]

    async def _both_asked(self, incoming: Incoming) -> tuple[str | None, str | None]:
        desk = self.world.desk
        both = await asyncio.gather(desk.ask(incoming), desk.ask(incoming))
        await self.world.settle()
        return both

    async def _raced(
        self,
        card: Asked | ReviewCase,
        mine: tuple[Decision, Person],
        theirs: tuple[Decision, Person],
    ) -> tuple[Verdict, Verdict]:
        desk = self.world.desk
        both = await asyncio.gather(
            *(desk.decide(card.checkpoint, card.nonce, d, by) for d, by in (mine, theirs))
        )
        await self.world.settle()
        return both[0], both[1]


def allowed(card: Asked | ReviewCase, by: Person) -> bool:
    """Whether this person may decide this card, by the book."""
    if isinstance(card, Asked) and card.ask.audience is Audience.ASKER:
        return by == card.asker
    return by in {RUI, UTE} and by != card.asker


def whoever_may(card: Asked | ReviewCase) -> Person:
    return next(person for person in (ANA, RUI, UTE) if allowed(card, person))


def decision(card: Asked | ReviewCase, action: Action, choice: str) -> Decision:
    """What somebody presses: a choice on a card, other SQL on a review case."""
    note = "Why?" if action is Action.ASK_BACK else ""
    if isinstance(card, ReviewCase):
        return Decision(action=action, values={"sql": "SELECT 1"}, note=note)
    choices = {question.id: choice for question in card.ask.questions}
    return Decision(action=action, choices=choices, note=note)


TestDecisions = DecisionMachine.TestCase
TestDecisions.settings = settings(
    max_examples=settings().max_examples // 3,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
