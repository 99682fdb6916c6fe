"""What cannot be meant, or may mean two things: a question or a plain sentence, never a guess."""

import pytest

from pipeline.checkpoint import Ask
from pipeline.dates import Calendar, CalendarError, calendar_from
from pipeline.direct import Driven, drive
from pipeline.result import Answer, Refusal
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeWorkspaces, a_state


async def nobody(ask: Ask) -> None:
    del ask


async def asked_of(shop: Workspace, question: str) -> Driven:
    return await drive(Pipeline(FakeWorkspaces((shop,))), a_state(question), nobody)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many purchases between March and", "One end of that range is missing"),
        ("How many purchases on Feb 30?", "February has no day 30"),
        ("How many purchases in the year 20255?", "There is no year 20255"),
        ("Purchases from yesterday to tomorrow's last week", "Two different times"),
        ("How many purchases in the last 300 years?", "300 years"),
        ("How many purchases in FY2031?", "has not begun"),
        ("How many purchases from May 2026 to March 2026?", "ends before it begins"),
        ("How many purchases in the last few weeks?", "no exact time"),
        ("How many purchases in Q7 2026?", "no quarter 7"),
        ("Purchases of the last 14 Saturdays", "More than 12 separate days"),
    ],
)
async def test_a_time_that_nobody_can_mean_is_said(
    shop: Workspace, question: str, said: str
) -> None:
    driven = await asked_of(shop, question)
    assert isinstance(driven.outcome, Refusal)
    assert said in driven.outcome.reason
    assert driven.outcome.next_step


@pytest.mark.parametrize(
    "question",
    [
        "How many purchases this morning?",
        "How many purchases yesterday between 9am and 5pm?",
        "How many purchases in 2 weeks?",
        "How many purchases in March?",
    ],
)
async def test_a_time_that_leaves_room_is_asked(shop: Workspace, question: str) -> None:
    driven = await asked_of(shop, question)
    assert driven.asked
    assert not isinstance(driven.outcome, Answer)


async def test_a_time_of_day_is_said_not_to_be_used(shop: Workspace) -> None:
    (card,) = (await asked_of(shop, "How many purchases yesterday at 3pm?")).asked
    assert "times of day are not used" in card.questions[0].options[0].detail


@pytest.mark.parametrize(
    "question",
    ["How many customers in Spain and not in Spain?", "products with price above 100 and below 50"],
)
async def test_filters_that_contradict_each_other_are_not_answered_with_a_number(
    shop: Workspace, question: str
) -> None:
    outcome = (await asked_of(shop, question)).outcome
    assert not isinstance(outcome, Answer) or outcome.rows in ((), ((0,),))


def test_an_empty_calendar_is_the_ordinary_one() -> None:
    assert calendar_from({}) == Calendar()


@pytest.mark.parametrize(
    "settings",
    [
        {"fiscal_year_start_month": 13},
        {"week_starts_on": "noon"},
        {"business_days": []},
        {"time_zone": "Mars/Olympus"},
        {"retail_pattern": "1-2-3"},
        {"unheard": 1},
    ],
)
def test_a_calendar_that_cannot_be_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(CalendarError):
        calendar_from(settings)
