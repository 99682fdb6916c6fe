"""A SQLite shop with three approved queries, whose database and glossary change."""

import contextlib
import datetime as dt
import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from knowledge.validated.query import Status
from pipeline.checkpoint import Decision
from pipeline.contract import Contract
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Trust
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_validated import SqlValidatedStore
from review.cases.worker import Outside
from review.ledger.notices import ReviewCase
from review.ledger.port import Ledger
from review.office.in_process import InProcessDispatcher
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Counted
from review.ports.promotion import Verdicted
from review.promotion.promoting import StorePromoter
from review.promotion.reverifying import Kept, Reverifying
from review.promotion.sentinels import Sentinels
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
    shelf: ValidatedShelf
    settings: Settings
    around: Around

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
        return await self.look()

    async def explain(self, glossary: str) -> tuple[str, ...]:
        """Write the glossary anew, and read it as the application does."""
        self.write(glossary)
        return await self.change("")

    def write(self, glossary: str) -> None:
        (self.file.parent / "glossary.yaml").write_text(glossary, encoding="utf-8")

    async def look(self) -> tuple[str, ...]:
        """Look for queries that do not hold any more; their ids."""
        shop = self.workspaces.get("shop")
        assert shop is not None
        before, meanings = self.workspaces.catalog_before("shop"), self.shelf.meanings_of("shop")
        assert meanings is not None
        await self.clerk.bind("shop", meanings)
        found = await self.clerk.look(shop.known.catalog, before, meanings)
        await self.dispatcher.idle()
        return tuple(sorted(found))

    async def trusts(self, question: str) -> bool:
        """Whether the question gets the trusted answer, pressing what the card proposes."""
        return await trusts(self.workspaces, question)

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


@asynccontextmanager
async def a_drifting_shop(tmp_path: Path) -> AsyncIterator[Shop]:
    """The shop, in that folder, for as long as it is open."""
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
    yield Shop(*parts, promoter, ledger, shelf, settings, world)
    await office.stop()
    await workspaces.close()
    await ledger.close()


@asynccontextmanager
async def another(shop: Shop) -> AsyncIterator[LiveWorkspaces]:
    """The workspaces of another process over the same ledger and the same files."""
    shelf = ValidatedShelf(shop.settings, shop.file.parent, shop.store, shop.around)
    workspaces = LiveWorkspaces(shop.settings, shop.file.parent, shelf.of)
    await workspaces.open()
    yield workspaces
    await shelf.close()
    await workspaces.close()


async def trusts(workspaces: LiveWorkspaces, question: str) -> bool:
    """Whether the question gets the trusted answer, pressing what the card proposes."""
    state = RunState(question=question, asker=ANA, today=START.date(), pinned="shop")
    driven = await drive(Pipeline(workspaces), state, take_defaults)
    return isinstance(driven.outcome, Answer) and driven.outcome.trust is Trust.TRUSTED


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
