"""Between two starts the data silently become others: who approved a query is asked again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.validated.query import Status
from tests.scenarios.little_shop import LittleShop, a_little_shop
from tests.scenarios.town import buttons, text_of

QUESTION = "total amount of orders by town"
PAIRS = f'question,sql\n{QUESTION},"SELECT town, SUM(amount) AS total FROM orders GROUP BY town"\n'
TOWNS = ("Faro", "Vigo", "Lyon", "Turin", "Ghent", "Basel", "Malmo", "Split")
ROWS = ",".join(f"('{town}', {10 + at})" for at, town in enumerate(TOWNS))
SCHEMA = f"""
    CREATE TABLE orders (id INTEGER PRIMARY KEY, town TEXT, amount REAL);
    INSERT INTO orders (town, amount) VALUES {ROWS};
"""


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[LittleShop]:
    """Where one query was approved, and measured by a running process that ended since."""
    async with a_little_shop(tmp_path, SCHEMA) as shop:
        await shop.approve(PAIRS)
        async with shop.running():
            await shop.until_measured()
        yield shop


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE orders SET amount = NULL WHERE id <= 5", "of total is empty now"),
        ("DELETE FROM orders WHERE id <= 4", "gave 8 rows when it was approved and gives 4 now"),
        ("UPDATE orders SET amount = amount * 100", "total is around 1700 now"),
    ],
)
async def test_who_approved_is_asked_again_and_nothing_is_trusted_until_they_answer(
    shop: LittleShop, sql: str, said: str
) -> None:
    shop.change(sql)
    async with shop.running() as town:
        card = await town.reviewer_sees(QUESTION, said)
        assert (await shop.query()).status is Status.DEMOTED
        asked = town.ask(QUESTION)
        assert "Trusted" not in text_of(await town.sees(asked, "Download CSV"))
        await town.click(card, "Approve & promote", "rui")
        await town.submit_if_asked("rui")
        await shop.until(Status.ACTIVE)
        again = town.ask(QUESTION)
        await town.click(await town.sees(again, "Use it"), "Use it")
        await town.sees(again, "Trusted", "Download CSV")


async def test_data_that_only_grew_ask_nobody(shop: LittleShop) -> None:
    shop.change("INSERT INTO orders (town, amount) VALUES ('Porto', 12), ('Faro', 9)")
    async with shop.running() as town:
        asked = town.ask(QUESTION)
        await town.click(await town.sees(asked, "Use it"), "Use it")
        await town.sees(asked, "Trusted", "Download CSV")
        assert not any("Approve" in buttons(card) for card in town.reviewers_read())
    assert (await shop.query()).status is Status.ACTIVE


async def test_a_renamed_column_is_offered_repaired_and_answers_once_a_person_said_yes(
    shop: LittleShop,
) -> None:
    shop.change("ALTER TABLE orders RENAME COLUMN amount TO net_amount")
    async with shop.running() as town:
        card = await town.reviewer_sees(QUESTION, "amount is gone", "repaired", "net_amount")
        asked = town.ask(QUESTION)
        assert "Use it" not in buttons(await town.sees(asked))
        await town.click(card, "Approve & promote", "rui")
        await town.submit_if_asked("rui")
        await shop.until(Status.ACTIVE)
        assert "SUM(net_amount)" in (await shop.query()).sql
