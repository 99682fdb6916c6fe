"""What one installation approved is handed to another, which trusts none of it before a person."""

import contextlib
import datetime as dt
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import pytest
import yaml

from bots.bootstrap.kept_queries import keeping
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from knowledge.validated.exchange import exported, exported_csv, imported
from knowledge.validated.query import Status, ValidatedQuery
from pipeline.approved.answers import with_refused
from pipeline.contract import Contract, DateBound
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer, Trust
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_validated import SqlValidatedStore
from review.ports.promotion import Verdicted, Wish
from review.promotion.kept_query import NotKeptError
from review.settings import Around
from tests.review.fakes import RUI, FakeClock

ANA = Person(id="slack:T:ANA", name="Ana")
# Long ago: what “last quarter” stood for then is another quarter on the day of the import.
THEN = dt.datetime(2025, 11, 18, 9, tzinfo=dt.UTC)
QUARTER = "Total amount of orders by channel last quarter"
OTHER_WORDS = "how much was ordered by channel last quarter"
ANOTHER = "total amount of orders by channel Q1 2025"
REFUSED = "total amount of orders by channel and day last quarter"
WEB = "Number of orders whose channel is web"
SHOP = "number of orders whose channel is shop"
DATES = "day >= '2025-07-01' AND day < '2025-10-01'"
SQL = {
    QUARTER: f"SELECT channel, SUM(amount) AS total FROM orders WHERE {DATES} GROUP BY channel",
    WEB: "SELECT COUNT(*) AS orders FROM orders WHERE channel = 'web'",
}
SCHEMA = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, channel TEXT, amount REAL, day DATE);
    INSERT INTO orders VALUES (1, 'web', 10, '2025-08-01'), (2, 'web', 5, '2025-02-01'),
        (3, 'shop', 7, '2025-09-01'), (4, 'shop', 9, '2025-03-01');
