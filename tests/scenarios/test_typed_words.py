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
        await town.side.sees(thread, "I never count typed words as a decision")
        card = await town.side.reviewer_sees("asks for a change", "exactly 1 row")
        town.side.say_below(card, typed, "rui")
        # What a reviewer types below the card is a question to whoever asked for the change.
        await town.side.sees(thread, typed, "Rui")
        assert float(shop.rows("products")[0][2]) == 10
        # The card comes again below the question, with buttons of its own.
        again = await town.side.reviewer_sees("asks for a change", "exactly 1 row")
        await town.side.click(again, "Approve", "rui")
        await town.side.sees(thread, "Done", "1 row was changed")
        assert float(shop.rows("products")[0][2]) == 12.5
