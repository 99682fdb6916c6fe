"""What people ask next stands below an answer, and a press asks it in the same thread."""

import pytest

from tests.scenarios.sides import Side
from tests.scenarios.town import Json, buttons, text_of


def _next(card: Json) -> list[str]:
    """The buttons of the row below the card's own."""
    return [each for each in buttons(card) if each.startswith(("By ", "In ", "From ", "Top "))]


@pytest.mark.every_chat
async def test_a_press_asks_what_stands_on_the_button(town: Side) -> None:
    thread = town.ask("How many customers are there?")
    card = await town.sees(thread, "Ask next:")
    offered = _next(card)
    assert 1 <= len(offered) <= 2

    await town.click(card, offered[0])
    answer = await town.sees(thread, "Changed since your last question")
    assert offered[0].removeprefix("By ") in text_of(answer)

    # The thread went on: the older card's button does not ask about the newer answer.
    before = len(town.thread(thread))
    await town.click(card, offered[0])
    assert len(town.thread(thread)) == before
