"""`read`: what is no question is answered with a sentence and an example."""

import pytest

from pipeline.chart import ChartWish
from pipeline.steps.read import LONGEST, read
from tests.pipeline.shop import FakeWorkspaces, a_state, refused, went_on

NOBODY = FakeWorkspaces()


@pytest.mark.parametrize("text", ["", "   \n", "🎉🎉", "?!…", "👩‍💻", "—"])
async def test_a_text_without_words_is_no_question(text: str) -> None:
    refusal = refused(await read(a_state(text), NOBODY))
    assert refusal.code == "empty"
    assert "for example" in refusal.next_step


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Hi team, could someone tell me how many we got? Thanks!", "tell me how many we got?"),
        ("how many orders did we get", "how many orders did we get"),
    ],
)  # fmt: skip
async def test_what_is_said_around_a_question_is_not_read(text: str, alone: str) -> None:
    assert went_on(await read(a_state(text), NOBODY)).question == alone


async def test_a_polite_wish_to_change_data_is_one() -> None:
    assert refused(await read(a_state("Hi, please delete order 5, thanks"), NOBODY)).code == "write"


async def test_ten_thousand_characters_are_too_many() -> None:
    refusal = refused(await read(a_state("how many " * 1_200), NOBODY))
    assert refusal.code == "too_long"
    assert f"{LONGEST:,}" in refusal.reason


@pytest.mark.parametrize(
    "text",
    [
        "delete the test customers",
        "Please drop table orders",
        "DROP TABLE orders",
        "update customers set name = 'x'",
        "can you remove Ana from the list",
        "truncate orders",
        "insert into orders values (1)",
        "create table copies as select 1",
        "Create a new index on orders",
        "grant select on orders to bo",
        "add a column for the phone number",
        "set the price of lamps to 3",
        "rename table orders",
    ],
)
async def test_a_wish_to_change_data_is_said_to_change_nothing(text: str) -> None:
    refusal = refused(await read(a_state(text), NOBODY))
    assert refusal.code == "write"
    assert "nothing was changed" in refusal.reason


@pytest.mark.parametrize(
    "text",
    [
        "How many orders were deleted last month?",
        "Create a list of customers in Spain",
        "Drop in revenue by month",
        "Drop rate by country",
        "Grant amounts by year",
        "Update frequency per product",
        "Which customers did we add in May?",
        "Merge rate by team",
        "¿Cuántos pedidos hubo ayer?",
        "注文は何件ですか",
    ],
)
async def test_a_question_that_only_sounds_like_a_change_goes_on(text: str) -> None:
    assert went_on(await read(a_state(text), NOBODY)).question == text


async def test_a_wish_for_a_chart_is_kept_beside_the_question() -> None:
    state = went_on(await read(a_state("create a chart of revenue by month"), NOBODY))
    assert state.question == "revenue by month"
    assert state.wish == ChartWish()
