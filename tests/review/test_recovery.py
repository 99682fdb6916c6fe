"""Replicas that stop, die, race, or find what another version left."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import Answered, Refused, Working
from review.ports.desk import AlreadyDecided, Counted, CountedBefore
from tests.review.fakes import ANA, REVIEWERS, RUI, UTE, a_flow, asks
from tests.review.office import QUICK, World
from tests.review.replicas import Replicas, a_run_at_the_gate, more_replicas, passes

_LONG = dt.timedelta(hours=1)
# Every step is kept by itself.
SILENT = replace(QUICK, heartbeat=_LONG, quick=dt.timedelta(0))


@pytest.fixture
async def replica() -> AsyncIterator[Replicas]:
    async with more_replicas() as opened:
        yield opened


async def test_steps_that_took_no_time_are_taken_again_after_a_crash(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await a_run_at_the_gate(ledger, replace(SILENT, quick=_LONG))
    other = await replica(world, a_flow(("gate", passes)))
    await other.sweep(seconds=60)
    assert other.flow.taken == ["route", "gate", "answer"]
    gate.open.set()
    await world.settle()
    assert [type(n) for n in world.chat.in_thread()] == [Answered]
    async with ledger.read() as pages:
        (run,) = await pages.runs.latest(5)
        steps = await pages.runs.steps(run.id)
    assert [step.node for step in steps] == ["route", "gate", "answer"]


async def test_a_run_whose_lease_ran_out_is_taken_over(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await a_run_at_the_gate(ledger, SILENT)
    other = await replica(world, a_flow(("gate", passes)))
    await other.sweep(seconds=1)
    assert other.flow.taken == []
    await other.sweep(seconds=60)
    assert other.flow.taken == ["gate", "answer"]
    gate.open.set()
    await world.settle()
    assert [type(n) for n in world.chat.in_thread()] == [Answered]
    assert world.flow.taken == ["route", "gate"]


async def test_whoever_looks_next_does_so_when_the_lease_ends_and_has_the_run_within_it(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, _ = await a_run_at_the_gate(ledger, SILENT)
    other = await replica(world, a_flow(("gate", passes)))
    died, wait = world.clock(), dt.timedelta(0)
    while not other.flow.taken:
        wait = await other.office.sweeper.tick()
        await other.settle()
        assert dt.timedelta(0) < wait <= SILENT.sweep_every
        world.clock.pass_(seconds=wait.total_seconds())
    assert died + SILENT.hold <= world.clock() - wait <= died + SILENT.lease


async def test_a_process_that_stops_gives_its_runs_back_at_once(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, _ = await a_run_at_the_gate(ledger)
    await world.dispatcher.stop(0)
    other = await replica(world, a_flow(("gate", passes)))
    # No time passes, so no lease ends. What was being sent meanwhile keeps its own lease.
    while not other.flow.taken:
        await other.sweep()
    await other.sweep(minutes=2)
    assert other.shows(Answered)


async def test_a_heartbeat_keeps_a_long_step_from_being_taken_over(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await a_run_at_the_gate(ledger)
    other = await replica(world, a_flow(("gate", passes)))
    world.clock.pass_(seconds=11)
    await beaten(world)
    await other.sweep(seconds=5)
    assert other.flow.taken == []
    gate.open.set()
    await world.settle()


async def beaten(world: World) -> None:
    """Wait until the run is held for as long again from the clock's present time."""
    until = world.clock.now + QUICK.hold
    while True:
        async with world.ledger.read() as pages:
            run = await pages.runs.get("one1")
        if run is not None and run.lease.until is not None and run.lease.until >= until:
            return


async def test_a_step_that_lasts_is_shown_and_quick_ones_are_not(ledger: SqlLedger) -> None:
    eager = replace(QUICK, progress_pause=dt.timedelta(milliseconds=20), heartbeat=_LONG)
    world, gate = await a_run_at_the_gate(ledger, eager)
    await world.chat.shown(Working(step="gate"))
    gate.open.set()
    await world.settle()
    shown = [d.notice for d in world.chat.deliveries]
    assert shown[-1] == world.last(Answered)
    assert [n for n in shown if isinstance(n, Working) and n.step] == [Working(step="gate")]


