"""A question driven in one go, by defaults or by somebody's decisions."""

from dataclasses import dataclass, replace

from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, Audience, CheckpointKind, Decision, Input, Question
from pipeline.direct import MOST_ASKS, drive, take_defaults
from pipeline.flow import Go, Outcome, Pause
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.fakes import an_ask
from tests.pipeline.shop import FakeWorkspaces, a_state

TYPED = Question(id="note", text="Why?", inputs=(Input(id="why", label="Why", value="because"),))
BLANK = Question(id="note", text="Why?", inputs=(Input(id="why", label="Why"),))


@dataclass
class CirclingFlow:
    """A flow that asks again and again."""

    names: tuple[str, ...] = ("first", "second")

    async def run(self, name: str, state: RunState) -> Outcome:
        if name == "first":
            return Go(state=state, to="second")
        return Pause(state=state, ask=an_ask())

    def expect(self, question: str, workspace: str) -> None: ...

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self.names[0], state

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:  # noqa: ARG002 - the port has it
        return state


async def test_a_question_is_answered_with_every_first_choice(shop: Workspace) -> None:
    flow = Pipeline(FakeWorkspaces((shop,)))
    driven = await drive(flow, a_state("How many purchases last month?"), take_defaults)
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.rows == ((2,),)
    assert [ask.kind for ask in driven.asked] == [CheckpointKind.DATES]


async def test_somebody_who_stops_gets_no_answer(shop: Workspace) -> None:
    async def stop(_ask: Ask) -> None:
        return None

    flow = Pipeline(FakeWorkspaces((shop,)))
    driven = await drive(flow, a_state("How many purchases last month?"), stop)
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "unanswered"


async def test_a_wrong_typed_date_can_be_followed_by_the_button(shop: Workspace) -> None:
    replies = iter(
        (
            Decision(action=Action.EDIT, values={"dates-0-from": "2026-02-30"}),
            Decision(action=Action.APPROVE, choices={"dates-0": "yes"}),
        )
    )

    async def decide(_ask: Ask) -> Decision:
        return next(replies)

    flow = Pipeline(FakeWorkspaces((shop,)))
    driven = await drive(flow, a_state("How many purchases last month?"), decide)
    assert isinstance(driven.outcome, Answer)
    assert len(driven.asked) == 2


async def test_a_flow_that_asks_in_circles_is_ended() -> None:
    driven = await drive(CirclingFlow(), a_state(), take_defaults)
    assert isinstance(driven.outcome, Refusal)
    assert len(driven.asked) == MOST_ASKS + 1


async def test_the_default_is_what_the_first_button_means() -> None:
    decision = await take_defaults(an_ask())
    assert decision == Decision(action=Action.APPROVE, choices={"dates": "calendar"})


async def test_typed_values_that_are_filled_in_are_taken_as_they_are() -> None:
    decision = await take_defaults(an_ask(questions=(TYPED,)))
    assert decision == Decision(action=Action.EDIT, values={"why": "because"})


async def test_what_only_a_person_can_type_has_no_default() -> None:
    assert await take_defaults(an_ask(questions=(BLANK,))) is None


async def test_what_reviewers_decide_has_no_default() -> None:
    assert await take_defaults(replace(an_ask(), audience=Audience.REVIEWERS)) is None


async def test_an_empty_question_ends_at_once(shop: Workspace) -> None:
    driven = await drive(Pipeline(FakeWorkspaces((shop,))), a_state("🎉"), take_defaults)
    assert isinstance(driven.outcome, Refusal)
