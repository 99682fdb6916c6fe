"""A workspace's index at its start, and what is embedded when: little is read, nothing twice."""

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typing_extensions import override

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import CachedEmbedder, Embedder
from knowledge.matching import Tier, VectorIndex
from knowledge.validated.index_file import model_of
from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.store import Changes, MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from tests.knowledge.validated.builders import ASKED, a_query, a_store
from tests.knowledge.validated.counting import Counting


class _CountingStore(MemoryValidatedStore):
    def __init__(self) -> None:
        super().__init__()
        self.rows_read = 0

    @override
    async def some(self, ids: Collection[str]) -> tuple[ValidatedQuery, ...]:
        self.rows_read += len(ids)
        return await super().some(ids)

    @override
    async def changed_since(self, workspace: str, version: int) -> Changes:
        changes = await super().changed_since(workspace, version)
        self.rows_read += len(changes.queries)
        return changes


THINGS = ("orders", "customers", "payments", "refunds", "parcels", "complaints", "visits")


async def _many(store: MemoryValidatedStore, count: int) -> None:
    for number in range(count):
        thing, city = THINGS[number % len(THINGS)], f"city{number}"
        await store.add(
            a_query(
                id=f"m{number}",
                question=f"How many {thing} did {city} have?",
                sql=f"SELECT COUNT(*) FROM {thing} WHERE city = '{city}'",
            )
        )


@pytest.fixture(params=[4_000, 20], ids=["exact", "lists"])
def index(request: pytest.FixtureRequest) -> Callable[[int], VectorIndex]:
    return lambda dim: FaissIndex(dim, exact_up_to=request.param)


async def test_a_start_embeds_nothing_and_reads_only_the_rows_that_come_near(
    embedder: Embedder, tmp_path: Path, index: Callable[[int], VectorIndex]
) -> None:
    store, path, counting = _CountingStore(), tmp_path / "sales.index", Counting(embedder)
    await _many(store, 60)
    await ValidatedWorkspace("sales", counting, index=index, file=path).catch_up(store)
    store.rows_read = counting.texts = 0
    again = ValidatedWorkspace("sales", counting, index=index, file=path)
    assert await again.catch_up(store) == 0
    assert (store.rows_read, counting.texts) == (0, 0)
    found = await again.find(store, "how many orders did city35 have")
    assert (found.tier, found.query and found.query.id) == (Tier.TRUSTED, "m35")
    assert 0 < store.rows_read <= 11


async def test_what_changed_while_away_is_seen_after_a_start(
    embedder: Embedder, tmp_path: Path, index: Callable[[int], VectorIndex]
) -> None:
    store, path = _CountingStore(), tmp_path / "sales.index"
    await _many(store, 60)
    await ValidatedWorkspace("sales", embedder, index=index, file=path).catch_up(store)
    rows = {row.id: row for row in await store.all("sales")}
    await store.save(replace(rows["m0"], status=Status.RETIRED))
    await store.save(replace(rows["m1"], sql="SELECT COUNT(*) FROM shops"))
    await store.save(replace(rows["m2"], question="How many payments were lost?"))
    await store.add(a_query())
    again = ValidatedWorkspace("sales", embedder, index=index, file=path)
    assert await again.catch_up(store) == 4
    retired = await again.find(store, rows["m0"].question)
    assert retired.query is None or retired.query.id != "m0"
    edited = await again.find(store, rows["m1"].question)
    assert edited.match.sql == "SELECT COUNT(*) FROM shops"
    assert (await again.find(store, rows["m2"].question)).tier is not Tier.TRUSTED
    assert (await again.find(store, "How many payments were lost?")).tier is Tier.TRUSTED
    assert (await again.find(store, ASKED)).tier is Tier.TRUSTED


async def test_a_file_from_another_ledger_answers_nothing(
    embedder: Embedder, tmp_path: Path
) -> None:
    store, other, path = MemoryValidatedStore(), MemoryValidatedStore(), tmp_path / "sales.index"
    await _many(store, 5)
    await ValidatedWorkspace("sales", embedder, file=path).catch_up(store)
    await other.add(a_query(id="m3", question="How many shops?", sql="SELECT COUNT(*) FROM shops"))
    again = ValidatedWorkspace("sales", embedder, file=path)
    assert (await again.find(other, "How many refunds did city3 have?")).tier is not Tier.TRUSTED


