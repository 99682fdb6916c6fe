"""Where a layer is unsure, or points at what code does not know, a person is asked with a card."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.direct import take_defaults
from pipeline.result import Answer, Refusal
from review.adapters.open_ledger import open_ledger
from review.policy.purse import Budget, Purse
from tests.pipeline.agents.layers.store import (
    COLUMNS,
    MEANT,
    NOTHING,
    PUZZLE,
    SQL,
    TABLES,
    WRITTEN,
    open_store,
    usual,
)
from tests.review.fakes import START

SINCE = "Who splashes out like a drunken sailor since the flood?"
BOUNDED = SQL.replace(
    "p.is_test = 0", "p.is_test = 0 AND p.bought_on >= '2026-02-01' AND p.bought_on < '2026-03-01'"
).replace("> 100", "> 90")


def answering(choices: dict[str, str], values: dict[str, str]) -> Any:
    async def decide(ask: Ask) -> Decision | None:
        ids = {question.id for question in ask.questions}
        inputs = {item.id for question in ask.questions for item in question.inputs}
        chosen = {key: each for key, each in choices.items() if key in ids}
        typed = {key: each for key, each in values.items() if key in inputs}
        if not chosen and not typed:
            return await take_defaults(ask)
        return Decision(action=Action.EDIT, choices=chosen, values=typed)

    return decide


async def test_a_time_that_no_calendar_knows_is_asked_and_its_days_bind(tmp_path: Path) -> None:
    spotted = {"times": ["since the flood"], "places": []}
    unbound = WRITTEN
    bound = {**WRITTEN, "sql": BOUNDED, "date_columns": ["purchases.bought_on"]}
    script = usual(find_spans=spotted, write_sql=[unbound, bound])
    key = "span:since the flood"
    days = {f"{key}-from": "2026-02-01", f"{key}-to": "2026-02-28"}
    async with open_store(tmp_path, script) as store:
        driven = await store.ask(SINCE, answering({}, days))
        told = store.told("write_sql")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert [ask.kind for ask in driven.asked] == [CheckpointKind.DATES]
    (span,) = driven.state.times
    assert (span.words, span.start, span.end) == (
        "since the flood",
        dt.date(2026, 2, 1),
        dt.date(2026, 3, 1),
    )
    assert "from 2026-02-01 up to, not including, 2026-03-01" in told
    assert driven.state.contract.dates[0].column == "purchases.bought_on"
    assert driven.outcome.rows == (("Bo",),)
    assert any("since the flood" in line for line in driven.outcome.confirmed)


async def test_days_that_are_no_period_are_asked_again(tmp_path: Path) -> None:
    spotted = {"times": ["since the flood"], "places": []}
    key = "span:since the flood"
    days = {f"{key}-from": "2026-03-01", f"{key}-to": "2026-02-01"}
    async with open_store(tmp_path, usual(find_spans=spotted)) as store:
        driven = await store.ask(SINCE, answering({}, days))
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "unanswered"
    assert "must not be after" in driven.asked[1].warning


async def test_a_person_may_say_that_words_are_no_particular_days(tmp_path: Path) -> None:
    spotted = {"times": ["since the flood"], "places": []}
    async with open_store(tmp_path, usual(find_spans=spotted)) as store:
        driven = await store.ask(SINCE, answering({"span:since the flood": "none"}, {}))
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.state.times == ()


@pytest.mark.parametrize("words", ["since the fire", "last year", "2026"])
async def test_a_span_that_is_not_in_the_question_is_refused(tmp_path: Path, words: str) -> None:
    invented = {"times": [words], "places": []}
    async with open_store(tmp_path, usual(find_spans=[invented, NOTHING])) as store:
        driven = await store.ask(PUZZLE)
        assert f"The time “{words}” does not stand in the text" in store.told("find_spans")
        assert sorted(store.script.asked[:3]) == ["find_spans", "find_spans", "understand"]
    assert isinstance(driven.outcome, Answer)
    assert driven.state.times == ()


async def test_a_place_means_what_the_map_says_and_binds(tmp_path: Path) -> None:
    spotted = {"times": [], "places": ["the sunny side"]}
    placed = SQL.replace("p.is_test = 0", "p.is_test = 0 AND c.country IN ('Spain', 'Portugal')")
    script = usual(find_spans=spotted, write_sql=[WRITTEN, {**WRITTEN, "sql": placed}])
    question = "Who on the sunny side splashes out like a drunken sailor?"
    async with open_store(tmp_path, script, workspace={"glossary": "map.yaml"}, files=MAP) as store:
        driven = await store.ask(question)
        told = store.told("write_sql")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert "“the sunny side” means customers.country in (Spain, Portugal)" in told
    assert driven.state.contract.filters[0].column == "customers.country"
    assert store.script.asked.count("write_sql") == 2


MAP = {
    "map.yaml": """
regions:
  - name: the sunny side
    column: customers.country
    values: [Spain, Portugal]
tables:
  - table: customers
    description: people who splash out
  - table: purchases
    description: what customers bought
    filters: ["is_test = 0"]
    time_column: bought_on
