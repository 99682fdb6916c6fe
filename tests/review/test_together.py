"""Work that comes at the same time shares a commit, and nobody's failure is another's."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from review.adapters.sql_ledger import SqlLedger
from review.errors import LedgerUnavailableError
from review.ledger import Pages
from review.together import Together
from tests.review.fakes import START


def together(ledger: SqlLedger) -> tuple[Together, list[object]]:
    """The work, and a list that grows with each piece that had to be done alone."""
    alone: list[object] = []

    async def by_itself(work: Callable[[Pages], Awaitable[Any]]) -> Any:
        alone.append(work)
        async with ledger.begin() as pages:
            return await work(pages)

    return Together(ledger, by_itself), alone


def seeing(event: str) -> Callable[[Pages], Awaitable[bool]]:
    async def work(pages: Pages) -> bool:
        return await pages.talks.first_sight(event, START)

    return work


async def failing(_: Pages) -> None:
    raise ZeroDivisionError


async def test_everybody_hears_what_became_of_their_own_work(ledger: SqlLedger) -> None:
    work, alone = together(ledger)
    events = [*map(str, range(100)), "0", "1"]
    seen = await asyncio.gather(*(work.kept(seeing(each)) for each in events))
    assert seen == [True] * 100 + [False] * 2
    assert alone == []


async def test_a_failure_takes_nobody_along(ledger: SqlLedger) -> None:
    work, alone = together(ledger)
    pieces = [seeing("a"), failing, seeing("b")]
    found = await asyncio.gather(*map(work.kept, pieces), return_exceptions=True)
    assert found[0] is found[2] is True
    assert isinstance(found[1], ZeroDivisionError)
    assert len(alone) >= 1
    assert await work.kept(seeing("a")) is False


async def test_who_comes_when_the_work_is_just_done_is_not_left_waiting(ledger: SqlLedger) -> None:
    work, _ = together(ledger)
    assert [await work.kept(seeing(str(at))) for at in range(50)] == [True] * 50


async def test_where_the_ledger_is_away_each_hears_of_it(sqlite: SqlLedger) -> None:
    work, _ = together(sqlite)
    await sqlite.close()
    with pytest.raises(LedgerUnavailableError):
        await work.kept(seeing("a"))
