"""The database goes away, the clock goes back, a migration is cut off: nothing is lost."""

import asyncio
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import structlog
from sqlalchemy import Connection, literal, select, text

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.connections import postgres_engine, sqlite_engine, with_async_driver
from review.adapters.migrate import upgrade
from review.adapters.open_ledger import open_ledger
from review.adapters.postgres import drivers_of
from review.adapters.sql_audit import SqlAudit
from review.adapters.sql_ledger import SqlLedger
from review.ledger.audit import breaks
from review.ledger.errors import LedgerUnavailableError
from review.ledger.notices import Answered, Asked
from review.ledger.records import Noted
from review.ports.desk import Counted
from tests.review.conftest import emptied
from tests.review.fakes import ANA, THREAD, a_flow, asks
from tests.review.office import World


async def passes(state: RunState) -> Outcome:
    return Go(state=state)


def shut(url: str, *, away: bool) -> None:
    """Let nobody into the database, and throw out who is there; or open it again."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    elsewhere = psycopg.conninfo.make_conninfo(url, dbname="postgres")
    gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(elsewhere, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS {not away}'.encode())
        if away:
            connection.execute(gone, (name,))


async def test_whoever_stands_still_before_its_commit_keeps_nobody_from_the_audit(
    postgres_ledger_url: str,
) -> None:
    ledger = await open_ledger(postgres_ledger_url)
    await emptied(ledger)
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    async with ledger.changing() as statements:
        audit = SqlAudit(statements)
        audit.note(Noted(at=world.clock(), actor="slack:T1:ANA", action="decided"))
        await audit.seal()
        await world.ask()
        assert world.shows(Asked)
    async with ledger.read() as pages:
        entries = [entry.action async for entry in pages.audit.entries()]
        assert entries == ["asked", "paused", "decided"]
        assert await breaks(pages.audit.entries()) == (3, ())
    await ledger.close()


async def test_what_is_gone_without_a_word_is_noticed_on_both_sides(
    postgres_ledger_url: str,
) -> None:
    silent = drivers_of(with_async_driver(postgres_ledger_url), 1)
    driver = await silent.taken()
    shown = await (await driver.execute(b"SHOW client_connection_check_interval")).fetchone()
    assert shown not in {None, ("0",)}
    if not driver.info.host.startswith("/"):
        # Over a socket of this machine nobody goes without a word.
        shown = await (await driver.execute(b"SHOW tcp_keepalives_idle")).fetchone()
        assert shown not in {None, ("0",)}
    assert driver.info.get_parameters()["tcp_user_timeout"] == "9000"
    await silent.given_back(driver)
    await silent.close()


async def test_while_postgresql_is_away_events_are_refused_and_nothing_taken_in_is_lost(
    postgres_ledger_url: str,
) -> None:
    ledger = await open_ledger(postgres_ledger_url)
    await emptied(ledger)
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask(event="E1")
    shut(postgres_ledger_url, away=True)
    with pytest.raises(LedgerUnavailableError):
        await world.ask(event="E2")
    with pytest.raises(LedgerUnavailableError):
        await world.press("a")
    shut(postgres_ledger_url, away=False)
    # The platform delivers what was refused once more, and what was taken in is seen.
    assert await world.ask(event="E1") is None
    assert await world.press("a") == Counted()
    assert await world.ask(event="E2") is not None
    await ledger.close()


async def test_a_clock_that_goes_back_neither_loses_nor_repeats_anything(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    world.clock.pass_(hours=-3)
    assert await world.press("a") == Counted()
    await world.sweep(hours=0)
    assert world.shows(Answered)
    await world.ask("And now?", thread=THREAD)
    await world.sweep(hours=3)
    assert len([n for n in world.chat.in_thread() if isinstance(n, Asked)]) == 1


async def test_a_lease_from_a_clock_ahead_is_taken_over_when_it_runs_out(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask())
    world.clock.pass_(minutes=-10)
    await world.press("a")
    await world.sweep(minutes=11)
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    assert found is not None
    assert found.finished_at is not None


class CutOff(Exception):
    """The process dies here."""


def half_a_migration(connection: Connection) -> None:
    upgrade(connection)
    raise CutOff


async def test_a_migration_that_is_cut_off_leaves_nothing_behind(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    engine = sqlite_engine(with_async_driver(url), connections=1, writes=True)
    with pytest.raises(CutOff):
        async with engine.begin() as connection:
            await connection.run_sync(half_a_migration)
    async with engine.connect() as connection:
        left = (await connection.execute(text("SELECT name FROM sqlite_master"))).all()
    assert left == []
    await engine.dispose()
    ledger = await open_ledger(url)
    async with ledger.read() as pages:
        assert await pages.runs.latest(1) == []
    await ledger.close()


async def test_a_migration_that_is_cut_off_on_postgresql_leaves_nothing_behind(
    postgres_ledger_url: str,
) -> None:
    with psycopg.connect(postgres_ledger_url, autocommit=True) as direct:
        direct.execute("DROP SCHEMA IF EXISTS cut CASCADE; CREATE SCHEMA cut")
    there = "&" if "?" in postgres_ledger_url else "?"
    url = f"{postgres_ledger_url}{there}options=-csearch_path%3Dcut"
    engine = postgres_engine(with_async_driver(url), connections=1)
    with pytest.raises(CutOff):
        async with engine.begin() as connection:
            await connection.run_sync(half_a_migration)
    async with engine.connect() as connection:
        tables = text("SELECT tablename FROM pg_tables WHERE schemaname = 'cut'")
        left = (await connection.execute(tables)).all()
    assert left == []
    await engine.dispose()
    ledger = await open_ledger(url)
    async with ledger.read() as pages:
        assert await pages.runs.latest(1) == []
    async with ledger.writer.begin() as connection:
        await connection.execute(text("DROP SCHEMA cut CASCADE"))
    await ledger.close()


async def test_a_process_that_stops_in_time_loses_no_step(sqlite: SqlLedger) -> None:
    gate = asyncio.Event()

    async def slow(state: RunState) -> Outcome:
        await gate.wait()
        return Go(state=state)

    world = World(ledger=sqlite, flow=a_flow(("slow", slow)))
    await world.office.open()
    asking = asyncio.create_task(world.ask())
    await asyncio.wait({asking}, timeout=0.2)
    await world.office.stop()
    await asking
    after = World(
        ledger=sqlite,
        flow=a_flow(("slow", passes)),
        name="two",
        chat=world.chat,
        clock=world.clock,
    )
    await after.office.open()
    await after.sweep(hours=0)
    assert after.shows(Answered)


async def test_no_value_of_a_question_or_a_result_is_logged(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    with structlog.testing.capture_logs() as lines:
        await world.office.open()
        await world.ask("What did Zyxwv order?", by=ANA)
        await world.press("a")
        await world.sweep(days=4)
    assert "Zyxwv" not in str(lines)


async def test_what_failed_half_way_is_never_told_as_kept(postgres_ledger_url: str) -> None:
    ledger = await open_ledger(postgres_ledger_url)
    broken = text("SELECT 1 / 0 AS nothing")

    async def half() -> None:
        async with ledger.transactions.transaction() as statements:
            with suppress(psycopg.Error):
                await statements.execute(broken)

    with pytest.raises(LedgerUnavailableError):
        await half()
    async with ledger.transactions.look() as statements:
        assert (await statements.execute(select(literal(1)))).value() == 1
    await ledger.close()
