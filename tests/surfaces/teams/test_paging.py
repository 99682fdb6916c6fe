"""A result that is longer than a card, page by page in a dialog."""

import pytest

from bots.teams.cards.fitting import MOST_BYTES, size_of
from bots.wording import replies
from bots.wording import teams as say
from pipeline.result import Answer
from review.ledger.notices import Answered
from tests.fakes import an_answer
from tests.surfaces.teams.client import ANA, RUI, actions, text_of
from tests.surfaces.teams.conftest import Office
from tests.surfaces.teams.fake_connector import Json, Message
from tests.surfaces.teams.test_schema import refusals


def long_answer(rows: int = 500, cell: str = "Customer") -> Answer:
    filled = tuple((f"{cell} {at}", at) for at in range(1, rows + 1))
    return an_answer(columns=("customer", "orders"), rows=filled)


async def answered(office: Office, answer: Answer) -> Message:
    office.desk.answers["r1"] = answer
    return await office.deliver(Answered(answer=answer, run="r1"))


def page_of(shown: Json) -> Json:
    value = shown["task"]["value"]
    content: Json = value["card"]["content"]
    assert refusals(content) == []
    assert size_of(content) <= MOST_BYTES
    return content


def firsts(content: Json) -> list[str]:
    (table,) = (each for each in content["body"] if each["type"] == "Table")
    return [text_of(row["cells"][0]).split("  ")[0] for row in table["rows"][1:]]


@pytest.mark.deep
async def test_all_rows_are_read_page_by_page_and_each_once(office: Office) -> None:
    message = await answered(office, long_answer())
    seen = firsts(message.card)
    shown = await office.client.press(ANA, message, say.MORE_ROWS)
    seen += firsts(page_of(shown))
    while following := [
        each["data"] for each in actions(page_of(shown)) if each["title"] == say.ROWS_AFTER
    ]:
        shown = await office.client.invoke(ANA, message, "task/submit", {"data": following[0]})
        seen += firsts(page_of(shown))
    assert seen == [f"Customer {at}" for at in range(1, 501)]


async def test_a_page_turns_back(office: Office) -> None:
    message = await answered(office, long_answer())
    shown = await office.client.press(ANA, message, say.MORE_ROWS)
    data = actions(page_of(shown))[0]["data"]
    shown = await office.client.invoke(ANA, message, "task/submit", {"data": data})
    assert "Rows 1 to 40 of 500" in text_of(page_of(shown))


async def test_wide_rows_make_smaller_pages(office: Office) -> None:
    columns = tuple(f"c{at}" for at in range(8))
    wide = an_answer(columns=columns, rows=(("ünïcodé" * 40,) * 8,) * 100, numeric=())
    message = await answered(office, wide)
    page_of(await office.client.press(ANA, message, say.MORE_ROWS))


@pytest.mark.parametrize(
    "answer",
    [
        long_answer(3),
        an_answer(columns=("orders",), rows=((7,),), numeric=(0,)),
        an_answer(rows=()),
    ],
)
async def test_a_result_that_fits_has_no_pages(office: Office, answer: Answer) -> None:
    message = await answered(office, answer)
    assert say.MORE_ROWS not in [each["title"] for each in actions(message.card)]


async def test_who_may_not_see_the_answer_gets_no_page(office: Office) -> None:
    message = await answered(office, long_answer())
    office.desk.hidden_from["r1"] = frozenset({RUI.id})
    shown = await office.client.press(RUI, message, say.MORE_ROWS)
    assert shown["task"]["value"] == replies.MAY_NOT_SEE


@pytest.mark.parametrize("at", [-1, 10_000, "x", None])
async def test_a_page_that_nobody_offered_is_the_first(office: Office, at: object) -> None:
    message = await answered(office, long_answer())
    value = {"data": {"rows": "r1", "at": at}}
    shown = await office.client.invoke(ANA, message, "task/fetch", value)
    assert "Rows 1 to 40 of 500" in text_of(page_of(shown))


async def test_a_result_that_is_gone_is_said(office: Office) -> None:
    message = await answered(office, long_answer())
    office.desk.answers.clear()
    shown = await office.client.press(ANA, message, say.MORE_ROWS)
    assert shown["task"]["value"] == replies.GONE
