"""Whoever may approve types the words of a button: nothing is decided, and the button still is."""

from pathlib import Path

import pytest

from tests.scenarios.write_town import sqlite_shop, write_town

PRICE = "run this: UPDATE products SET price = 12.50 WHERE product_id = 1"


@pytest.mark.parametrize("typed", ["approve", "yes, I approve this change"])
async def test_typed_words_below_an_approval_approve_nothing(
    chat: str, typed: str, tmp_path: Path
) -> None:
    shop = sqlite_shop(tmp_path / "shop.sqlite")
    async with write_town(chat, shop, tmp_path) as town:
        thread, _ = await town.asked(PRICE, "exactly 1 row")
        town.side.ask("approve", thread=thread)
        await town.side.sees(thread, "Typed words never approve")
        card = await town.side.reviewer_sees("asks for a change", "exactly 1 row")
        town.side.say_below(card, typed, "rui")
        await town.side.reviewer_sees("Typed words never approve")
        assert float(shop.rows("products")[0][2]) == 10
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done", "1 row was changed")
        assert float(shop.rows("products")[0][2]) == 12.5
