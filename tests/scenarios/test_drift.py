"""A live database changes: exactly the queries that used what changed are demoted and asked for."""

import contextlib
import datetime as dt
import itertools
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from knowledge.validated.query import Status
from pipeline.checkpoint import Action, Decision
from pipeline.contract import Contract
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Trust
from pipeline.run import Pipeline
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_validated import SqlValidatedStore
from review.case_worker import Outside
from review.desk import Counted
from review.in_process import InProcessDispatcher
from review.ledger import Ledger
from review.notices import ReviewCase
from review.office import Office, Ports
from review.policy import ReviewPolicy
from review.promoting import StorePromoter
from review.promotion import Verdicted
from review.reconsidering_sentences import reconsidered
from review.reverifying import Kept, Reverifying
from review.sentinels import Sentinels
from review.settings import Around, ReviewSettings
from tests.review.fakes import REVIEWERS, RUI, FakeChat, FakeClock

ANA = Person(id="slack:T:ANA", name="Ana")
AMOUNT = "total amount of orders by channel"
CHANNELS = "number of orders by channel"
STAFF = "how many employees by office"
SCHEMA = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, channel TEXT, amount REAL, note TEXT);
    INSERT INTO orders VALUES (1, 'web', 10, ''), (2, 'web', 5, ''), (3, 'shop', 7, '');
    CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT, office TEXT);
    INSERT INTO employees VALUES (1, 'Bo', 'Lisbon'), (2, 'Cy', 'Porto');
"""
QUERIES = {
    AMOUNT: "SELECT channel, SUM(amount) AS total FROM orders GROUP BY channel",
    CHANNELS: "SELECT channel, COUNT(*) AS orders FROM orders GROUP BY channel",
    STAFF: "SELECT office, COUNT(*) AS employees FROM employees GROUP BY office",
}
START = dt.datetime(2026, 11, 18, 9, tzinfo=dt.UTC)
POLICY = ReviewPolicy(reviewer_roles=frozenset({"reviewer"}), reviewers_thread=REVIEWERS)


@dataclass
class Shop:
    """A SQLite file with three approved queries over it, and a real review office."""

    file: Path
    workspaces: LiveWorkspaces
    store: SqlValidatedStore
    office: Office
    chat: FakeChat
    dispatcher: InProcessDispatcher
    clerk: Reverifying
    sentinels: Sentinels
    clock: FakeClock
    promoter: StorePromoter
    ledger: Ledger

    async def a_day_later(self, sql: str = "") -> tuple[str, ...]:
        """Change the data, and run the approved queries again the next day."""
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            connection.executescript(sql)
        self.clock.pass_(days=1)
        found = await self.sentinels.watch("shop")
        shop = self.workspaces.get("shop")
        assert shop is not None
        await self.clerk.look(shop.known.catalog)
        await self.dispatcher.idle()
        return tuple(sorted(found))

    async def change(self, sql: str) -> tuple[str, ...]:
        """Change the live database, and read its catalog as the application does."""
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            connection.executescript(sql)
        await self.workspaces.refresh()
        shop = self.workspaces.get("shop")
        assert shop is not None
        found = await self.clerk.look(shop.known.catalog, self.workspaces.catalog_before("shop"))
        await self.dispatcher.idle()
        return tuple(sorted(found))

    async def trusts(self, question: str) -> bool:
        """Whether the question gets the trusted answer, pressing what the card proposes."""
        state = RunState(question=question, asker=ANA, today=START.date(), pinned="shop")
        driven = await drive(Pipeline(self.workspaces), state, take_defaults)
        return isinstance(driven.outcome, Answer) and driven.outcome.trust is Trust.TRUSTED

    def cards(self) -> list[ReviewCase]:
        return [each for each in self.chat.in_thread(REVIEWERS) if isinstance(each, ReviewCase)]

    async def verdict(self, card: ReviewCase, decision: Decision) -> None:
        said = await self.office.desk.decide(card.checkpoint, card.nonce, decision, RUI)
        assert said == Counted()
        await self.dispatcher.idle()

    async def status(self, question: str) -> Status:
        row = await self.store.get(question)
        assert row is not None
        return row.status


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    file = tmp_path / "shop.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(SCHEMA)
    (tmp_path / "glossary.yaml").touch()
    of_the_shop = {"url": f"sqlite:///{file}", "glossary": "glossary.yaml"}
    raw = {"workspaces": {"shop": of_the_shop}, "state_folder": str(tmp_path)}
    settings = Settings.model_validate(raw)
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    clock, counter = FakeClock(START), itertools.count(1)
    world = Around(
        clock=clock,
        ids=lambda: f"id{next(counter)}",
        nonces=lambda: f"nonce{next(counter)}",
        owner="one",
        zone=lambda _workspace, _person: dt.UTC,
    )
    store = SqlValidatedStore(ledger)
    shelf = ValidatedShelf(settings, tmp_path, store, world)
    workspaces = LiveWorkspaces(settings, tmp_path, shelf.of)
    await workspaces.open()
    promoter, rerun = shelf.promoter(workspaces), Rerunner(workspaces, world.today)
    for question, sql in QUERIES.items():
        assert await promoter.approve(approved(question, sql)) is None
    chat, dispatcher = FakeChat(), InProcessDispatcher(4)
    ports = Ports(
        ledger=ledger,
        dispatcher=dispatcher,
        flow=Pipeline(workspaces),
        postman=chat,
        policies=lambda _workspace: POLICY,
        outside=Outside(promoter=promoter, rerun=rerun),
    )
    office = Office(ports, world, ReviewSettings())
    await office.open()
    kept = Kept(store=store, ledger=ledger, policies=lambda _workspace: POLICY)
    clerk = Reverifying(kept, rerun, world, ReviewSettings())
    sentinels = Sentinels(kept, rerun, world, ReviewSettings())
    parts = (file, workspaces, store, office, chat, dispatcher, clerk, sentinels, clock)
    yield Shop(*parts, promoter, ledger)
    await office.stop()
    await workspaces.close()
    await ledger.close()


def approved(question: str, sql: str) -> Verdicted:
    rows = {AMOUNT: (("shop", 7), ("web", 15)), CHANNELS: (("shop", 1), ("web", 2))}
    answer = Answer(
        question=question,
        workspace="shop",
        summary="",
        reading=question,
        sql=sql,
        columns=("a", "b"),
        rows=rows.get(question, (("Lisbon", 1), ("Porto", 1))),
    )
    return Verdicted(
        id=question, answer=answer, contract=Contract(), asker=ANA, reviewer=RUI, at=START
    )


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
    (shop.file.parent / "glossary.yaml").write_text(note, encoding="utf-8")
    assert await shop.change("") == (AMOUNT,)
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
