"""What the ledger keeps, it keeps as a whole: state, cards owed, and the version it follows."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.notices import Answered, Asked
from review.ledger.records import Run
from tests.review.fakes import a_flow, asks
from tests.review.office import World


async def a_world(ledger: SqlLedger) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    return world


async def run_of(ledger: SqlLedger, run: str | None) -> Run:
    async with ledger.read() as pages:
        found = await pages.runs.get(run or "")
    assert found is not None
    return found


async def save(ledger: SqlLedger, run: Run) -> None:
    async with ledger.begin() as pages:
        await pages.runs.save(run, held_by=run.lease.owner)


async def rename(ledger: SqlLedger, table: str, to: str) -> None:
    async with ledger.writer.begin() as connection:
        await connection.execute(text(f"ALTER TABLE {table} RENAME TO {to}"))


async def test_a_card_that_cannot_be_owed_takes_its_state_back(ledger: SqlLedger) -> None:
    world = await a_world(ledger)
    run = await world.ask()
    before, taken = await run_of(ledger, run), list(world.flow.taken)
    await rename(ledger, "outbox", "outbox_away")

    with pytest.raises(LedgerUnavailableError):
        await world.press()

    await rename(ledger, "outbox_away", "outbox")
    assert await run_of(ledger, run) == before
    assert world.flow.taken == taken
    assert await world.press() is not None
    assert world.shows(Answered)


async def test_a_question_whose_message_cannot_be_owed_is_not_taken_in(ledger: SqlLedger) -> None:
    world = await a_world(ledger)
    await rename(ledger, "outbox", "outbox_away")
    with pytest.raises(LedgerUnavailableError):
        await world.ask(event="E1")

    await rename(ledger, "outbox_away", "outbox")
    assert await world.ask(event="E1") is not None
    assert world.shows(Asked)


async def test_a_save_of_a_stale_version_is_refused(ledger: SqlLedger) -> None:
    world = await a_world(ledger)
    run = await world.ask()
    seen = await run_of(ledger, run)
    await world.press()
    after = await run_of(ledger, run)

    with pytest.raises(StaleError):
        await save(ledger, replace(seen, node="route", version=seen.version + 1))

    assert await run_of(ledger, run) == after
