"""The sentence model is changed in the settings: what was approved is embedded anew, and said so.

Both models give vectors of one width, so that nothing but their names keeps them apart.
"""

import contextlib
import datetime as dt
import itertools
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bots.bootstrap.application import Application, application
from bots.bootstrap.doctor import examine
from bots.bootstrap.surfaces import RunningHealth
from bots.bootstrap.validated import index_path
from bots.settings import Settings
from knowledge.validated.index_file import model_of
from knowledge.validated.query import ValidatedQuery
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer, Trust
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from tests.scenarios.embedding_service import EmbeddingService
from tests.waiting import until

ANA = Person(id="slack:T:ANA", name="Ana")
# More than are embedded before the next answer, and enough that some are kept on the way.
TOWNS = ["".join(parts) for parts in itertools.product(*[("Ba", "de", "Lo", "mi", "Ru")] * 4)]
FIRST, LAST = TOWNS[0], TOWNS[-1]
BUILT_IN = "all-MiniLM-L6-v2-onnx-int8"
DIM = 384


@dataclass(frozen=True)
class Place:
    """A folder with a shop's database, a ledger with many approved questions, and an index."""

    folder: Path

    def settings(self, service: EmbeddingService | None = None) -> Settings:
        embeddings = {"provider": "compatible", "model": "words", "dimensions": DIM, "timeout": 5}
        return Settings.model_validate(
            {
                "workspaces": {"shop": {"url": f"sqlite:///{self.folder / 'shop.sqlite'}"}},
                "ledger": {"url": f"sqlite:///{self.folder / 'ledger.sqlite3'}"},
                "state_folder": str(self.folder / "state"),
                **({"embeddings": embeddings | {"base_url": service.url}} if service else {}),
            }
        )

    @property
    def model(self) -> str:
        """The model that the index on disk is of."""
        return model_of(index_path(self.settings(), self.folder, "shop"))

    @asynccontextmanager
    async def running(self, service: EmbeddingService | None = None) -> AsyncIterator["Running"]:
        async with application(self.settings(service), self.folder) as opened:
            yield Running(opened)


@dataclass(frozen=True)
class Running:
    application: Application

    async def trusts(self, town: str) -> bool:
        """Whether the approved question gets its answer as trusted; never another one."""
        question = f"How many orders came from {town}?"
        state = RunState(question=question, asker=ANA, today=dt.date(2026, 11, 2), pinned="shop")
        pipeline = Pipeline(self.application.workspaces)
        outcome = (await drive(pipeline, state, take_defaults)).outcome
        trusted = isinstance(outcome, Answer) and outcome.trust is Trust.TRUSTED
        assert not isinstance(outcome, Answer) or outcome.rows == ((1,),)
        return trusted

    @property
    def waiting(self) -> int:
        shop = self.application.workspaces.get("shop")
        assert shop is not None
        return shop.validated.unembedded()

    async def ill(self) -> list[str]:
        """What an admin's desk says is not well."""
        health = RunningHealth(self.application.workspaces, self.application.ledger)
        return [each.said for each in await health.conditions() if not each.well]

    async def as_far_as(self, service: EmbeddingService) -> None:
        """Wait until all is embedded that the service still does, and no more is tried."""
        await until(lambda: service.batches == 0 and service.refused)

    async def until(self, least: int, most: int) -> None:
        """Wait until so many wordings have no vectors."""
        await until(lambda: least <= self.waiting <= most)


@pytest.fixture
def service() -> Iterator[EmbeddingService]:
    running = EmbeddingService()
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


@pytest.fixture
async def place(tmp_path: Path) -> Place:
    """Where everything was embedded by the built-in model."""
    place = Place(tmp_path / "one")
    _with_a_shop(place.folder)
    await _with_approved_questions(place.folder)
    async with place.running() as running:
        await running.until(1, len(TOWNS))
        await running.until(0, 0)
        assert await running.trusts(FIRST)
    assert place.model == BUILT_IN
    return place


def _with_a_shop(folder: Path) -> None:
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "shop.sqlite")) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, town TEXT)")
        connection.executemany("INSERT INTO orders (town) VALUES (?)", [(town,) for town in TOWNS])
        connection.commit()