async def test_a_ledger_that_counted_to_the_same_version_again_is_read_anew(
    embedder: Embedder, tmp_path: Path
) -> None:
    store, other, path = MemoryValidatedStore(), MemoryValidatedStore(), tmp_path / "sales.index"
    await _many(store, 3)
    await ValidatedWorkspace("sales", embedder, file=path).catch_up(store)
    await _many(other, 2)
    await other.add(a_query())
    again = ValidatedWorkspace("sales", embedder, file=path)
    assert (await again.find(other, ASKED)).tier is Tier.TRUSTED
    gone = await again.find(other, "How many payments did city2 have?")
    assert gone.query is None or gone.query.id != "m2"


@pytest.mark.slow
async def test_after_a_change_of_model_wordings_are_embedded_beside_the_work(
    embedder: Embedder, tmp_path: Path
) -> None:
    store, path = MemoryValidatedStore(), tmp_path / "sales.index"
    await _many(store, 260)
    first = ValidatedWorkspace("sales", Counting(embedder, "old"), file=path)
    await first.catch_up(store)
    await first.settled()
    assert model_of(path) == "old"
    model = Counting(embedder, "new")
    again = ValidatedWorkspace("sales", model, file=path)
    with capture_logs() as said:
        await again.catch_up(store)
        owed = again.unembedded
        found = await again.find(store, "how many orders did city35 have")
        await again.settled()
    assert (owed, again.unembedded, model_of(path)) == (260, 0, "new")
    assert found.tier is Tier.TRUSTED
    changed, begun, done = said
    assert [changed["before"], changed["now"], begun["model"]] == ["old", "new", "new"]
    assert [begun["event"], done["event"]] == ["embedding_wordings", "wordings_embedded"]
    model.texts = 0
    last = ValidatedWorkspace("sales", model, file=path)
    await last.catch_up(store)
    assert model.texts == 0


async def test_while_the_sentence_model_is_away_words_find_it_and_nothing_is_trusted(
    embedder: Embedder,
) -> None:
    store, model = MemoryValidatedStore(), Counting(embedder)
    await _many(store, 5)
    workspace = ValidatedWorkspace("sales", model)
    model.gone = True
    asked = "How many refunds did city3 have?"
    away = await workspace.find(store, asked)
    assert (away.tier, away.query and away.query.id) == (Tier.REVIEW, "m3")
    assert away.match.reason == "the sentence model is not available"
    model.gone = False
    assert (await workspace.find(store, asked)).tier is Tier.TRUSTED


async def test_what_is_expected_is_embedded_before_it_is_asked(embedder: Embedder) -> None:
    store, model = await a_store(), Counting(embedder)
    workspace = ValidatedWorkspace("sales", CachedEmbedder(model))
    await workspace.catch_up(store)
    before = model.texts
    workspace.expect("Could you tell me how many orders we got?")
    await workspace.settled()
    assert model.texts == before + 1
    await workspace.find(store, "Could you tell me how many orders we got?")
    assert model.texts == before + 1


async def test_where_nothing_is_approved_nothing_is_embedded_beforehand(
    embedder: Embedder,
) -> None:
    model = Counting(embedder)
    workspace = ValidatedWorkspace("sales", model)
    workspace.expect("How many orders?")
    await workspace.settled()
    assert model.texts == 0


async def test_a_model_that_is_away_when_a_question_is_expected_is_heard_of_by_who_asks(
    embedder: Embedder,
) -> None:
    store, model = await a_store(), Counting(embedder)
    workspace = ValidatedWorkspace("sales", model)
    await workspace.catch_up(store)
    model.gone = True
    workspace.expect(ASKED)
    await workspace.settled()
    found = await workspace.find(store, ASKED)
    assert found.match.left_over[0].kind == "embeddings"
