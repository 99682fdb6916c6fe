"""A disk that is full: the write is refused in our words, and what was kept stays kept."""

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from review.adapters.open_ledger import open_ledger

_CHILD = """
import asyncio, datetime as dt, resource, sys
from review.adapters.open_ledger import open_ledger
from review.ledger.errors import LedgerUnavailableError

NOW = dt.datetime(2026, 11, 3, tzinfo=dt.UTC)

async def main(url: str) -> None:
    ledger = await open_ledger(url)
    async with ledger.begin() as pages:
        await pages.talks.first_sight("kept", NOW)
    # No file may grow any more: what a full disk looks like to a program.
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    try:
        async with ledger.begin() as pages:
            await pages.talks.first_sight("lost", NOW)
    except LedgerUnavailableError as error:
        print(error)
    async with ledger.read() as pages:
        await pages.runs.latest(1)
    print("still reads")
    await ledger.close()

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.slow
async def test_a_write_on_a_full_disk_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.sqlite3'}"
    done = subprocess.run(  # noqa: S603, ASYNC221 - a limit must not be set on this process
        [sys.executable, "-c", _CHILD, url],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.splitlines()[0].startswith("The ledger does not answer: ")
    assert "still reads" in done.stdout
    assert "Traceback" not in done.stderr

    ledger = await open_ledger(url)
    async with ledger.begin() as pages:
        seen = [await pages.talks.first_sight(e, _now()) for e in ("kept", "lost")]
    await ledger.close()
    assert seen == [False, True]


def _now() -> dt.datetime:
    return dt.datetime(2026, 11, 3, tzinfo=dt.UTC)
