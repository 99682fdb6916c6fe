"""`match`: an approved answer is offered, never slipped in."""

from dataclasses import replace

import pytest

from knowledge.glossary import Definition, Glossary
from pipeline.checkpoint import Fact
from pipeline.flow import Pause
from pipeline.intent import Intent
from pipeline.result import Trust
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, TableGrant
from pipeline.steps.match import DIFFERENT, FRESH, QUESTION, USE, match
from pipeline.workspace import NUMBER, Found, Habits, Workspace
from tests.pipeline.shop import FakeValidated, a_found, a_state, asked, went_on

WITHOUT_COUNTRY = Grants(
    tables=(TableGrant(table="customer", columns=frozenset({"customer_id", "name"})),)
)


DATED = (
    "SELECT COUNT(*) AS n FROM purchase "
    "WHERE purchase.bought_on >= '2026-10-01' AND purchase.bought_on < '2026-11-01'"
)
UNDATED = "SELECT COUNT(*) AS n FROM purchase"


def knowing(shop: Workspace, found: Found | None) -> tuple[Workspace, FakeValidated]:
    validated = FakeValidated(found)
    return replace(shop, validated=validated), validated


async def test_without_an_approved_query_the_run_goes_on(shop: Workspace) -> None:
    assert went_on(await match(a_state(), shop)).matched is None


async def test_a_trusted_query_is_offered_with_who_approved_it(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found(sql=DATED))
    ask = asked(await match(a_state("How many customers last month?"), workspace))
    assert (ask.warning, ask.questions[0].default) == ("", USE)
    assert "Rui" in ask.intro
    assert [fact.label for fact in ask.facts] == ["What will be answered", "“last month”"]


async def test_the_card_is_in_plain_words_with_its_query(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found())
    card = asked(await match(a_state(), workspace))
    assert card.sql == a_found().sql
    assert card.title == "This question has an approved answer"


async def test_a_similar_query_is_flagged_and_not_the_default(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found(trust=Trust.SEMI_TRUSTED))
    ask = asked(await match(a_state(), workspace))
    assert "may not be what you ask" in ask.warning
    assert ask.questions[0].default == FRESH


async def test_using_it_takes_its_sql_and_its_badge(shop: Workspace) -> None:
    workspace, validated = knowing(shop, a_found())
    offered = await match(a_state(), workspace)
    pressed = replace(offered.state, choices={QUESTION: USE})
    state = went_on(await match(pressed, workspace))
    assert state.draft is not None
    assert (state.draft.by, state.draft.sql) == ("validated", a_found().sql)
    assert state.matched is not None
    assert state.matched.trust is Trust.TRUSTED
    assert validated.taken == [("q1", "How many customers?")]


async def test_the_days_that_were_on_the_card_are_told_with_the_answer(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found(sql=DATED))
    offered = await match(a_state("How many customers last month?"), workspace)
    pressed = replace(offered.state, choices={QUESTION: USE})
    state = went_on(await match(pressed, workspace))
    assert state.confirmed[1:] == ("“last month” is 1 Oct - 31 Oct 2026",)
    (bound,) = state.contract.dates
    assert (bound.column, bound.words) == ("purchase.bought_on", "last month")


@pytest.mark.parametrize("sql", [UNDATED, DATED.replace("2026-10-01", "2026-10-12")])
async def test_days_that_the_query_does_not_read_are_stated_nowhere(
    shop: Workspace, sql: str
) -> None:
    workspace, _ = knowing(shop, a_found(sql=sql))
    outcome = await match(a_state("How many customers last month?"), workspace)
    assert [fact.label for fact in asked(outcome).facts] == ["What will be answered"]
    pressed = replace(outcome.state, choices={QUESTION: USE})
    state = went_on(await match(pressed, workspace))
    assert (len(state.confirmed), state.contract.dates) == (1, ())


async def test_a_near_query_of_other_days_is_not_offered(shop: Workspace) -> None:
    for sql, offers in ((UNDATED, False), (DATED, True)):
        workspace, _ = knowing(shop, a_found(sql=sql, trust=Trust.SEMI_TRUSTED))
        outcome = await match(a_state("How many customers last month?"), workspace)
        assert isinstance(outcome, Pause) is offers


async def test_other_values_are_told_with_the_approved_question(shop: Workspace) -> None:
    dates = Fact(label="order_date", text="2025-10-01 → 2025-09-01")
    country = Fact(label="country", text="Spain → France")
    rebound = a_found(question="Customers in Spain?", bound=(dates, country), sql=DATED)
    workspace, _ = knowing(shop, rebound)
    asks = a_state("Customers in France last month?")
    pressed = replace((await match(asks, workspace)).state, choices={QUESTION: USE})
    reading = went_on(await match(pressed, workspace)).reading
    assert reading.startswith("Customers in Spain? Here with “last month”: ")
    assert reading.endswith("; country: Spain → France.")
    assert "order_date" not in reading


