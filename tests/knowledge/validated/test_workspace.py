"""A workspace's validated queries are matched, kept up with the store, and never trusted stale."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Embedder
from knowledge.matching import Tier
from knowledge.validated.drift import fingerprints_of, uses_of
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import Status
from knowledge.validated.workspace import ValidatedWorkspace
from tests.knowledge.validated.builders import ASKED, a_catalog, a_query, a_store


async def test_an_added_query_answers_after_catching_up(embedder: Embedder) -> None:
    store = await a_store()
    workspace = ValidatedWorkspace("sales", embedder, index=FaissIndex)
    assert await workspace.catch_up(store) == 1
    found = await workspace.find(store, ASKED)
    assert found.tier is Tier.TRUSTED
    assert found.query is not None
    assert await workspace.catch_up(store) == 0


async def test_a_retired_query_answers_no_more(embedder: Embedder) -> None:
    store = await a_store()
    workspace = ValidatedWorkspace("sales", embedder, index=FaissIndex)
    await workspace.catch_up(store)
    await store.save(replace(a_query(), status=Status.RETIRED))
    await workspace.catch_up(store)
    assert (await workspace.find(store, ASKED)).tier is Tier.NONE


async def test_an_accepted_paraphrase_answers_too(embedder: Embedder) -> None:
    store = await a_store(paraphrases=("German purchase count",))
    workspace = ValidatedWorkspace("sales", embedder)
    await workspace.catch_up(store)
    assert (await workspace.find(store, "german purchase count")).tier is Tier.TRUSTED


async def test_a_fixed_literal_is_not_re_bound(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder, catalog=a_catalog())
    store = await a_store()
    assert (
        await workspace.find(store, "How many orders came from France?")
    ).tier is not Tier.TRUSTED


async def test_an_open_literal_takes_a_value_that_its_column_holds(embedder: Embedder) -> None:
    query = a_query()
    parameters = detect_parameters(query.question, query.sql, query.dialect)
    workspace = ValidatedWorkspace("sales", embedder, catalog=a_catalog())
    store = await a_store(parameters=parameters)
    known = await workspace.find(store, "How many orders came from France?")
    unknown = await workspace.find(store, "How many orders came from Atlantis?")
    assert (known.tier, known.match.sql) == (
        Tier.TRUSTED,
        "SELECT COUNT(*) FROM orders WHERE country = 'France'",
    )
    assert unknown.tier is not Tier.TRUSTED


async def test_a_refused_question_stays_refused(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    refused = "number of orders that came from Germany"
    store = await a_store(hard_negatives=(refused,))
    found = await workspace.find(store, refused + "?")
    assert (found.tier, found.match.failed[0].kind) == (Tier.NONE, "refused")


@pytest.mark.parametrize("refused", [ASKED, f"please, {ASKED}", f"{ASKED} in Germany"])
async def test_no_refusal_takes_the_approved_words_away(embedder: Embedder, refused: str) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    store = await a_store(hard_negatives=(refused,))
    for asked in (ASKED, f"{ASKED}, please"):
        assert (await workspace.find(store, asked)).tier is Tier.TRUSTED


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
    store = await a_store(tables=tables, columns=columns, fingerprints=bound)
    workspace = ValidatedWorkspace("sales", embedder, catalog=now)  # type: ignore[arg-type]
    found = await workspace.find(store, ASKED)
    assert found.tier is Tier.NONE
    assert reason in [failure.reason for failure in found.match.failed]


async def test_a_damaged_index_file_is_rebuilt_from_the_rows(
    embedder: Embedder, tmp_path: Path
) -> None:
    store, path = await a_store(), tmp_path / "sales.index"
    await ValidatedWorkspace("sales", embedder, file=path).catch_up(store)
    content = bytearray(path.read_bytes())
    content[-20] ^= 0xFF
    path.write_bytes(bytes(content))
    again = ValidatedWorkspace("sales", embedder, file=path)
    await again.catch_up(store)
    assert (await again.find(store, ASKED)).tier is Tier.TRUSTED
    assert path.read_bytes() != bytes(content)


async def test_a_start_uses_the_vectors_on_disk(embedder: Embedder, tmp_path: Path) -> None:
    store, path = await a_store(), tmp_path / "sales.index"
    await ValidatedWorkspace("sales", embedder, file=path).catch_up(store)
    again = ValidatedWorkspace("sales", embedder, file=path)
    await again.catch_up(store)
    assert (await again.find(store, ASKED)).match.similarity == pytest.approx(1.0, abs=0.15)


async def test_sql_that_no_longer_parses_is_not_trusted(embedder: Embedder) -> None:
    workspace = ValidatedWorkspace("sales", embedder)
    store = await a_store(sql="SELECT FROM WHERE (")
    assert (await workspace.find(store, ASKED)).tier is not Tier.TRUSTED


async def test_examples_are_of_different_templates_first(embedder: Embedder) -> None:
    store = await a_store()
    await store.add(
        a_query(
            id="q2",
            question="How many orders came from France?",
            sql="SELECT COUNT(*) FROM orders WHERE country = 'France'",
        )
    )
    await store.add(a_query(id="q3", question="Latest order", sql="SELECT MAX(day) FROM orders"))
    workspace = ValidatedWorkspace("sales", embedder)
    found = await workspace.examples(store, "How many orders came from Spain?", count=2)
    assert {query.id for query in found} in ({"q1", "q3"}, {"q2", "q3"})
