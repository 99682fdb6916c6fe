"""What a model is told and may tell: what is hidden stays here, and its sentences are checked."""

import sqlite3
from pathlib import Path

from pipeline.checkpoint import Ask, CheckpointKind, Decision
from pipeline.direct import take_defaults
from pipeline.result import Answer
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply, Request
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop, said_to, shop_database

GOOD = Answered({"sql": BOOMERANG, "reading": "customers with more than one order"})
GRANTS = {
    "reader": {
        "tables": ["customers", "orders", "visits"],
        "hidden_columns": ["customers.vip"],
        "row_filters": {"visits": "page = 'home'"},
    }
}


class Telling:
    """Writes the SQL, then tells the result in these words."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, request: Request) -> Reply:
        told = "You say in one or two plain sentences" in request.text
        return Answered({"text": self.text}) if told else GOOD


async def test_what_the_asker_may_not_read_is_not_sent(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD), grants=GRANTS, default_role="reader") as shop:
        await shop.ask(PUZZLE)
        told = said_to(shop.model)
    assert "customers" in told
    assert "Spain" in told
    for hidden in ("salaries", "123456", "vip", "prices"):
        assert hidden not in told


async def test_rows_are_not_sent_unless_the_workspace_wants_it(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 1


async def test_a_sentence_with_the_results_numbers_is_shown(tmp_path: Path) -> None:
    async with open_shop(
        tmp_path, Telling("There is 1 such customer: Ada."), models={"summaries": True}
    ) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.summary == "There is 1 such customer: Ada."
    assert [spent.step for spent in driven.state.spent] == ["write_sql", "tell"]


async def test_a_sentence_with_another_number_is_replaced_by_codes_own(tmp_path: Path) -> None:
    async with open_shop(
        tmp_path, Telling("Ada came back 17 times."), models={"summaries": True}
    ) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.summary == "Name: Ada."


async def test_an_answer_stands_without_a_model_to_tell_it(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD, Failed(401)), models={"summaries": True}) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.summary == "Name: Ada."


async def test_tables_that_nothing_speaks_of_are_confirmed_first(tmp_path: Path) -> None:
    path = shop_database(tmp_path)
    with sqlite3.connect(path) as connection:
        for place in range(8):
            connection.execute(f"CREATE TABLE zz{place} (id INTEGER PRIMARY KEY, qq TEXT)")
    connection.close()
    seen: list[CheckpointKind] = []

    async def look(ask: Ask) -> Decision | None:
        seen.append(ask.kind)
        return await take_defaults(ask)

    strange = Answered({"sql": "SELECT qq FROM zz3", "reading": "qq"})
    async with open_shop(tmp_path, in_turn(strange)) as shop:
        driven = await shop.ask(PUZZLE, look)
    assert isinstance(driven.outcome, Answer)
    assert seen == [CheckpointKind.TABLES]
    assert driven.outcome.confirmed == ("tables: zz3",)


async def test_a_value_that_the_sql_leaves_out_goes_back_once(tmp_path: Path) -> None:
    left_out = Answered({"sql": BOOMERANG, "reading": "repeat customers"})
    async with open_shop(tmp_path, in_turn(left_out)) as shop:
        driven = await shop.ask("Who keeps coming back like a boomerang in Spain?")
        asked = len(shop.model.requests)
    assert isinstance(driven.outcome, Answer)
    assert asked == 2
    assert any("Spain" in line for line in driven.outcome.assumptions)


async def test_a_number_that_the_sql_leaves_out_goes_back_once(tmp_path: Path) -> None:
    kept = Answered({"sql": BOOMERANG.replace("> 1", ">= 2"), "reading": "repeat customers"})
    async with open_shop(tmp_path, in_turn(GOOD, kept)) as shop:
        driven = await shop.ask("Who keeps coming back like a boomerang, 2 times or more?")
        asked = len(shop.model.requests)
    assert isinstance(driven.outcome, Answer)
    assert asked in {1, 2}


async def test_a_metric_of_the_glossary_is_computed_as_it_says(tmp_path: Path) -> None:
    def writes(expression: str) -> Answered:
        sql = f"SELECT {expression} AS net_revenue FROM orders WHERE is_test = 0"
        return Answered({"sql": sql, "reading": "net revenue"})

    question = "How is net revenue doing, boomerang-wise?"
    async with open_shop(
        tmp_path, in_turn(writes("AVG(net)"), writes("SUM(net)")), models={"order": "model"}
    ) as shop:
        driven = await shop.ask(question)
        told = said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((250.0,),)
    assert "SUM(net)" in told
    assert len(driven.state.spent) == 2


async def test_the_standing_filter_of_a_table_must_hold(tmp_path: Path) -> None:
    lost = Answered({"sql": "SELECT COUNT(*) AS n FROM orders", "reading": "orders"})
    kept = Answered({"sql": "SELECT COUNT(*) AS n FROM orders WHERE is_test = 0", "reading": "o"})
    async with open_shop(tmp_path, in_turn(lost, kept), models={"order": "model"}) as shop:
        driven = await shop.ask("How many boomerang orders?")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((4,),)
    assert len(driven.state.spent) == 2


async def test_a_column_that_nobody_uses_any_more_goes_back_with_what_is_used(
    tmp_path: Path,
) -> None:
    retired = "tables: [{table: customers, deprecated: {vip: use country}}]"
    (tmp_path / "retired.yaml").write_text(retired, "utf-8")
    old = Answered({"sql": "SELECT COUNT(*) AS n FROM customers WHERE vip = 1", "reading": "n"})
    new = Answered(
        {"sql": "SELECT COUNT(*) AS n FROM customers WHERE country = 'Spain'", "reading": "n"}
    )
    async with open_shop(
        tmp_path, in_turn(old, new), models={"order": "model"}, glossary="retired.yaml"
    ) as shop:
        driven = await shop.ask("How many boomerang customers?")
        told = said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == ((2,),)
    assert "customers.vip is not to be used any more. Use customers.country instead." in told
