"""What a surface acknowledged before it took it in outlives the process, on each database."""

from dataclasses import replace

from review.adapters.sql_ledger import SqlLedger
from review.ledger.arrivals import Arrival
from review.ledger.notices import Answered
from review.ports.desk import Incoming
from tests.review.fakes import ANA, THREAD, a_flow
from tests.review.office import World
from tests.review.replicas import passes

ARRIVAL = Arrival(surface="slack", event="T1:C1:1.0", body='{"body": {}}')
QUESTION = Incoming(event=ARRIVAL.event, text="How many orders?", thread=THREAD, asker=ANA)


def a_world(ledger: SqlLedger) -> World:
    return World(ledger=ledger, flow=a_flow(("step", passes)))


async def test_an_arrival_is_kept_once_and_taken_by_nobody_while_it_is_held(
    ledger: SqlLedger,
) -> None:
    world = a_world(ledger)
    desk = world.office.desk
    assert await desk.arrived(ARRIVAL)
    assert not await desk.arrived(ARRIVAL)

    world.clock.pass_(seconds=60)
    assert await desk.arrivals("slack") == []


async def test_an_arrival_of_a_process_that_ended_is_asked_once_after_its_lease(
    ledger: SqlLedger,
) -> None:
    world = a_world(ledger)
    await world.office.open()
    desk = world.office.desk
    await desk.arrived(ARRIVAL)
    world.clock.pass_(minutes=3)
    assert await desk.arrivals("teams") == []
    assert await desk.arrivals("slack") == [ARRIVAL]
    assert await desk.arrivals("slack") == []

    assert await desk.ask(QUESTION)
    await desk.taken_in(ARRIVAL)
    # The surface delivers it once more, and so slowly that it is kept again.
    assert await desk.arrived(ARRIVAL)
    assert await desk.ask(replace(QUESTION)) is None
    await desk.taken_in(ARRIVAL)
    await world.settle()
    world.clock.pass_(minutes=3)
    assert await desk.arrivals("slack") == []
    assert world.shows(Answered)


async def test_the_only_process_of_a_ledger_takes_arrivals_up_at_its_start(
    sqlite: SqlLedger,
) -> None:
    await a_world(sqlite).office.desk.arrived(ARRIVAL)
    after = a_world(sqlite)
    await after.office.open()

    assert await after.office.desk.arrivals("slack") == [ARRIVAL]
