"""The write book: one attempt only may send COMMIT, whoever else is at it."""

import asyncio
from dataclasses import replace

import pytest

from pipeline.flow import Outcome
from pipeline.people import Person
from pipeline.state import RunState
from pipeline.writes.values import WriteEntry, WriteStatus
from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import StaleError
from review.ledger.notices import Said
from review.ledger.records import Lease, Run, RunStatus
from review.ledger.write_book import LedgerBook
from review.ledger.writes import Write
from review.runs import cancelling
from tests.review.fakes import ANA, REVIEWERS, START, THREAD, a_flow
from tests.review.office import QUICK, World

CLAIMED, EXECUTING = WriteStatus.CLAIMED, WriteStatus.EXECUTING


async def running(ledger: SqlLedger, status: RunStatus = RunStatus.RUNNING) -> None:
    run = Run(
        id="run1",
        thread=THREAD,
        asker=ANA,
        question="set the price",
        node="route",
        state="{}",
        ready_at=START,
        created_at=START,
        status=status,
        lease=Lease(owner="one", until=START),
    )
    async with ledger.begin() as pages:
        await pages.runs.add(run)


def a_book(ledger: SqlLedger, attempt: str = "first") -> LedgerBook:
    return LedgerBook(ledger, lambda: START, attempt)


async def stopped(ledger: SqlLedger, by: Person = ANA) -> bool:
    async with ledger.begin() as pages:
        return await cancelling.stop(pages, THREAD, by, START)


async def test_an_approval_is_claimed_sent_and_settled_once(ledger: SqlLedger) -> None:
    await running(ledger)
    book = a_book(ledger)
    assert await book.claim("a1", "run1", "digest") is CLAIMED
    await book.executing("a1", "42")
    with pytest.raises(StaleError):
        await book.executing("a1", "43")
    await book.settle("a1", WriteStatus.DONE, "{}")
    with pytest.raises(StaleError):
        await book.executing("a1", "44")
    assert await book.entry("a1") == WriteEntry(status=WriteStatus.DONE, mark="42", result="{}")
    assert await a_book(ledger, "second").claim("a1", "run1", "digest") is WriteStatus.DONE


async def test_who_was_taken_over_can_neither_send_nor_settle(ledger: SqlLedger) -> None:
    await running(ledger)
    old, new = a_book(ledger), a_book(ledger, "second")
    await old.claim("a1", "run1", "digest")
    assert await new.claim("a1", "run1", "digest") is CLAIMED
    with pytest.raises(StaleError):
        await old.executing("a1", "41")
    with pytest.raises(StaleError):
        await old.settle("a1", WriteStatus.DONE, "{}")
    await new.executing("a1", "42")


async def test_what_was_sent_is_never_claimed_as_if_it_were_not(ledger: SqlLedger) -> None:
    await running(ledger)
    old, new = a_book(ledger), a_book(ledger, "second")
    await old.claim("a1", "run1", "digest")
    await old.executing("a1", "42")
    assert await new.claim("a1", "run1", "digest") is EXECUTING
    with pytest.raises(StaleError):
        await new.executing("a1", "43")
    assert (await new.entry("a1")).mark == "42"


async def test_of_many_attempts_at_once_one_may_send(ledger: SqlLedger) -> None:
    await running(ledger)
    books = [a_book(ledger, f"attempt{number}") for number in range(8)]

    async def sends(book: LedgerBook) -> bool:
        try:
            if await book.claim("a1", "run1", "digest") is not CLAIMED:
                return False
            await book.executing("a1", "42")
        except StaleError:
            return False
        return True

    assert sum(await asyncio.gather(*(sends(book) for book in books))) == 1


async def test_an_approval_of_something_else_is_not_claimed(ledger: SqlLedger) -> None:
    await running(ledger)
    await a_book(ledger).claim("a1", "run1", "digest")
    with pytest.raises(StaleError):
        await a_book(ledger, "second").claim("a1", "run1", "another digest")


async def test_a_run_that_was_stopped_sends_nothing_any_more(ledger: SqlLedger) -> None:
    await running(ledger)
    book = a_book(ledger)
    await book.claim("a1", "run1", "digest")
    assert await stopped(ledger)
    with pytest.raises(StaleError):
        await book.executing("a1", "42")
    with pytest.raises(StaleError):
        await a_book(ledger, "second").claim("a2", "run1", "digest")


async def test_what_was_sent_cannot_be_stopped(ledger: SqlLedger) -> None:
    await running(ledger)
    book = a_book(ledger)
    await book.claim("a1", "run1", "digest")
    await book.executing("a1", "42")
    assert not await stopped(ledger)
    await book.settle("a1", WriteStatus.UNKNOWN, "{}")
    assert not await stopped(ledger)
    await book.settle("a1", WriteStatus.FAILED, "{}")
    assert await stopped(ledger)


async def test_only_what_is_unknown_is_settled_by_another_attempt(ledger: SqlLedger) -> None:
    await running(ledger)
    old, new = a_book(ledger), a_book(ledger, "second")
    await old.claim("a1", "run1", "digest")
    await old.executing("a1", "42")
    with pytest.raises(StaleError):
        await new.settle("a1", WriteStatus.DONE, "{}")
    await old.settle("a1", WriteStatus.UNKNOWN, "{}")
    await new.settle("a1", WriteStatus.DONE, "{}")
    with pytest.raises(StaleError):
        await old.settle("a1", WriteStatus.FAILED, "{}")


async def test_a_write_whose_run_is_over_is_shown_to_people(ledger: SqlLedger) -> None:
    world = World(ledger, a_flow())
    await world.office.open()
    await running(ledger)
    book = a_book(ledger)
    await book.claim("a1", "run1", "digest")
    await book.executing("a1", "42")
    async with ledger.begin() as pages:
        run = await pages.runs.get("run1")
        assert run is not None
        over = replace(run, status=RunStatus.FAILED, version=2, lease=Lease())
        await pages.runs.save(over, held_by="one")
    await world.sweep(seconds=1)
    await world.sweep(seconds=1)
    assert (await book.entry("a1")).status is WriteStatus.UNKNOWN
    told = [n for n in world.chat.in_thread(REVIEWERS) if isinstance(n, Said)]
    assert len(told) == 1
    assert "do not know whether it was" in told[0].text


async def test_a_run_whose_write_was_sent_is_never_given_up(ledger: SqlLedger) -> None:
    async def away(state: RunState) -> Outcome:
        raise ConnectionError(state.question)

    world = World(ledger, a_flow(("commit", away)), settings=replace(QUICK, attempts=2))
    await world.office.open()
    run = await world.ask()
    assert run is not None
    row = Write(
        approval="a1",
        run=run,
        digest="d",
        entry=WriteEntry(status=EXECUTING, mark="42"),
        claimed_by="one",
        changed_at=START,
    )
    async with ledger.begin() as pages:
        await pages.writes.add(row)
    for _ in range(5):
        await world.sweep(minutes=1)
    assert not await over(ledger, run)
    async with ledger.begin() as pages:
        done = replace(row, entry=WriteEntry(status=WriteStatus.DONE))
        assert await pages.writes.save(done, held_by="one")
    await world.sweep(minutes=10)
    # It was written: to say that it failed would have it asked for, and written, again.
    assert not await over(ledger, run)


async def over(ledger: SqlLedger, run: str) -> bool:
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    return found is not None and found.status is RunStatus.FAILED