"""
}


UNCLEAR = {
    **MEANT,
    "unclear": [
        {"words": "splashes out", "readings": ["pays more than 100 in all", "pays 50 at once"]}
    ],
}


@pytest.mark.parametrize(
    ("choices", "values", "bound"),
    [
        ({"meant:splashes out": "1"}, {}, "pays 50 at once"),
        ({}, {"meant:splashes out-words": "buys caviar"}, "buys caviar"),
    ],
)
async def test_what_is_unclear_is_asked_and_binds_as_the_person_says(
    tmp_path: Path, choices: dict[str, str], values: dict[str, str], bound: str
) -> None:
    async with open_store(tmp_path, usual(understand=UNCLEAR)) as store:
        driven = await store.ask(PUZZLE, answering(choices, values))
        told = store.told("write_sql")
    assert [ask.kind for ask in driven.asked] == [CheckpointKind.CLARIFICATION]
    assert f'<data kind="binding">“splashes out” means {bound}</data>' in told


async def test_after_two_cards_the_likeliest_is_taken_and_said(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual(understand=UNCLEAR)) as store:
        driven = await store.ask(PUZZLE, cards=2)
    assert isinstance(driven.outcome, Answer)
    assert driven.asked == ()
    assert any("pays more than 100 in all, without asking" in s for s in driven.outcome.assumptions)


async def test_doubtful_tables_are_chosen_by_a_person_before_anything_is_written(
    tmp_path: Path,
) -> None:
    doubtful = {**TABLES, "confidence": 0.2}
    async with open_store(tmp_path, usual(pick_tables=doubtful)) as store:
        driven = await store.ask(PUZZLE)
        asked_before = store.script.asked
    assert isinstance(driven.outcome, Answer), driven.outcome
    (card,) = driven.asked
    assert card.kind is CheckpointKind.TABLES
    assert card.questions[0].default == "customers,purchases"
    assert {fact.label for fact in card.facts} == {"customers", "purchases"}
    assert asked_before.count("write_sql") == 1


async def test_net_or_gross_is_asked_and_binds(tmp_path: Path) -> None:
    pair = {
        "words": "splashes out",
        "columns": ["purchases.net_price", "purchases.gross_price"],
    }
    ambiguous = {**COLUMNS, "ambiguous": [pair]}
    decide = answering({"column:splashes out": "purchases.gross_price"}, {})
    async with open_store(tmp_path, usual(pick_columns=ambiguous)) as store:
        driven = await store.ask(PUZZLE, decide)
        told = store.told("write_sql")
    (card,) = driven.asked
    assert card.kind is CheckpointKind.COLUMNS
    assert "“splashes out” means the column purchases.gross_price" in told
    assert "gross_price real" in told


async def test_that_a_change_is_wanted_only_the_asker_says(tmp_path: Path) -> None:
    wish = {**MEANT, "kind": "admin request"}
    async with open_store(tmp_path, usual(understand=wish)) as store:
        driven = await store.ask(PUZZLE)
        assert isinstance(driven.outcome, Answer), driven.outcome
        assert driven.asked[0].title == "Do you want something changed?"
        driven = await store.ask(PUZZLE, answering({"kind of wish": "change"}, {}))
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "write"


@pytest.mark.parametrize(
    ("kind", "code"), [("small talk", "small_talk"), ("explain schema", "of_schema")]
)
async def test_what_is_no_question_about_data_is_said_so(
    tmp_path: Path, kind: str, code: str
) -> None:
    async with open_store(tmp_path, usual(understand={**MEANT, "kind": kind})) as store:
        driven = await store.ask(PUZZLE)
        assert "write_sql" not in store.script.asked
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == code


@pytest.mark.corpus(examples=3)
@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"metrics": [{"words": "net takings"}]}, "The number “net takings” does not stand"),
        ({"metrics": [{"words": "who", "metric": "profit"}]}, "none of the listed metrics"),
        ({"filters": ["from Spain"]}, "The condition “from Spain” does not stand"),
        ({"dimensions": ["country"]}, "The group “country” does not stand"),
        ({"limit": 10}, "does not say the number 10"),
        ({"unclear": [{"words": "who", "readings": ["a", "A "]}]}, "must differ"),
    ],
)
async def test_what_a_question_does_not_say_is_not_understood_from_it(
    tmp_path: Path, said: dict[str, Any], problem: str
) -> None:
    script = usual(understand=[{"kind": "data question", **said}, MEANT])
    async with open_store(tmp_path, script) as store:
        driven = await store.ask(PUZZLE)
        assert problem in store.told("understand")
        assert store.script.asked.count("understand") == 2
    assert isinstance(driven.outcome, Answer)


async def test_no_budget_asks_no_layer(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    purse = Purse(ledger, Budget(day=0.0), lambda: START)
    async with open_store(tmp_path, usual(), purse=purse) as store:
        driven = await store.ask(PUZZLE)
        assert store.script.asked == []
    await ledger.close()
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "budget"
