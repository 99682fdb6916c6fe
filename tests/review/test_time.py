"""Reminders, expiry, stopping, and asking something else."""

from dataclasses import replace

from pipeline.checkpoint import Action, Audience, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Asked, Refused, Settled
from review.ports.desk import Closed, Counted, NotAllowed
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, THREAD, a_flow, asks
from tests.review.office import QUICK, World


async def waiting(ledger: SqlLedger, audience: Audience = Audience.ASKER) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region", audience))))
    await world.office.open()
    await world.ask()
    return world


async def test_an_open_card_is_shown_once_more_and_both_are_settled(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    for _ in range(3):
        await world.sweep(hours=12)
    shown = [n for n in world.chat.in_thread() if isinstance(n, Asked)]
    assert [card.reminder for card in shown] == [False, True]
    await world.press("a")
    assert [type(n) for n in world.chat.in_thread()] == [Settled, Settled, Answered]


async def test_a_card_that_nobody_answers_expires_with_a_message(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    card = world.card()
    await world.sweep(days=4)
    assert world.last(Settled).how == "expired"
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    assert await world.say(card, decision, ANA) == Closed(how="expired")


async def test_a_decision_after_its_time_does_not_count_even_before_the_sweep(
    ledger: SqlLedger,
) -> None:
    world = await waiting(ledger)
    world.clock.pass_(days=4)
    assert await world.press("a") == Closed(how="expired")
    opened = await world.desk.checkpoint(world.card().checkpoint)
    assert opened is not None
    assert not opened.open


async def test_when_reviewers_let_it_expire_the_asker_is_told(ledger: SqlLedger) -> None:
    world = await waiting(ledger, Audience.REVIEWERS)
    await world.sweep(days=4)
    assert world.last(Refused).refusal.code == "expired"
    assert world.last(Settled, REVIEWERS).how == "expired"


async def test_stop_closes_the_card_and_the_run(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    card = world.card()
    assert await world.desk.cancel(THREAD, ANA)
    await world.settle()
    assert world.last(Settled).how == "cancelled"
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    assert await world.say(card, decision, ANA) == Closed(how="cancelled")
    assert not await world.desk.cancel(THREAD, ANA)


async def test_nobody_else_can_stop_it(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    assert not await world.desk.cancel(THREAD, BEN)
    assert world.shows(Asked)


async def test_asking_something_else_closes_the_open_card_and_is_answered(
    ledger: SqlLedger,
) -> None:
    world = await waiting(ledger)
    first = world.card()
    await world.ask("How many customers?")
    assert [type(n) for n in world.chat.in_thread()] == [Settled, Asked]
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    assert await world.say(first, decision, ANA) == Closed(how="superseded")
    assert await world.press("b") == Counted()
    assert world.last(Answered).answer.question == "How many customers?"


async def test_a_question_by_somebody_else_leaves_the_card_open(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    await world.ask("How many customers?", by=BEN)
    assert [type(n) for n in world.chat.in_thread()] == [Asked, Asked]


async def test_asking_something_else_leaves_what_waits_for_reviewers(ledger: SqlLedger) -> None:
    world = await waiting(ledger, Audience.REVIEWERS)
    await world.ask("How many customers?")
    cards = [n for n in world.chat.in_thread(REVIEWERS) if isinstance(n, Asked)]
    assert len(cards) == 2


async def test_change_asks_everything_anew_and_only_the_asker_may(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    await world.press("a")
    run = world.last(Answered).run
    assert isinstance(await world.desk.change(run, BEN), NotAllowed)
    assert await world.desk.change(run, ANA) == Counted()
    await world.settle()
    assert world.shows(Asked)
    assert world.flow.states[-1].ask_everything
    assert world.flow.states[-1].choices == {}


async def test_one_person_has_only_so_many_questions_at_work(ledger: SqlLedger) -> None:
    settings = replace(QUICK, per_person=2)
    world = World(ledger=ledger, flow=a_flow(), settings=settings)
    threads = [replace(THREAD, root=str(n)) for n in range(3)]
    for thread in threads:
        await world.ask(thread=thread)
    await world.office.open()
    await world.sweep()
    assert world.last(Refused, threads[2]).refusal.code == "too_many"
    assert world.shows(Answered, threads[1])


async def test_too_many_questions_in_all_are_refused_quickly(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(), settings=replace(QUICK, in_all=1))
    await world.ask()
    world.clock.pass_(seconds=1)
    other = replace(THREAD, root="2")
    await world.ask(thread=other, by=BEN)
    await world.office.open()
    await world.sweep()
    assert world.last(Refused, other).refusal.code == "overloaded"


async def test_only_what_begins_a_thread_and_finds_room_is_told_to_the_flow_beforehand(
    ledger: SqlLedger,
) -> None:
    world = World(ledger=ledger, flow=a_flow(), settings=replace(QUICK, per_person=1))
    await world.office.open()
    await world.ask("How many orders?")
    await world.ask("and in Spain?")
    assert world.flow.expected == ["How many orders?"]


async def test_a_reviewers_question_to_the_asker_keeps_the_card_open(ledger: SqlLedger) -> None:
    world = await waiting(ledger, Audience.REVIEWERS)
    back = Decision(action=Action.ASK_BACK, note="Why?")
    assert await world.verdict(back, RUI) == Counted()
    assert await world.press("a", by=RUI, thread=REVIEWERS) == Counted()
    assert any(isinstance(n, Answered) for n in world.chat.in_thread())
