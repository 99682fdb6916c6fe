"""The validated-query store, held to one contract: in memory and on both databases."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import (
    DuplicateQueryError,
    MemoryValidatedStore,
    StaleQueryError,
    UnknownQueryError,
    ValidatedStore,
)
from review.adapters.sql_validated import SqlValidatedStore
from tests.review.conftest import ledger_on

NOON = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)
ORDERS = ValidatedQuery(
    id="q1",
    workspace="sales",
    question="How many orders?",
    sql="SELECT count(*) FROM orders",
    dialect="duckdb",
    contract={"tables": ["orders"]},
    meanings={"words:orders": "sales.orders", "rows:orders": ""},
    approved_at=NOON,
)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ValidatedStore]:
    if request.param == "memory":
        yield MemoryValidatedStore()
        return
    ledger = await ledger_on(request.param, request, tmp_path)
    yield SqlValidatedStore(ledger)
    await ledger.close()


async def test_what_is_added_comes_back_as_it_was(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    assert await store.get("q1") == ORDERS
    assert await store.all("sales") == (ORDERS,)
    assert await store.all("stock") == ()


async def test_every_revision_of_a_query_can_be_looked_at_again(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    saved = await store.save(replace(ORDERS, sql="SELECT count(id) FROM orders"))
    assert await store.history("q1") == (ORDERS, saved)
    assert await store.history("q2") == ()


async def test_a_query_is_not_made_active_beside_another_of_the_same_wording(
    store: ValidatedStore,
) -> None:
    await store.add(ORDERS)
    waiting = replace(ORDERS, id="q2", status=Status.DEMOTED)
    await store.add(waiting)
    with pytest.raises(DuplicateQueryError) as refused:
        await store.save(replace(waiting, status=Status.ACTIVE))
    assert refused.value.existing.id == "q1"


async def test_a_second_active_query_for_the_same_wording_is_refused(
    store: ValidatedStore,
) -> None:
    await store.add(ORDERS)
    with pytest.raises(DuplicateQueryError) as refused:
        await store.add(replace(ORDERS, id="q2", question="how many  ORDERS"))
    assert refused.value.existing.id == "q1"
    await store.add(replace(ORDERS, id="q3", status=Status.NEVER_REUSE))
    await store.add(replace(ORDERS, id="q4", workspace="stock"))


async def test_an_id_is_taken_once(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    with pytest.raises(DuplicateQueryError):
        await store.add(replace(ORDERS, question="Something else?"))


async def test_a_stale_change_is_refused(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    saved = await store.save(replace(ORDERS, paraphrases=("Number of orders?",)))
    assert saved.revision == 2
    with pytest.raises(StaleQueryError):
        await store.save(replace(ORDERS, status=Status.DEMOTED))
    with pytest.raises(UnknownQueryError):
        await store.save(replace(ORDERS, id="q9"))


async def test_others_catch_up_by_version(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    seen = await store.version("sales")
    await store.add(replace(ORDERS, id="q2", question="How many customers?"))
    changes = await store.changed_since("sales", seen)
    assert [query.id for query in changes.queries] == ["q2"]
    assert changes.version == await store.version("sales") == seen + 1


async def test_rows_are_read_one_by_one_and_only_active_ones_are_listed(
    store: ValidatedStore,
) -> None:
    await store.add(ORDERS)
    await store.add(replace(ORDERS, id="q2", question="How many customers?"))
    await store.save(replace(ORDERS, status=Status.RETIRED))
    assert await store.revisions("sales") == {"q2": 1}
    assert [query.id for query in await store.some(["q2", "q9"])] == ["q2"]


async def test_the_newest_of_those_unchanged_since_a_version_is_known(
    store: ValidatedStore,
) -> None:
    await store.add(ORDERS)
    await store.add(replace(ORDERS, id="q2", question="How many customers?"))
    seen = await store.version("sales")
    second = await store.newest("sales", seen)
    assert second is not None
    assert second.id == "q2"
    await store.save(replace(second, paraphrases=("How many clients?",)))
    assert await store.newest("sales", seen) == ORDERS
    await store.save(replace(ORDERS, status=Status.RETIRED))
    assert await store.newest("sales", seen) is None


async def test_uses_are_counted_without_a_new_version(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    before = await store.version("sales")
    uses = [store.count_use("q1", Usage(offered=1, used=1, last_used_at=NOON)) for _ in range(4)]
    await asyncio.gather(*uses)
    await store.count_use("q1", Usage(refused=1))
    found = await store.get("q1")
    assert found is not None
    assert found.usage == Usage(offered=4, used=4, refused=1, last_used_at=NOON)
    assert await store.version("sales") == before


async def test_the_latest_use_stays_and_uses_of_nothing_are_told(store: ValidatedStore) -> None:
    await store.add(ORDERS)
    for at in (NOON, NOON - dt.timedelta(days=1)):
        await store.count_use("q1", Usage(used=1, last_used_at=at))
    found = await store.get("q1")
    assert found is not None
    assert found.usage == Usage(used=2, last_used_at=NOON)
    with pytest.raises(UnknownQueryError):
        await store.count_use("q9", Usage(used=1))


async def test_of_adds_that_race_one_is_kept(store: ValidatedStore) -> None:
    adds = [store.add(replace(ORDERS, id=f"q{n}")) for n in range(4)]
    ended = await asyncio.gather(*adds, return_exceptions=True)
    assert sum(isinstance(each, DuplicateQueryError) for each in ended) == 3
    assert len(await store.all("sales")) == 1
