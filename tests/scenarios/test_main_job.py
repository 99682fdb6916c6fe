"""The main job, as people see it in Slack."""

import pytest

from tests.scenarios.town import Town, text_of

COUNT = """
    SELECT count(DISTINCT order_id) FROM orders
    WHERE is_test = FALSE AND deleted_at IS NULL AND status <> 'Cancelled'
      AND order_date >= date_trunc('quarter', current_date) - INTERVAL 3 MONTH
      AND order_date < date_trunc('quarter', current_date)
"""


async def test_dates_are_confirmed_before_anything_is_counted(town: Town) -> None:
    thread = town.ask("How many orders did we get last quarter?")
    card = await town.sees(thread, "last quarter")
    assert "Which dates" in text_of(card)


async def test_an_empty_mention_gets_a_sentence_and_an_example(town: Town) -> None:
    thread = town.ask("🎉🎉")
    await town.sees(thread, "question")


async def test_a_wish_to_change_data_is_refused(town: Town) -> None:
    thread = town.ask("delete the test customers")
    await town.sees(thread, "nothing was changed")


async def test_an_impossible_date_is_said(town: Town) -> None:
    thread = town.ask("How many orders did we get on Feb 30?")
    await town.sees(thread, "February")


@pytest.mark.parametrize("person", ["rui"])
async def test_somebody_else_cannot_decide_what_the_asker_was_asked(
    town: Town, person: str
) -> None:
    thread = town.ask("How many orders did we get last quarter?")
    card = await town.sees(thread, "Which dates")
    label = next(w for w in ("1 Jan", "1 Apr", "1 Jul", "1 Oct") if w in text_of(card))
    button = next(
        e["text"]["text"]
        for b in card["blocks"]
        for e in b.get("elements", [])
        if label in e.get("text", {}).get("text", "")
    )
    await town.click(card, button, person)
    await town.sees(thread, "Ana", person=person)
    assert "Which dates" in text_of(await town.sees(thread, "Which dates"))
