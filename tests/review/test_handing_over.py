"""The replica that takes a click takes its run up in the same commit, and goes on at once."""

import datetime as dt
from dataclasses import replace

import pytest
from typing_extensions import override

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.adapters.statements import Changing
from review.adapters.tables import inbox
from review.ledger.dispatch import Job, JobKind
from review.ledger.errors import StaleError
from review.ledger.notices import Answered
from review.ledger.port import Ledger
from review.ledger.records import Run, RunStatus
from review.office.in_process import InProcessDispatcher
from review.ports.desk import Counted
from tests.review.fakes import a_flow, asks
from tests.review.office import QUICK, World
from tests.waiting import found

# Nobody gives a sign of life, and nobody looks unless something is due.
_LONG = dt.timedelta(hours=1)
SILENT = replace(QUICK, heartbeat=_LONG, sweep_every=_LONG)


async def passes(state: RunState) -> Outcome:
    return Go(state=state)


FLOW = (("region", asks("region")), ("after", passes))


class DiesAfterTheDecision(InProcessDispatcher):
    """Does everything but go on with what was decided: the process is gone by then."""

    alive = True

    @override
    def wake(self, job: Job) -> None:
        if self.alive or job.kind is not JobKind.RUN:
            super().wake(job)


async def run_of(ledger: Ledger, run: str) -> Run:
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    assert found is not None
    return found


async def dying(ledger: SqlLedger) -> tuple[World, str]:
    """A replica that dies right after a decision was kept; the run that it is on."""
    dispatches = DiesAfterTheDecision
    world = World(ledger=ledger, flow=a_flow(*FLOW), settings=SILENT, dispatches=dispatches)
    await world.office.open()
    run = await world.ask()
    assert run is not None
    assert isinstance(world.dispatcher, DiesAfterTheDecision)
    world.dispatcher.alive = False
    assert isinstance(await world.press(), Counted)
    return world, run


async def test_a_decision_and_the_lease_of_its_run_are_one_commit(ledger: SqlLedger) -> None:
    world, run = await dying(ledger)
    found = await run_of(ledger, run)
    assert (found.status, found.lease.owner) == (RunStatus.RUNNING, "one")
    assert found.lease.until == world.clock() + SILENT.hold


async def test_who_dies_right_after_a_decision_is_replaced_within_its_lease(
    ledger: SqlLedger,
) -> None:
    world, run = await dying(ledger)
    url = ledger.writer.url.render_as_string(hide_password=False)
    others = await open_ledger(url, serving=False)
    flow = a_flow(*FLOW)
    other = World(
        ledger=others, flow=flow, name="two", chat=world.chat, clock=world.clock, settings=SILENT
    )
    await other.office.open()
    wait = await other.office.sweeper.tick()
    assert wait == SILENT.hold < SILENT.lease
    await other.sweep(seconds=wait.total_seconds())
    assert (await run_of(ledger, run)).status is RunStatus.DONE
    assert flow.taken == ["region", "after", "answer"]
    assert world.shows(Answered)
    await others.close()


async def test_a_replica_that_stops_gives_back_what_it_did_not_come_to(ledger: SqlLedger) -> None:
    world, run = await dying(ledger)
    await world.office.stop()
    found = await run_of(ledger, run)
    assert (found.status, found.lease.owner, found.lease.attempts) == (RunStatus.READY, "", 0)


async def test_a_replica_without_a_free_place_leaves_the_run_to_whoever_has_one(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow(*FLOW), settings=SILENT)
    await world.office.open()
    run = await world.ask()
    assert run is not None
    # It was not started, so that it has room for nothing.
    full = World(ledger=ledger, flow=a_flow(*FLOW), chat=world.chat, clock=world.clock)
    assert isinstance(await full.press(), Counted)
    await world.settle()
    assert (await run_of(ledger, run)).status is RunStatus.DONE
    assert world.flow.taken[-1] == "answer"


async def test_a_lease_that_ran_out_on_the_way_is_taken_anew(ledger: SqlLedger) -> None:
    world, run = await dying(ledger)
    world.clock.pass_(seconds=SILENT.hold.total_seconds())
    await world.office.work(Job(kind=JobKind.RUN, id=run))
    assert (await run_of(ledger, run)).status is RunStatus.DONE


async def test_what_is_written_later_is_checked_before_it_is_kept(ledger: SqlLedger) -> None:
    row = {"event": "e1", "run": "", "seen_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)}
    with pytest.raises(StaleError):
        async with ledger.changing() as statements:
            await statements.later(inbox.insert(), row, Changing(2, "e1"))
    async with ledger.looking() as statements:
        assert (await statements.execute(inbox.select())).all() == []


async def test_a_step_that_lasts_goes_on_after_the_decision(ledger: SqlLedger) -> None:
    async def lasts(state: RunState) -> Outcome:
        """As long as it takes the heartbeat to renew the lease."""
        if not state.choices:
            return await asks("region")(state)
        begun = (await run_of(ledger, state.run)).lease.until
        world.clock.pass_(seconds=1)

        async def renewed() -> Run | None:
            run = await run_of(ledger, state.run)
            return None if run.lease.until == begun else run

        await found(renewed)
        return Go(state=state)

    world = World(ledger=ledger, flow=a_flow(("region", lasts), ("after", passes)))
    await world.office.open()
    await world.ask()
    assert isinstance(await world.press(), Counted)
    assert world.shows(Answered)
