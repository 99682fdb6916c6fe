"""What is on a person's desk, who looks at which card, and which run is behind a message."""

from dataclasses import replace

from pipeline.checkpoint import Action, Decision
from pipeline.people import Person
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import ReviewCase, Working
from review.ports.agenda import WaitsFor
from review.ports.desk import Closed, Counted, NotAllowed, Spoken
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, THREAD, a_flow, asks
from tests.review.office import World

EVA = Person(id="slack:T1:EVA", name="Eva", roles=frozenset({"reviewer"}))


async def reviewed(ledger: SqlLedger) -> World:
    """Ana's answered question, sent to review."""
    world = World(ledger=ledger, flow=a_flow())
    await world.office.open()
    await world.ask(event="1.1")
    await world.desk.send_to_review("one1", ANA)
    await world.settle()
    return world


async def waiting(ledger: SqlLedger) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask(event="1.1")
    return world


async def test_a_question_that_waits_for_its_asker_is_a_pending_decision(
    ledger: SqlLedger,
) -> None:
    world = await waiting(ledger)
    agenda = await world.desk.open_for(ANA)
    (pending,) = agenda.pending
    assert (pending.run, pending.waits_for) == ("one1", WaitsFor.YOU)
    assert pending.reference
    assert (agenda.open, agenda.recent, agenda.queue) == ((), (), ())


async def test_an_answered_question_is_a_recent_one(ledger: SqlLedger) -> None:
    world = await reviewed(ledger)
    agenda = await world.desk.open_for(ANA)
    assert [each.run for each in agenda.recent] == ["one1"]
    assert agenda.queue == ()


async def test_only_reviewers_have_a_queue_and_never_decide_their_own(ledger: SqlLedger) -> None:
    world = await reviewed(ledger)
    (item,) = (await world.desk.open_for(RUI)).queue
    assert (item.barred, item.claimed_by, item.asker.id) == ("", None, ANA.id)
    assert item.reference
    assert (await world.desk.open_for(BEN)).queue == ()
    own = replace(ANA, roles=frozenset({"reviewer"}))
    assert (await world.desk.open_for(own)).queue[0].barred


async def test_a_claim_stands_on_the_card_and_the_next_one_takes_over(ledger: SqlLedger) -> None:
    world = await reviewed(ledger)
    card = world.last(ReviewCase, REVIEWERS)
    for reviewer in (RUI, EVA):
        assert await world.desk.claim(card.checkpoint, card.nonce, reviewer) == Counted()
        await world.settle()
        claimed = world.last(ReviewCase, REVIEWERS).claimed_by
        assert claimed is not None
        assert claimed.id == reviewer.id


async def test_nobody_else_can_claim_and_nothing_that_is_over_is_claimed(
    ledger: SqlLedger,
) -> None:
    world = await reviewed(ledger)
    card = world.last(ReviewCase, REVIEWERS)
    assert isinstance(await world.desk.claim(card.checkpoint, card.nonce, BEN), NotAllowed)
    assert isinstance(await world.desk.claim(card.checkpoint, "guess", RUI), Closed)
    assert isinstance(await world.desk.claim("nothing", "n", RUI), Closed)
    await world.verdict(Decision(action=Action.APPROVE), RUI)
    assert isinstance(await world.desk.claim(card.checkpoint, card.nonce, EVA), Closed)


async def test_a_claimed_card_can_be_decided_by_another_reviewer(ledger: SqlLedger) -> None:
    world = await reviewed(ledger)
    card = world.last(ReviewCase, REVIEWERS)
    await world.desk.claim(card.checkpoint, card.nonce, RUI)
    assert await world.verdict(Decision(action=Action.APPROVE), EVA) == Counted()


async def test_whoever_asks_back_has_claimed_the_card(ledger: SqlLedger) -> None:
    world = await reviewed(ledger)
    await world.verdict(Decision(action=Action.ASK_BACK, note="Which year?"), RUI)
    claimed = world.last(ReviewCase, REVIEWERS).claimed_by
    assert claimed is not None
    assert claimed.id == RUI.id
    assert await world.desk.awaits_reply(THREAD, ANA)
    assert not await world.desk.awaits_reply(THREAD, BEN)


async def test_the_run_behind_a_message_is_found(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    asked = await world.desk.traced(Spoken(thread=THREAD, event="1.1"))
    assert asked is not None
    assert (asked.run, asked.over, asked.answered) == ("one1", False, False)
    reference = (await world.desk.open_for(ANA)).pending[0].reference
    shown = await world.desk.traced(Spoken(thread=THREAD, reference=reference))
    assert shown is not None
    assert shown.checkpoint is not None
    assert await world.desk.traced(Spoken(thread=THREAD, event="9.9", reference="x")) is None


async def test_one_run_is_stopped_by_its_asker_alone(ledger: SqlLedger) -> None:
    world = await waiting(ledger)
    assert not await world.desk.stop("one1", BEN)
    assert await world.desk.stop("one1", ANA)
    assert not await world.desk.stop("one1", ANA)
    assert not await world.desk.stop("nothing", ANA)


async def test_where_strangers_read_along_everything_goes_to_the_asker(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    mixed = replace(THREAD, mixed=True)
    await world.ask(thread=mixed)
    await world.press(thread=mixed)
    private = [each.only_for for each in world.chat.deliveries]
    assert private
    assert set(private) == {ANA.id}
    assert not world.shows(Working, mixed)