"""
Written: TypeAlias = Callable[[Iterable[ValidatedQuery]], str]
FORMATS = pytest.mark.parametrize("written", [exported, exported_csv])


@dataclass
class Installation:
    """Settings, a ledger and the open workspaces of one place."""

    settings: Settings
    folder: Path
    workspaces: LiveWorkspaces
    store: SqlValidatedStore
    shelf: ValidatedShelf

    async def trusted(self, question: str) -> Answer | None:
        """The trusted answer that an asker gets who presses what the card proposes."""
        state = RunState(question=question, asker=ANA, today=THEN.date(), pinned="shop")
        outcome = (await drive(Pipeline(self.workspaces), state, take_defaults)).outcome
        if not isinstance(outcome, Answer) or outcome.trust is not Trust.TRUSTED:
            return None
        return outcome

    async def approve(self, question: str, wish: Wish, contract: Contract) -> None:
        answer = Answer(
            question=question,
            workspace="shop",
            summary="",
            reading=question,
            sql=SQL[question],
            columns=("a", "b"),
            rows=(("shop", 7.0), ("web", 10.0)) if question == QUARTER else ((2,),),
        )
        verdicted = Verdicted(
            id=question,
            answer=answer,
            contract=contract,
            asker=ANA,
            reviewer=RUI,
            at=THEN,
            note="Agreed with Finance.",
            wish=wish,
        )
        assert await self.shelf.promoter(self.workspaces).approve(verdicted) is None

    async def take_in(self, text: str) -> None:
        """Import as the command does."""
        async with keeping(self.settings, self.folder) as kept:
            await kept.take_in("shop", imported(text, workspace="shop", dialect=""))

    async def approve_all(self, by: str) -> None:
        """Approve each as the command does."""
        async with keeping(self.settings, self.folder) as kept:
            for query in await kept.waiting("shop"):
                await kept.approve(query.id, by)

    async def rows(self) -> dict[str, ValidatedQuery]:
        return {row.question: row for row in await self.store.all("shop")}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "shop.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(SCHEMA)
    return file


@asynccontextmanager
async def installed(folder: Path, database: Path) -> AsyncIterator[Installation]:
    raw = {
        "workspaces": {"shop": {"url": f"sqlite:///{database}"}},
        "ledger": {"url": f"sqlite:///{folder / 'ledger.sqlite3'}"},
        "state_folder": str(folder / "state"),
    }
    settings = Settings.model_validate(raw)
    ledger = await open_ledger(f"sqlite:///{folder / 'ledger.sqlite3'}")
    world = Around(
        clock=FakeClock(THEN),
        ids=iter(map(str, range(1_000))).__next__,
        nonces=iter(map(str, range(1_000))).__next__,
        owner="one",
        zone=lambda _workspace, _person: dt.UTC,
    )
    store = SqlValidatedStore(ledger)
    shelf = ValidatedShelf(settings, folder, store, world)
    workspaces = LiveWorkspaces(settings, folder, shelf.of)
    await workspaces.open()
    try:
        yield Installation(settings, folder, workspaces, store, shelf)
    finally:
        await workspaces.close()
        await ledger.close()


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.fixture
async def first(tmp_path: Path, database: Path) -> AsyncIterator[Installation]:
    """Where Rui approved two questions, of which one keeps its value, and Ana refused one."""
    async with installed(_made(tmp_path / "first"), database) as place:
        bound = DateBound(
            column="orders.day",
            start=dt.date(2025, 7, 1),
            end=dt.date(2025, 10, 1),
            words="last quarter",
        )
        contract = Contract(tables=("orders",), dates=(bound,))
        await place.approve(QUARTER, Wish(paraphrases=(OTHER_WORDS,)), contract)
        await place.approve(WEB, Wish(changing=frozenset()), Contract(tables=("orders",)))
        row = (await place.rows())[QUARTER]
        await place.store.save(with_refused(row, REFUSED))
        yield place


@pytest.fixture
async def second(tmp_path: Path, database: Path) -> AsyncIterator[Installation]:
    """Where nothing is approved yet."""
    async with installed(_made(tmp_path / "second"), database) as place:
        yield place


@FORMATS
async def test_what_was_approved_elsewhere_is_trusted_once_a_person_says_so_and_answers_the_same(
    first: Installation, second: Installation, written: Written
) -> None:
    await second.take_in(written((await first.rows()).values()))
    asked = (QUARTER, OTHER_WORDS, ANOTHER, WEB)
    assert [await second.trusted(question) for question in asked] == [None] * 4
    await second.approve_all("Ada")
    for question in asked:
        here, there = await first.trusted(question), await second.trusted(question)
        assert here is not None
        assert there is not None, question
        assert (there.sql, there.rows) == (here.sql, here.rows)
        assert ("2025-01-01" in there.sql) is (question == ANOTHER)
    for question in (SHOP, REFUSED):
        assert [await first.trusted(question), await second.trusted(question)] == [None, None]


@FORMATS
async def test_all_that_people_said_of_a_query_comes_along(
    first: Installation, second: Installation, written: Written
) -> None:
    before = await first.rows()
    await second.take_in(written(before.values()))
    await second.approve_all("Ada")
    after = await second.rows()
    for question, row in before.items():
        there = after[question]
        assert there.parameters == row.parameters
        assert {
            name: there.contract.get(name) for name, value in row.contract.items() if value
        } == {name: value for name, value in row.contract.items() if value}
        assert there.hard_negatives == row.hard_negatives
        assert there.paraphrases == row.paraphrases
        assert (there.dialect, there.note) == ("sqlite", "Agreed with Finance.")
        assert (there.approved_by, row.approved_by) == ("Ada", "Rui")


@FORMATS
async def test_what_was_taken_out_of_use_elsewhere_comes_in_out_of_use(
    first: Installation, second: Installation, written: Written
) -> None:
    row = (await first.rows())[WEB]
    await first.store.save(row.standing(Status.RETIRED, "retired by Rui"))
    await second.take_in(written((await first.rows()).values()))
    there = (await second.rows())[WEB]
    assert (there.status, there.status_reason) == (Status.RETIRED, "retired by Rui")
    await second.approve_all("Ada")
    assert (await second.rows())[WEB].status is Status.RETIRED


async def test_a_file_that_somebody_changed_opens_no_value_that_its_sql_does_not_have(
    first: Installation, second: Installation
) -> None:
    text = exported((await first.rows()).values()).replace("'web'", "'shop'")
    await second.take_in(text)
    there = (await second.rows())[WEB]
    assert there.parameters == ()
    assert "did not fit its SQL" in there.status_reason


async def test_words_for_a_time_that_the_file_gives_no_dates_for_are_not_trusted(
    first: Installation, second: Installation
) -> None:
    row = (await first.rows())[QUARTER]
    undated = replace(row, parameters=tuple(p for p in row.parameters if not p.period))
    await second.take_in(exported([undated]))
    with pytest.raises(NotKeptError, match="no dates"):
        await second.approve_all("Ada")
    assert await second.trusted(QUARTER) is None


async def test_an_export_that_comes_back_brings_nothing_new(first: Installation) -> None:
    before = await first.rows()
    await first.take_in(exported(before.values()))
    assert await first.rows() == before


async def test_an_export_is_read_by_people(first: Installation) -> None:
    read = yaml.safe_load(exported((await first.rows()).values()))["queries"]
    (web,) = (row for row in read if row["question"] == WEB)
    assert [(item["default"], item["fixed"]) for item in web["parameters"]] == [("web", True)]
