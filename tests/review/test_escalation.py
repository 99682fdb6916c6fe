"""What reviewers leave lying goes to the next ones, within their hours."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import Action, Audience, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Asked, Refused, ReviewCase, Settled
from review.policy.business_hours import BusinessHours
from review.ports.desk import Closed, Counted
from tests.review.fakes import ANA, REVIEWERS, RUI, THREAD, a_flow, asks
from tests.review.office import POLICY, World

SECOND = replace(REVIEWERS, channel="CSENIOR")
TWO_ROUNDS = replace(POLICY, next_thread=SECOND)


async def at_reviewers(ledger: SqlLedger) -> World:
    flow = a_flow(("region", asks("region", Audience.REVIEWERS)))
    world = World(ledger=ledger, flow=flow, policy=TWO_ROUNDS)
    await world.office.open()
    await world.ask()
    return world


async def test_an_overdue_card_moves_to_the_next_reviewers_who_decide_it(
    ledger: SqlLedger,
) -> None:
    world = await at_reviewers(ledger)
    first = world.card(REVIEWERS)
    await world.sweep(days=4)
    assert world.last(Settled, REVIEWERS).how == "escalated"
    assert world.card(SECOND).checkpoint != first.checkpoint
    assert await world.press("a", by=RUI, thread=SECOND) == Counted()
    assert world.shows(Answered)


async def test_the_first_card_decides_nothing_any_more(ledger: SqlLedger) -> None:
    world = await at_reviewers(ledger)
    first = world.card(REVIEWERS)
    await world.sweep(days=4)
    assert isinstance(first, Asked)
    stale = await world.desk.decide(first.checkpoint, first.nonce, _yes(), RUI)
    assert stale == Closed(how="expired")


async def test_when_the_next_let_it_lie_too_the_asker_is_told(ledger: SqlLedger) -> None:
    world = await at_reviewers(ledger)
    await world.sweep(days=4)
    await world.sweep(days=4)
    assert world.last(Settled, SECOND).how == "expired"
    assert world.last(Refused).refusal.code == "expired"


async def test_an_overdue_review_case_moves_to_the_next_reviewers(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(), policy=TWO_ROUNDS)
    await world.office.open()
    run = str(await world.ask())
    assert await world.desk.send_to_review(run, ANA) == Counted()
    await world.sweep(days=4)
    assert world.last(Settled, REVIEWERS).how == "escalated"
    case = world.last(ReviewCase, SECOND)
    assert await world.desk.decide(case.checkpoint, case.nonce, _yes(), RUI) == Counted()
    await world.settle()
    assert "approved" in {n.review for n in world.chat.in_thread() if isinstance(n, Answered)}


async def test_reviewers_have_their_time_within_their_hours_and_askers_by_the_clock(
    sqlite: SqlLedger,
) -> None:
    hours = replace(POLICY, hours=BusinessHours(zone=dt.UTC), due=dt.timedelta(hours=9))
    for audience, due in ((Audience.REVIEWERS, 10), (Audience.ASKER, 18)):
        flow = a_flow(("region", asks("region", audience)))
        world = World(ledger=sqlite, flow=flow, policy=hours, name=audience)
        await world.office.open()
        await world.ask(event=audience)
        thread = REVIEWERS if audience is Audience.REVIEWERS else THREAD
        card = world.card(thread)
        assert isinstance(card, Asked)
        assert card.due is not None
        assert card.due.hour == due


def _yes() -> Decision:
    return Decision(action=Action.APPROVE)
