"""`emptied` and `ties`: which condition leaves no row, and who shares a place."""

from dataclasses import replace

from pipeline.state import Draft
from pipeline.steps.check import check
from pipeline.steps.emptied import emptied
from pipeline.steps.execute import execute
from pipeline.steps.ties import ties
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_state, went_on


async def ran(sql: str, shop: Workspace) -> tuple[str, str]:
    state = replace(a_state("?"), draft=Draft(sql=sql, by="rules"))
    for step in (check, execute, emptied, ties):
        state = went_on(await step(state, shop))
    return state.emptied, state.tied


async def test_the_condition_that_removes_every_row_is_named_with_the_count_without_it(
    shop: Workspace,
) -> None:
    told, _ = await ran("SELECT title FROM product WHERE price >= 0 AND title = 'Nowhere'", shop)
    assert told.startswith("Without “title is Nowhere” there are ")
    assert "price" not in told


async def test_an_answer_with_rows_says_nothing_of_it(shop: Workspace) -> None:
    told, _ = await ran("SELECT title FROM product WHERE price >= 0", shop)
    assert told == ""


async def test_who_shares_the_first_place_is_told(shop: Workspace) -> None:
    sql = "SELECT title, 1 AS n FROM product ORDER BY n DESC LIMIT 1"
    _, tied = await ran(sql, shop)
    assert "share the first place" in tied
