"""What is said below an open card of an approved answer goes on from its question."""

from dataclasses import replace

from pipeline.flow import Go, Outcome, Pause
from pipeline.state import RunState
from review.adapters.sql_ledger import SqlLedger
from tests.fakes import an_ask
from tests.review.fakes import a_flow
from tests.review.office import World
from tests.review.test_runs import SPAN


async def test_a_reply_below_an_offered_query_goes_on_from_its_question(
    ledger: SqlLedger,
) -> None:
    async def offers(state: RunState) -> Outcome:
        if state.previous_question:
            return Go(state=state)
        return Pause(state=replace(state, offered="card", times=(SPAN,)), ask=an_ask())

    world = World(ledger=ledger, flow=a_flow(("match", offers)))
    await world.office.open()
    await world.ask("revenue last quarter")
    await world.ask("only Germany")
    after = world.flow.states[-1]
    assert after.question == "only Germany"
    assert after.previous_question == "revenue last quarter"
    assert after.previous_approved
    assert after.previous_times == (SPAN,)
