"""Backups: whole or not at all, and never over what they do not hold."""

import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from sqlalchemy import text

from review.adapters import table_copies
from review.adapters.backup_file import (
    BackupError,
    Made,
    opened_backup,
    refuse_folder,
    write_backup,
)
from review.adapters.command_connections import changing
from review.adapters.migrate import upgrade
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.audit import breaks
from review.ledger.records import Noted
from review.ports.desk import Counted
from tests.databases import postgres_database
from tests.review.fakes import START, THREAD, a_flow, asks
from tests.review.office import World

MADE = Made(at="2026-11-03T09:00:00+00:00", version="0.2.0", revision="0010")
RESTORED = Noted(at=START, actor="operator:ute", action="restored by an operator")


@pytest.fixture
def elsewhere(postgres_server: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """An empty place on each database."""
    with postgres_database(postgres_server) as url:
        yield {"sqlite": f"sqlite:///{tmp_path / 'other' / 'ledger.db'}", "postgresql": url}


def url_of(ledger: SqlLedger) -> str:
    url = ledger.url.set(drivername=ledger.url.get_backend_name())
    return url.render_as_string(hide_password=False)


def backed_up(url: str, to: Path) -> None:
    with table_copies.snapshot(url) as found:
        write_backup(
            to, Made(at=MADE.at, version="0.2.0", revision=found.revision), found.tables, {}
        )


def restored(source: Path, url: str, *, over: bool = False) -> None:
    with opened_backup(source) as backup:
        table_copies.restore(backup, url, RESTORED, replace=over)


async def asked(ledger: SqlLedger) -> World:
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask("How many orders?")
    return world


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
async def test_a_question_that_waits_goes_on_from_a_backup_in_either_database(
    ledger: SqlLedger, elsewhere: dict[str, str], target: str, tmp_path: Path
) -> None:
    world = await asked(ledger)
    backed_up(url_of(ledger), tmp_path / "kept.backup")
    restored(tmp_path / "kept.backup", elsewhere[target])

    other = await open_ledger(elsewhere[target])
    again = World(other, a_flow(("region", asks("region"))), name="two", chat=world.chat)
    await again.office.open()
    assert await again.press() == Counted()
    await again.settle()
    await again.ask("And how many customers?", thread=replace(THREAD, root="2"))
    async with other.read() as pages:
        assert (await breaks(pages.audit.entries()))[1] == ()
        actions = [entry.action async for entry in pages.audit.entries()]
    assert RESTORED.action in actions
    await other.close()


async def test_a_ledger_that_went_on_since_the_backup_is_not_overwritten(
    ledger: SqlLedger, tmp_path: Path
) -> None:
    world = await asked(ledger)
    url = url_of(ledger)
    backed_up(url, tmp_path / "kept.backup")
    await world.press()
    await ledger.close()
    for over in (False, True):
        with pytest.raises(BackupError, match="newer than the backup"):
            restored(tmp_path / "kept.backup", url, over=over)
    again = await open_ledger(url)
    async with again.read() as pages:
        assert len(await pages.runs.latest(5)) == 1
    await again.close()


async def test_an_older_state_gives_way_only_when_that_is_said(
    sqlite: SqlLedger, tmp_path: Path
) -> None:
    await asked(sqlite)
    url = url_of(sqlite)
    backed_up(url, tmp_path / "kept.backup")
    await sqlite.close()
    with pytest.raises(BackupError, match="--replace"):
        restored(tmp_path / "kept.backup", url)
    restored(tmp_path / "kept.backup", url, over=True)


async def test_a_served_file_is_not_restored_over(sqlite: SqlLedger, tmp_path: Path) -> None:
    url = url_of(sqlite)
    backed_up(url, tmp_path / "kept.backup")
    with pytest.raises(BackupError, match="Stop Countersign"):
        restored(tmp_path / "kept.backup", url, over=True)


async def test_a_cut_off_or_changed_backup_restores_nothing(
    sqlite: SqlLedger, tmp_path: Path
) -> None:
    await asked(sqlite)
    whole, broken = tmp_path / "kept.backup", tmp_path / "broken.backup"
    backed_up(url_of(sqlite), whole)
    content = whole.read_bytes()
    target = f"sqlite:///{tmp_path / 'other.db'}"
    for cut in (0, 10, len(content) // 2, len(content) - 1):
        broken.write_bytes(content[:cut])
        with pytest.raises(BackupError, match="cut off or damaged"):
            restored(broken, target)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"How many orders?", b"How many people?"))
    with pytest.raises(BackupError, match="cut off or damaged"):
        restored(broken, target)
    assert not (tmp_path / "other.db").exists()


