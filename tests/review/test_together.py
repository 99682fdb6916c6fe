"""Work that comes at the same time shares a commit, and nobody's failure is another's."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import LedgerUnavailableError
from review.ledger.port import Pages
from review.ledger.together import Together
from tests.review.fakes import START


def together(ledger: SqlLedger) -> tuple[Together, list[object]]:
    """The work, and a list that grows with each piece that had to be done alone."""
    alone: list[object] = []

    async def by_itself(work: Callable[[Pages], Awaitable[Sequence[Any]]]) -> Sequence[Any]:
        alone.append(work)
        async with ledger.begin() as pages:
            return await work(pages)

    return Together(ledger, by_itself), alone


async def seen(pages: Pages, events: Sequence[str]) -> Sequence[bool]:
    """Whether each event is new; one that is called nothing cannot be looked up."""
    if "" in events:
        raise ZeroDivisionError
    return [await pages.talks.first_sight(event, START) for event in events]


async def test_everybody_hears_what_became_of_their_own_work(ledger: SqlLedger) -> None:
    work, alone = together(ledger)
    events = [*map(str, range(100)), "0", "1"]
    new = await asyncio.gather(*(work.kept(each, seen) for each in events))
    assert new == [True] * 100 + [False] * 2
    assert alone == []


async def test_a_failure_takes_nobody_along(ledger: SqlLedger) -> None:
    work, alone = together(ledger)
    pieces = (work.kept(event, seen) for event in ("a", "", "b"))
    found = await asyncio.gather(*pieces, return_exceptions=True)
    assert found[0] is found[2] is True
    assert isinstance(found[1], ZeroDivisionError)
    assert len(alone) >= 1
    assert await work.kept("a", seen) is False


async def test_who_comes_when_the_work_is_just_done_is_not_left_waiting(ledger: SqlLedger) -> None:
    work, _ = together(ledger)
    assert [await work.kept(str(at), seen) for at in range(50)] == [True] * 50


async def test_where_the_ledger_is_away_each_hears_of_it(sqlite: SqlLedger) -> None:
    work, _ = together(sqlite)
    await sqlite.close()
    with pytest.raises(LedgerUnavailableError):
        await work.kept("a", seen)
