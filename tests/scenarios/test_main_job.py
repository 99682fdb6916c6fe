"""The main job, as people see it in each chat."""

import pytest

from tests.scenarios.conftest import SOCKET
from tests.scenarios.sides import Side
from tests.scenarios.town import Json, buttons, query, text_of

QUESTION = "What was our net revenue last quarter by region?"
NET_REVENUE = """
    SELECT c.region, sum(l.net_amount)
    FROM order_lines l JOIN orders o USING (order_id) JOIN countries c USING (country_code)
    WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled'
      AND o.order_date >= date_trunc('quarter', current_date) - INTERVAL 3 MONTH
      AND o.order_date < date_trunc('quarter', current_date)
    GROUP BY 1
"""


@pytest.fixture(params=["slack", SOCKET, "teams"])
def chat(request: pytest.FixtureRequest) -> str:
    """Slack's other way in too: whatever else is played goes the same ways from there."""
    played: str = request.param
    return played


async def answered(town: Side, question: str = QUESTION) -> tuple[str, Json]:
    """The thread and the answer of a question whose dates Ana confirmed."""
    thread = town.ask(question)
    card = await town.sees(thread, "Which dates")
    await town.click(card, buttons(card)[0])
    return thread, await town.sees(thread, "Download CSV")


@pytest.mark.every_chat
async def test_dates_are_confirmed_and_the_numbers_are_right(town: Side) -> None:
    _, answer = await answered(town)
    text = text_of(answer)
    for region, revenue in query(NET_REVENUE):
        assert region in text
        assert f"{revenue:,.2f}" in text or str(round(revenue, 2)) in text


@pytest.mark.every_chat
async def test_an_approved_answer_is_offered_the_next_time(town: Side) -> None:
    thread, answer = await answered(town)
    await town.click(answer, "Send to review")
    await town.submit_if_asked()
    case = await town.reviewer_sees(QUESTION, "Approve")
    await town.click(case, next(b for b in buttons(case) if "Approve" in b), "rui")
    await town.submit_if_asked("rui")
    await town.sees(thread, "Rui")
    again = town.ask("Net revenue by region last quarter?")
    offer = await town.sees(again, "Use it")
    assert QUESTION in text_of(offer)
    await town.click(offer, "Use it")
    await town.sees(again, "Trusted", "Download CSV")


async def test_an_asker_cannot_approve_their_own_answer(town: Side) -> None:
    _, answer = await answered(town)
    await town.click(answer, "Send to review")
    await town.submit_if_asked()
    case = await town.reviewer_sees(QUESTION, "Approve")
    await town.click(case, next(b for b in buttons(case) if "Approve" in b), "ana")
    assert "Approve" in text_of(await town.reviewer_sees(QUESTION, "Approve"))


async def test_a_question_without_words_gets_a_sentence(town: Side) -> None:
    thread = town.ask("🎉🎉")
    await town.sees(thread, "question")


async def test_a_wish_to_change_data_is_refused(town: Side) -> None:
    thread = town.ask("delete the test customers")
    await town.sees(thread, "nothing was changed")


async def test_an_impossible_date_is_said(town: Side) -> None:
    thread = town.ask("How many orders did we get on Feb 30?")
    await town.sees(thread, "February")


async def test_somebody_else_cannot_decide_what_the_asker_was_asked(town: Side) -> None:
    thread = town.ask(QUESTION)
    card = await town.sees(thread, "Which dates")
    await town.click(card, buttons(card)[0], "rui")
    await town.sees(thread, "Ana", person="rui")
    assert "Which dates" in text_of(await town.sees(thread, "Which dates"))
