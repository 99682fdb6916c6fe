"""Who may not decide is told so where they press; no dialog opens that would count for nothing."""

from pathlib import Path

from tests.scenarios.write_town import sqlite_shop, write_town

PRICE = "run this: UPDATE products SET price = 12.50 WHERE product_id = 1"
DIALOGS = ("Edit SQL…", "Ask back…", "Reject…")


async def test_who_may_not_decide_is_told_at_the_press_who_may(chat: str, tmp_path: Path) -> None:
    shop = sqlite_shop(tmp_path / "shop.sqlite")
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked(PRICE, "exactly 1 row", person="ada")
        for label in DIALOGS:
            await town.side.click(card, label, "ana")
            await town.side.whispered("ana", "Only people with the role reviewer can approve this")
            await town.side.click(card, label, "ada")
            await town.side.whispered("ada", "You asked for this change", "another reviewer")
        assert [town.side.has_dialog(person) for person in ("ana", "ada")] == [False, False]
        await town.reject(card, "the price stays")
        await town.side.sees(thread, "Rui rejected this: the price stays", person="ada")
        assert float(shop.rows("products")[0][2]) == 10
