"""What askers say of approved queries: a wording waits for a reviewer, a refusal counts at once."""

from collections.abc import Sequence

import numpy as np
import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder, EmbeddingsUnavailableError, Vectors
from knowledge.matching import Thresholds
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.approved.answers import Shelf, StoredAnswers
from pipeline.result import Trust
from tests.knowledge.validated.builders import a_query

APPROVED = "How many orders came from Germany?"
SQL = a_query(question=APPROVED).sql
NEAR = "Could you tell me the amount of orders arriving from Germany"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return OnnxEmbedder()


async def kept(embedder: Embedder) -> tuple[StoredAnswers, MemoryValidatedStore]:
    store = MemoryValidatedStore()
    await store.add(a_query(question=APPROVED))
    queries = ValidatedWorkspace("sales", embedder)
    shelf = Shelf(store=store, queries=queries, thresholds=Thresholds(trusted=0.7, review=0.5))
    return StoredAnswers(shelf), store


async def row(store: MemoryValidatedStore) -> ValidatedQuery:
    (found,) = await store.all("sales")
    return found


async def test_a_wording_that_was_accepted_by_an_asker_counts_for_nothing_yet(
    embedder: Embedder,
) -> None:
    answers, store = await kept(embedder)
    before = await answers.find(NEAR, ())
    await answers.used("q1", NEAR, near=SQL)
    await answers.used("q1", NEAR.upper(), near=SQL)
    after = await row(store)
    assert (after.proposed, after.paraphrases, after.usage.used) == ((NEAR,), (), 2)
    assert await answers.find(NEAR, ()) == before


async def test_a_trusted_use_proposes_nothing(embedder: Embedder) -> None:
    answers, store = await kept(embedder)
    await answers.used("q1", APPROVED)
    assert (await row(store)).proposed == ()


async def test_a_refusal_counts_for_near_wordings_and_not_for_the_approved_one(
    embedder: Embedder,
) -> None:
    answers, _ = await kept(embedder)
    await answers.not_the_same("q1", "how many of the orders came out of Germany")
    assert await answers.find("how many of the orders came out of Germany, please", ()) == ()
    (found,) = await answers.find(APPROVED, ())
    assert found.trust is Trust.TRUSTED


@pytest.mark.parametrize(
    "said", [APPROVED, APPROVED.upper(), f"Please, {APPROVED}", f" {APPROVED}?"]
)
async def test_no_asker_switches_off_the_approved_words(embedder: Embedder, said: str) -> None:
    answers, store = await kept(embedder)
    await answers.not_the_same("q1", said)
    assert ((await row(store)).hard_negatives, (await row(store)).usage.refused) == ((), 1)
    for asked in (APPROVED, said):
        (found,) = await answers.find(asked, ())
        assert found.trust is Trust.TRUSTED


async def test_without_the_sentence_model_there_are_no_examples() -> None:
    class Away:
        name, dim = "away", 384

        def embed(self, texts: Sequence[str]) -> Vectors:
            if texts:
                raise EmbeddingsUnavailableError(self.name, "it is away")
            return np.zeros((0, 384), dtype=np.float32)

    answers, _ = await kept(Away())
    assert await answers.examples(APPROVED, 3) == ()
