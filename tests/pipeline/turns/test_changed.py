"""A follow-up says what it changed; `why` tells how the last answer came about."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.admin_talk import AdminTalk
from pipeline.clarifying.reopening import reopened
from pipeline.direct import Driven, drive, take_defaults
from pipeline.intent import Dimension, Intent, Measure, Sorting
from pipeline.reporting import Reporting
from pipeline.result import Answer
from pipeline.steps_in_order import Pipeline
from pipeline.times.values import TimeSpan
from pipeline.turns.changed import asks_why, origin, what_changed
from pipeline.workspace import Workspace
from pipeline.writes.request import WriteRequest
from tests.pipeline.shop import FakeWorkspaces, a_state


async def _after(question: str, shop: Workspace, before: Driven | None = None) -> Driven:
    state = a_state(question)
    if before is not None:
        sql = before.state.draft.whole if before.state.draft else ""
        state = replace(
            state,
            previous=before.state.intent,
            previous_times=before.state.times,
            previous_sql=sql,
        )
    return await drive(Pipeline(FakeWorkspaces((shop,))), state, take_defaults)


def _changed(driven: Driven) -> str:
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.changed not in driven.outcome.assumptions
    return driven.outcome.changed


async def test_a_follow_up_says_what_it_changed(shop: Workspace) -> None:
    first = await _after("number of purchases by month", shop)
    assert not _changed(first)
    weekly = await _after("by week", shop, first)
    assert _changed(weekly) == "Changed since your last question: by week instead of by month."
    canada = await _after("only Canada", shop, first)
    assert "with country Canada" in _changed(canada)
    shares = await _after("as a share", shop, first)
    assert "as a share" in _changed(shares)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (Sorting(by="orders.day"), "in order of time"),
        (Sorting(by="orders.day", descending=True), "latest first"),
        (Sorting(by="orders.country"), "in order of country"),
        (Sorting(by=0), "lowest first"),
        (Sorting(by=0, descending=True), "highest first"),
    ],
)
def test_an_order_is_told_by_what_it_is_of(order: Sorting, told: str) -> None:
    month = Dimension(column="orders.day", grain="month")
    before = Intent(
        subject="orders", measures=(Measure(function="count", table="orders"),), dimensions=(month,)
    )
    changed = what_changed(before, replace(before, order=(order,)))
    assert changed == f"Changed since your last question: {told}."


async def test_why_tells_how_the_last_answer_came_about(shop: Workspace) -> None:
    first = await _after("number of purchases by country in October 2026", shop)
    why = await _after("why?", shop, first)
    assert isinstance(why.outcome, Answer)
    told = why.outcome.summary
    assert told.startswith("I read the question as: ")
    assert "“October 2026” is 1 Oct" in told
    assert "The data comes from purchase and customer." in told or "customer and purchase" in told
    assert "bought on is 1 Oct 2026 to 31 Oct 2026" in told
    assert why.state.intent == first.state.intent  # the next words are about the same


async def test_an_answer_carries_how_it_came_about(shop: Workspace) -> None:
    first = await _after("number of purchases by country in October 2026", shop)
    why = await _after("why?", shop, first)
    assert isinstance(first.outcome, Answer)
    assert isinstance(why.outcome, Answer)
    assert " ".join(first.outcome.how) == why.outcome.summary
    assert why.outcome.how == ()


def test_an_approved_query_is_told_with_the_tables_it_reads() -> None:
    sql = "WITH recent AS (SELECT * FROM orders WHERE year = 2026) SELECT count(*) FROM recent"
    assert origin("", (), sql, "duckdb", "How many orders?") == (
        "Its query is the one that reviewers approved for “How many orders?”.",
        "The data comes from orders.",
        "Only these rows are counted: year is 2026.",
    )


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("why", True), ("Why is that?", True), ("how did you get that", True), ("warum?", True),
        ("¿por qué?", True), ("why do customers leave", False), ("how many orders", False),
        ("where does it come from", True), ("why orders fell", False),
        ("explain", True), ("Please explain this answer", True), ("explain orders", False),
    ],
)  # fmt: skip
def test_only_a_bare_why_asks_for_that(text: str, asks: bool) -> None:
    assert asks_why(text) is asks


def test_what_a_model_worked_on_begins_at_the_beginning() -> None:
    node, state = reopened(a_state("tidy up", workspace="shop", admin=AdminTalk(rounds=2)))
    assert (node, state.admin, state.ask_everything) == ("read", None, True)


def test_what_a_line_says_does_not_decide_where_change_begins() -> None:
    day = dt.date(2026, 10, 1)
    times = (TimeSpan(at=0, until=4, words="then", start=day, end=day),)
    told = a_state("sales then", workspace="shop", times=times, dated=("then",))
    worded = replace(told, assumptions=("A model wrote this. Change asks you.",))
    assert reopened(worded)[0] == "dates"
    node, state = reopened(replace(told, choices={"dates-0": "yes"}, taken=True))
    assert (node, state.confirmed, state.dated) == ("intent", ("then",), ("then",))


def test_a_change_begins_at_the_beginning_with_nothing_of_its_approvals() -> None:
    node, state = reopened(a_state("set it", workspace="shop", write=WriteRequest(undoes="a1")))
    assert (node, state.write, state.pinned) == ("read", None, "shop")


def test_a_report_begins_at_the_beginning() -> None:
    node, state = reopened(a_state("a report", workspace="shop", report=Reporting(topic="sales")))
    assert (node, state.report, state.ask_everything) == ("read", None, True)


def test_conditions_that_all_hold_are_listed_without_brackets() -> None:
    sql = (
        'SELECT 1 FROM "orders" WHERE ((NOT "orders"."test" AND ("orders"."kind" = 1 OR '
        '"orders"."kind" = 2)) AND "orders"."day" >= CAST(\'2026-07-01\' AS DATE))'
    )
    assert origin("", (), sql, "duckdb")[-1] == (
        "Only these rows are counted: test is no, (kind is 1 or kind is 2) and "
        "day is not before 1 Jul 2026."
    )
