"""What models and schemas may do badly, from the side of whoever asked."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.agents.budget import tokens
from pipeline.result import Answer, Refusal
from tests.pipeline.agents.loopback_replies import Answered, Filtered
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop, said_to, shop_database
from tests.pipeline.agents.test_streaming import PROVIDERS

GOOD = Answered({"sql": BOOMERANG, "reading": "repeat customers"})
CEILING = 12_000


@pytest.mark.parametrize("provider", PROVIDERS[:3])
async def test_what_a_content_filter_takes_is_asked_anew_and_then_said(
    tmp_path: Path, provider: str
) -> None:
    async with open_shop(tmp_path, in_turn(Filtered(), GOOD), provider=provider) as shop:
        answered = await shop.ask(PUZZLE)
    async with open_shop(tmp_path, in_turn(Filtered()), provider=provider) as shop:
        refused = await shop.ask(PUZZLE)
    assert isinstance(answered.outcome, Answer), answered.outcome
    assert isinstance(refused.outcome, Refusal)
    assert "no answer that I could use" in refused.outcome.reason


@pytest.mark.deep
async def test_of_a_schema_of_200_000_tokens_only_what_fits_is_told(tmp_path: Path) -> None:
    path = shop_database(tmp_path)
    long = "_".join(["measurement_of_the_instrument"] * 6)
    columns = ", ".join(f"{long}_{number:02} REAL" for number in range(60))
    schema = [f"CREATE TABLE instrument_{at:02} (id INTEGER, {columns})" for at in range(60)]
    assert tokens("\n".join(schema)) > 200_000
    with sqlite3.connect(path) as connection:
        connection.executescript(";\n".join(schema))
    connection.close()
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        driven = await shop.ask("Which customers keep coming back like a boomerang to order?")
        told = [tokens(request.text) for request in shop.model.requests]
        assert "customer_id" in said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)
    assert max(told) < 2 * CEILING
