"""Two people, two replicas, or a death in between: what is judged twice is told, never lost."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.validated.query import Status
from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import ReviewCase, Said, Settled
from review.ports.desk import Counted, RejectedImports
from review.promotion.reconsidering_sentences import turned_down
from tests.review.fakes import REVIEWERS, RUI, UTE
from tests.review.office import World
from tests.review.shelf import ANSWERS, IMPORTED, DiedError, Shelf, opened

APPROVE = Decision(action=Action.APPROVE)
REJECT = Decision(action=Action.REJECT, note="We count markets.")
MENDED = "SELECT COUNT(id) AS n FROM purchase"
EDIT = Decision(action=Action.EDIT, values={"sql": MENDED})
BOTH = RejectedImports(
    workspace="sales", digest="d1", queries=frozenset({"q1"}), note="We count markets."
)
TAKEN = "took an approved query out of use"
TURNED_DOWN = "rejected an imported question"


@pytest.fixture
def shelf(ledger: SqlLedger, tmp_path: Path) -> Shelf:
    return Shelf(ledger, tmp_path)


async def taken_out(shelf: Shelf) -> tuple[World, str, ReviewCase]:
    """A replica, the run that was answered from the query, and the case of it."""
    await shelf.store.add(ANSWERS)
    world = await shelf.replica()
    run = str(await world.ask())
    assert await world.desk.reconsider(run, RUI, "It counts tests.") == Counted()
    await world.settle()
    (card,) = shelf.cards()
    return world, run, card


def said_to_reviewers(shelf: Shelf) -> str:
    said = [each.text for each in shelf.chat.in_thread(REVIEWERS) if isinstance(each, Said)]
    return " ".join(said)


async def test_who_dies_while_taking_a_query_out_of_use_changed_nothing(shelf: Shelf) -> None:
    await shelf.store.add(ANSWERS)
    world = await shelf.replica()
    run = str(await world.ask())
    shelf.mortal.lives = 0
    with pytest.raises(DiedError):
        await world.desk.reconsider(run, RUI, "It counts tests.")
    assert await shelf.query() == ANSWERS
    shelf.mortal.lives = None
    assert await world.desk.reconsider(run, RUI, "It counts tests.") == Counted()
    assert (await shelf.query()).status is Status.DEMOTED
    assert len(await shelf.audited(TAKEN)) == 1


async def test_who_dies_while_rejecting_imports_changed_nothing(shelf: Shelf) -> None:
    await shelf.store.add(IMPORTED)
    world = await shelf.replica()
    shelf.mortal.lives = 0
    with pytest.raises(DiedError):
        await world.desk.reject_imported(BOTH, RUI)
    assert await shelf.query() == IMPORTED
    shelf.mortal.lives = None
    assert await world.desk.reject_imported(BOTH, RUI) == 1
    assert (await shelf.query()).status is Status.RETIRED
    assert len(await shelf.audited(TURNED_DOWN)) == 1


async def test_of_two_replicas_that_take_it_out_at_once_one_counts(shelf: Shelf) -> None:
    await shelf.store.add(ANSWERS)
    one, two = await shelf.replica("one"), await shelf.replica("two")
    run = str(await two.ask())
    both = (one.desk.reconsider(run, RUI, "why"), two.desk.reconsider(run, UTE, "why"))
    said = await asyncio.gather(*both)
    await two.settle()
    assert sorted(type(each).__name__ for each in said) == ["Counted", "NotAllowed"]
    assert len(await shelf.audited(TAKEN)) == 1
    assert len(shelf.cards()) == 1


async def test_of_two_replicas_that_reject_the_same_import_at_once_one_counts(
    shelf: Shelf,
) -> None:
    await shelf.store.add(IMPORTED)
    one, two = await shelf.replica("one"), await shelf.replica("two")
    both = (one.desk.reject_imported(BOTH, RUI), two.desk.reject_imported(BOTH, UTE))
    assert sorted(await asyncio.gather(*both), key=str) == [0, 1]
    assert len(await shelf.audited(TURNED_DOWN)) == 1


async def test_an_import_is_rejected_or_given_to_a_reviewer_but_never_both(shelf: Shelf) -> None:
    await shelf.store.add(IMPORTED)
    one, two = await shelf.replica("one"), await shelf.replica("two")
    await two.desk.next_imported("sales", "d1", UTE)
    rejected = await one.desk.reject_imported(BOTH, RUI)
    await two.settle()
    assert len(shelf.cards()) == (0 if rejected else 1)
    assert (await shelf.query()).status is (Status.RETIRED if rejected else Status.DEMOTED)


async def test_what_a_reviewer_has_a_card_of_is_not_rejected_from_the_list(shelf: Shelf) -> None:
    await shelf.store.add(IMPORTED)
    world = await shelf.replica()
    await opened(world, IMPORTED)
    assert await world.desk.reject_imported(BOTH, RUI) == 0
    assert await shelf.query() == IMPORTED


@pytest.mark.parametrize("decision", [APPROVE, EDIT])
async def test_what_a_colleague_rejected_meanwhile_is_not_revived_by_an_older_card(
    shelf: Shelf, decision: Decision
) -> None:
    await shelf.store.add(IMPORTED)
    world = await shelf.replica()
    card = await opened(world, IMPORTED)
    reason = turned_down("Ute", "We count markets.", shelf.clock())
    await shelf.store.save(replace(IMPORTED, status=Status.RETIRED, status_reason=reason))
    assert await world.say(card, decision, RUI) == Counted()
    assert (await shelf.query()).status is Status.RETIRED
    said = said_to_reviewers(shelf)
    assert "rejected by Ute on 02 Mar 2026, 09:00 UTC: We count markets." in said
    assert "needs a new decision" in said
    (settled,) = [each for each in shelf.chat.in_thread(REVIEWERS) if isinstance(each, Settled)]
    assert settled.how == "superseded"
    assert len(await shelf.audited("review superseded")) == 1


async def test_an_edit_of_what_somebody_else_restored_meanwhile_is_said_not_to_be_kept(
    shelf: Shelf,
) -> None:
    world, _, card = await taken_out(shelf)
    waiting = await shelf.query()
    now = shelf.clock()
    back = replace(waiting, status=Status.ACTIVE, approved_by="Ute", approved_at=now)
    restored = await shelf.store.save(back)
    await world.say(card, EDIT, RUI)
    assert await shelf.query() == restored
    said = said_to_reviewers(shelf)
    assert "approved by Ute on 02 Mar 2026, 09:00 UTC" in said
    assert "what you changed were not kept" in said
    assert len(await shelf.audited("review superseded")) == 1


async def test_a_rejection_of_what_somebody_else_restored_meanwhile_says_that_it_is_in_use(
    shelf: Shelf,
) -> None:
    world, _, card = await taken_out(shelf)
    waiting = await shelf.query()
    await shelf.store.save(replace(waiting, status=Status.ACTIVE, approved_by="Ute"))
    await world.say(card, REJECT, RUI)
    assert (await shelf.query()).status is Status.ACTIVE
    assert "your rejection took nothing out of use" in said_to_reviewers(shelf)


async def test_an_edit_that_nobody_was_faster_with_is_kept(shelf: Shelf) -> None:
    world, _, card = await taken_out(shelf)
    await world.say(card, EDIT, UTE)
    query = await shelf.query()
    assert (query.status, query.sql, query.approved_by) == (Status.ACTIVE, MENDED, "Ute")
    assert await shelf.audited("review superseded") == []


async def test_of_one_who_restores_and_one_who_retires_at_once_one_counts(shelf: Shelf) -> None:
    world, _, card = await taken_out(shelf)
    other = await shelf.replica("two")
    both = (world.say(card, APPROVE, RUI), other.say(card, REJECT, UTE))
    said = await asyncio.gather(*both)
    await other.settle()
    assert sorted(type(each).__name__ for each in said) == ["AlreadyDecided", "Counted"]
    counted = Status.ACTIVE if said[0] == Counted() else Status.RETIRED
    assert (await shelf.query()).status is counted


async def test_a_verdict_that_is_carried_out_again_after_a_death_is_no_colleagues(
    shelf: Shelf,
) -> None:
    world, _, card = await taken_out(shelf)
    # The decision is kept and the query restored, and then the replica dies.
    shelf.mortal.lives = 1
    await world.say(card, EDIT, UTE)
    restored = await shelf.query()
    assert (restored.status, restored.sql) == (Status.ACTIVE, MENDED)
    assert await shelf.audited("review edited") == []
    shelf.mortal.lives = None
    await world.sweep(minutes=1)
    assert await shelf.query() == restored
    assert len(await shelf.audited("review edited")) == 1
    assert await shelf.audited("review superseded") == []
