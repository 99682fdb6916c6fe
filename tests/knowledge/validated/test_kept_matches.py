"""A question that comes again is matched once, and anew after whatever may change its answer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder, EmbeddingsUnavailableError, Vectors
from knowledge.matching import Thresholds, Tier
from knowledge.validated.query import Status
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from tests.knowledge.validated.builders import a_query

ASKED = "number of orders that came from Germany?"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return OnnxEmbedder()


async def _store() -> MemoryValidatedStore:
    store = MemoryValidatedStore()
    await store.add(a_query())
    return store


class Counting:
    """A sentence model that counts what it is asked, and is away when told so."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name, self.dim = inner.name, inner.dim
        self.asked = 0
        self.away = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.away:
            raise EmbeddingsUnavailableError(self.name, "it is away")
        self.asked += len(texts)
        return self._inner.embed(texts)


async def test_a_question_asked_again_is_matched_once_while_nothing_changes(
    embedder: Embedder,
) -> None:
    counting = Counting(embedder)
    store, workspace = await _store(), ValidatedWorkspace("sales", counting)
    first = await workspace.find(store, ASKED)
    asked = counting.asked
    assert await workspace.find(store, ASKED) == first
    assert counting.asked == asked
    await workspace.find(store, ASKED, thresholds=Thresholds(trusted=2.0))
    assert counting.asked > asked


@pytest.mark.parametrize(
    "change",
    [
        {"status": Status.RETIRED},
        {"status": Status.DEMOTED},
        {"sql": "SELECT COUNT(*) FROM orders WHERE country = 'France'"},
        {"hard_negatives": ("number of orders that came from Germany",)},
    ],
)
async def test_what_was_matched_before_a_change_is_not_what_is_found_after_it(
    embedder: Embedder, change: dict[str, Any]
) -> None:
    store, workspace = await _store(), ValidatedWorkspace("sales", embedder)
    before = await workspace.find(store, ASKED)
    assert (await workspace.find(store, ASKED)) == before
    await store.save(replace(a_query(), **change))
    after = await workspace.find(store, ASKED)
    assert before.tier is Tier.TRUSTED
    assert after.tier is not Tier.TRUSTED or after.match.sql == change["sql"]


async def test_an_approved_answer_that_differs_is_seen_beside_the_one_matched_before(
    embedder: Embedder,
) -> None:
    store, workspace = await _store(), ValidatedWorkspace("sales", embedder)
    assert (await workspace.find(store, ASKED)).tier is Tier.TRUSTED
    rival = a_query(
        id="q2",
        question="Number of the orders that came from Germany",
        sql="SELECT COUNT(DISTINCT id) FROM orders WHERE country = 'Germany'",
    )
    await store.add(rival)
    found = await workspace.find(store, ASKED)
    assert (found.tier, found.match.failed[0].guard) == (Tier.REVIEW, "disagreement")


async def test_what_words_alone_found_is_not_kept(embedder: Embedder) -> None:
    counting = Counting(embedder)
    store, workspace = await _store(), ValidatedWorkspace("sales", counting)
    await workspace.catch_up(store)
    counting.away = True
    assert (await workspace.find(store, ASKED)).tier is not Tier.TRUSTED
    counting.away = False
    assert (await workspace.find(store, ASKED)).tier is Tier.TRUSTED
