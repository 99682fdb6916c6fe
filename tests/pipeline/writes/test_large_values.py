"""What a write reads is bounded: values, rows and both together, on every engine."""

import pytest

from pipeline.adapters.writes_rows import MOST_OF_CELL, first_rows
from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.writes.rows import images
from pipeline.writes.statements.effect import UnclearEffectError
from tests.pipeline.writes.conftest import Shop, a_proposal, impossible, previewed, written

_TEXT = {"mysql": "LONGTEXT"}
_LARGE = {
    "sqlite": "printf('%.*c', 5000000, 'x')",
    "duckdb": "repeat('x', 5000000)",
    "postgres": "repeat('x', 5000000)",
    "mysql": "repeat('x', 5000000)",
}
# 4 x 4 x 4 x 4 x 4 x 4 x 4 rows.
_MANY = "INSERT INTO loose SELECT p1.id, 'z' FROM products AS p1 " + " ".join(
    f"CROSS JOIN products AS p{at}" for at in range(2, 8)
)


def with_a_large_value(shop: Shop) -> None:
    kind = _TEXT.get(shop.engine, "VARCHAR" if shop.engine == "duckdb" else "TEXT")
    shop.run(
        f"CREATE TABLE pages (id INTEGER PRIMARY KEY, body {kind});"
        "INSERT INTO pages VALUES (1, 'short');"
        f"INSERT INTO pages VALUES (2, {_LARGE[shop.engine]})"
    )


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE pages SET body = 'new' WHERE id = 2",
        "DELETE FROM pages WHERE id = 2 RETURNING body",
    ],
)
async def test_a_change_of_a_value_that_is_too_large_is_refused_plainly(
    shop: Shop, writes: ThreadedWrites, sql: str
) -> None:
    with_a_large_value(shop)
    if shop.engine == "mysql":
        sql = sql.removesuffix(" RETURNING body")

    found = await impossible(writes, a_proposal(shop, sql))
    assert found.reason == (
        "This statement is not run: it is about a value of more than 4,000,000 characters, "
        "more than can be compared."
    )
    small = "UPDATE pages SET body = 'new' WHERE id = 1"
    assert (await previewed(writes, a_proposal(shop, small))).rows == 1


def test_rows_that_are_too_large_together_are_refused_plainly() -> None:
    rows = [("x" * MOST_OF_CELL,)] * 17
    with pytest.raises(UnclearEffectError, match="rows of more than 64 MB"):
        first_rows(rows)


async def test_more_rows_than_are_compared_are_added_counted_and_not_kept(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal = a_proposal(shop, _MANY)
    preview = await previewed(writes, proposal)

    assert preview.rows == 4**7
    assert not preview.undo
    assert any(f"first {images.MOST_ROWS:,} rows" in note for note in preview.notes), preview
    assert (await written(writes, proposal)).rows == 4**7
