"""A live database changes: exactly the queries that used what changed are demoted and asked for."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.validated.query import Status
from pipeline.checkpoint import Action, Decision
from review.promotion.reconsidering_sentences import reconsidered
from tests.review.fakes import REVIEWERS
from tests.scenarios.drifting_shop import AMOUNT, CHANNELS, STAFF, Shop, a_drifting_shop


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    async with a_drifting_shop(tmp_path) as made:
        yield made


async def test_a_dropped_column_demotes_exactly_the_queries_that_use_it(shop: Shop) -> None:
    assert await shop.trusts(AMOUNT)
    assert await shop.change("ALTER TABLE orders DROP COLUMN amount") == (AMOUNT,)
    assert await shop.status(AMOUNT) is Status.DEMOTED
    assert not await shop.trusts(AMOUNT)
    assert await shop.trusts(CHANNELS)
    assert await shop.trusts(STAFF)
    (card,) = shop.cards()
    assert "orders.amount is gone" in card.asker_note


async def test_what_drifted_is_not_trusted_before_anybody_looked(shop: Shop) -> None:
    with contextlib.closing(sqlite3.connect(shop.file)) as connection:
        connection.execute("ALTER TABLE orders DROP COLUMN amount")
    await shop.workspaces.refresh()
    assert await shop.status(AMOUNT) is Status.ACTIVE
    assert not await shop.trusts(AMOUNT)


async def test_the_case_of_a_query_taken_out_of_use_that_was_lost_with_its_process_opens_once(
    shop: Shop,
) -> None:
    async with shop.ledger.begin() as pages:
        reason = reconsidered("Rui", "It counts tests.")
        assert await shop.promoter.set_aside(AMOUNT, reason, pages.kept) is not None
        assert await shop.promoter.set_aside(AMOUNT, "again", pages.kept) is None
    assert not await shop.trusts(AMOUNT)
    assert (await shop.change(""), await shop.change("")) == ((), ())
    (card,) = shop.cards()
    assert "taken out of use by Rui: It counts tests." in card.asker_note
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.trusts(AMOUNT)


async def test_columns_that_no_query_uses_may_come_and_go(shop: Shop) -> None:
    changed = "ALTER TABLE orders DROP COLUMN note; ALTER TABLE orders ADD COLUMN city TEXT"
    assert await shop.change(changed) == ()
    assert await shop.trusts(AMOUNT)


async def test_a_renamed_column_is_repaired_and_an_approval_restores_the_query(shop: Shop) -> None:
    assert await shop.change("ALTER TABLE orders RENAME COLUMN amount TO net_sum") == (AMOUNT,)
    (card,) = shop.cards()
    assert "net_sum" in card.answer.sql
    assert set(card.answer.rows) == {("shop", 7.0), ("web", 15.0)}
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.status(AMOUNT) is Status.ACTIVE
    assert await shop.trusts(AMOUNT)
    assert {message.thread for message in shop.chat.messages.values()} == {REVIEWERS}


async def test_a_column_that_is_not_to_be_used_any_more_is_repaired_with_what_is(
    shop: Shop,
) -> None:
    assert (
        await shop.change("ALTER TABLE orders ADD COLUMN net REAL; UPDATE orders SET net = 1") == ()
    )
    note = "tables: [{table: orders, deprecated: {amount: use net}}]"
    assert await shop.explain(note) == (AMOUNT,)
    assert not await shop.trusts(AMOUNT)
    assert await shop.trusts(CHANNELS)
    (card,) = shop.cards()
    assert "orders.amount is not to be used any more; orders.net is used instead" in card.asker_note
    assert "SUM(net)" in card.answer.sql
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.status(AMOUNT) is Status.ACTIVE
    assert await shop.trusts(AMOUNT)


async def test_what_does_not_run_is_not_restored_by_an_approval(shop: Shop) -> None:
    await shop.change("ALTER TABLE orders DROP COLUMN amount")
    (card,) = shop.cards()
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.status(AMOUNT) is Status.DEMOTED
    again = shop.cards()[-1]
    sql = "SELECT channel, COUNT(id) AS total FROM orders GROUP BY channel"
    await shop.verdict(again, Decision(action=Action.EDIT, values={"sql": sql}))
    assert await shop.status(AMOUNT) is Status.ACTIVE


async def test_a_rejection_retires_it(shop: Shop) -> None:
    await shop.change("ALTER TABLE orders DROP COLUMN amount")
    (card,) = shop.cards()
    await shop.verdict(card, Decision(action=Action.REJECT, note="We do not keep amounts."))
    assert await shop.status(AMOUNT) is Status.RETIRED


async def test_a_second_look_asks_nobody_twice(shop: Shop) -> None:
    await shop.change("ALTER TABLE orders DROP COLUMN amount")
    assert await shop.change("CREATE TABLE unrelated (id INTEGER)") == ()
    assert len(shop.cards()) == 1


async def test_a_retyped_column_demotes(shop: Shop) -> None:
    retyped = """
        CREATE TABLE o (id INTEGER PRIMARY KEY, channel TEXT, amount TEXT, note TEXT);
        INSERT INTO o SELECT * FROM orders; DROP TABLE orders; ALTER TABLE o RENAME TO orders;
    """
    assert await shop.change(retyped) == (AMOUNT,)


CENTS = "UPDATE orders SET amount = amount * 100"


async def test_a_result_that_silently_means_something_else_is_verified_anew(shop: Shop) -> None:
    assert await shop.a_day_later() == ()
    assert await shop.a_day_later(CENTS) == (AMOUNT,)
    assert await shop.status(AMOUNT) is Status.DEMOTED
    assert not await shop.trusts(AMOUNT)
    assert await shop.trusts(CHANNELS)
    (card,) = shop.cards()
    assert "total is around 1500 now, which was around 15" in card.asker_note


async def test_data_that_only_grow_are_no_change(shop: Shop) -> None:
    assert await shop.a_day_later() == ()
    assert await shop.a_day_later("INSERT INTO orders VALUES (9, 'web', 30, '')") == ()
    assert await shop.trusts(AMOUNT)


async def test_what_reviewers_approved_anew_is_the_new_normal(shop: Shop) -> None:
    await shop.a_day_later()
    await shop.a_day_later(CENTS)
    (card,) = shop.cards()
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.status(AMOUNT) is Status.ACTIVE
    assert await shop.a_day_later() == ()
    assert await shop.a_day_later() == ()
    assert await shop.trusts(AMOUNT)


async def test_a_renamed_table_is_repaired(shop: Shop) -> None:
    found = await shop.change("ALTER TABLE employees RENAME TO staff")
    assert found == (STAFF,)
    (card,) = shop.cards()
    assert "FROM staff" in card.answer.sql
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.status(STAFF) is Status.ACTIVE
