"""An approval holds for the database that it was seen in, and for none that looks the same."""

import shutil
from pathlib import Path

import pytest

from knowledge.database_url import read_url
from pipeline.adapters.writes import open_writable
from pipeline.writes.values import Changed, Landed
from tests.pipeline.writes.conftest import Book, Shop, a_proposal, approved, previewed

STATEMENTS = (
    "INSERT INTO products (id, name, price) VALUES (90, 'Bench', 5)",
    "ALTER TABLE products ADD COLUMN remarks TEXT",
    "UPDATE products SET price = 12.5 WHERE id = 1",
)


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"], indirect=True)
@pytest.mark.parametrize("sql", STATEMENTS)
async def test_what_was_approved_for_one_is_not_written_to_its_twin(
    shop: Shop, tmp_path: Path, sql: str
) -> None:
    path = tmp_path / f"shop.{shop.engine}"
    other = tmp_path / f"twin.{shop.engine}"
    shutil.copy(path, other)
    twin = Shop(shop.engine, f"{shop.engine}:///{other}")
    here, there = open_writable(shop.url), open_writable(twin.url)
    proposal, before, book = a_proposal(shop, sql), twin.dump(), Book()
    seen = approved(proposal, await previewed(here, proposal))
    found = await there.execute(proposal, seen, book.before_commit)
    assert isinstance(found, Changed), found
    assert "another database" in found.reason
    assert (book.marks, twin.dump()) == ([], before)
    await here.close()
    await there.close()


async def test_another_server_is_not_asked_about_a_transaction(postgres_url: str) -> None:
    """It counts its own: the same number may be committed there, and is of something else."""
    here = open_writable(postgres_url)
    there = open_writable(
        f"{postgres_url}{'&' if '?' in postgres_url else '?'}options=-cwork_mem=4MB"
    )
    mark = f"3@{read_url(postgres_url).place}"
    assert await here.landed("3@0123456789abcdef") is Landed.UNDECIDED
    assert await there.landed(mark) is Landed.UNDECIDED
    await here.close()
    await there.close()


def test_a_new_password_is_the_same_database() -> None:
    one, other = "postgresql://w:{}@db/shop?sslmode=require", "postgresql://w:{}@db2/shop"
    assert read_url(one.format("a")).place == read_url(one.format("b")).place
    assert read_url(one.format("a")).place != read_url(other.format("a")).place
    named = "postgresql:///shop?host={}&password={}"
    assert read_url(named.format("a", 1)).place == read_url(named.format("a", 2)).place
    assert read_url(named.format("a", 1)).place != read_url(named.format("b", 1)).place
