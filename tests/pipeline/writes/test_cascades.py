"""Rows that go along through several tables are all looked at, or the change is refused."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.adapters.writes import open_writable
from pipeline.writes.values import Changed, Impossible, Preview
from tests.pipeline.writes.conftest import SECONDS, Book, Shop, a_proposal, approved


def a_chain(tables: int, rule: str = "ON DELETE CASCADE") -> str:
    """Tables t0, t1 ... of one row each, every one referring to the one before."""
    made = ["CREATE TABLE t0 (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO t0 VALUES (1, 'a');"]
    for n in range(1, tables):
        made.append(
            f"CREATE TABLE t{n} (id INTEGER PRIMARY KEY, note TEXT, up INTEGER UNIQUE "
            f"REFERENCES t{n - 1} {rule}); INSERT INTO t{n} VALUES (1, 'a', 1);"
        )
    return "".join(made)


FOLLOWING = """
CREATE TABLE t0 (code TEXT PRIMARY KEY);
CREATE TABLE t1 (code TEXT UNIQUE REFERENCES t0 ON DELETE SET NULL ON UPDATE CASCADE);
CREATE TABLE t2 (code TEXT REFERENCES t1 (code) ON UPDATE CASCADE);
INSERT INTO t0 VALUES ('a'); INSERT INTO t1 VALUES ('a'); INSERT INTO t2 VALUES ('a');
"""


async def previewed(
    folder: Path, schema: str, sql: str, meanwhile: str = ""
) -> tuple[object, object]:
    """The preview of a change, and what came of it when something was done in between."""
    path = folder / "chain.sqlite"
    sqlite3.connect(path).close()
    shop = Shop("sqlite", f"sqlite:///{path}")
    shop.run(schema)
    writes = open_writable(shop.url)
    try:
        proposal = a_proposal(shop, sql)
        preview = await writes.preview(proposal, SECONDS)
        if not isinstance(preview, Preview):
            return preview, None
        shop.run(meanwhile)
        agreed = approved(proposal, preview)
        return preview, await writes.execute(proposal, agreed, Book().before_commit)
    finally:
        await writes.close()


async def test_a_changed_row_far_below_is_not_the_one_that_was_approved(tmp_path: Path) -> None:
    preview, done = await previewed(
        tmp_path, a_chain(4), "DELETE FROM t0 WHERE id = 1", "UPDATE t3 SET note = 'b'"
    )
    assert isinstance(preview, Preview)
    assert len(preview.warnings) == 3
    assert isinstance(done, Changed), done


async def test_rows_that_go_along_through_too_many_tables_are_refused(tmp_path: Path) -> None:
    refused, _ = await previewed(tmp_path, a_chain(8), "DELETE FROM t0 WHERE id = 1")
    assert isinstance(refused, Impossible), refused
    assert "more than 5 tables" in refused.reason


@pytest.mark.parametrize(
    "sql", ["DELETE FROM t0 WHERE code = 'a'", "UPDATE t0 SET code = 'b' WHERE code = 'a'"]
)
async def test_what_changes_further_tables_is_refused(tmp_path: Path, sql: str) -> None:
    refused, _ = await previewed(tmp_path, FOLLOWING, sql)
    assert isinstance(refused, Impossible), refused
    assert "further tables" in refused.reason
