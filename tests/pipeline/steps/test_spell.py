"""`spell`: several slips of the pen are shown as they were understood, with one button for yes."""

from dataclasses import replace

import pytest

from pipeline.state import RunState
from pipeline.steps.spell import AS_WRITTEN, NAME, TYPED, YES, spell
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_state, asked, went_on

SLIPS = "Number of purchaces by contry last mnth"


async def test_the_whole_question_is_shown_as_it_was_understood(shop: Workspace) -> None:
    question = asked(await spell(a_state(SLIPS), shop)).questions[0]
    assert "purchase" in question.text
    assert "by country last month" in question.text
    assert question.default == YES


async def test_one_yes_puts_every_word_right(shop: Workspace) -> None:
    state = went_on(await spell(a_state(SLIPS, choices={NAME: YES}), shop))
    assert state.question.endswith("by country last month")
    assert state.message == SLIPS


async def test_a_word_may_be_kept_as_it_was_written(shop: Workspace) -> None:
    state = went_on(await spell(a_state(SLIPS, choices={NAME: "not-contry"}), shop))
    assert state.question.endswith("by contry last month")
    assert state.choices == {"kept:contry": YES}


async def test_the_question_may_be_kept_or_written_anew(shop: Workspace) -> None:
    kept = went_on(await spell(a_state(SLIPS, choices={NAME: AS_WRITTEN}), shop))
    assert kept.question == SLIPS
    typed = replace(a_state(SLIPS), values={TYPED: "Number of customers"})
    assert went_on(await spell(typed, shop)).question == "Number of customers"


@pytest.mark.parametrize(
    "question",
    ["Number of purchases by country last month", "How many custmers?", "purchases in march"],
)
async def test_nothing_is_asked_of_words_that_are_right_or_of_one_slip_in_a_name(
    shop: Workspace, question: str
) -> None:
    state: RunState = went_on(await spell(a_state(question), shop))
    assert state.question == question


async def test_a_slip_in_a_word_for_time_alone_is_asked(shop: Workspace) -> None:
    card = asked(await spell(a_state("purchases last qarter"), shop))
    assert card.questions[0].text == "“purchases last quarter”"
