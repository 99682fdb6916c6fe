"""A question's way: asked, worked on, paused, decided, answered."""

import datetime as dt
from dataclasses import replace

from pipeline.checkpoint import Action, Audience, Decision
from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from pipeline.times.values import TimeSpan
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Asked, Refused, Said, Settled
from review.ports.desk import AlreadyDecided, Closed, Counted, CountedBefore, NotAllowed
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, THREAD, a_flow, asks, refuses
from tests.review.office import World

SPAN = TimeSpan(
    at=8, until=20, words="last quarter", start=dt.date(2026, 7, 1), end=dt.date(2026, 10, 1)
)


async def opened(ledger: SqlLedger, *doings: object, **fields: object) -> World:
    world = World(ledger=ledger, flow=a_flow(*doings), **fields)  # type: ignore[arg-type]
    await world.office.open()
    return world


async def test_a_question_is_answered_in_the_message_that_showed_progress(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger)
    run = await world.ask("How many orders?")
    assert len(world.chat.messages) == 1
    assert world.shows(Answered)
    assert world.last(Answered).run == run
    assert world.flow.taken == ["route", "answer"]


async def test_what_only_its_asker_could_read_is_no_beginning_for_others(
    ledger: SqlLedger,
) -> None:
    async def reads(state: RunState) -> Outcome:
        return Go(state=replace(state, times=(SPAN,)))

    world = await opened(ledger, ("dates", reads))
    for mixed, told in ((False, (SPAN,)), (True, ())):
        thread = replace(THREAD, root=str(mixed), mixed=mixed)
        await world.ask("revenue last quarter", by=RUI, thread=thread)
        await world.ask("and why?", by=ANA, thread=thread)
        assert world.flow.states[-1].previous_times == told
        await world.ask("revenue last quarter", by=RUI, thread=thread)
        await world.ask("and why?", by=RUI, thread=thread)
        assert world.flow.states[-1].previous_times == (SPAN,)


async def test_an_asker_whose_roles_are_others_now_asks_again(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("dates", asks("dates")))
    await world.ask(by=replace(ANA, roles=frozenset({"analyst", "finance"})))
    verdict = await world.press(by=replace(ANA, roles=frozenset({"analyst"})))
    assert isinstance(verdict, NotAllowed)
    assert "roles have changed" in verdict.reason
    await world.ask(by=ANA)
    assert isinstance(await world.press(by=ANA), Counted)