async def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = Made(at=MADE.at, version="9.0.0", revision="9999")
    write_backup(tmp_path / "newer.backup", newer, (), {})
    with pytest.raises(BackupError, match=r"Countersign 9\.0\.0, which is newer"):
        restored(tmp_path / "newer.backup", f"sqlite:///{tmp_path / 'other.db'}")


async def test_a_backup_of_an_older_ledger_is_brought_up_to_date(
    postgres_url: str, tmp_path: Path
) -> None:
    with changing(f"sqlite:///{tmp_path / 'old.db'}") as connection:
        upgrade(connection, "0001")
        connection.execute(text(
            "INSERT INTO validated_queries (id, workspace, wording, status, revision, changed_in,"
            " body, offered, used, refused) VALUES ('q1', 'shop', 'How many orders?', 'active', 1,"
            " 1, '{}', 0, 0, 0)"
        ))  # fmt: skip
    backed_up(f"sqlite:///{tmp_path / 'old.db'}", tmp_path / "old.backup")
    restored(tmp_path / "old.backup", postgres_url)
    ledger = await open_ledger(postgres_url)
    async with ledger.reading() as connection:
        found = await connection.execute(text("SELECT wording_key FROM validated_queries"))
        assert found.scalar_one() != ""
    await ledger.close()


_CHILD = """
import os, signal, sys
from pathlib import Path
from review.adapters.backup_file import Made, write_backup

def rows():
    yield {"id": "1"}
    os.kill(os.getpid(), signal.SIGKILL)

write_backup(Path(sys.argv[1]), Made(at="later", version="1", revision="1"), [("runs", rows())], {})
"""


def test_kill_9_during_a_backup_leaves_the_one_before(tmp_path: Path) -> None:
    target = tmp_path / "kept.backup"
    write_backup(target, MADE, [("runs", [{"id": "1"}])], {})
    for _ in range(2):
        done = subprocess.run(  # noqa: S603 - it kills itself
            [sys.executable, "-c", _CHILD, str(target)],
            check=False,
            cwd=Path(__file__).parents[2],
        )
        assert done.returncode == -signal.SIGKILL
        with opened_backup(target) as backup:
            assert backup.made == MADE
            assert list(backup.rows("runs")) == [{"id": "1"}]
    write_backup(target, MADE, (), {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.backup"]


_FULL = """
import resource, sys
from pathlib import Path
from review.adapters.backup_file import BackupError, Made, write_backup

# No file may grow beyond this: what a full disk looks like to a program.
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
rows = [{"id": str(hash((n, "x")))} for n in range(20_000)]
try:
    made = Made(at="later", version="1", revision="1")
    write_backup(Path(sys.argv[1]), made, [("runs", rows)], {})
except BackupError as error:
    print(error)
"""


def test_a_backup_on_a_full_disk_leaves_the_one_before_and_no_other_file(tmp_path: Path) -> None:
    target = tmp_path / "kept.backup"
    write_backup(target, MADE, (), {})
    done = subprocess.run(  # noqa: S603 - a limit must not be set on this process
        [sys.executable, "-c", _FULL, str(target)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert "cannot be written" in done.stdout
    with opened_backup(target) as backup:
        assert backup.made == MADE
    assert [path.name for path in tmp_path.iterdir()] == ["kept.backup"]


async def test_a_backup_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        write_backup(tmp_path / "no" / "kept.backup", MADE, (), MappingProxyType({}))


def test_only_its_owner_reads_a_backup_whatever_was_there_before(tmp_path: Path) -> None:
    target = tmp_path / "kept.backup"
    beside = tmp_path / "kept.backup.partial"
    beside.touch()
    beside.chmod(0o666)
    write_backup(target, MADE, (), {})
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="is a folder"):
        refuse_folder(tmp_path / ".")
    assert list(tmp_path.iterdir()) == []
