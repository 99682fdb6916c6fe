"""What is uncertain is asked on one card, twice at most, and assumed in words after that."""

from dataclasses import replace

import pytest

from knowledge.glossary import Glossary, Metric
from pipeline.checkpoint import CheckpointKind, Option, Question
from pipeline.clarifying.candidates import with_samples
from pipeline.clarifying.card import FOR_ALL
from pipeline.dates import Calendar
from pipeline.direct import drive, take_defaults
from pipeline.flow import Pause
from pipeline.people import Person
from pipeline.remembered.preferences import FOR_ME
from pipeline.remembered.standing import QUARTER, KeptInMemory
from pipeline.result import Answer
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant
from pipeline.steps.dates import dates
from pipeline.steps.intent import intent
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import ANA, FakeWorkspaces, a_state, asked, went_on

EDITOR = Person(id="slack:T:EVA", name="Eva", roles=frozenset({"reader", "editor"}))
PIECES = Metric(
    name="pieces",
    expression="sum(line.quantity)",
    table="line",
    time_column="purchase.bought_on",
    synonyms=("sales",),
)
LINES = Metric(
    name="lines sold",
    expression="count(line.line_id)",
    table="line",
    time_column="purchase.bought_on",
    synonyms=("sales",),
)
SALES = "metric:pieces/lines sold"


@pytest.fixture
def unclear(shop: Workspace) -> Workspace:
    """The shop, where two numbers go by the name of sales and the year begins in February."""
    known = Known(shop.known.catalog, Glossary(metrics=(PIECES, LINES)), shop.known.values)
    calendar = Calendar(fiscal_year_start_month=2, fiscal_year_named_by="end")
    habits = replace(shop.habits, glossary_roles=frozenset({"editor"}))
    fresh = KeptInMemory()
    return replace(shop, known=known, calendar=calendar, habits=habits, sights={}, standing=fresh)


async def test_dates_and_numbers_are_asked_on_one_card(unclear: Workspace) -> None:
    card = asked(await dates(a_state("sales last quarter"), unclear))
    assert [question.id for question in card.questions] == ["dates-0", SALES]
    assert card.kind is CheckpointKind.DATES


async def test_what_may_not_be_asked_any_more_is_assumed_and_said(unclear: Workspace) -> None:
    silent = replace(unclear, habits=replace(unclear.habits, most_cards=0))
    state = went_on(await intent(a_state("sales"), silent))
    assert any("“sales” to mean pieces" in line for line in state.assumptions)


async def test_who_presses_change_is_asked_all_the_same(unclear: Workspace) -> None:
    silent = replace(unclear, habits=replace(unclear.habits, most_cards=0))
    assert isinstance(await intent(a_state("sales", ask_everything=True), silent), Pause)


async def test_candidates_come_with_what_tells_them_apart(shop: Workspace) -> None:
    pieces = replace(PIECES, description="How many were sold")
    known = Known(shop.known.catalog, Glossary(metrics=(pieces, LINES)), shop.known.values)
    card = asked(await intent(a_state("sales"), replace(shop, known=known, sights={})))
    assert [option.detail for option in card.questions[0].options] == [
        "Likely: fits the words, described; How many were sold",
        "Possible: fits the words",
    ]


async def test_a_run_shows_two_cards_at_most(unclear: Workspace) -> None:
    state = a_state("sales last quarter", cards=2, times=())
    assert went_on(await intent(replace(state, question="sales"), unclear)).draft is not None


async def test_cards_are_counted_as_people_answer_them(unclear: Workspace) -> None:
    driven = await drive(
        Pipeline(FakeWorkspaces((unclear,))), a_state("sales last quarter"), take_defaults
    )
    assert isinstance(driven.outcome, Answer)
    assert (len(driven.asked), driven.state.cards) == (1, 1)


async def test_only_an_editor_may_save_an_answer_for_everybody(unclear: Workspace) -> None:
    plain = asked(await intent(a_state("sales"), unclear)).questions[0]
    assert not [option for option in plain.options if FOR_ALL in option.id]
    editors = asked(await intent(a_state("sales", asker=EDITOR), unclear)).questions[0]
    assert len([option for option in editors.options if FOR_ALL in option.id]) == 2


async def test_a_saved_answer_holds_for_everybody_and_is_said(unclear: Workspace) -> None:
    state = a_state("sales", asker=EDITOR, choices={SALES: f"lines sold{FOR_ALL}"})
    saved = went_on(await intent(state, unclear))
    assert saved.confirmed == ("saved to the glossary: “sales” means lines sold",)
    (kept,) = await unclear.standing.of("shop", ANA.id)
    later = went_on(await intent(a_state("sales", standing={kept.question: kept.answer}), unclear))
    assert any("the glossary says so" in line for line in later.assumptions)
    assert "COUNT" in (later.draft.sql if later.draft else "")


async def test_a_kept_answer_that_is_not_offered_any_more_is_asked_anew(unclear: Workspace) -> None:
    state = a_state("sales", standing={SALES: "a metric that is gone"})
    assert isinstance(await intent(state, unclear), Pause)


async def test_a_preference_is_offered_kept_and_followed(unclear: Workspace) -> None:
    card = asked(await dates(a_state("pieces last quarter"), unclear))
    fiscal = next(o for o in card.questions[0].options if o.id.endswith(f"{QUARTER}=fiscal"))
    assert FOR_ME in fiscal.id
    state = a_state("pieces last quarter", choices={"dates-0": fiscal.id})
    chosen = went_on(await dates(state, unclear))
    (kept,) = await unclear.standing.of("shop", ANA.id)
    later = a_state("pieces last quarter", standing={kept.question: kept.answer})
    followed = went_on(await dates(later, unclear))
    assert [(s.start, s.end) for s in followed.times] == [(s.start, s.end) for s in chosen.times]
    assert "as you keep it" in followed.confirmed[0]


async def test_a_preference_is_nobody_elses(unclear: Workspace) -> None:
    card = asked(await dates(a_state("pieces last quarter"), unclear))
    mine = next(o for o in card.questions[0].options if FOR_ME in o.id)
    await dates(a_state("pieces last quarter", choices={"dates-0": mine.id}), unclear)
    assert await unclear.standing.of("shop", EDITOR.id) == []


async def test_who_sees_some_rows_only_is_shown_no_values(shop: Workspace) -> None:
    option = Option(id="customer.country", label="country of customer")
    question = Question(id="column:where", text="Which?", options=(option,))
    limited = seen_by(
        shop.known, Grants(tables=(TableGrant(table="customer", row_filter="country = 'Spain'"),))
    )
    shown = [with_samples(question, "column", known) for known in (shop.known, limited)]
    assert ["Canada" in each.options[0].detail for each in shown] == [True, False]