async def test_a_redelivered_event_is_seen_once(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    assert await world.ask(event="E1") is not None
    assert await world.ask(event="E1") is None
    assert len(world.chat.messages) == 1


async def test_a_pause_shows_a_card_and_waits(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    assert world.shows(Asked)
    assert world.last(Asked).ask.title == "Which region?"
    assert world.flow.taken == ["route", "region"]


async def test_after_a_decision_the_card_is_settled_and_the_answer_stands_below(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    assert await world.press("b") == Counted()
    settled, answered = world.chat.in_thread()
    assert isinstance(settled, Settled)
    assert settled.chosen == ("The second",)
    assert settled.by == ANA
    assert isinstance(answered, Answered)
    assert world.flow.states[-1].choices == {"region": "b"}


async def test_the_second_of_two_decisions_is_told_who_was_first(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    card = world.card()
    await world.press("a")
    second = await world.say(card, Decision(action=Action.APPROVE, choices={"region": "b"}), ANA)
    assert second == AlreadyDecided(by=ANA, at=world.clock.now)
    assert world.flow.states[-1].choices == {"region": "a"}


async def test_who_decides_the_same_again_is_told_that_it_counts(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    card, decision = world.card(), Decision(action=Action.APPROVE, choices={"region": "b"})
    assert await world.say(card, decision, ANA) == Counted()
    taken = list(world.flow.taken)
    assert await world.say(card, decision, ANA) == CountedBefore()
    assert world.flow.taken == taken


async def test_only_the_asker_may_answer_the_askers_card(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    verdict = await world.press("a", by=BEN)
    assert isinstance(verdict, NotAllowed)
    assert "Ana" in verdict.reason
    assert world.shows(Asked)


async def test_a_wrong_nonce_decides_nothing(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    await world.ask()
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    verdict = await world.desk.decide(world.card().checkpoint, "guessed", decision, ANA)
    assert verdict == Closed(how="superseded")


async def test_an_unknown_checkpoint_is_closed(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    decision = Decision(action=Action.APPROVE)
    assert await world.desk.decide("nothing", "n", decision, ANA) == Closed(how="unknown")


async def test_a_reviewers_checkpoint_stands_in_their_channel_and_is_theirs_to_decide(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger, ("write", asks("write", Audience.REVIEWERS)))
    await world.ask()
    assert world.shows(Said)
    assert isinstance(await world.press("a", by=BEN, thread=REVIEWERS), NotAllowed)
    assert isinstance(await world.press("a", by=ANA, thread=REVIEWERS), NotAllowed)
    assert await world.press("a", by=RUI, thread=REVIEWERS) == Counted()
    assert world.shows(Answered)
    assert isinstance(world.chat.in_thread(REVIEWERS)[-1], Settled)


async def test_a_reviewer_who_asked_may_not_approve_their_own_change(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("write", asks("write", Audience.REVIEWERS)))
    await world.ask(by=RUI)
    assert isinstance(await world.press("a", by=RUI, thread=REVIEWERS), NotAllowed)


async def test_a_rejection_ends_the_run_with_its_reason(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("write", asks("write", Audience.REVIEWERS)))
    await world.ask()
    await world.verdict(Decision(action=Action.REJECT, note="Not in March."), RUI)
    assert world.shows(Refused)
    assert "Not in March." in world.last(Refused).refusal.reason


async def test_a_refusal_is_told(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow())
    world.flow.steps["answer"] = refuses
    await world.office.open()
    await world.ask()
    assert world.shows(Refused)
    assert world.last(Refused).refusal.code == "no_data"


async def test_a_follow_up_has_the_meaning_and_the_workspace_of_the_turn_before(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger)
    await world.ask("How many orders?")
    await world.ask("now by month")
    assert world.flow.states[-1].pinned == "sales"
    assert world.flow.states[-1].question == "now by month"


async def test_a_thread_is_known_once_something_was_asked_in_it(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    assert not await world.desk.knows(THREAD)
    await world.ask()
    assert await world.desk.knows(THREAD)


async def test_a_step_that_breaks_is_told_with_a_reference_and_no_details(
    ledger: SqlLedger,
) -> None:
    async def breaks(state: RunState) -> Outcome:
        raise ValueError(state.question)

    world = await opened(ledger, ("broken", breaks))
    run = await world.ask("secret words")
    assert world.shows(Refused)
    assert world.last(Refused).refusal.code == "internal_error"
    assert str(run) in world.last(Refused).refusal.next_step
    assert "secret" not in world.last(Refused).refusal.reason


async def test_a_passing_trouble_is_tried_again_and_only_then_told(ledger: SqlLedger) -> None:
    async def away(state: RunState) -> Outcome:
        raise ConnectionError(state.question)

    world = await opened(ledger, ("away", away))
    await world.ask()
    assert not world.shows(Refused)
    for _ in range(3):
        await world.sweep(minutes=1)
    assert world.flow.taken.count("away") == 3
    assert world.shows(Refused)
    assert world.last(Refused).refusal.code == "gave_up"


async def test_a_flow_that_goes_in_circles_is_stopped(ledger: SqlLedger) -> None:
    async def again(state: RunState) -> Outcome:
        return Go(state=state, to="route")

    world = await opened(ledger, ("again", again))
    await world.ask()
    assert world.shows(Refused)


async def test_every_step_is_kept_with_what_it_changed(ledger: SqlLedger) -> None:
    world = await opened(ledger, ("region", asks("region")))
    run = await world.ask()
    await world.press("a")
    async with ledger.read() as pages:
        steps = await pages.runs.steps(str(run))
    assert [(step.node, step.said) for step in steps] == [
        ("route", "go"),
        ("region", "pause"),
        ("region", "go"),
        ("answer", "finish"),
    ]
    assert "confirmed" in steps[2].output
