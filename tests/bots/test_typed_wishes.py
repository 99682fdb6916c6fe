"""Typed words that mean a button below the last answer: its SQL, a file, who approved it."""

import datetime as dt
from dataclasses import replace

import pytest

from bots.cards import Buttons, Card, Code, Verb
from bots.conversation.hearing import Heard, hear
from bots.wording import answers
from bots.wording import replies as say
from pipeline.people import Person
from pipeline.writes.receipt import Receipt
from review.ledger.threads import Thread
from review.ports.desk import LastSaid
from tests.fakes import ANA, NOON, RUI, FakeDesk, an_answer, trusted

CHANNEL = Thread(surface="slack", tenant="T", channel="C", root="1.0")
DIRECT = replace(CHANNEL, root="", private=True)
LAST = LastSaid(run="r1", answer=an_answer())
RECEIPT = Receipt(
    workspace="Sales",
    sql="UPDATE t SET a = 1",
    tier="T1",
    explanation="Changes a.",
    rows=1,
    at=NOON,
    asked_by=ANA,
    approved_by=(RUI,),
)


async def answered(
    text: str, last: LastSaid | None, thread: Thread = CHANNEL, by: Person = ANA
) -> tuple[Card | None, FakeDesk]:
    desk = FakeDesk(said=last, hidden_from={"r1": frozenset({RUI.id})})
    return await hear(Heard(event="e1", text=text, thread=thread, speaker=by), desk), desk


def verbs(card: Card | None) -> list[Verb]:
    blocks = card.blocks if card is not None else ()
    rows = [block for block in blocks if isinstance(block, Buttons)]
    return [button.press.verb for row in rows for button in row.items]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("show the sql", Verb.SQL),
        ("What is the query?", Verb.SQL),
        ("can you show me the SQL behind it please", Verb.SQL),
        ("export to excel", Verb.EXCEL),
        ("Can I have this in Excel?", Verb.EXCEL),
        ("download csv", Verb.CSV),
    ],
)
async def test_a_wish_gets_the_button_that_it_means(text: str, verb: Verb) -> None:
    card, desk = await answered(text, LAST)
    assert verbs(card) == [verb]
    assert desk.asked == []


@pytest.mark.parametrize("text", ["export orders to excel", "who approved order 12?", "csv files"])
async def test_what_says_more_is_a_question(text: str) -> None:
    card, desk = await answered(text, LAST)
    assert card is None
    assert [each.text for each in desk.asked] == [text]


async def test_alone_with_the_bot_the_sql_is_shown_at_once() -> None:
    card, _ = await answered("show the sql", LAST, DIRECT)
    assert card is not None
    assert card.plain == answers.SQL_INTRO
    assert any(isinstance(block, Code) for block in card.blocks)


@pytest.mark.parametrize("text", ["show the sql", "export to excel", "who approved this?"])
async def test_whoever_may_not_see_the_result_gets_nothing_of_it(text: str) -> None:
    card, _ = await answered(text, LAST, by=RUI)
    assert card is not None
    assert card.plain == say.MAY_NOT_SEE


async def test_without_an_answer_there_is_nothing_to_show() -> None:
    card, _ = await answered("show the sql", None)
    assert card is not None
    assert card.plain == say.NO_ANSWER_YET


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (LAST, say.NOBODY_APPROVED),
        (replace(LAST, answer=trusted(an_answer())), "✅ Trusted."),
        (replace(LAST, review="open"), "Nobody has approved this answer yet. It is waiting"),
        (
            replace(LAST, review="approved", reviewer=RUI, reviewed_at=NOON),
            "Rui approved this answer on 3 Nov at 12:00 UTC.",
        ),
        (replace(LAST, review="rejected", reviewer=RUI), "Rui rejected this answer."),
        (
            LastSaid(run="r1", receipt=replace(RECEIPT, at=NOON + dt.timedelta(hours=1))),
            "Rui approved this change. Ana asked for it, and it was made on 3 Nov at 13:00 UTC.",
        ),
    ],
)
async def test_who_approved_this_is_told(last: LastSaid, told: str) -> None:
    card, _ = await answered("who approved this?", last)
    assert card is not None
    assert card.plain.startswith(told)


@pytest.mark.parametrize("text", ["show the sql", "export to excel", "who approved this?"])
async def test_where_answers_go_to_the_asker_alone_nothing_of_them_is_told(text: str) -> None:
    card, _ = await answered(text, LAST, replace(CHANNEL, mixed=True))
    assert card is not None
    assert card.plain == say.IN_DIRECT_MESSAGE
    assert verbs(card) == []
