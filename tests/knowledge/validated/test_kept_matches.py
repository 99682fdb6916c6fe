"""A question that comes again is matched once, and anew after whatever may change its answer."""

from dataclasses import replace
from typing import Any

import pytest

from knowledge.embeddings import Embedder
from knowledge.matching import Thresholds, Tier
from knowledge.validated.query import Status
from knowledge.validated.workspace import ValidatedWorkspace
from tests.knowledge.validated.builders import a_query, a_store
from tests.knowledge.validated.counting import Counting

ASKED = "how many orders came from Germany?"


async def test_a_question_asked_again_is_matched_once_while_nothing_changes(
    embedder: Embedder,
) -> None:
    counting = Counting(embedder)
    store, workspace = await a_store(), ValidatedWorkspace("sales", counting)
    first = await workspace.find(store, ASKED)
    asked = counting.texts
    assert await workspace.find(store, ASKED) == first
    assert counting.texts == asked
    await workspace.find(store, ASKED, thresholds=Thresholds(trusted=2.0))
    assert counting.texts > asked


@pytest.mark.parametrize(
    "change",
    [
        {"status": Status.RETIRED},
        {"status": Status.DEMOTED},
        {"sql": "SELECT COUNT(*) FROM orders WHERE country = 'France'"},
    ],
)
async def test_what_was_matched_before_a_change_is_not_what_is_found_after_it(
    embedder: Embedder, change: dict[str, Any]
) -> None:
    store, workspace = await a_store(), ValidatedWorkspace("sales", embedder)
    before = await workspace.find(store, ASKED)
    assert (await workspace.find(store, ASKED)) == before
    await store.save(replace(a_query(), **change))
    after = await workspace.find(store, ASKED)
    assert before.tier is Tier.TRUSTED
    assert after.tier is not Tier.TRUSTED or after.match.sql == change["sql"]


async def test_what_words_alone_found_is_not_kept(embedder: Embedder) -> None:
    counting = Counting(embedder)
    store, workspace = await a_store(), ValidatedWorkspace("sales", counting)
    await workspace.catch_up(store)
    counting.gone = True
    assert (await workspace.find(store, ASKED)).tier is not Tier.TRUSTED
    counting.gone = False
    assert (await workspace.find(store, ASKED)).tier is Tier.TRUSTED
