"""A workspace's validated queries are matched, kept up with the store, and never trusted stale."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder
from knowledge.matching import Tier
from knowledge.validated import (
    MemoryValidatedStore,
    Status,
    ValidatedWorkspace,
    detect_parameters,
    fingerprints_of,
    uses_of,
)
from tests.knowledge.validated.builders import a_catalog, a_query

ASKED = "how many orders came from Germany"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return OnnxEmbedder()


async def _store(**fields: object) -> MemoryValidatedStore:
    store = MemoryValidatedStore()
    await store.add(a_query(**fields))
    return store


async def test_an_added_query_answers_after_catching_up(embedder: Embedder) -> None:
    store = await _store()
    workspace = ValidatedWorkspace("sales", embedder, index=FaissIndex)
    assert workspace.match(ASKED).tier is Tier.NONE
    assert await workspace.catch_up(store) == 1
    found = workspace.match(ASKED)
    assert found.tier is Tier.TRUSTED
    assert found.query is not None
    assert await workspace.catch_up(store) == 0


async def test_a_retired_query_answers_no_more(embedder: Embedder) -> None:
    store = await _store()
    workspace = ValidatedWorkspace("sales", embedder, index=FaissIndex)
    await workspace.catch_up(store)
    await store.save(replace(a_query(), status=Status.RETIRED))
    await workspace.catch_up(store)
    assert workspace.match(ASKED).tier is Tier.NONE


async def test_an_accepted_paraphrase_answers_too(embedder: Embedder) -> None:
    store = await _store(paraphrases=("German purchase count",))
    workspace = ValidatedWorkspace("sales", embedder)
    await workspace.catch_up(store)
    assert workspace.match("german purchase count").tier is Tier.TRUSTED


async def test_a_fixed_literal_is_not_re_bound(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder, catalog=a_catalog())
    await workspace.catch_up(await _store())
    assert workspace.match("How many orders came from France?").tier is not Tier.TRUSTED


async def test_an_open_literal_takes_a_value_that_its_column_holds(embedder: Embedder) -> None:
    query = a_query()
    parameters = detect_parameters(query.question, query.sql, query.dialect)
    workspace = ValidatedWorkspace("sales", embedder, catalog=a_catalog())
    await workspace.catch_up(await _store(parameters=parameters))
    known = workspace.match("How many orders came from France?")
    unknown = workspace.match("How many orders came from Atlantis?")
    assert (known.tier, known.match.sql) == (
        Tier.TRUSTED,
        "SELECT COUNT(*) FROM orders WHERE country = 'France'",
    )
    assert unknown.tier is not Tier.TRUSTED


async def test_a_refused_question_stays_refused(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    refused = "number of orders that came from Germany"
    await workspace.catch_up(await _store(hard_negatives=(refused,)))
    found = workspace.match(refused + "?")
    assert (found.tier, found.match.failed[0].guard) == (Tier.REVIEW, "refused")


@pytest.mark.parametrize("refused", [ASKED, f"please, {ASKED}", f"{ASKED} in Germany"])
async def test_no_refusal_takes_the_approved_words_away(embedder: Embedder, refused: str) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    await workspace.catch_up(await _store(hard_negatives=(refused,)))
    for asked in (ASKED, f"{ASKED}, please"):
        assert workspace.match(asked).tier is Tier.TRUSTED


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        (a_catalog(type="INTEGER"), "its column orders.country was text and is integer now"),
        (a_catalog(view_sql="SELECT 1"), "its table orders has changed since approval"),
        (a_catalog(columns=("id",)), "its column orders.country is gone"),
    ],
)
async def test_a_query_on_a_changed_schema_is_not_trusted(
    embedder: Embedder, now: object, reason: str
) -> None:
    query = a_query()
    tables, columns = uses_of(query.sql, query.dialect, a_catalog())
    bound = fingerprints_of(query.sql, query.dialect, a_catalog())
    store = await _store(tables=tables, columns=columns, fingerprints=bound)
    workspace = ValidatedWorkspace("sales", embedder, catalog=now)  # type: ignore[arg-type]
    await workspace.catch_up(store)
    found = workspace.match(ASKED)
    assert found.tier is Tier.REVIEW
    assert reason in [failure.reason for failure in found.match.failed]


async def test_a_damaged_index_file_is_rebuilt_from_the_rows(
    embedder: Embedder, tmp_path: Path
) -> None:
    store, path = await _store(), tmp_path / "sales.vectors"
    await ValidatedWorkspace("sales", embedder, snapshot=path).catch_up(store)
    content = bytearray(path.read_bytes())
    content[-20] ^= 0xFF
    path.write_bytes(bytes(content))
    again = ValidatedWorkspace("sales", embedder, snapshot=path)
    await again.catch_up(store)
    assert again.match(ASKED).tier is Tier.TRUSTED
    assert path.read_bytes() != bytes(content)


async def test_a_start_uses_the_vectors_on_disk(embedder: Embedder, tmp_path: Path) -> None:
    store, path = await _store(), tmp_path / "sales.vectors"
    await ValidatedWorkspace("sales", embedder, snapshot=path).catch_up(store)
    again = ValidatedWorkspace("sales", embedder, snapshot=path)
    await again.catch_up(store)
    assert again.match(ASKED).match.similarity == pytest.approx(1.0, abs=0.15)


async def test_sql_that_no_longer_parses_is_not_trusted(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    await workspace.catch_up(await _store(sql="SELECT FROM WHERE ("))
    assert workspace.match(ASKED).tier is not Tier.TRUSTED


async def test_examples_are_of_different_templates_first(embedder: Embedder) -> None:
    store = await _store()
    await store.add(
        a_query(
            id="q2",
            question="How many orders came from France?",
            sql="SELECT COUNT(*) FROM orders WHERE country = 'France'",
        )
    )
    await store.add(a_query(id="q3", question="Latest order", sql="SELECT MAX(day) FROM orders"))
    workspace = ValidatedWorkspace("sales", embedder)
    await workspace.catch_up(store)
    found = workspace.examples("How many orders came from Spain?", count=2)
    assert {query.id for query in found} in ({"q1", "q3"}, {"q2", "q3"})
