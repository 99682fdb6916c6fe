"""A model that looks around: only after its first answer failed, only as the asker may read."""

from pathlib import Path
from typing import Any

import pytest

from knowledge.glossary import Glossary
from pipeline.agents.exploring.catalog_files import CatalogFiles
from pipeline.direct import drive, take_defaults
from pipeline.flow import Happened, Outcome
from pipeline.model_calls import ColumnSketch, TableSketch
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from tests.pipeline.agents.loopback import Script
from tests.pipeline.agents.loopback_replies import Answered, Called, CalledAtOnce, Failed, Reply
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, asked, in_turn, open_shop, said_to

EXPLORING: dict[str, Any] = {"models": {"explore": True, "summaries": True}}
BLIND: dict[str, Any] = {"models": {"explore": True}}
NO = Answered({"cannot": "There is nothing about boomerangs."})
GOOD = Answered({"sql": BOOMERANG, "reading": "customers with more than one order"})
TOLD = Answered({"text": "Ada keeps coming back."})
ONLY_CUSTOMERS = {"reader": {"tables": ["customers"], "hidden_columns": ["customers.vip"]}}


class KeepsNotes:
    """The pipeline, keeping what the audit would."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self.noted: list[Happened] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pipeline, name)

    async def run(self, name: str, state: RunState) -> Outcome:
        outcome = await self._pipeline.run(name, state)
        self.noted += outcome.noted
        return outcome


def called(name: str, **arguments: object) -> Called:
    return Called(name, arguments)


async def test_after_a_no_it_looks_around_and_its_sql_passes_the_same_checks(
    tmp_path: Path,
) -> None:
    look = called("execute_sql", sql="SELECT name FROM customers ORDER BY name")
    replies = (NO, called("search_metadata", words="repeat buyers"), look, GOOD, TOLD)
    async with open_shop(tmp_path, in_turn(*replies), **EXPLORING) as shop:
        driven = await shop.ask(PUZZLE)
        told = [str(request.body["messages"][-1]["content"]) for request in shop.model.requests]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)
    assert [spent.step for spent in driven.state.spent] == ["write_sql", "explore", "tell"]
    assert "df_1: 3 rows" in told[3]
    assert driven.state.spent[1].input_tokens > 2 * driven.state.spent[0].input_tokens


async def test_the_audit_keeps_what_it_looked_at(tmp_path: Path) -> None:
    names = "SELECT name FROM customers ORDER BY name"
    looks = (called("execute_sql", sql=names), called("execute_sql", sql="DROP TABLE customers"))
    replies = (NO, called("search_metadata", words="repeat buyers"), *looks, GOOD, TOLD)
    async with open_shop(tmp_path, in_turn(*replies), **EXPLORING) as shop:
        kept = KeepsNotes(shop.pipeline)
        await drive(kept, asked(PUZZLE), take_defaults)
    searched, read, refused = [each.details for each in kept.noted]
    assert searched == {"tool": "search_metadata", "words": "repeat buyers"}
    assert (read["sql"], read["rows"]) == (names, "3")
    assert "LIMIT" not in read["ran"]
    assert "customers" in read["ran"]
    assert "DROP" in refused["sql"]
    assert refused.keys() == {"tool", "sql", "reason"}


async def test_without_the_setting_a_no_is_a_no(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(NO)) as shop:
        driven = await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 1
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.reason == "There is nothing about boomerangs."


async def test_it_looks_around_once_and_a_second_no_is_final(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(NO), **EXPLORING) as shop:
        driven = await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 2
    assert isinstance(driven.outcome, Refusal)


async def test_the_last_try_after_failed_checks_may_look_around(tmp_path: Path) -> None:
    wrong = Answered({"sql": "SELECT nme FROM customers", "reading": "names"})
    replies = (wrong, wrong, wrong, called("show_table", table="customers"), GOOD, TOLD)
    async with open_shop(tmp_path, in_turn(*replies), **EXPLORING) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert [spent.step for spent in driven.state.spent][:4] == ["write_sql"] * 3 + ["explore"]


async def test_rows_are_shown_only_where_results_may_go_to_models(tmp_path: Path) -> None:
    replies = (NO, called("grep", words="country"), GOOD)
    async with open_shop(tmp_path, in_turn(*replies), **BLIND) as shop:
        await shop.ask(PUZZLE)
        tools = [tool["function"]["name"] for tool in shop.model.requests[1].body["tools"]]
        assert "/tables/customers: country text" in said_to(shop.model)
    assert "grep" in tools
    assert not {"execute_sql", "show_rows"} & set(tools)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (called("execute_sql", sql="DELETE FROM customers"), "I only read"),
        (called("execute_sql", sql="SELECT amount FROM salaries"), "salaries"),
        (called("execute_sql", sql="SELECT vip FROM customers"), "vip"),
        (called("execute_sql", sql="SELECT 1; SELECT 2"), "not run"),
        (called("show_table", table="salaries"), "There is no file"),
        (called("cat", path="/etc/passwd"), "There is no file"),
        (called("cat", path="/tables/../../etc/passwd"), "There is no file"),
        (called("ls", path="/"), "tables/"),
        (called("find", pattern="*sal*"), "No file"),
        (called("grep", words="amount"), "No line"),
        (called("show_rows", result="df_7"), "There is no result df_7"),
    ],
)
async def test_tools_read_only_what_the_asker_may(tmp_path: Path, call: Called, said: str) -> None:
    settings = {**EXPLORING, "grants": ONLY_CUSTOMERS, "default_role": "reader"}
    async with open_shop(tmp_path, in_turn(NO, call, NO), **settings) as shop:
        await shop.ask(PUZZLE)
        answered = shop.model.requests[2].body["messages"][-1]["content"]
    assert said in answered
    assert "123456" not in answered
    assert answered.startswith('<data kind="tool">')


def endlessly(reply: Reply) -> Script:
    """No to what comes without tools to look around, and this to all else."""
    return lambda request: reply if "search_metadata" in request.text else NO


async def test_an_endless_loop_of_calls_ends_with_a_sentence(tmp_path: Path) -> None:
    async with open_shop(tmp_path, endlessly(called("ls", path="/")), **EXPLORING) as shop:
        driven = await shop.ask(PUZZLE)
        assert len(shop.model.requests) < 40
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "model_unusable"
    assert driven.state.spent[1].input_tokens > 0


async def test_a_provider_that_fails_while_it_is_looked_around_is_said(tmp_path: Path) -> None:
    async with open_shop(tmp_path, endlessly(Failed(401)), **EXPLORING) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "model_away"


@pytest.mark.parametrize("provider", ["openai", "openai-chat", "anthropic"])
async def test_every_wire_format_calls_tools(tmp_path: Path, provider: str) -> None:
    async with open_shop(
        tmp_path,
        in_turn(NO, called("ls", path="/tables"), GOOD, TOLD),
        provider=provider,
        **EXPLORING,
    ) as shop:
        driven = await shop.ask(PUZZLE)
        assert "salaries" in shop.model.requests[2].text
    assert isinstance(driven.outcome, Answer), driven.outcome


async def test_a_search_finds_stored_values_where_rows_may_be_shown(tmp_path: Path) -> None:
    looks = (NO, called("search_metadata", words="Ada"), GOOD, TOLD)
    async with open_shop(tmp_path, in_turn(*looks), **EXPLORING) as shop:
        await shop.ask(PUZZLE)
        assert "customers.name holds 'Ada'" in shop.model.requests[2].text
    async with open_shop(tmp_path, in_turn(*looks), **BLIND) as shop:
        await shop.ask(PUZZLE)
        assert "holds" not in shop.model.requests[2].text


async def test_a_search_finds_no_value_of_rows_that_the_asker_may_not_see(tmp_path: Path) -> None:
    grants = {"reader": {"tables": "all", "row_filters": {"customers": "country = 'France'"}}}
    looks = (NO, called("search_metadata", words="Spain"), GOOD, TOLD)
    async with open_shop(
        tmp_path, in_turn(*looks), grants=grants, default_role="reader", **EXPLORING
    ) as shop:
        await shop.ask(PUZZLE)
        assert "holds" not in shop.model.requests[2].text


def test_schemas_are_folders_of_tables() -> None:
    sketches = tuple(
        TableSketch(key=key, columns=(ColumnSketch(name="id", type="int"),))
        for key in ("sales.orders", "sales.customers", "stock.items")
    )
    files = CatalogFiles(sketches, Glossary())
    assert files.ls("/tables").splitlines() == ["sales/", "stock/"]
    assert files.ls("/tables/sales").splitlines() == ["orders", "customers"]
    assert "table sales.orders" in files.cat("/tables/sales/orders")
    assert "/tables/stock/items" in files.find("*items")


async def test_several_tools_called_at_once_are_answered_at_once(tmp_path: Path) -> None:
    both = CalledAtOnce((Called("show_table", {"table": "orders"}), Called("ls", {"path": "/"})))
    async with open_shop(tmp_path, in_turn(NO, both, GOOD), **BLIND) as shop:
        await shop.ask(PUZZLE)
        answers = [m for m in shop.model.requests[2].body["messages"] if m["role"] == "tool"]
    assert ["table orders" in str(each["content"]) for each in answers] == [True, False]
    assert "tables/" in str(answers[1]["content"])
