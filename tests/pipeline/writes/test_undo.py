"""What was written is taken back byte for byte, on every engine."""

import pytest

from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.writes.undo.undoing import taking_back
from tests.pipeline.writes import conftest
from tests.pipeline.writes.conftest import Shop, a_proposal, previewed, written

CHANGES = (
    "UPDATE products SET price = 12.5 WHERE name = 'Lamp'",
    "UPDATE products SET price = price * 1.05, notes = NULL WHERE price IS NOT NULL",
    "UPDATE products SET photo = NULL, rating = 3, seen_at = NULL, active = FALSE WHERE id < 9",
    "UPDATE products SET name = 'x', made_on = '2026-05-05' WHERE id IN (1, 3, 4)",
    "UPDATE products SET id = id + 100 WHERE id > 2",
    "UPDATE pairs SET c = c + 1 WHERE a = 1",
    "UPDATE pairs SET b = 'z', c = 5 WHERE c > 15",
    "UPDATE orders SET status = 'gone' WHERE customer_id IN (SELECT id FROM customers WHERE test)",
    "DELETE FROM products WHERE id < 9",
    "DELETE FROM pairs WHERE a = 1",
    "DELETE FROM orders WHERE status = 'paid'",
    "INSERT INTO products (id, name, price) VALUES (7, 'Bed', 99.99), (8, 'Rug', NULL)",
    "INSERT INTO orders SELECT id + 10, customer_id, status, order_date FROM orders",
    "INSERT INTO pairs VALUES (9, 'q''\"', 1)",
    "INSERT INTO loose VALUES (7, 'z'), (7, NULL)",
    "UPDATE loose SET b = 'q' WHERE a = 2",
    "UPDATE loose SET a = a + 10, b = NULL WHERE a = 1",
    "DELETE FROM loose WHERE a = 2",
    "CREATE INDEX orders_by_date ON orders (order_date)",
    "ALTER TABLE loose ADD COLUMN notes VARCHAR(20)",
    "ALTER TABLE loose RENAME COLUMN a TO aa",
)


@pytest.mark.corpus(examples=12)
@pytest.mark.parametrize("sql", CHANGES)
async def test_a_preview_leaves_nothing_and_an_undo_restores_every_byte(
    shop: Shop, writes: ThreadedWrites, sql: str
) -> None:
    before = shop.dump()
    change = a_proposal(shop, sql)
    preview = await previewed(writes, change)
    assert shop.dump() == before
    done = await written(writes, change)
    assert shop.dump() != before
    assert done.rows == preview.rows
    await conftest.taken_back(writes, change, done)
    assert shop.dump() == before


async def test_a_preview_of_a_new_column_leaves_nothing(shop: Shop, writes: ThreadedWrites) -> None:
    """Its undo is not tried out, so nothing but the rollback takes it back."""
    before = shop.dump()
    await previewed(writes, a_proposal(shop, "ALTER TABLE loose ADD COLUMN notes VARCHAR(20)"))
    assert shop.dump() == before


@pytest.mark.parametrize("engine", ["duckdb", "postgres", "mysql"], indirect=True)
@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("INSERT INTO loose VALUES (2, 'y')", "other rows look just like these"),
        ("UPDATE loose SET a = 2, b = 'y' WHERE a = 1", "other rows look just like these"),
        ("UPDATE loose SET a = 5, b = 'same' WHERE a < 9", "alike that were not before"),
    ],
)
async def test_rows_that_nobody_could_tell_apart_are_said_to_have_no_undo(
    shop: Shop, writes: ThreadedWrites, sql: str, why: str
) -> None:
    preview = await previewed(writes, a_proposal(shop, sql))
    assert preview.undo == ()
    assert why in preview.undo_missing


def upsert(shop: Shop, values: str) -> str:
    """An INSERT into `pairs` that changes `c` of rows which are there already."""
    added = f"INSERT INTO pairs (a, b, c) VALUES {values}"
    if shop.engine == "mysql":
        return f"{added} ON DUPLICATE KEY UPDATE c = VALUES(c)"
    return f"{added} ON CONFLICT (a, b) DO UPDATE SET c = EXCLUDED.c"


@pytest.mark.parametrize("values", ["(1, 'x', 77), (2, 'x', 78)", "(8, 'new', 1), (9, 'new', 2)"])
async def test_an_upsert_that_only_changes_or_only_adds_is_taken_back(
    shop: Shop, writes: ThreadedWrites, values: str
) -> None:
    before, change = shop.dump(), a_proposal(shop, upsert(shop, values))
    done = await written(writes, change)
    assert done.rows == 2
    await conftest.taken_back(writes, change, done)
    assert shop.dump() == before


async def test_an_upsert_that_does_both_says_before_that_it_has_no_undo(
    shop: Shop, writes: ThreadedWrites
) -> None:
    preview = await previewed(writes, a_proposal(shop, upsert(shop, "(1, 'x', 77), (9, 'n', 1)")))
    assert (preview.rows, preview.undo) == (2, ())
    assert "adds, changes or removes rows at once" in preview.undo_missing


async def test_taking_a_column_back_warns_of_the_values_in_it(
    shop: Shop, writes: ThreadedWrites
) -> None:
    change = a_proposal(shop, "ALTER TABLE loose ADD COLUMN notes VARCHAR(20)")
    done = await written(writes, change)
    shop.run("UPDATE loose SET notes = 'since then' WHERE a = 1")
    undo = taking_back(done.undo[0], change, "w1")
    assert undo is not None
    preview = await previewed(writes, undo)
    assert preview.warnings == ("1 row has a value in notes, which is lost.",)
    assert preview.undo == ()


async def test_an_undo_is_only_what_this_program_writes_itself() -> None:
    change = a_proposal(Shop("sqlite", ""), "UPDATE products SET price = 1 WHERE id = 1")
    for sql in (
        "DROP TABLE products",
        "DELETE FROM products",
        "DELETE FROM products WHERE 1 = 1",
        "DELETE FROM products WHERE id IN (SELECT id FROM products)",
        "DROP INDEX i; DROP TABLE products",
        "INSERT INTO products SELECT * FROM other",
        "ATTACH 'x' AS y",
        "ALTER TABLE products DROP COLUMN a, DROP COLUMN b",
        "SELECT 1",
        "not sql",
    ):
        assert taking_back(sql, change, "w1") is None
