"""What a preview shows of a change, on every engine, and what it does not try."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.writes.values import (
    Impossible,
)
from tests.pipeline.writes.conftest import (
    PRICE,
    SECONDS,
    Shop,
    a_proposal,
    impossible,
    previewed,
)


async def test_a_statement_that_never_runs_is_not_tried(shop: Shop, writes: ThreadedWrites) -> None:
    for sql in ("DROP TABLE products", "DELETE FROM products", "SELECT * FROM products"):
        assert isinstance(await writes.preview(a_proposal(shop, sql), SECONDS), Impossible)
        disguised = replace(a_proposal(shop, sql), sql=sql, undoes="w1")
        if not sql.startswith("DELETE"):
            assert isinstance(await writes.preview(disguised, SECONDS), Impossible)


# A million million rows, of no more than four of each.
SLOW = (
    "UPDATE loose SET a = (SELECT count(*) FROM "
    + ", ".join(f"products AS p{at}" for at in range(20))
    + ") WHERE a = 1"
)


@pytest.mark.slow
async def test_a_preview_ends_with_its_budget(shop: Shop, writes: ThreadedWrites) -> None:
    proposal = a_proposal(shop, SLOW)
    found = await writes.preview(proposal, dt.timedelta(seconds=1))
    assert isinstance(found, Impossible), found
    assert "longer than it may" in found.reason, found


TRIGGERS = {
    "sqlite": "CREATE TRIGGER no_cheap BEFORE UPDATE ON products WHEN NEW.price < 15 "
    "BEGIN SELECT RAISE(ABORT, 'too cheap'); END;",
    "postgres": "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE EXCEPTION 'too cheap'; END $$; CREATE TRIGGER no_cheap BEFORE UPDATE ON products "
    "FOR EACH ROW WHEN (NEW.price < 15) EXECUTE FUNCTION refuse();",
    "mysql": "CREATE TRIGGER no_cheap BEFORE UPDATE ON products FOR EACH ROW "
    "IF NEW.price < 15 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'too cheap'; END IF",
}


@pytest.mark.parametrize("engine", ["sqlite", "postgres", "mysql"], indirect=True)
async def test_a_trigger_that_refuses_and_one_that_runs_are_told(
    shop: Shop, writes: ThreadedWrites
) -> None:
    shop.run(TRIGGERS[shop.engine])
    refused = await impossible(writes, a_proposal(shop, PRICE))
    assert "too cheap" in refused.reason
    dear = a_proposal(shop, "UPDATE products SET price = 99 WHERE id = 1")
    preview = await previewed(writes, dear)
    assert any("no_cheap" in note for note in preview.notes)


@pytest.mark.parametrize("engine", ["sqlite", "postgres", "mysql"], indirect=True)
async def test_cascades_are_counted_and_not_said_to_be_undoable(
    shop: Shop, writes: ThreadedWrites
) -> None:
    preview = await previewed(writes, a_proposal(shop, "DELETE FROM customers WHERE test"))
    assert preview.rows == 2
    assert preview.warnings == (
        "2 rows of orders would be deleted along with it (ON DELETE CASCADE).",
    )
    assert preview.undo == ()
    assert preview.undo_missing


async def test_the_sample_marks_the_cells_that_change(shop: Shop, writes: ThreadedWrites) -> None:
    preview = await previewed(writes, a_proposal(shop, PRICE))
    assert preview.before is not None
    assert preview.after is not None
    column = preview.before.columns.index("price")
    assert [row[column] for row in preview.before.rows] == [20, 50.5]
    assert [row[column] for row in preview.after.rows] == [12.5, 12.5]
    assert preview.changed == ((0, column), (1, column))


async def test_a_table_without_a_key_is_still_shown_before_and_after(
    shop: Shop, writes: ThreadedWrites
) -> None:
    preview = await previewed(writes, a_proposal(shop, "UPDATE loose SET b = 'z' WHERE a = 2"))
    assert preview.rows == 2
    assert preview.before is not None
    assert preview.after is not None
    assert [row[1] for row in preview.after.rows] == ["z", "z"]


@pytest.mark.parametrize("engine", ["mysql"], indirect=True)
async def test_a_table_that_cannot_roll_back_is_not_tried(
    shop: Shop, writes: ThreadedWrites
) -> None:
    shop.run("ALTER TABLE loose ENGINE = MyISAM")
    before = shop.dump()
    found = await impossible(writes, a_proposal(shop, "UPDATE loose SET b = 'z' WHERE a = 2"))
    assert "MyISAM" in found.reason
    assert shop.dump() == before


async def test_a_condition_that_in_fact_leaves_no_row_out_is_warned_of(
    shop: Shop, writes: ThreadedWrites
) -> None:
    for sql, said in (
        ("UPDATE loose SET b = 'z' WHERE a > -5", "CHANGES EVERY ROW of loose: all 3."),
        ("DELETE FROM loose WHERE a > -5", "DELETES EVERY ROW of loose: all 3."),
    ):
        preview = await previewed(writes, a_proposal(shop, sql))
        assert said in preview.warnings[0]

    some = await previewed(writes, a_proposal(shop, "DELETE FROM loose WHERE a = 2"))
    assert some.warnings == ()
