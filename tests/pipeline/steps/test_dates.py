"""`dates`: what words for time mean is confirmed; what no calendar has is said."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.catalog import Column, Kind
from knowledge.value_lookup import StoredValue, ValueLookup
from pipeline.agents.layers.spotting import NAME as SPOTTED
from pipeline.agents.layers.spotting import Spotted
from pipeline.agents.layers.undated import undated
from pipeline.heard import Heard
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.steps.dates import NO_TIME, YES, dates
from pipeline.times.listed import default_times
from pipeline.workspace import Habits, Workspace
from tests.pipeline.rules.conftest import a_file
from tests.pipeline.shop import a_state, a_workspace, asked, refused, went_on

LAST_MONTH = "How many purchases last month?"
D = dt.date


def bounds(state: RunState) -> list[tuple[dt.date | None, dt.date | None]]:
    return [(span.start, span.end) for span in state.times]


def with_spotted(state: RunState, *times: str) -> RunState:
    spotted = Spotted(times=list(times), places=[]).model_dump_json()
    return replace(state, heard={SPOTTED: Heard(output=spotted, over=True)})


def typed(first: str, last: str) -> dict[str, str]:
    return {"dates-0-from": first, "dates-0-to": last}


async def test_a_question_without_dates_asks_nothing(shop: Workspace) -> None:
    assert went_on(await dates(a_state("How many customers?"), shop)).times == ()


async def test_dates_written_out_need_no_confirmation(shop: Workspace) -> None:
    state = a_state("How many purchases from 1 Oct 2026 to 15 Oct 2026?")
    assert bounds(went_on(await dates(state, shop))) == [(D(2026, 10, 1), D(2026, 10, 16))]


async def test_words_for_time_are_confirmed_with_what_they_resolve_to(shop: Workspace) -> None:
    ask = asked(await dates(a_state(LAST_MONTH), shop))
    assert "1 Oct - 31 Oct 2026" in ask.questions[0].options[0].label


@pytest.mark.parametrize(
    ("zone", "told"),
    [("", ()), ("UTC", ()), ("Asia/Tokyo", ("as they begin in UTC (you are in Asia/Tokyo)",))],
)
async def test_whose_days_they_are_is_said_to_who_is_elsewhere(
    shop: Workspace, zone: str, told: tuple[str, ...]
) -> None:
    state = a_state(LAST_MONTH)
    state = replace(state, asker=replace(state.asker, time_zone=zone))
    assert tuple(fact.text for fact in asked(await dates(state, shop)).facts) == told


async def test_yes_takes_what_was_shown(shop: Workspace) -> None:
    state = went_on(await dates(a_state(LAST_MONTH, choices={"dates-0": YES}), shop))
    assert bounds(state) == [(D(2026, 10, 1), D(2026, 11, 1))]
    assert state.confirmed == ("“last month” is 1 Oct - 31 Oct 2026",)


async def test_another_reading_is_taken_when_it_is_chosen(shop: Workspace) -> None:
    ask = asked(await dates(a_state("Purchases in the last 7 days"), shop))
    other = next(o for o in ask.questions[0].options if o.id == "reading-0")
    state = a_state("Purchases in the last 7 days", choices={"dates-0": other.id})
    (line,) = went_on(await dates(state, shop)).confirmed
    assert other.label in line


async def test_words_that_a_person_says_are_no_time_bind_nothing(shop: Workspace) -> None:
    question = "How many purchases in May?"
    stored = StoredValue(table="product", column="title", value="May")
    known = Known(shop.known.catalog, shop.known.glossary, ValueLookup([stored]))
    shop = replace(shop, known=known, sights={})
    option = asked(await dates(a_state(question), shop)).questions[0].options[-1]
    assert (option.id, option.label) == (NO_TIME, "“May” is a name here")
    state = went_on(await dates(a_state(question, choices={"dates-0": NO_TIME}), shop))
    assert (state.times, state.confirmed) == ((), ())
    assert undated(with_spotted(state, "May")) == ()


@pytest.mark.parametrize(
    "words", ["in March", "in the spring", "on Sunday", "in Q3", "last month", "this year"]
)
async def test_a_time_that_the_data_keeps_under_no_name_is_never_offered_as_no_time(
    shop: Workspace, words: str
) -> None:
    (question,) = asked(await dates(a_state(f"How many purchases {words}?"), shop)).questions
    assert NO_TIME not in [option.id for option in question.options]


async def test_words_for_a_time_that_are_stored_here_may_be_that_value(shop: Workspace) -> None:
    stored = StoredValue(table="product", column="title", value="Last Month")
    known = Known(shop.known.catalog, shop.known.glossary, ValueLookup([stored]))
    shop = replace(shop, known=known, sights={})
    (question,) = asked(await dates(a_state(LAST_MONTH), shop)).questions
    assert NO_TIME in [option.id for option in question.options]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("on the 2 days before Saturday", True),
        ("in semester 1", True),
        ("before 1pm", True),
        ("in week 5", False),
        ("last semester", False),
        ("on the 2 days before Friday", False),
    ],
)
async def test_what_the_data_holds_in_place_of_days_may_be_meant(
    shop: Workspace, words: str, offered: bool
) -> None:
    catalog = shop.known.catalog
    (table,) = (each for each in catalog.tables if each.key == "purchase")
    columns = (
        Column(name="weekday", type="TEXT", kind=Kind.TEXT),
        Column(name="semester", type="INTEGER", kind=Kind.INTEGER),
        Column(name="opens", type="TIME", kind=Kind.TIME),
    )
    wider = replace(table, columns=(*table.columns, *columns))
    tables = tuple(wider if each is table else each for each in catalog.tables)
    stored = ValueLookup([StoredValue(table="purchase", column="weekday", value="Saturday")])
    known = Known(replace(catalog, tables=tables), shop.known.glossary, stored)
    shop = replace(shop, known=known, sights={})
    (question,) = asked(await dates(a_state(f"How many purchases {words}?"), shop)).questions
    assert (NO_TIME in [option.id for option in question.options]) is offered


async def test_what_was_compared_with_no_time_stands_alone(shop: Workspace) -> None:
    question = "How many purchases in March 2026 vs last month?"
    state = went_on(await dates(a_state(question, choices={"dates-1": NO_TIME}), shop))
    assert [(span.start, span.comparison) for span in state.times] == [(D(2026, 3, 1), None)]


async def test_typed_days_are_taken_with_the_last_one_included(shop: Workspace) -> None:
    state = a_state(LAST_MONTH, values=typed("2026-10-03", "2026-10-05"))
    assert bounds(went_on(await dates(state, shop))) == [(D(2026, 10, 3), D(2026, 10, 6))]


async def test_one_typed_day_leaves_the_other_side_open(shop: Workspace) -> None:
    state = a_state(LAST_MONTH, values=typed("2026-10-03", ""))
    assert bounds(went_on(await dates(state, shop))) == [(D(2026, 10, 3), None)]


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-10-09", "2026-10-01", "The first day must not be after the last day"),
        ("", "", "must not be after"),
        ("2026-02-30", "2026-03-01", "“2026-02-30” is not a day"),
        ("soon", "2026-03-01", "Write one like 2026-03-31"),
        ("2026-01-01", "9999-12-31", "too far away"),
    ],
)
async def test_typed_dates_that_are_no_period_are_asked_again(
    shop: Workspace, first: str, last: str, said: str
) -> None:
    ask = asked(await dates(a_state(LAST_MONTH, values=typed(first, last)), shop))
    assert said in ask.warning


@pytest.mark.parametrize("day", ["Feb 30", "31 June 2026", "2026-13-01"])
async def test_an_impossible_date_is_said(shop: Workspace, day: str) -> None:
    refusal = refused(await dates(a_state(f"How many purchases on {day}?"), shop))
    assert refusal.code == "dates"
    assert "for example" in refusal.next_step


async def test_two_periods_are_two_questions_on_one_card(shop: Workspace) -> None:
    ask = asked(await dates(a_state("Compare purchases last month with last year"), shop))
    assert [question.id for question in ask.questions] == ["dates-0", "dates-1"]
    assert ask.title == "Which dates do you mean by these words?"


async def test_a_period_that_no_word_names_is_called_by_what_it_is(shop: Workspace) -> None:
    state = a_state("number of purchases vs last year")
    now, before = asked(await dates(state, shop)).questions
    assert now.text == "The current year = 1 Jan - 31 Dec 2026"
    assert before.text.startswith("“last year” = ")
    chosen = replace(state, choices={"dates-0": YES, "dates-1": before.default})
    went = went_on(await dates(chosen, shop))
    assert went.confirmed[0] == "The current year is 1 Jan - 31 Dec 2026"
    assert [span.words for span in went.times] == ["the current year", "last year"]


async def test_a_choice_for_one_of_two_periods_leaves_the_other_open(shop: Workspace) -> None:
    state = a_state("Compare purchases last month with last year", choices={"dates-0": YES})
    ask = asked(await dates(state, shop))
    assert [question.id for question in ask.questions] == ["dates-1"]


async def test_a_follow_up_is_not_asked_again_for_the_same_dates(shop: Workspace) -> None:
    before = went_on(await dates(a_state(LAST_MONTH, choices={"dates-0": YES}), shop))
    state = a_state(LAST_MONTH, previous_times=before.times)
    assert bounds(went_on(await dates(state, shop))) == bounds(before)


async def test_a_workspace_may_have_even_written_dates_confirmed(shop: Workspace) -> None:
    careful = replace(shop, habits=Habits(confirm_dates_always=True))
    assert asked(await dates(a_state("Purchases since 1 Oct 2026"), careful)).questions


def test_default_times_are_the_first_readings(shop: Workspace) -> None:
    (span,) = default_times(LAST_MONTH, D(2026, 11, 3), shop.calendar)
    assert (span.start, span.end) == (D(2026, 10, 1), D(2026, 11, 1))


async def test_as_many_days_of_the_year_before_are_offered_first(shop: Workspace) -> None:
    outcome = await dates(a_state("purchases this year compared to last year"), shop)
    last = asked(outcome).questions[1]
    assert last.options[0].label == "1 Jan - 3 Nov 2025"
    assert last.default == last.options[0].id
    assert "1 Jan - 31 Dec 2025" in [option.label for option in last.options]


TOURS = """
CREATE TABLE tour (tour_id integer primary key, season text, year integer);
CREATE TABLE evening (evening_id integer primary key, tour_id integer references tour);
INSERT INTO tour VALUES (1,'Winter',2022),(2,'Summer',2022),(3,'Winter',2023);
INSERT INTO evening VALUES (1,1),(2,3);
"""


async def test_a_season_that_rows_are_kept_under_needs_no_days(tmp_path: Path) -> None:
    circus = a_workspace(a_file(tmp_path, TOURS))
    state = went_on(await dates(a_state("How many evenings were in Winter 2023?"), circus))
    assert (state.times, state.confirmed) == ((), ())
