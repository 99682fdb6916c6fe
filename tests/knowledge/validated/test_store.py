"""The contract that every validated-query store keeps."""

from dataclasses import replace

import pytest

from knowledge.validated.query import Status, Usage
from knowledge.validated.store import (
    DuplicateQueryError,
    MemoryValidatedStore,
    StaleQueryError,
    UnknownQueryError,
    ValidatedStore,
)
from tests.knowledge.validated.builders import a_query


@pytest.fixture
def store() -> ValidatedStore:
    return MemoryValidatedStore()


async def test_the_second_query_for_the_same_wording_is_refused(store: ValidatedStore) -> None:
    await store.add(a_query())
    with pytest.raises(DuplicateQueryError):
        await store.add(a_query(id="q2", question="how many  orders came from germany"))


async def test_the_second_of_two_edits_is_refused(store: ValidatedStore) -> None:
    await store.add(a_query())
    await store.save(replace(a_query(), sql="SELECT 1"))
    with pytest.raises(StaleQueryError):
        await store.save(replace(a_query(), sql="SELECT 2"))


async def test_an_unknown_query_cannot_be_saved(store: ValidatedStore) -> None:
    with pytest.raises(UnknownQueryError):
        await store.save(a_query())


async def test_changes_since_a_version_are_those_queries_only(store: ValidatedStore) -> None:
    await store.add(a_query())
    seen = await store.version("sales")
    await store.add(a_query(id="q2", question="Another"))
    await store.add(a_query(id="q3", workspace="stock"))
    changes = await store.changed_since("sales", seen)
    assert [query.id for query in changes.queries] == ["q2"]
    assert changes.version == seen + 1


async def test_counting_a_use_keeps_the_version(store: ValidatedStore) -> None:
    await store.add(a_query())
    before = await store.version("sales")
    await store.count_use("q1", Usage(offered=1, used=1))
    await store.count_use("q1", Usage(offered=1))
    row = await store.get("q1")
    assert row is not None
    assert (row.usage.offered, row.usage.used) == (2, 1)
    assert await store.version("sales") == before


async def test_a_retired_wording_may_be_approved_again(store: ValidatedStore) -> None:
    await store.add(a_query(status=Status.RETIRED))
    await store.add(a_query(id="q2"))
    assert len(await store.all("sales")) == 2
