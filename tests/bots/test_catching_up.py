"""A change of the schema is known at once on every replica that asks, and read once each."""

import asyncio
import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

from bots.bootstrap.writes import CatchingUp
from pipeline.writes.values import WriteEntry, WriteStatus
from review.adapters.open_ledger import open_ledger
from review.ledger.port import Ledger
from review.ledger.schema_changes import SchemaChanges
from review.ledger.writes import Write
from tests.review.fakes import a_flow, answers
from tests.review.office import World

NOON = dt.datetime(2026, 3, 2, 12, tzinfo=dt.UTC)


class Replica:
    """Counts how often it read the shop's catalog again."""

    def __init__(self, ledger: Ledger) -> None:
        self.read = 0
        self.catching_up = CatchingUp("shop", SchemaChanges(ledger), self._refresh)

    async def _refresh(self, name: str) -> None:
        assert name == "shop"
        self.read += 1


async def written(ledger: Ledger, run: str, approval: str, tier: str, minute: int) -> None:
    entry = WriteEntry(status=WriteStatus.DONE, result=json.dumps({"tier": tier}))
    at = NOON + dt.timedelta(minutes=minute)
    write = Write(
        approval=approval, run=run, digest="d", entry=entry, claimed_by="one", changed_at=at
    )
    async with ledger.begin() as pages:
        await pages.writes.add(write)


async def a_run_in(ledger: Ledger, workspace: str) -> str:
    world = World(ledger=ledger, flow=a_flow(("answer", answers)))
    run = await world.ask()
    assert run is not None
    async with ledger.begin() as pages:
        known = await pages.runs.get(run)
        assert known is not None
        after = replace(known, workspace=workspace, version=known.version + 1)
        await pages.runs.save(after, held_by=known.lease.owner)
    return run


async def test_every_replica_reads_the_catalog_once_for_each_change_of_the_schema(
    tmp_path: Path,
) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    one, two = Replica(ledger), Replica(ledger)
    await one.catching_up.catch_up()
    run = await a_run_in(ledger, "shop")
    await written(ledger, run, "a1", "T1", 1)
    await one.catching_up.catch_up()
    assert one.read == 0
    await written(ledger, run, "a2", "T2", 2)
    await written(ledger, run, "a3", "T1", 3)
    for replica in (one, two):
        await asyncio.gather(*(replica.catching_up.catch_up() for _ in range(5)))
    assert (one.read, two.read) == (1, 1)
    await written(ledger, run, "a4", "T2", 4)
    await two.catching_up.catch_up()
    assert (one.read, two.read) == (1, 2)
    await ledger.close()


async def test_changes_of_another_workspace_do_not_matter(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    await written(ledger, await a_run_in(ledger, "other"), "a1", "T2", 1)
    replica = Replica(ledger)
    await replica.catching_up.catch_up()
    assert replica.read == 0
    await ledger.close()
