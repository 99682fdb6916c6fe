"""Review cases: a verdict on an answer, and what the asker sees of it."""

from dataclasses import replace

import pytest

from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, ReviewCase, Said, Settled
from review.ledger.records import CaseStatus
from review.policy.deciders import ReviewPolicy
from review.ports.desk import AlreadyDecided, Closed, Counted, NotAllowed
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, THREAD, UTE, a_flow
from tests.review.office import POLICY, World

APPROVE = Decision(action=Action.APPROVE)
SECOND = replace(REVIEWERS, channel="CSENIOR")


async def answered(ledger: SqlLedger, policy: ReviewPolicy = POLICY) -> tuple[World, str]:
    world = World(ledger=ledger, flow=a_flow(), policy=policy)
    await world.office.open()
    return world, str(await world.ask())


async def in_review(ledger: SqlLedger, policy: ReviewPolicy = POLICY) -> tuple[World, str]:
    world, run = await answered(ledger, policy)
    assert await world.desk.send_to_review(run, ANA, "Is tax in it?") == Counted()
    await world.settle()
    return world, run


def badge(world: World) -> Answered:
    (answer,) = [n for n in world.chat.in_thread() if isinstance(n, Answered)]
    return answer


async def test_a_case_stands_in_the_reviewers_channel_with_the_askers_note(
    ledger: SqlLedger,
) -> None:
    world, _ = await in_review(ledger)
    case = world.last(ReviewCase, REVIEWERS)
    assert case.asker_note == "Is tax in it?"
    assert case.answer.sql.startswith("SELECT")
    assert badge(world).review == "open"


