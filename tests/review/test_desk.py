"""What else surfaces ask of the desk: answers, who may see them, votes, modals."""

from dataclasses import replace

import pytest

from pipeline.contract import Contract, DateBound, Filter, Measure
from pipeline.people import Person
from pipeline.result import Answer
from pipeline.state import RunState
from review.adapters.sql_ledger import SqlLedger
from review.cases.changes import contract_lines
from review.ledger.errors import UnreadableStateError
from review.ledger.stored import dump_outcome, dump_state, load_outcome, load_state
from review.ports.desk import Closed
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, START, THREAD, a_flow, an_answer, asks
from tests.review.office import World


async def answered(ledger: SqlLedger, by: Person = ANA, *, private: bool = False) -> World:
    world = World(ledger=ledger, flow=a_flow())
    await world.office.open()
    await world.ask(by=by, thread=replace(THREAD, private=private))
    return world


async def test_the_answer_of_a_run_has_all_its_rows(ledger: SqlLedger) -> None:
    world = await answered(ledger)
    answer = await world.desk.answer("one1")
    assert isinstance(answer, Answer)
    assert answer.rows == ((7,),)
    assert await world.desk.answer("nothing") is None


async def test_in_a_shared_thread_who_reads_as_the_asker_sees_the_result(
    ledger: SqlLedger,
) -> None:
    analyst = replace(ANA, roles=frozenset({"analyst"}))
    world = await answered(ledger, analyst)
    assert await world.desk.may_see("one1", analyst)
    assert not await world.desk.may_see("one1", BEN)
    assert await world.desk.may_see("one1", replace(BEN, roles=frozenset({"analyst", "x"})))
    both = frozenset({"analyst", "limited"})
    assert not await world.desk.may_see("one1", replace(BEN, roles=both))


async def test_an_asker_whose_roles_are_others_now_sees_the_result_no_more(
    ledger: SqlLedger,
) -> None:
    world = await answered(ledger, replace(ANA, roles=frozenset({"analyst", "other"})))
    assert await world.desk.may_see("one1", replace(ANA, roles=frozenset({"analyst"})))
    assert not await world.desk.may_see("one1", ANA)
    assert not await world.desk.may_see("one1", replace(ANA, roles=frozenset({"limited"})))


async def test_in_a_private_thread_only_the_asker_sees_it_until_it_is_in_review(
    ledger: SqlLedger,
) -> None:
    world = await answered(ledger, private=True)
    assert not await world.desk.may_see("one1", RUI)
    await world.desk.send_to_review("one1", ANA)
    await world.settle()
    assert await world.desk.may_see("one1", RUI)
    assert not await world.desk.may_see("one1", BEN)
    assert not await world.desk.may_see("nothing", ANA)


async def test_a_card_shows_itself_only_where_it_stands(ledger: SqlLedger) -> None:
    world = await answered(ledger, private=True)
    await world.desk.send_to_review("one1", ANA)
    await world.settle()
    case = world.card(REVIEWERS).checkpoint
    assert await world.desk.seen(case, RUI, REVIEWERS)
    assert await world.desk.seen(case, BEN, THREAD) is None
    assert await world.desk.seen(case, RUI, replace(REVIEWERS, surface="teams")) is None


async def test_a_card_for_one_person_shows_itself_to_nobody_else(ledger: SqlLedger) -> None:
    mixed = replace(THREAD, mixed=True)
    world = World(ledger=ledger, flow=a_flow(("dates", asks("dates"))))
    await world.office.open()
    await world.ask(thread=mixed)
    card = world.card(mixed).checkpoint
    assert await world.desk.seen(card, ANA, THREAD)
    assert await world.desk.seen(card, BEN, THREAD) is None


async def test_a_vote_is_kept_once_per_person(ledger: SqlLedger) -> None:
    world = await answered(ledger)
    await world.desk.feedback("one1", ANA, good=True)
    await world.desk.feedback("one1", ANA, good=False, note="Wrong year")
    async with ledger.read() as pages:
        (vote,) = await pages.talks.votes("one1")
    assert (vote.good, vote.note) == (False, "Wrong year")


async def test_a_modal_gets_the_checkpoint_as_it_stands(ledger: SqlLedger) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))))
    await world.office.open()
    await world.ask()
    card = world.card()
    opened = await world.desk.checkpoint(card.checkpoint)
    assert opened is not None
    assert (opened.open, opened.nonce) == (True, card.nonce)
    await world.press("a")
    settled = await world.desk.checkpoint(card.checkpoint)
    assert settled is not None
    assert not settled.open
    assert await world.desk.checkpoint("nothing") is None


async def test_what_is_not_there_is_said_to_be_closed(ledger: SqlLedger) -> None:
    world = await answered(ledger)
    assert await world.desk.send_to_review("nothing", ANA) == Closed(how="unknown")
    assert await world.desk.change("nothing", ANA) == Closed(how="unknown")
    assert await world.desk.withdraw("one1", ANA) == Closed(how="unknown")


def test_a_state_comes_back_as_it_was() -> None:
    state = RunState(question="q", asker=ANA, today=START.date(), choices={"a": "b"})
    assert load_state(dump_state(state)) == state


def test_fields_that_this_version_does_not_know_are_left_out() -> None:
    state = RunState(question="q", asker=ANA, today=START.date())
    text = dump_state(state).replace('{"question"', '{"of_tomorrow": 1, "question"')
    assert load_state(text) == state


def test_a_state_of_an_older_version_is_brought_up_to_date() -> None:
    state = RunState(question="q", asker=ANA, today=START.date())
    older = dump_state(state).replace('"version":1', '"version":0').replace("question", "words")
    upgrades = {0: lambda fields: fields | {"question": fields["words"]}}
    assert load_state(older, upgrades) == state
    with pytest.raises(UnreadableStateError):
        load_state(older)


def test_an_answer_comes_back_as_it_was() -> None:
    answer = replace(an_answer(), rows=((1, 1.5, "x", None, True),), data_as_of=START)
    assert load_outcome(dump_outcome(answer)) == answer


def test_a_contract_is_told_in_lines() -> None:
    contract = Contract(
        tables=("orders",),
        measures=(Measure(name="revenue", expression="sum(net)", conditions=("paid",)),),
        dates=(DateBound(column="orders.at", start=START.date(), end=None, words="since March"),),
        filters=(Filter(column="orders.country", operator="=", values=("Spain",)),),
        conditions=("orders.test = 0",),
        grouping=("orders.region",),
        grain="month",
        order="descending",
        limit=3,
    )
    assert contract_lines(contract) == (
        "Tables: orders",
        "revenue is sum(net), where paid",
        "orders.at from 2026-03-02 (since March)",
        "orders.country = Spain",
        "Only where orders.test = 0",
        "Grouped by orders.region, by month",
        "In descending order, the first 3",
    )


async def test_an_event_keeps_its_run_whatever_was_kept_before_it(ledger: SqlLedger) -> None:
    async with ledger.begin() as pages:
        await pages.talks.first_sight("seen-by-reviewers", START)
        await pages.talks.first_sights({"question": "run-1"}, START)
        assert await pages.talks.run_of("question") == "run-1"
