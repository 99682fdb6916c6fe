"""A model may propose that an approved question is the same: the guards decide, and a person."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.catalog import Catalog
from knowledge.embeddings import Embedder
from knowledge.glossary import Glossary
from knowledge.matching import Thresholds
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.approved.answers import Shelf, StoredAnswers
from pipeline.checkpoint import CheckpointKind
from pipeline.result import Answer, Trust
from pipeline.workspace import ValidatedAnswers
from tests.knowledge.validated.builders import a_query
from tests.pipeline.agents.layers.store import open_store, usual
from tests.pipeline.agents.layers.test_asking_people import answering

APPROVED = "show the big spenders"
ASKED = "show the whales"
SQL = "SELECT name FROM customers WHERE id = 2"
SAME = {"same_as": APPROVED, "why": "whales spend much"}


@cache
def embedder() -> Embedder:
    return OnnxEmbedder()


class Shelved:
    """Opens the approved questions of the store."""

    def __init__(self, *queries: ValidatedQuery) -> None:
        self.store = MemoryValidatedStore()
        self.queries = queries

    def __call__(self, name: str, catalog: Catalog, glossary: Glossary) -> ValidatedAnswers:
        queries = ValidatedWorkspace(name, embedder(), catalog=catalog, glossary=glossary)
        limits = Thresholds(trusted=0.7, review=0.5)
        return StoredAnswers(Shelf(store=self.store, queries=queries, thresholds=limits))

    async def fill(self) -> None:
        for query in self.queries:
            await self.store.add(query)


def approved(question: str = APPROVED, sql: str = SQL, **more: Any) -> ValidatedQuery:
    return replace(a_query(question=question, sql=sql), workspace="store", **more)


async def given(*queries: ValidatedQuery) -> dict[str, Any]:
    shelf = Shelved(*queries)
    await shelf.fill()
    return {"validated": shelf}


async def test_what_the_guards_let_stand_is_offered_and_never_trusted(tmp_path: Path) -> None:
    script = usual(propose_match=SAME)
    async with open_store(tmp_path, script, **await given(approved())) as store:
        driven = await store.ask(ASKED, answering({"match": "use"}, {}))
        assert store.script.asked == ["propose_match"]
    (card,) = driven.asked
    assert card.kind is CheckpointKind.MATCH
    assert card.warning
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.trust is Trust.SEMI_TRUSTED
    assert driven.outcome.rows == (("Bo",),)


async def test_it_never_runs_without_a_click_even_where_trusted_ones_do(tmp_path: Path) -> None:
    auto = {"match": {"auto": True}}
    script = usual(propose_match=SAME)
    async with open_store(tmp_path, script, workspace=auto, **await given(approved())) as store:
        driven = await store.ask(ASKED, answering({"match": "fresh"}, {}))
    assert driven.asked[0].kind is CheckpointKind.MATCH
    assert driven.state.matched is None


@pytest.mark.corpus(examples=2)
@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (APPROVED, "show the 3 whales"),
        (APPROVED, "show no whales"),
        (APPROVED, "show the whales of 2025"),
        ("show the big spenders of Spain", ASKED),
        ("how many big spenders are there", ASKED),
    ],
)
async def test_what_a_guard_finds_another_is_not_offered(
    tmp_path: Path, question: str, asked: str
) -> None:
    script = usual(propose_match={"same_as": question})
    async with open_store(tmp_path, script, **await given(approved(question))) as store:
        driven = await store.ask(asked)
        assert "propose_match" in store.script.asked
    assert CheckpointKind.MATCH not in [ask.kind for ask in driven.asked]
    assert driven.state.matched is None


async def test_a_question_that_is_not_listed_goes_back(tmp_path: Path) -> None:
    script = usual(propose_match=[{"same_as": "show the salaries"}, {"same_as": ""}])
    async with open_store(tmp_path, script, **await given(approved())) as store:
        driven = await store.ask(ASKED)
        assert store.script.asked[:2] == ["propose_match", "propose_match"]
        assert store.script.asked.count("propose_match") == 2
        assert "is not listed" in store.told("propose_match")
    assert CheckpointKind.MATCH not in [ask.kind for ask in driven.asked]


async def test_what_the_asker_may_not_run_is_not_told(tmp_path: Path) -> None:
    secret = approved("show the fat cats", "SELECT person FROM salaries", id="q2")
    grants = {"reader": {"tables": ["customers", "purchases"]}}
    workspace = {"grants": grants, "default_role": "reader"}
    layers = {"propose_match": {"ask": "always"}}
    how = await given(approved(), secret)
    script = usual(propose_match={"same_as": ""})
    async with open_store(tmp_path, script, workspace=workspace, layers=layers, **how) as store:
        await store.ask(ASKED)
        told = store.told("propose_match")
    assert APPROVED in told
    assert "fat cats" not in told
