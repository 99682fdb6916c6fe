"""The day of an approval, as people are told it."""

import datetime as dt
from zoneinfo import ZoneInfo

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Thresholds
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.approved.answers import Shelf, StoredAnswers
from tests.knowledge.validated.builders import a_query

QUESTION = "How many orders came from Germany?"


async def test_an_approval_just_before_midnight_in_london_was_the_next_day_in_madrid() -> None:
    store = MemoryValidatedStore()
    late = dt.datetime(2026, 11, 2, 23, 30, tzinfo=dt.UTC)
    await store.add(a_query(question=QUESTION, approved_by="Rui", approved_at=late))
    shelf = Shelf(
        store=store,
        queries=ValidatedWorkspace("sales", OnnxEmbedder()),
        thresholds=Thresholds(trusted=0.7, review=0.5),
        zone=ZoneInfo("Europe/Madrid"),
    )

    (found,) = await StoredAnswers(shelf).find(QUESTION, ())

    assert found.reason.startswith("Approved by Rui on 3 Nov 2026;")
    assert found.approved_at is not None
    assert found.approved_at.day == 3
