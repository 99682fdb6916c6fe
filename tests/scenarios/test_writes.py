"""Asking for a change, approving it, and what becomes of it: real clicks, real databases."""

import asyncio
import datetime as dt
import re
from copy import deepcopy
from pathlib import Path

import pytest

from bots.cli.audit_write import story
from pipeline.people import Person
from review.ports.desk import NotAllowed
from review.writes.undoing import UNDONE_ALREADY
from tests.scenarios.town import buttons, text_of
from tests.scenarios.write_town import (
    Shop,
    duckdb_shop,
    mariadb_shop,
    postgres_shop,
    sqlite_shop,
    write_town,
)

PRICE = "set the price of product Lamp to 12.50"
TYPED = "run this: UPDATE products SET price = 12.50 WHERE product_id = 1"
INDEX = "Add an index on orders(order_date) to speed up date range queries"
DELETE = "delete the test customers"
DROP = "drop the customers table"
AN_ASKER = Person(id="slack:T0LOCAL:U0ANA", name="Ana", roles=frozenset({"analyst"}))


@pytest.fixture(params=["sqlite", "duckdb", "postgresql", "mariadb"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Shop:
    """The shop on each database."""
    match request.param:
        case "postgresql":
            return postgres_shop(request.getfixturevalue("postgres_url"))
        case "mariadb":
            return mariadb_shop(request.getfixturevalue("mariadb_url"))
        case "duckdb":
            return duckdb_shop(tmp_path / "shop.duckdb")
        case _:
            return sqlite_shop(tmp_path / "shop.sqlite")


@pytest.fixture
def one(tmp_path: Path) -> Shop:
    """The shop on SQLite, for what does not depend on the database."""
    return sqlite_shop(tmp_path / "shop.sqlite")


@pytest.mark.corpus(examples=3)
async def test_the_price_of_a_product(chat: str, shop: Shop, tmp_path: Path) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked(PRICE, "exactly 1 row", "10.00 → 12.50")
        assert [float(row[2]) for row in shop.rows("products")] == [10, 99.5, 45]
        await town.side.click(card, "Approve", "rui")
        receipt = await town.side.sees(thread, "Done", "1 row was changed", "Rui")
        assert [float(row[2]) for row in shop.rows("products")] == [12.5, 99.5, 45]
        assert "Undo…" in buttons(receipt)
        await town.side.reviewer_sees("Done", "Asked for by", "Ana")
        assert town.side.refused() == []


@pytest.mark.corpus(examples=3)
async def test_the_test_customers(chat: str, shop: Shop, tmp_path: Path) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked(DELETE, "exactly 3 rows", "Test Tess", "would be deleted")
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done", "3 rows changed")
        assert [row[1] for row in shop.rows("customers")] == ["Mora", "Silva"]


@pytest.mark.corpus(examples=3)
async def test_an_index(chat: str, shop: Shop, tmp_path: Path) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked(INDEX, "T2: changes the schema", "CREATE INDEX")
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done", "index")


async def test_a_table_is_never_dropped(chat: str, shop: Shop, tmp_path: Path) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        before = shop.rows("customers")
        thread = town.side.ask(DROP)
        await town.side.sees(thread, "Nothing was changed")
        assert shop.rows("customers") == before
        assert town.side.reviewers_read() == []


@pytest.mark.corpus(examples=3)
async def test_what_was_written_is_taken_back_after_another_approval(
    chat: str, shop: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        before = shop.rows("customers")
        thread, card = await town.asked(DELETE, "exactly 3 rows")
        await town.side.click(card, "Approve", "rui")
        receipt = await town.side.sees(thread, "Done", "3 rows changed")
        await town.side.click(receipt, "Undo…", "ana")
        again = await town.side.reviewer_sees("asks to undo a change", "Test Tess")
        await town.side.click(receipt, "Undo…", "ana")
        assert len(shop.rows("customers")) == 2
        await town.side.click(again, "Approve", "rui")
        await town.side.sees(thread, "Undone")
        assert shop.rows("customers") == before
        read = town.side.reviewers_read()
        assert sum("asks to undo a change" in str(each) for each in read) <= 1


@pytest.mark.corpus(examples=4)
async def test_rows_changed_by_somebody_else_stop_it_and_ask_again(
    chat: str, shop: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked(DELETE, "exactly 3 rows")
        shop.run("INSERT INTO customers VALUES (6, 'Test Tina', 1)")
        await town.side.click(card, "Approve", "rui")
        again = await town.side.reviewer_sees("what would happen has changed", "exactly 4 rows")
        assert len(shop.rows("customers")) == 6
        await town.side.click(again, "Approve", "rui")
        await town.side.sees(thread, "Done", "4 rows changed")
        assert [row[1] for row in shop.rows("customers")] == ["Mora", "Silva"]


async def test_a_value_changed_by_somebody_else_stops_it_and_asks_again(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        _, card = await town.asked(TYPED, "10.00 → 12.50")
        one.run("UPDATE products SET price = 11 WHERE product_id = 1")
        await town.side.click(card, "Approve", "rui")
        await town.side.reviewer_sees("what would happen has changed", "11.00 → 12.50")
        assert float(one.rows("products")[0][2]) == 11


async def test_an_approver_without_the_role_is_told_so(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        _, card = await town.asked(TYPED, "exactly 1 row", person="ada")
        await town.side.click(card, "Approve", "ana")
        await town.side.whispered("ana", "Only people with the role reviewer")
        await town.side.click(card, "Approve", "ada")
        await town.side.whispered("ada", "another reviewer has to approve")
        assert float(one.rows("products")[0][2]) == 10


async def test_two_people_must_approve_where_the_settings_say_so(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path, quorum={"T1": 2}) as town:
        thread, card = await town.asked(TYPED, "2 people must approve")
        await town.side.click(card, "Approve", "rui")
        second = await town.side.reviewer_sees("Approved by Rui: 1 of 2")
        await town.side.click(second, "Approve", "rui")
        await town.side.whispered("rui", "needs a second person")
        assert float(one.rows("products")[0][2]) == 10
        await town.side.click(second, "Approve", "ada")
        await town.side.sees(thread, "Done", "Rui, Ada")
        assert float(one.rows("products")[0][2]) == 12.5


async def test_an_approval_that_comes_too_late_does_not_count(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path, expires_after=dt.timedelta(seconds=2)) as town:
        thread, _ = await town.asked(TYPED, "exactly 1 row")
        await town.side.sees(thread, "Nobody decided in time")
        assert buttons(await town.side.reviewer_sees("Nobody answered in time")) == []
        assert float(one.rows("products")[0][2]) == 10


async def test_a_double_click_writes_once(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        words = "run this: UPDATE products SET price = price + 1 WHERE product_id = 1"
        thread, card = await town.asked(words, "exactly 1 row")
        await asyncio.gather(
            town.side.click(card, "Approve", "rui"), town.side.click(card, "Approve", "ada")
        )
        await town.side.sees(thread, "Done")
        await town.side.whispered_to_one(("rui", "ada"), "already decided")
        assert float(one.rows("products")[0][2]) == 11


async def test_a_change_of_every_row_is_refused(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread = town.side.ask("run this: UPDATE products SET price = 0")
        await town.side.sees(thread, "Nothing was changed")
        assert town.side.reviewers_read() == []


async def test_an_edit_that_makes_it_another_change_is_said_and_its_author_cannot_approve_it(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(TYPED, "exactly 1 row")
        await town.edit(card, "DELETE FROM customers WHERE is_test = 1")
        edited = await town.side.reviewer_sees(
            "another change than was asked for", "tables: products before, customers now"
        )
        assert "exactly 3 rows" in text_of(edited)
        await town.side.click(edited, "Approve", "rui")
        await town.side.whispered("rui", "You wrote this statement yourself")
        await town.side.click(edited, "Approve", "ada")
        await town.side.sees(thread, "Done", "3 rows changed")


async def test_an_edit_that_may_never_run_leaves_the_change_as_it_was(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(TYPED, "exactly 1 row")
        await town.edit(card, "DROP TABLE products")
        kept = await town.side.reviewer_sees("was not taken", "10.00 → 12.50")
        await town.side.click(kept, "Approve", "rui")
        await town.side.sees(thread, "Done")
        assert float(one.rows("products")[0][2]) == 12.5


async def test_a_rejection_is_told_with_its_reason(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(TYPED, "exactly 1 row")
        await town.reject(card, "Prices change on Mondays only")
        await town.side.sees(thread, "Rui rejected this", "Prices change on Mondays only")
        assert float(one.rows("products")[0][2]) == 10


async def test_a_question_goes_back_and_its_reply_stands_on_the_card(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(TYPED, "exactly 1 row")
        await town.ask_back(card, "Who agreed to this price?")
        await town.side.sees(thread, "Who agreed to this price?")
        town.side.ask("Marketing did, last week", thread=thread)
        answered = await town.side.reviewer_sees("Marketing did", "Who agreed", "exactly 1 row")
        await town.side.click(answered, "Approve", "rui")
        await town.side.sees(thread, "Done")


async def test_an_asker_takes_a_wish_back(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, _ = await town.asked(TYPED, "exactly 1 row")
        await town.withdrawn(thread)
        assert buttons(await town.side.reviewer_sees("Stopped")) == []
        assert float(one.rows("products")[0][2]) == 10


async def test_the_audit_channel_is_told(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path, audited=True) as town:
        _, card = await town.asked(TYPED, "exactly 1 row")
        await town.side.sees("", "Ana asked for a change (T1)")
        await town.side.click(card, "Approve", "rui")
        await town.side.sees("", "A change was written (1 rows)")


async def test_what_the_settings_do_not_allow_is_refused(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path, tables=("customers",), tiers=("T1",)) as town:
        await town.side.sees(town.side.ask(TYPED), "only these tables may be changed: customers")
        index = "run this: CREATE INDEX by_name ON customers (name)"
        await town.side.sees(town.side.ask(index), "not allowed here")
        await town.side.sees(
            town.side.ask(TYPED, person="rui"), "Only people with the role analyst"
        )
        assert town.side.reviewers_read() == []


async def test_the_database_itself_is_told_of_at_once(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        tables = await town.side.sees(
            town.side.ask("Which tables are there?"), "3 tables", "customers"
        )
        assert "Show SQL" not in buttons(tables)
        await town.side.sees(
            town.side.ask("describe the orders table"), "order_date", "primary key"
        )
        thread = town.side.ask("How many orders are there with a total over 30?")
        await town.side.sees(thread, "2")
        town.side.ask("why is this slow?", thread=thread)
        await town.side.sees(thread, "It reads every row of orders")
        town.side.ask("which index would help?", thread=thread)
        await town.side.sees(thread, "Add an index on orders(total)")
        await town.side.sees(town.side.ask("why is this slow?"), "which query you mean")


async def test_the_whole_story_of_a_change_is_told(chat: str, one: Shop, tmp_path: Path) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(TYPED, "exactly 1 row")
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done")
        ledger = town.running.ledger
        async with ledger.read() as pages:
            (run,) = await pages.runs.latest(1)
            entries = [entry async for entry in pages.audit.entries() if entry.run == run.id]
            lines = story(entries, await pages.writes.of_run(run.id))
    told = "\n".join(lines)
    actions = [entry.action for entry in entries]
    assert actions == [
        *("asked", "proposed", "previewed", "paused", "decided"),
        *("write claimed", "commit sent", "write done", "written"),
    ]
    assert ": decided (approve)" in told
    assert "sql: UPDATE products SET price = 12.50 WHERE product_id = 1" in told
    assert "done, sha256" in lines[-1]


@pytest.mark.parametrize("words", ["undo it", "Please take that change back."])
async def test_undo_it_below_the_receipt_is_a_new_change_to_approve(
    chat: str, one: Shop, tmp_path: Path, words: str
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread, card = await town.asked(PRICE)
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done", "1 row was changed")
        town.side.ask(words, thread=thread)
        undo = await town.side.reviewer_sees("asks to undo a change", "12.50 → 10.00")
        assert float(one.rows("products")[0][2]) == 12.5
        await town.side.click(undo, "Approve", "rui")
        await town.side.sees(thread, "Undone")
        assert float(one.rows("products")[0][2]) == 10


async def test_nothing_is_taken_back_twice(chat: str, tmp_path: Path) -> None:
    """Rows without a key would come back once more."""
    shop = duckdb_shop(tmp_path / "shop.duckdb")
    shop.run("CREATE TABLE tags (tag VARCHAR NOT NULL, colour VARCHAR NOT NULL)")
    shop.run("INSERT INTO tags VALUES ('new', 'red'), ('old', 'blue')")
    async with write_town(chat, shop, tmp_path) as town:
        thread, card = await town.asked("run this: DELETE FROM tags WHERE tag = 'new'")
        await town.side.click(card, "Approve", "rui")
        receipt = deepcopy(await town.side.sees(thread, "Done", "1 row was changed"))
        await town.side.click(receipt, "Undo…", "ana")
        undo = await town.side.reviewer_sees("asks to undo a change", "red")
        await town.side.click(undo, "Approve", "rui")
        await town.side.sees(thread, "Undone")
        over = await town.side.sees(thread, "Done", "This was undone on", "Ana asked for it")
        assert buttons(over) == []
        # Somebody may still have the old card before them.
        pressed = re.search(r"undo\W+s\W+([\w-]+)", str(receipt))
        assert pressed is not None
        verdict = await town.running.office.desk.undo(pressed[1], AN_ASKER)
        assert verdict == NotAllowed(reason=UNDONE_ALREADY)
        assert shop.rows("tags") == [("new", "red"), ("old", "blue")]


async def test_undo_it_where_nothing_was_written_says_what_to_do(
    chat: str, one: Shop, tmp_path: Path
) -> None:
    async with write_town(chat, one, tmp_path) as town:
        thread = town.side.ask("undo it")
        await town.side.sees(thread, "I do not know which change you mean", "below its receipt")
        assert town.side.reviewers_read() == []


async def test_a_new_column_is_known_to_the_very_next_question(one: Shop, tmp_path: Path) -> None:
    async with write_town("slack", one, tmp_path) as town:
        thread, card = await town.asked("add a text column colour to products")
        await town.side.click(card, "Approve", "rui")
        await town.side.sees(thread, "Done")
        again = town.side.ask("describe products")
        await town.side.sees(again, "products has 4 columns", "colour")


async def test_several_wishes_at_once_are_asked_for_one_by_one(one: Shop, tmp_path: Path) -> None:
    async with write_town("slack", one, tmp_path) as town:
        thread = town.side.ask(f"{DELETE} and add an index on orders(order_date)")
        await town.side.sees(
            thread, "2 changes at once", "“delete the test customers”, then “add an index"
        )
        assert len(one.rows("customers")) == 5
