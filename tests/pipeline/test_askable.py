"""What a refused question may ask instead: nothing that its asker may not read."""

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

from pipeline.askable import askable
from pipeline.rules.linking.answerable import answerable
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeValidated, a_state, a_workspace, everything

COUNTRIES = ("How many customers are there by country?", "SELECT country FROM customer")
PRICES = ("What does each product cost?", "SELECT title, price FROM product")
ORPHAN = ("How many ships are there?", "SELECT COUNT(*) FROM ship")


def with_approved(shop: Workspace, *queries: tuple[str, str]) -> Workspace:
    return replace(shop, validated=FakeValidated(approved=queries))


async def test_approved_questions_are_named_by_turns_of_the_workspaces(shop: Workspace) -> None:
    first, other = with_approved(shop, COUNTRIES, PRICES), with_approved(shop, PRICES)
    told = await askable(a_state("how are we doing"), [first, other])
    assert told == (
        "I can answer, for example, “How many customers are there by country?” and “What does "
        "each product cost?”."
    )


async def test_a_question_over_data_that_the_asker_may_not_read_is_not_named(
    shop: Workspace,
) -> None:
    few = {"reader": everything("customer")}
    shop = replace(with_approved(shop, PRICES, ORPHAN), grants=few, sights={})
    told = await askable(a_state("how are we doing"), [shop])
    assert told == "I know rows of customer."


def test_the_tables_that_are_not_named_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "many.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for name in ("apple", "bread", "cheese", "date", "egg", "fig"):
            connection.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY)")
    known = a_workspace(file).known
    assert answerable(known) == "I know rows of apple, bread, cheese, date and 2 tables more."
