"""What goes on in a run is told while it goes on, and never gets in its way."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.events import (
    Event,
    Paid,
    StepFinished,
    StepStarted,
    TextChecked,
    ToolCalled,
    ToolReturned,
    heard_by,
    tell,
)
from pipeline.flow import Go, Outcome
from pipeline.model_calls import Spent
from pipeline.narrating import Narrated
from pipeline.state import RunState
from tests.pipeline.agents.loopback_replies import Answered, Called
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop
from tests.pipeline.shop import a_state
from tests.review.fakes import FakeFlow, answers

PAID = Spent(step="write_sql", model="m", prompt="p", cost=0.25)


class Heard:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Event]] = []

    def tell(self, run: str, event: Event) -> None:
        self.events.append((run, event))


class Broken:
    """Fails at everything that it is told."""

    def tell(self, run: str, event: Event) -> None:
        raise OSError(run, event)


async def write_sql(state: RunState) -> Outcome:
    tell(ToolCalled(tool="show_table"))
    tell(ToolReturned(tool="show_table"))
    return Go(state=replace(state, spent=(*state.spent, PAID)))


async def test_a_step_its_tools_and_what_it_paid_are_told_in_order() -> None:
    heard, state = Heard(), a_state(run="r1")
    outcome = await Narrated(FakeFlow(write_sql=write_sql), heard).run("write_sql", state)

    assert outcome.state.spent == (PAID,)
    assert heard.events == [
        ("r1", StepStarted(step="write_sql")),
        ("r1", ToolCalled(tool="show_table")),
        ("r1", ToolReturned(tool="show_table")),
        ("r1", Paid(spent=PAID)),
        ("r1", StepFinished(step="write_sql")),
    ]


async def test_the_words_of_an_answer_are_told_once_the_flow_has_them() -> None:
    heard = Heard()
    await Narrated(FakeFlow(interpret=answers), heard).run("interpret", a_state(run="r1"))

    assert heard.events[-1] == ("r1", TextChecked(text="There are 7 orders."))


async def test_who_shows_it_may_fail_and_the_step_goes_on() -> None:
    outcome = await Narrated(FakeFlow(write_sql=write_sql), Broken()).run("write_sql", a_state())

    assert outcome.state.spent == (PAID,)


def test_where_nobody_listens_nothing_happens() -> None:
    tell(ToolCalled(tool="show_table"))


async def test_a_model_that_looks_around_is_heard_by_the_names_of_its_tools(tmp_path: Path) -> None:
    heard: list[Event] = []
    replies = (
        Answered({"cannot": "There is nothing about boomerangs."}),
        Called("search_metadata", {"words": "repeat buyers"}),
        Answered({"sql": BOOMERANG, "reading": "customers with more than one order"}),
        Answered({"text": "Ada keeps coming back."}),
    )
    exploring: dict[str, Any] = {"models": {"explore": True, "summaries": True}}
    async with open_shop(tmp_path, in_turn(*replies), **exploring) as shop:
        with heard_by(heard.append):
            await shop.ask(PUZZLE)

    assert heard == [ToolCalled(tool="search_metadata"), ToolReturned(tool="search_metadata")]