async def _with_approved_questions(folder: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{folder / 'ledger.sqlite3'}")
    async with ledger.begin() as pages:
        for number, town in enumerate(TOWNS):
            await pages.kept.add(
                ValidatedQuery(
                    id=f"q{number}",
                    workspace="shop",
                    question=f"How many orders came from {town}?",
                    sql=f"SELECT COUNT(*) AS orders FROM orders WHERE town = '{town}'",
                    dialect="sqlite",
                    tables=("orders",),
                    columns=("orders.town",),
                    approved_by="Rui",
                )
            )
    await ledger.close()


async def test_a_new_model_embeds_everything_anew_says_so_and_is_trusted_afterwards(
    place: Place, service: EmbeddingService
) -> None:
    said = [finding.said async for finding in examine(place.settings(service), place.folder)]
    assert any(f"were embedded by {BUILT_IN}" in each for each in said)
    service.batches = 2
    with capture_logs() as logged:
        async with place.running(service) as running:
            await running.as_far_as(service)
            assert running.waiting == len(TOWNS) - 2 * 64
            assert any("approved wordings" in each for each in await running.ill())
            assert place.model == BUILT_IN
            # Its rows are asserted: whatever is trusted meanwhile is right.
            await running.trusts(FIRST)
            service.batches = None
            await running.trusts(LAST)
            await running.until(0, 0)
            assert await running.ill() == []
            assert await running.trusts(FIRST)
            assert await running.trusts(LAST)
    told = [(line["event"], line.get("before"), line.get("model")) for line in logged]
    new = place.model
    assert new.startswith("words-384@")
    assert ("sentence_model_changed", BUILT_IN, None) in told
    assert ("embedding_wordings", None, new) in told
    assert ("wordings_embedded", None, new) in told
    said = [finding.said async for finding in examine(place.settings(service), place.folder)]
    assert not any("were embedded by" in each for each in said)


async def test_while_the_new_service_is_down_nothing_is_trusted_and_it_goes_on_once_it_is_back(
    place: Place, service: EmbeddingService
) -> None:
    service.down = True
    said = [finding async for finding in examine(place.settings(service), place.folder)]
    assert [finding.what for finding in said if not finding.well] == ["embeddings"]
    async with place.running(service) as running:
        await running.until(len(TOWNS), len(TOWNS))
        assert not await running.trusts(FIRST)
        assert not await running.trusts(LAST)
        assert place.model == BUILT_IN
        service.down = False
        await running.trusts(FIRST)
        await running.until(0, 0)
        assert await running.trusts(FIRST)


@pytest.mark.deep
async def test_after_a_kill_in_the_middle_only_the_rest_is_embedded(
    place: Place, service: EmbeddingService, tmp_path: Path
) -> None:
    after = Place(tmp_path / "two")
    service.batches = 9
    async with place.running(service) as running:
        await running.as_far_as(service)
        # What a kill leaves on the disk.
        # The bell of whoever was killed is a pipe, and nothing that is kept.
        shutil.copytree(place.folder, after.folder, ignore=shutil.ignore_patterns("*.bell"))
    assert after.model.startswith("words-384@")
    service.batches, service.embedded = None, 0
    async with after.running(service) as running:
        await running.until(0, 0)
        assert service.embedded < len(TOWNS) - 512 + 64
        assert await running.trusts(FIRST)
        assert await running.trusts(LAST)


@pytest.mark.deep
async def test_a_catalog_read_anew_in_the_middle_embeds_nothing_twice(
    place: Place, service: EmbeddingService
) -> None:
    service.batches = 4
    async with place.running(service) as running:
        await running.as_far_as(service)
        await running.application.workspaces.refresh()
        service.batches, before = None, service.embedded
        await running.trusts(LAST)
        await running.until(0, 0)
        assert service.embedded - before < len(TOWNS) - 4 * 64 + 64
        assert await running.trusts(FIRST)


@pytest.mark.deep
async def test_going_back_to_the_model_of_before_embeds_anew_too(
    place: Place, service: EmbeddingService
) -> None:
    async with place.running(service) as running:
        await running.until(1, len(TOWNS))
        await running.until(0, 0)
    assert place.model.startswith("words-384@")
    async with place.running() as running:
        await running.until(1, len(TOWNS))
        await running.until(0, 0)
        assert await running.trusts(LAST)
    assert place.model == BUILT_IN
