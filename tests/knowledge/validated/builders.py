"""Builders that name only what matters to a test."""

from typing import Any

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore

# In other words than the query that is approved.
ASKED = "how many orders came from Germany"


def a_query(**fields: Any) -> ValidatedQuery:
    given: dict[str, Any] = {
        "id": "q1",
        "workspace": "sales",
        "question": "How many orders came from Germany?",
        "sql": "SELECT COUNT(*) FROM orders WHERE country = 'Germany'",
        "dialect": "sqlite",
        "approved_by": "rui",
    }
    return ValidatedQuery(**(given | fields))


def a_catalog(
    *,
    columns: tuple[str, ...] = ("id", "country"),
    type: str = "TEXT",  # noqa: A002 - what a column calls it
    view_sql: str | None = None,
) -> Catalog:
    orders = Table(
        name="orders",
        columns=tuple(
            Column(name=name, type=type, kind=Kind.TEXT, values=("Germany", "France"))
            for name in columns
        ),
        fingerprint="f1",
        view_sql=view_sql,
    )
    return Catalog(workspace="sales", dialect="sqlite", tables=(orders,))


async def a_store(**fields: object) -> MemoryValidatedStore:
    store = MemoryValidatedStore()
    await store.add(a_query(**fields))
    return store