async def test_another_number_stands_in_the_question_that_is_told(shop: Workspace) -> None:
    rebound = a_found(
        sql=DATED.replace("2026-10-01", "2025-01-01").replace("2026-11-01", "2026-01-01"),
        question="Top 5 brands by margin in 2025",
        bound=(Fact(label=NUMBER, text="5 → 3"),),
    )
    workspace, _ = knowing(shop, rebound)
    asks = a_state("Top 3 brands by margin in 2025")
    pressed = replace((await match(asks, workspace)).state, choices={QUESTION: USE})
    reading = went_on(await match(pressed, workspace)).reading
    assert reading.startswith("Top 3 brands by margin in 2025. Here with “2025”: ")
    assert "5 → 3" not in reading


async def test_a_number_that_stands_there_twice_is_told_beside_the_question(
    shop: Workspace,
) -> None:
    rebound = replace(
        a_found(),
        question="Top 5 brands with 5 orders",
        bound=(Fact(label=NUMBER, text="5 → 3"),),
    )
    workspace, _ = knowing(shop, rebound)
    pressed = replace(
        (await match(a_state("Top 3 brands with 5 orders"), workspace)).state,
        choices={QUESTION: USE},
    )
    reading = went_on(await match(pressed, workspace)).reading
    assert reading == "Top 5 brands with 5 orders. Here with the number: 5 → 3."


async def test_a_yes_to_one_query_is_no_yes_to_another(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found())
    offered = await match(a_state(), workspace)
    pressed = replace(offered.state, choices={QUESTION: USE})
    changed, validated = knowing(shop, a_found(sql="SELECT count(*) + 1 FROM customers"))
    assert asked(await match(pressed, changed)).sql.endswith("+ 1 FROM customers")
    assert validated.taken == []


async def test_asking_fresh_goes_on_without_it(shop: Workspace) -> None:
    workspace, validated = knowing(shop, a_found())
    assert went_on(await match(a_state(choices={QUESTION: FRESH}), workspace)).matched is None
    assert validated.taken == []


async def test_not_the_same_question_is_remembered(shop: Workspace) -> None:
    workspace, validated = knowing(shop, a_found())
    offered = await match(a_state(), workspace)
    pressed = replace(offered.state, choices={QUESTION: DIFFERENT})
    assert went_on(await match(pressed, workspace)).matched is None
    assert validated.refused == [("q1", "How many customers?")]


async def test_a_workspace_may_run_trusted_answers_at_once(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found())
    workspace = replace(workspace, habits=Habits(match_auto=True))
    state = went_on(await match(a_state(), workspace))
    assert state.matched is not None
    assert state.confirmed == ()


async def test_a_similar_answer_is_never_run_at_once(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found(trust=Trust.SEMI_TRUSTED))
    asked(await match(a_state(), replace(workspace, habits=Habits(match_auto=True))))


async def test_a_near_query_is_not_offered_where_the_question_is_understood(
    shop: Workspace,
) -> None:
    workspace, _ = knowing(shop, a_found(trust=Trust.SEMI_TRUSTED, differs=True))
    assert went_on(await match(a_state("How many products?"), workspace)).matched is None


async def test_a_near_query_is_offered_where_the_question_is_not_understood(
    shop: Workspace,
) -> None:
    workspace, _ = knowing(shop, a_found(trust=Trust.SEMI_TRUSTED, differs=True))
    asked(await match(a_state("What about unicorns?"), workspace))


async def test_follow_ups_changes_and_impossible_dates_match_nothing(shop: Workspace) -> None:
    workspace, _ = knowing(shop, a_found())
    for state in (
        a_state(previous=Intent(subject="customer")),
        a_state(ask_everything=True),
        a_state("How many customers on Feb 30?"),
    ):
        assert went_on(await match(state, workspace)).matched is None


async def test_what_is_defined_by_hidden_columns_is_not_offered(shop: Workspace) -> None:
    told = Glossary(definitions=(Definition(name="home buyers", words="customers by country"),))
    known = Known(shop.known.catalog, told, shop.known.values)
    workspace, _ = knowing(replace(shop, known=known, sights={}), a_found())
    closed = replace(workspace, sights={}, grants={"reader": WITHOUT_COUNTRY})
    for asks, offers in ((workspace, True), (closed, False)):
        outcome = await match(a_state("How many home buyers?"), asks)
        assert isinstance(outcome, Pause) is offers
