"""Texts and results are forgotten in time; who decided what, and when, is not."""

import datetime as dt
from dataclasses import replace

from sqlalchemy import text

from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import metadata
from review.ledger.audit import breaks
from review.ledger.notices import Answered
from review.ledger.records import RunStatus
from review.ports.desk import Closed, Counted
from review.settings import Kept
from tests.review.fakes import ANA, THREAD, a_flow, asks
from tests.review.office import QUICK, World

QUESTION = "How many orders did Zyxwv place?"
KEPT_A_MONTH = replace(QUICK, keep=dict.fromkeys(Kept, dt.timedelta(days=30)))


async def answered(ledger: SqlLedger) -> tuple[World, str]:
    flow = a_flow(("region", asks("region")))
    world = World(ledger=ledger, flow=flow, settings=KEPT_A_MONTH)
    await world.office.open()
    run = str(await world.ask(QUESTION))
    await world.press("a")
    assert world.shows(Answered)
    return world, run


async def everything(ledger: SqlLedger) -> str:
    rows = []
    async with ledger.reading() as connection:
        for table in metadata.sorted_tables:
            found = await connection.execute(text(f"SELECT * FROM {table.name}"))
            rows += [str(tuple(row)) for row in found]
    return "\n".join(rows)


async def test_nothing_is_forgotten_early(ledger: SqlLedger) -> None:
    world, _ = await answered(ledger)
    await world.sweep(days=29)
    assert "Zyxwv" in await everything(ledger)


async def test_no_text_of_an_old_run_is_left_anywhere(ledger: SqlLedger) -> None:
    world, run = await answered(ledger)
    await world.desk.feedback(run, ANA, good=False, note="Zyxwv is wrong")
    for _ in range(3):
        await world.sweep(days=31)
    assert "Zyxwv" not in await everything(ledger)


async def test_after_the_purge_the_chain_holds_and_says_who_did_what(ledger: SqlLedger) -> None:
    world, _ = await answered(ledger)
    for _ in range(3):
        await world.sweep(days=31)
    async with ledger.read() as pages:
        count, broken = await breaks(pages.audit.entries())
        done = [(entry.actor, entry.action) async for entry in pages.audit.entries()]
    assert (count, broken) == (len(done), ())
    assert (ANA.id, "decided") in done


async def test_a_run_that_waits_or_is_in_review_is_kept(ledger: SqlLedger) -> None:
    world, run = await answered(ledger)
    world.policy = replace(world.policy, due=dt.timedelta(days=400))
    assert await world.desk.send_to_review(run, ANA) == Counted()
    await world.sweep(days=60)
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    assert found is not None
    assert found.question == QUESTION


async def test_what_was_forgotten_can_still_be_asked_about(ledger: SqlLedger) -> None:
    world, run = await answered(ledger)
    await world.sweep(days=31)
    assert await world.desk.answer(run) is None
    assert await world.desk.change(run, ANA) == Closed(how="expired")
    await world.ask("And now?", thread=THREAD)
    async with ledger.read() as pages:
        assert [r.status for r in await pages.runs.latest(1)] == [RunStatus.WAITING]


async def test_each_kind_of_record_has_a_time_of_its_own(ledger: SqlLedger) -> None:
    world, run = await answered(ledger)
    world.settings = replace(QUICK, keep={Kept.EVENTS: dt.timedelta(days=2)})
    other = replace(world, name="two")
    await world.desk.feedback(run, ANA, good=False, note="Zyxwv is wrong")
    for _ in range(2):
        await other.sweep(days=3)
    async with ledger.reading() as connection:
        seen = (await connection.execute(text("SELECT count(*) FROM inbox"))).scalar_one()
    assert seen == 0
    kept = await everything(ledger)
    assert "Zyxwv is wrong" in kept
    assert QUESTION in kept
