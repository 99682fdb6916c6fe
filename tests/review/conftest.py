"""Ledgers on both databases, empty for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import metadata
from tests.databases import postgres_database


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_ledger_url(postgres_server: str) -> Iterator[str]:
    with postgres_database(postgres_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqlLedger]:
    """The ledger, on each database."""
    opened = await ledger_on(request.param, request, tmp_path)
    yield opened
    await opened.close()


async def ledger_on(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> SqlLedger:
    if database == "sqlite":
        return await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    opened = await open_ledger(request.getfixturevalue("postgres_ledger_url"))
    await emptied(opened)
    return opened


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqlLedger]:
    """The ledger on SQLite only, for what does not depend on the database."""
    opened = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    yield opened
    await opened.close()


async def emptied(ledger: SqlLedger) -> None:
    names = [table.name for table in metadata.sorted_tables]
    if ledger.writer.dialect.name == "postgresql":
        names += ["procrastinate_jobs", "procrastinate_workers"]
    deletes = "; ".join(f"DELETE FROM {name}" for name in names)
    async with ledger.writer.begin() as connection:
        await connection.execute(text(deletes))
