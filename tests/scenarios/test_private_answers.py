"""Answers go only where everybody who reads along may see them."""

from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import buttons, text_of


async def test_who_may_see_more_than_the_channel_is_answered_alone(town: Side) -> None:
    thread = town.ask(QUESTION, person="rui")
    card = await town.told_alone("rui", "Which dates")
    await town.click(card, buttons(card)[0], "rui")
    assert "DACH" in text_of(await town.told_alone("rui", "Download CSV"))
    assert not [m for m in town.thread(thread) if "DACH" in text_of(m)]
    assert "direct message" in text_of(await town.sees(thread, "direct message", person="rui"))
