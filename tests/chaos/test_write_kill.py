"""Replicas die at every point from click to receipt: no write twice, none without approval."""

import asyncio
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from pipeline.writes.values import WriteStatus
from review.adapters.open_ledger import open_ledger
from review.ledger.audit import breaks
from review.ledger.port import Ledger
from review.ledger.records import OwedStatus, RunStatus
from review.ledger.writes import Write
from tests.chaos.planned_deaths import POINTS
from tests.chaos.test_kill import chance
from tests.chaos.write_crowd import WriteCrowd
from tests.chaos.write_target import Target

KILLS = int(os.environ.get("COUNTERSIGN_KILLS", len(POINTS)))  # noqa: TID251 - see `make chaos`
AT_ONCE = 6
_REJECTED = 0.1


@pytest.mark.timeout(180 + 6 * KILLS)
@pytest.mark.parametrize(
    ("kind", "replicas"),
    [
        pytest.param("postgresql", 1, marks=pytest.mark.deep),
        ("postgresql", 2),
        pytest.param("sqlite", 2, marks=pytest.mark.deep),
    ],
)
async def test_killed_at_every_point_no_write_happens_twice_or_unapproved(
    kind: str, replicas: int, tmp_path: Path, postgres_url: str
) -> None:
    """On SQLite nobody can ask what became of a commit, so there people are asked more often."""
    seed = random.SystemRandom().randrange(1_000_000)
    print(f"{kind}, {replicas} replicas, seed {seed}", flush=True)  # noqa: T201 - to see it again
    dice = chance(seed)
    target = Target(postgres_url if kind == "postgresql" else f"sqlite:///{tmp_path}/target.db")
    target.make(2 * KILLS)
    crowd = WriteCrowd(postgres_url, tmp_path, chance(seed + 1), target)
    wished = {row: dice.random() >= _REJECTED for row in range(KILLS)}
    for row, yes in wished.items():
        # Nothing comes after a rejection that could be died at.
        crowd.plan(row, POINTS[row % len(POINTS)] if yes else dice.choice(POINTS[:2]))
    try:
        ended = await wishes(crowd, wished, replicas)
    except TimeoutError:
        print(await stuck(postgres_url), flush=True)  # noqa: T201 - what somebody waited for
        raise
    report = (
        f"{kind}, seed {seed}: {crowd.deaths} kills, {len(wished)} wishes, "
        f"{sum(target.values().values())} written, {len(crowd.unknown)} unknown shown to people, "
        f"{sum(wished.values()) - sum(target.values().values())} approved and not written"
    )
    print(report, flush=True)  # noqa: T201 - the figures
    assert crowd.deaths >= KILLS, report
    ledger = await open_ledger(postgres_url, serving=False)
    try:
        await look_back(ledger, target, wished, ended, report)
    finally:
        await ledger.close()


async def wishes(crowd: WriteCrowd, wished: dict[int, bool], replicas: int) -> dict[int, str]:
    """Everybody's wishes, some at a time; how each ended."""
    for _ in range(replicas):
        await crowd.start()
    crowd.keep()
    room = asyncio.Semaphore(AT_ONCE)
    ended: dict[int, str] = {}

    async def one(row: int, *, yes: bool) -> None:
        async with room:
            ended[row] = await crowd.wish(row, yes=yes)
        if row % 25 == 0:
            print(f"{len(ended)} ended, {crowd.deaths} kills", flush=True)  # noqa: T201

    try:
        await asyncio.gather(*(one(row, yes=yes) for row, yes in wished.items()))
        while crowd.deaths < KILLS:
            # Another one's death was faster than a planned one.
            row = len(wished)
            wished[row] = True
            crowd.plan(row, "decided")
            await one(row, yes=True)
        await asyncio.sleep(2)
    finally:
        print(crowd.health(), flush=True)  # noqa: T201 - who is left
        await crowd.leave()
    return ended


async def stuck(url: str) -> str:
    """Every run that is not over, and what it waits for."""
    ledger = await open_ledger(url, serving=False)
    lines = []
    async with ledger.read() as pages:
        for run in await pages.runs.latest(100_000):
            if run.status not in {RunStatus.DONE, RunStatus.FAILED}:
                card = await pages.checkpoints.get(run.checkpoint) if run.checkpoint else None
                shown = card and (card.id, card.status, card.decision, card.due)
                books = await pages.writes.of_run(run.id)
                lines.append(f"{run.question}: {run.status} {run.node} {run.lease} {shown} {books}")
        for owed in await pages.outbox.listed(OwedStatus.OWED, 20):
            lines.append(f"owed: {owed.slot} {owed.thread.key} {owed.lease} {owed.trouble}")
    await ledger.close()
    return "\n".join(lines)


async def look_back(
    ledger: Ledger, target: Target, wished: dict[int, bool], ended: dict[int, str], report: str
) -> None:
    values = target.values()
    async with ledger.read() as pages:
        runs = await pages.runs.latest(100_000)
        books = {run.id: await pages.writes.of_run(run.id) for run in runs}
        _, broken = await breaks(pages.audit.entries())
        dead = await pages.outbox.listed(OwedStatus.DEAD, 10)
    assert max(values.values()) <= 1, report
    assert not [row for row, yes in wished.items() if values[row] and not yes], report
    # What people were told is what is there.
    assert {row: kind == "Written" for row, kind in ended.items()} == {
        row: bool(values[row]) for row in wished
    }, report
    assert not [row for row, value in values.items() if value and row not in wished], report
    assert len(runs) == len(wished), report
    assert all(run.status in {RunStatus.DONE, RunStatus.FAILED} for run in runs), report
    assert (list(dead), broken) == ([], ()), report
    for run in runs:
        held = books_of(books[run.id])
        row = int(run.question.rpartition(" ")[2])
        assert held[WriteStatus.DONE] == values[row], (report, run.id, books[run.id])
        assert not held[WriteStatus.CLAIMED] + held[WriteStatus.EXECUTING], (report, run.id)
        assert not held[WriteStatus.UNKNOWN], (report, run.id)


def books_of(writes: list[Write]) -> Counter[WriteStatus]:
    return Counter(write.entry.status for write in writes)
