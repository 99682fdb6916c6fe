"""The model-backed road, from a question that the rules cannot read to its checked answer."""

import sqlite3
from pathlib import Path

from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.direct import take_defaults
from pipeline.result import Answer, Refusal
from tests.pipeline.agents.loopback_replies import Answered, Failed, Raw
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop, said_to, shop_database

GOOD = Answered({"sql": BOOMERANG, "reading": "customers with more than one order"})


async def test_what_the_rules_cannot_read_a_model_may_write(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)
    assert driven.outcome.reading == "customers with more than one order"
    assert [spent.model for spent in driven.state.spent] == ["openai-chat:small"]


async def test_what_the_rules_can_read_costs_nothing(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        driven = await shop.ask("How many customers are there?")
    assert isinstance(driven.outcome, Answer)
    assert shop.model.requests == []


async def test_findings_climb_the_ladder_and_are_told_to_the_next_model(tmp_path: Path) -> None:
    wrong = Answered({"sql": "SELECT nme FROM customers", "reading": "names"})
    async with open_shop(tmp_path, in_turn(wrong, GOOD), "small", "large") as shop:
        driven = await shop.ask(PUZZLE)
        asked = [request.model for request in shop.model.requests]
        told = said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert asked == ["small", "large"]
    assert "SELECT nme FROM customers" in told
    assert len(driven.state.spent) == 2


async def test_after_three_repairs_a_person_is_asked(tmp_path: Path) -> None:
    wrong = Answered({"sql": "SELECT nme FROM customers ORDER BY", "reading": "names"})

    async def mend(ask: Ask) -> Decision | None:
        assert ask.kind is CheckpointKind.REPAIR
        return Decision(action=Action.EDIT, values={"repair-sql": BOOMERANG})

    async with open_shop(tmp_path, in_turn(wrong)) as shop:
        driven = await shop.ask(PUZZLE, mend)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert len(shop.model.requests) == 4
    assert driven.state.draft is not None
    assert driven.state.draft.by == "person"


async def test_a_broken_answer_is_paid_once_and_asked_anew(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(Raw("{broken"), GOOD)) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer)
    assert len(shop.model.requests) == 2
    assert len(driven.state.spent) == 2


async def test_a_model_that_is_away_is_passed_over(tmp_path: Path) -> None:
    async with open_shop(
        tmp_path, lambda r: Failed(401) if r.model == "small" else GOOD, "small", "large"
    ) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer)
    assert [spent.model for spent in driven.state.spent] == ["openai-chat:large"]


async def test_no_model_at_all_is_said_plainly(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(Failed(401))) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "model_away"


async def test_confirmed_dates_bind_what_a_model_writes(tmp_path: Path) -> None:
    lost = Answered(
        {"sql": BOOMERANG, "reading": "repeat customers", "date_columns": ["orders.placed_on"]}
    )
    kept = Answered(
        {
            "sql": "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE "
            "o.is_test = 0 AND o.placed_on >= '2026-01-01' AND o.placed_on < '2026-03-01' "
            "GROUP BY c.name HAVING COUNT(*) > 1",
            "reading": "repeat customers",
            "date_columns": ["orders.placed_on"],
        }
    )
    question = "Who came back like a boomerang from 1 Jan 2026 to 28 Feb 2026?"
    async with open_shop(tmp_path, in_turn(lost, kept)) as shop:
        driven = await shop.ask(question)
        told = said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert len(shop.model.requests) == 2
    assert "2026-03-01" in told
    assert driven.state.contract.dates[0].column == "orders.placed_on"


async def test_a_write_from_a_model_never_runs(tmp_path: Path) -> None:
    evil = Answered({"sql": "DELETE FROM orders", "reading": "orders"})

    async def stop(ask: Ask) -> Decision | None:
        assert ask.kind is CheckpointKind.REPAIR
        return await take_defaults(ask)

    async with open_shop(tmp_path, in_turn(evil)) as shop:
        driven = await shop.ask(PUZZLE, stop)
    assert isinstance(driven.outcome, Refusal)


async def test_a_workspace_may_ask_a_model_first(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD), models={"order": "model"}) as shop:
        driven = await shop.ask("How many customers are there?")
    assert isinstance(driven.outcome, Answer)
    assert len(shop.model.requests) == 1


async def test_a_workspace_may_keep_its_data_from_models(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD), models={"use": False}) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Refusal)
    assert shop.model.requests == []


async def test_what_nobody_can_just_say_yes_to_goes_to_a_model_before_a_person(
    tmp_path: Path,
) -> None:
    unknown = "How many orders did our zorbulous customers place?"
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        driven = await shop.ask(unknown)
        assert len(shop.model.requests) == 1
    assert driven.asked == ()
    async with open_shop(tmp_path, in_turn(GOOD), models={"use": False}) as shop:
        driven = await shop.ask(unknown)
        assert shop.model.requests == []
    assert len(driven.asked) == 1


async def test_a_year_before_our_era_is_a_year(tmp_path: Path) -> None:
    path = shop_database(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE states (name TEXT, founded_year INTEGER)")
        rows = [("Old", -1523), ("Middle", 1291), ("New", 1990)]
        connection.executemany("INSERT INTO states VALUES (?, ?)", rows)
    connection.close()
    sql = "SELECT name FROM states WHERE founded_year < 1930"
    wrote = Answered({"sql": sql, "reading": "old states", "date_columns": ["states.founded_year"]})
    async with open_shop(tmp_path, in_turn(wrote), models={"order": "model"}) as shop:
        driven = await shop.ask("Which boomerang states are from before 1930?")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Old",), ("Middle",))
