"""Offices over one store of kept queries, and a query there that answers or waits."""

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from knowledge.adapters.introspection import read_catalog
from knowledge.validated.query import Status, ValidatedQuery
from pipeline.dates import Calendar
from pipeline.flow import Finish, Outcome
from pipeline.result import Trust
from pipeline.state import Matched, RunState
from review.adapters.sql_ledger import SqlLedger
from review.adapters.sql_validated import SqlValidatedStore
from review.ledger.audit import Entry
from review.ledger.dispatch import Job, JobKind
from review.ledger.news import News
from review.ledger.notices import ReviewCase
from review.ledger.port import Ledger, Pages, Wakes
from review.promotion.kept_query import Domain
from review.promotion.promoting import StorePromoter
from tests.pipeline.shop import write_shop
from tests.review.fakes import REVIEWERS, FakeChat, FakeClock, FakeFlow, FakeRerun, an_answer, route
from tests.review.office import World

APPROVED_AT = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
ANSWERS = ValidatedQuery(
    id="q1",
    workspace="sales",
    question="How many purchases are there?",
    sql="SELECT COUNT(*) AS n FROM purchase",
    dialect="sqlite",
    contract={},
    approved_by="Ada",
    approved_at=APPROVED_AT,
)
IMPORTED = replace(
    ANSWERS, status=Status.DEMOTED, status_reason="imported", approved_by="", approved_at=None
)


class DiedError(Exception):
    """The process was killed."""


class DyingLedger:
    """A ledger whose process dies at the end of a transaction that wakes work, before it is kept.

    `lives` is how many of those it survives; None for all.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.lives: int | None = None

    @property
    def sole(self) -> bool:
        return self._ledger.sole

    @asynccontextmanager
    async def begin(self, *, ahead: bool = False) -> AsyncIterator[Pages]:
        async with self._ledger.begin(ahead=ahead) as pages:
            yield pages
            if pages.jobs and self.lives is not None:
                self.lives -= 1
                if self.lives < 0:
                    raise DiedError

    @property
    def news(self) -> News:
        return self._ledger.news

    def read(self) -> AbstractAsyncContextManager[Pages]:
        return self._ledger.read()

    async def settled(self) -> None:
        await self._ledger.settled()

    async def flush(self) -> None:
        await self._ledger.flush()

    def on_wake(self, dispatcher: Wakes) -> None:
        self._ledger.on_wake(dispatcher)

    async def close(self) -> None:
        await self._ledger.close()


class Shelf:
    """One store, one chat and one clock for all replicas that are opened over them."""

    def __init__(self, ledger: SqlLedger, folder: Path) -> None:
        self.ledger = ledger
        self.store = SqlValidatedStore(ledger)
        self.mortal = DyingLedger(ledger)
        self.chat, self.clock = FakeChat(), FakeClock()
        catalog = read_catalog(f"sqlite:///{write_shop(folder / 'shop.db')}", workspace="sales")
        domain = Domain(catalog=catalog, calendar=Calendar())
        self._promoter = StorePromoter(self.store, lambda _name: domain, FakeRerun())

    async def replica(self, name: str = "one") -> World:
        """An office whose every question is answered from the query."""
        world = World(
            ledger=self.mortal,
            flow=FakeFlow(route=route, answer=_from_approved),
            name=name,
            chat=self.chat,
            clock=self.clock,
            keeps=self._promoter,
        )
        await world.office.open()
        return world

    async def query(self) -> ValidatedQuery:
        found = await self.store.get("q1")
        assert found is not None
        return found

    async def audited(self, action: str) -> list[Entry]:
        async with self.ledger.read() as pages:
            return [each async for each in pages.audit.entries() if each.action == action]

    def cards(self) -> list[ReviewCase]:
        """The cards with buttons in the reviewers' channel."""
        return [each for each in self.chat.in_thread(REVIEWERS) if isinstance(each, ReviewCase)]


async def opened(world: World, query: ValidatedQuery) -> ReviewCase:
    """The case of a waiting import, given to reviewers."""
    await world.office.work(Job(kind=JobKind.IMPORT, id=f"sales/{query.id}"))
    await world.settle()
    card = world.card(REVIEWERS)
    assert isinstance(card, ReviewCase)
    return card


async def _from_approved(state: RunState) -> Outcome:
    answer = replace(an_answer(), trust=Trust.TRUSTED)
    matched = Matched(
        id="q1",
        question=ANSWERS.question,
        sql=ANSWERS.sql,
        trust=Trust.TRUSTED,
        reason="",
        approved_by="Ada",
    )
    return Finish(state=replace(state, matched=matched), outcome=answer)