async def test_an_approval_is_promoted_and_shown_to_the_asker(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    assert await world.verdict(APPROVE, RUI) == Counted()
    assert [v.reviewer for v in world.promoter.approved] == [RUI]
    assert (badge(world).review, badge(world).reviewer) == ("approved", RUI)
    assert world.shows(Settled, REVIEWERS)
    assert world.last(Said).reply_to == ANA.id


async def test_an_edit_is_run_again_and_replaces_the_answer(ledger: SqlLedger) -> None:
    world, run = await in_review(ledger)
    await world.verdict(Decision(action=Action.EDIT, values={"sql": "SELECT 8 AS orders"}), RUI)
    assert badge(world).review == "edited"
    assert badge(world).answer.rows == ((8,),)
    kept = await world.desk.answer(run)
    assert kept is not None
    assert kept.sql == "SELECT 8 AS orders"
    assert world.promoter.approved[0].edited


async def test_an_edit_is_not_run_for_an_asker_whose_roles_are_others_now(
    ledger: SqlLedger,
) -> None:
    now = replace(ANA, roles=frozenset({"limited"}))
    world, _ = await in_review(ledger, replace(POLICY, as_now=lambda _: now))
    await world.verdict(Decision(action=Action.EDIT, values={"sql": "SELECT 8 AS orders"}), RUI)
    assert "roles of whoever asked" in world.last(Said, REVIEWERS).text
    assert world.promoter.approved == []
    assert await world.verdict(APPROVE, RUI) == Counted()


async def test_an_edit_that_does_not_pass_opens_the_case_again(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    old = world.card(REVIEWERS)
    await world.verdict(Decision(action=Action.EDIT, values={"sql": "DROP TABLE orders"}), RUI)
    assert "not a SELECT" in world.last(Said, REVIEWERS).text
    assert world.promoter.approved == []
    assert isinstance(await world.say(old, APPROVE, RUI), AlreadyDecided)
    assert await world.verdict(APPROVE, RUI) == Counted()
    assert badge(world).review == "approved"


async def test_a_question_back_and_its_reply_pass_between_the_threads(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    await world.verdict(Decision(action=Action.ASK_BACK, note="Which tax?"), RUI)
    assert "Which tax?" in world.last(Said).text
    assert world.last(Said).speaker == RUI
    assert await world.ask("VAT only") is None
    assert "VAT only" in world.last(Said, REVIEWERS).text
    assert world.flow.taken.count("answer") == 1
    assert await world.verdict(APPROVE, RUI) == Counted()


async def test_the_next_message_after_a_reply_is_a_question_again(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    await world.verdict(Decision(action=Action.ASK_BACK, note="Which tax?"), RUI)
    await world.ask("VAT only")
    assert await world.ask("How many customers?") is not None


async def test_somebody_elses_message_is_not_taken_for_the_askers_reply(
    ledger: SqlLedger,
) -> None:
    world, _ = await in_review(ledger)
    await world.verdict(Decision(action=Action.ASK_BACK, note="Which tax?"), RUI)
    assert await world.ask("How many customers?", by=BEN) is not None


async def test_asking_back_needs_a_question(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    assert isinstance(await world.verdict(Decision(action=Action.ASK_BACK), RUI), NotAllowed)


async def test_a_rejection_is_remembered_and_its_reason_told(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    await world.verdict(Decision(action=Action.REJECT, note="Test orders are in it."), RUI)
    assert [v.note for v in world.promoter.rejected] == ["Test orders are in it."]
    assert badge(world).review == "rejected"
    assert "Test orders" in world.last(Said).text


async def test_nobody_reviews_their_own_question_unless_the_policy_says_so(
    ledger: SqlLedger,
) -> None:
    asker = replace(RUI)
    for may in (False, True):
        policy = replace(POLICY, asker_may_approve=may)
        world = World(ledger=ledger, flow=a_flow(), policy=policy, name=f"may{may}")
        await world.office.open()
        thread = replace(THREAD, root=str(may))
        run = str(await world.ask(by=asker, thread=thread))
        await world.desk.send_to_review(run, asker)
        await world.settle()
        assert (await world.verdict(APPROVE, asker) == Counted()) is may


async def test_nobody_reviews_their_own_question_from_another_chat(ledger: SqlLedger) -> None:
    elsewhere = replace(RUI, id="teams:t:rui")
    policy = replace(POLICY, known_as={elsewhere.id: RUI.id})
    world = World(ledger=ledger, flow=a_flow(), policy=policy)
    await world.office.open()
    run = str(await world.ask(by=RUI))
    await world.desk.send_to_review(run, RUI)
    await world.settle()
    assert isinstance(await world.verdict(APPROVE, elsewhere), NotAllowed)
    assert await world.verdict(APPROVE, UTE) == Counted()


async def test_without_reviewers_nothing_is_sent(ledger: SqlLedger) -> None:
    world, run = await answered(ledger, ReviewPolicy())
    verdict = await world.desk.send_to_review(run, ANA)
    assert isinstance(verdict, NotAllowed)
    assert "has no reviewers yet" in verdict.reason


async def test_an_answer_is_in_one_review_at_a_time(ledger: SqlLedger) -> None:
    world, run = await in_review(ledger)
    again = await world.desk.send_to_review(run, ANA)
    await world.settle()
    assert isinstance(again, AlreadyDecided)


@pytest.mark.slow
async def test_a_promotion_that_fails_is_tried_again_and_then_given_back(
    ledger: SqlLedger,
) -> None:
    world, _ = await in_review(ledger)
    world.promoter.troubles += [OSError("disk full")] * 3
    await world.verdict(APPROVE, RUI)
    for _ in range(3):
        await world.sweep(minutes=1)
    assert "could not be carried out" in world.last(Said, REVIEWERS).text
    assert await world.verdict(APPROVE, RUI) == Counted()
    assert badge(world).review == "approved"


async def test_a_case_can_be_handed_on_to_the_next_reviewers(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger, replace(POLICY, next_thread=SECOND))
    assert await world.verdict(Decision(action=Action.ESCALATE), RUI) == Counted()
    assert world.shows(Settled, REVIEWERS)
    assert await world.verdict(APPROVE, RUI, SECOND) == Counted()
    assert badge(world).review == "approved"


async def test_with_nobody_next_a_case_cannot_be_handed_on(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    assert isinstance(await world.verdict(Decision(action=Action.ESCALATE), RUI), NotAllowed)


async def test_a_case_that_is_left_alone_takes_its_badge_with_it(ledger: SqlLedger) -> None:
    world, _ = await in_review(ledger)
    await world.verdict(Decision(action=Action.IGNORE), RUI)
    assert badge(world).review == ""


async def test_the_asker_can_take_a_request_back_and_send_it_again(ledger: SqlLedger) -> None:
    world, run = await in_review(ledger)
    card = world.card(REVIEWERS)
    assert isinstance(await world.desk.withdraw(run, BEN), NotAllowed)
    assert await world.desk.withdraw(run, ANA) == Counted()
    await world.settle()
    assert await world.say(card, APPROVE, RUI) == Closed(how="cancelled")
    assert badge(world).review == ""
    assert await world.desk.send_to_review(run, ANA) == Counted()
    await world.settle()


async def test_an_answer_is_sent_again_whatever_the_clock_says(ledger: SqlLedger) -> None:
    world, run = await in_review(ledger)
    for _ in range(10):
        assert await world.desk.withdraw(run, ANA) == Counted()
        world.clock.pass_(seconds=-1)
        assert await world.desk.send_to_review(run, ANA) == Counted()


async def test_a_case_is_reminded_of_once_and_then_expires(ledger: SqlLedger) -> None:
    world, run = await in_review(ledger)
    await world.sweep(days=1)
    await world.sweep(days=1)
    cards = [n for n in world.chat.in_thread(REVIEWERS) if isinstance(n, ReviewCase)]
    assert len(cards) == 2
    await world.sweep(days=2)
    assert all(isinstance(n, Settled) for n in world.chat.in_thread(REVIEWERS))
    assert badge(world).review == ""
    async with ledger.read() as pages:
        case = await pages.cases.of_run(run)
    assert case is not None
    assert case.status is CaseStatus.CLOSED
