"""What waits for the disk and what does not: nobody is told too early, and nothing is lost."""

import os
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import review.adapters.postgres
import review.adapters.sqlite_log
from review.adapters.in_one_go import Call, in_one_go
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.notices import Answered, Asked
from tests.review.conftest import emptied
from tests.review.fakes import a_flow, asks
from tests.review.office import World
from tests.waiting import until


def a_world(ledger: SqlLedger) -> World:
    return World(ledger=ledger, flow=a_flow(("region", asks("region"))))


async def test_a_click_is_two_round_trips_and_one_more_for_the_disk(
    postgres_ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = await open_ledger(postgres_ledger_url)
    await emptied(ledger)
    world = a_world(ledger)
    await world.office.open()
    await world.ask()
    sent: list[bytes] = []

    async def seen(driver: Any, calls: Sequence[Call]) -> Any:
        sent.append(b" ; ".join(each.text for each in calls))
        return await in_one_go(driver, calls)

    monkeypatch.setattr(review.adapters.postgres, "in_one_go", seen)
    # Nobody goes on with it, so that nothing else is sent.
    monkeypatch.setattr(world.dispatcher, "wake", lambda _job: None)
    await world.press()
    looked, kept, settled = sent
    assert looked.startswith(b"BEGIN")
    assert b"FOR UPDATE" in looked
    assert kept.endswith(b"SET LOCAL synchronous_commit = off ; COMMIT")
    assert b"pg_logical_emit_message" in settled
    await ledger.close()


async def test_a_row_that_somebody_changed_stops_the_commit_behind_it(
    postgres_ledger_url: str,
) -> None:
    ledger = await open_ledger(postgres_ledger_url)
    await emptied(ledger)
    world = a_world(ledger)
    await world.office.open()
    run = str(await world.ask())

    async def kept() -> None:
        async with ledger.begin() as pages:
            found = await pages.runs.get(run)
            assert found is not None
            await pages.talks.first_sight("kept with it", world.clock())
            stale = replace(found, version=found.version + 5)
            await pages.runs.save(stale, held_by=found.lease.owner)

    with pytest.raises(StaleError, match=run):
        await kept()
    async with ledger.begin() as pages:
        assert await pages.talks.first_sight("kept with it", world.clock())
    await ledger.close()


async def test_sqlites_log_is_moved_into_the_file_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review.adapters.sqlite_log, "_COMMITS", 4)
    file = tmp_path / "ledger.db"
    ledger = await open_ledger(f"sqlite:///{file}")
    world = a_world(ledger)
    await world.office.open()
    for _ in range(4):
        await world.ask()
    await until(lambda: _runs_without_log(file))
    assert world.shows(Asked)
    await world.press()
    assert world.shows(Answered)
    await ledger.close()


async def test_flushed_is_what_the_file_holds_without_its_log(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    ledger = await open_ledger(f"sqlite:///{file}")
    world = a_world(ledger)
    await world.office.open()
    await world.ask()
    assert _runs_without_log(file) == 0
    await ledger.flush()
    assert _runs_without_log(file) == 1
    await ledger.close()


async def test_flushed_is_also_what_somebody_reads_around(
    sqlite: SqlLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = a_world(sqlite)
    await world.office.open()
    synced: list[str] = []

    def fsync(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)

    monkeypatch.setattr(os, "fsync", fsync)
    with sqlite3.connect(str(sqlite.url.database), isolation_level=None) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM runs").fetchone()
        await world.ask()
        await sqlite.flush()
        reader.execute("ROLLBACK")
    assert synced == ["ledger.db-wal"]


async def test_what_is_kept_is_not_done_again_where_the_disk_is_not_heard_of(
    sqlite: SqlLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = a_world(sqlite)
    await world.office.open()

    async def away() -> None:
        reason = "it went away"
        raise LedgerUnavailableError(reason)

    monkeypatch.setattr(sqlite, "settled", away)
    with pytest.raises(LedgerUnavailableError):
        await world.ask()
    await world.settle()
    assert world.shows(Asked)
    async with sqlite.read() as pages:
        assert len(await pages.runs.latest(10)) == 1


async def test_what_was_due_and_came_to_nothing_is_looked_at_again(
    sqlite: SqlLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = a_world(sqlite)
    await world.office.open()
    wake, begin = world.dispatcher.wake, sqlite.begin
    # The hint is lost, and at the first look the disk is full.
    monkeypatch.setattr(world.dispatcher, "wake", lambda _job: None)
    await world.ask()
    monkeypatch.setattr(world.dispatcher, "wake", wake)

    def full(**_: object) -> Any:
        reason = "the disk is full"
        raise LedgerUnavailableError(reason)

    monkeypatch.setattr(sqlite, "begin", full)
    await world.sweep(seconds=10)
    monkeypatch.setattr(sqlite, "begin", begin)
    await world.sweep(seconds=10)
    assert world.shows(Asked)


def _runs_without_log(file: Path) -> int:
    """How many runs the file itself has: as after a power cut that took the log."""
    try:
        with sqlite3.connect(f"file:{file}?immutable=1", uri=True) as alone:
            (found,) = alone.execute("SELECT count(*) FROM runs").fetchone()
    except sqlite3.DatabaseError:  # nothing there yet, or half of the log just now
        return 0
    return int(found)