async def test_two_replicas_on_one_button_take_the_step_once(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    other = await replica(world, world.flow)
    await world.ask()
    card = world.card()
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    both = await asyncio.gather(
        *(
            each.desk.decide(card.checkpoint, card.nonce, decision, ANA)
            for each in (world, other, world, other)
        )
    )
    await world.settle()
    await other.settle()
    assert [type(v) for v in both].count(Counted) == 1
    assert [type(v) for v in both].count(CountedBefore) == 3
    assert world.flow.taken.count("answer") == 1


async def test_a_step_is_taken_once_however_often_the_run_is_woken(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world = World(ledger=ledger, flow=a_flow())
    await world.office.open()
    other = await replica(world, world.flow)
    run = str(await world.ask())
    await asyncio.gather(
        *(each.office.work(Job(kind=JobKind.RUN, id=run)) for each in (world, other) * 3)
    )
    assert world.flow.taken == ["route", "answer"]


async def test_a_state_of_a_newer_version_is_told_where_nobody_newer_takes_it_up(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask())
    await overwrite(ledger, run, state='{"version": 99}')
    assert await world.press("a") == Counted()
    assert not world.shows(Refused)
    for _ in range(10):
        await world.sweep(minutes=5)
    assert world.last(Refused).refusal.code == "unreadable_state"
    await world.sweep(hours=1)
    assert world.flow.taken.count("answer") == 0


async def test_in_a_rolling_upgrade_an_older_replica_leaves_a_newer_step_to_the_newer_one(
    ledger: SqlLedger, replica: Replicas
) -> None:
    newer = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await newer.office.open()
    await newer.ask()
    older = await replica(newer, a_flow())
    assert await older.press("a") == Counted()
    assert not older.shows(Refused)
    await newer.sweep(seconds=10)
    assert newer.last(Answered).answer.rows
    assert newer.flow.taken[-2:] == ["region", "answer"]
    assert older.flow.taken == []


async def test_a_damaged_state_is_told(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask())
    await overwrite(ledger, run, state='{"version": 1, "question"')
    await world.press("a")
    assert world.last(Refused).refusal.code == "unreadable_state"


async def test_a_run_paused_in_a_step_that_was_renamed_goes_on(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    newer = World(
        ledger=ledger,
        flow=a_flow(("place", asks("region"))),
        name="two",
        chat=world.chat,
        clock=world.clock,
        settings=replace(QUICK, renamed={"region": "place"}),
    )
    await newer.office.open()
    await newer.press("a")
    assert newer.flow.taken == ["place", "answer"]


async def test_a_run_paused_in_a_step_that_is_gone_is_told(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    newer = await replica(world, a_flow())
    await newer.press("a")
    for _ in range(10):
        await newer.sweep(minutes=5)
    assert newer.last(Refused).refusal.code == "unreadable_state"


async def test_racing_reviewers_count_once_and_the_other_is_told_who(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world = World(ledger=ledger, flow=a_flow())
    await world.office.open()
    other = await replica(world, world.flow)
    run = str(await world.ask())
    await world.desk.send_to_review(run, ANA)
    await world.settle()
    card = world.card(REVIEWERS)
    verdicts = await asyncio.gather(
        world.desk.decide(card.checkpoint, card.nonce, Decision(action=Action.APPROVE), RUI),
        other.desk.decide(card.checkpoint, card.nonce, Decision(action=Action.REJECT), UTE),
    )
    await world.settle()
    await other.settle()
    (late,) = [v for v in verdicts if isinstance(v, AlreadyDecided)]
    assert late.by in {RUI, UTE}
    promoted = len(world.promoter.approved) + len(world.promoter.rejected)
    assert promoted + len(other.promoter.approved) + len(other.promoter.rejected) == 1


async def test_work_left_in_sqlite_is_taken_up_at_once_by_the_next_process(
    sqlite: SqlLedger,
) -> None:
    world, _ = await a_run_at_the_gate(sqlite, SILENT)
    flow = a_flow(("gate", passes))
    after = World(ledger=sqlite, flow=flow, name="two", chat=world.chat, clock=world.clock)
    await after.office.open()
    await after.sweep()
    assert after.shows(Answered)
    await world.dispatcher.stop(0)


async def overwrite(ledger: SqlLedger, run_id: str, *, state: str) -> None:
    async with ledger.begin() as pages:
        run = await pages.runs.get(run_id)
        assert run is not None
        await pages.runs.save(replace(run, state=state, version=run.version + 1), held_by="")
