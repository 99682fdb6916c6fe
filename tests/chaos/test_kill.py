"""Replicas are killed at any moment: nothing is lost, and nothing counts twice."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from review.adapters.open_ledger import open_ledger
from review.ledger.audit import breaks
from review.ledger.port import Ledger
from review.ledger.records import OwedStatus, Run, RunStatus
from review.ledger.stored import load_state
from tests.chaos.crowd import Crowd
from tests.chaos.replica import SETTINGS
from tests.chaos.takeovers import Takeovers

KILLS = int(os.environ.get("COUNTERSIGN_KILLS", "8"))  # noqa: TID251 - how long `make chaos` takes
AT_ONCE = 6


@pytest.mark.timeout(120 + 3 * KILLS)
@pytest.mark.parametrize(
    ("database", "replicas"),
    [
        pytest.param("sqlite", 1, marks=pytest.mark.deep),
        pytest.param("postgresql", 1, marks=pytest.mark.deep),
        ("postgresql", 2),
    ],
)
async def test_killed_at_any_moment_nothing_is_lost_and_nothing_counts_twice(
    database: str, replicas: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    seed = random.SystemRandom().randrange(1_000_000)
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    if database == "postgresql":
        url = request.getfixturevalue("postgres_url")
    print(f"{database}, {replicas} replicas, seed {seed}", flush=True)  # noqa: T201
    crowd = Crowd(url, tmp_path, chance(seed))
    takeovers = crowd.takeovers = await Takeovers.of(url) if replicas > 1 else None
    conversations = await killing(crowd, replicas, chance(seed + 1))
    report = (
        f"seed {seed}, {KILLS} kills, {conversations} conversations, "
        f"{crowd.reminded} after a reminder, {sum(crowd.chat.created.values())} messages"
    )
    print(report, flush=True)  # noqa: T201 - how to see it again
    if takeovers is not None:
        print(takeovers.seen(SETTINGS.lease.total_seconds()), flush=True)  # noqa: T201
    ledger = await open_ledger(url, serving=False)
    try:
        await look_back(ledger, crowd, conversations, report)
    finally:
        await ledger.close()


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - chance, not secrecy


async def killing(crowd: Crowd, replicas: int, dice: random.Random) -> int:
    """Kill and restart while people converse; then let them finish. How many conversations."""
    for _ in range(replicas):
        await crowd.start()
    talking: set[asyncio.Task[None]] = set()
    number, stopping = 0, asyncio.Event()

    async def keep_talking() -> None:
        nonlocal number
        while not stopping.is_set():
            running = [task for task in talking if not task.done()]
            if len(running) < AT_ONCE:
                number += 1
                talking.add(asyncio.create_task(crowd.converse(number)))
            await asyncio.sleep(0.02)

    keeper = asyncio.create_task(keep_talking())
    try:
        for kill in range(1, KILLS + 1):
            await asyncio.sleep(dice.random() * 0.8)
            await crowd.kill(dice.choice(crowd.replicas))
            await crowd.start()
            if kill % 20 == 0:
                print(f"{kill} kills, {number} conversations", flush=True)  # noqa: T201
        stopping.set()
        await keeper
        await asyncio.gather(*talking)
        await asyncio.sleep(1)
    finally:
        keeper.cancel()
        for task in talking:
            task.cancel()
        await crowd.leave()
    return number


async def look_back(ledger: Ledger, crowd: Crowd, conversations: int, report: str) -> None:
    crowd.chat.look()
    async with ledger.read() as pages:
        runs = await pages.runs.latest(100_000)
        _, broken = await breaks(pages.audit.entries())
        dead = await pages.outbox.listed(OwedStatus.DEAD, 10)
        owed = await pages.outbox.listed(OwedStatus.OWED, 10)
    assert len(runs) == conversations, report
    assert {run.status for run in runs} == {RunStatus.DONE}, report
    assert max(crowd.counted.values()) == 1, report
    assert all(decided_as_counted(run, crowd) for run in runs), report
    assert max(crowd.chat.created.values()) == 1, report
    assert (list(dead), list(owed), broken) == ([], [], ()), report


def decided_as_counted(run: Run, crowd: Crowd) -> bool:
    """Whether the run went on with the very choice that was told to count."""
    told = [choice for card, choice in crowd.chosen.items() if card.startswith(f"{run.id}-")]
    chosen = load_state(run.state).choices["region"]
    return told in ([], [chosen])
