"""Files of a thread: for its people alone, gone with retention and `forget`, in the backup."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

from review.adapters import person_records, table_copies
from review.adapters.backup_file import Made, opened_backup, write_backup
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.pseudonyms import Traces
from review.ledger.records import Noted
from review.ledger.thread_files import ThreadFile, workspace_of
from review.settings import Kept
from tests.review.fakes import ANA, RUI, START, THREAD, a_flow, answers
from tests.review.office import QUICK, World

CONTENT = b"town\nZ\xc3\xbcrich\n\x00\xff"
NOTED = Noted(at=START, actor="operator:ute", action="forget")


async def with_a_file(ledger: SqlLedger) -> World:
    settings = replace(QUICK, keep={Kept.FILES: dt.timedelta(days=30)})
    world = World(ledger, a_flow(("ends", answers)), settings=settings)
    await world.office.open()
    name = workspace_of(THREAD)
    file = ThreadFile(
        id="f1", thread=THREAD.key, workspace=name, name="a.csv", person=ANA.id, dropped_at=START
    )
    async with ledger.begin() as pages:
        await pages.talks.begin((THREAD.key,), START)
        await pages.files.add(file, CONTENT)
    return world


async def kept(ledger: SqlLedger) -> frozenset[str]:
    async with ledger.read() as pages:
        return await pages.files.workspaces()


async def workspace_asked(world: World, run: str | None) -> str:
    async with world.ledger.read() as pages:
        found = await pages.runs.get(str(run))
    assert found is not None
    return found.workspace


async def test_only_the_thread_itself_is_asked_about_its_files(ledger: SqlLedger) -> None:
    world = await with_a_file(ledger)
    own = await world.ask("How many?", thread=THREAD)
    other = await world.ask("How many?", thread=replace(THREAD, root="another"))
    assert await workspace_asked(world, own) == workspace_of(THREAD)
    assert await workspace_asked(world, other) != workspace_of(THREAD)


async def test_a_file_takes_the_place_of_one_of_the_same_name(ledger: SqlLedger) -> None:
    await with_a_file(ledger)
    name = workspace_of(THREAD)
    newer = ThreadFile(
        id="f2", thread=THREAD.key, workspace=name, name="a.csv", person=RUI.id, dropped_at=START
    )
    async with ledger.begin() as pages:
        await pages.files.add(newer, b"new")
    async with ledger.read() as pages:
        assert [each.id for each in await pages.files.of(name)] == ["f2"]
        assert await pages.files.content("f1") is None


async def test_files_are_gone_after_their_days_and_not_before(ledger: SqlLedger) -> None:
    world = await with_a_file(ledger)
    await world.sweep(days=29)
    assert await kept(ledger)
    await world.sweep(days=2)
    assert not await kept(ledger)


async def test_only_who_added_the_files_removes_them(ledger: SqlLedger) -> None:
    world = await with_a_file(ledger)
    assert await world.desk.remove_files(THREAD, RUI) is None
    assert await kept(ledger)
    assert await world.desk.remove_files(THREAD, ANA) == 1
    assert not await kept(ledger)


async def test_forgetting_a_person_removes_their_files(ledger: SqlLedger) -> None:
    await with_a_file(ledger)
    url = ledger.url.set(drivername=ledger.url.get_backend_name())
    traces = Traces(ids=(ANA.id,), names=(), pseudonym="forgotten-1", every_mention=False)
    person_records.forget(url.render_as_string(hide_password=False), traces, NOTED)
    assert not await kept(ledger)


async def test_a_backup_holds_the_very_bytes(ledger: SqlLedger, tmp_path: Path) -> None:
    await with_a_file(ledger)
    url = ledger.url.set(drivername=ledger.url.get_backend_name())
    with table_copies.snapshot(url.render_as_string(hide_password=False)) as found:
        made = Made(at="2026-11-03T09:00:00+00:00", version="0.2.0", revision=found.revision)
        write_backup(tmp_path / "b.zip", made, found.tables, {})
    other = f"sqlite:///{tmp_path / 'other.db'}"
    with opened_backup(tmp_path / "b.zip") as backup:
        table_copies.restore(backup, other, NOTED, replace=False)
    restored = await open_ledger(other)
    try:
        async with restored.read() as pages:
            assert await pages.files.content("f1") == CONTENT
    finally:
        await restored.close()
