"""The glossary changes: what was approved with other words for it is trusted no more."""

import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.validated.exchange import exported, imported
from knowledge.validated.query import Status
from pipeline.approved.titles import title_of
from pipeline.checkpoint import Action, Decision
from pipeline.direct import drive, take_defaults
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.ports.promotion import Verdicted
from tests.review.fakes import RUI
from tests.scenarios.drifting_shop import (
    ANA,
    CHANNELS,
    STAFF,
    START,
    Shop,
    a_drifting_shop,
    another,
    trusts,
)

TERM = """{name: digital, means: "orders.channel = 'web'"}"""
GLOSSARY = """
metrics:
  - {name: net sales, expression: sum(orders.amount), table: orders, synonyms: [turnover]}
  - {name: basket, expression: avg(orders.amount), table: orders}
terms:
  - TERM
definitions:
  - {name: ABV, words: "typical basket"}
  - {name: typical basket, words: average amount}
""".replace("TERM", TERM)
SALES, DIGITAL, VALUE = (
    "net sales by channel",
    "how many digital orders are there",
    "ABV by channel",
)
NET = "net sales, expression: sum(orders.amount), table: orders"
LARGE = GLOSSARY.replace(NET, f"{NET}, filters: [orders.amount > 6]")


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    async with a_drifting_shop(tmp_path) as made:
        assert await made.explain(GLOSSARY) == ()
        for question in (SALES, DIGITAL, VALUE):
            await promoted(made, question)
            assert await made.trusts(question)
        yield made


async def promoted(shop: Shop, question: str, restores: str = "") -> None:
    """Ask, and have the answer approved."""
    assert await shop.promoter.approve(await verdicted(shop, question, restores)) is None


async def verdicted(shop: Shop, question: str, restores: str = "") -> Verdicted:
    """An answer as it is now, that a reviewer approves when it suits them."""
    state = RunState(question=question, asker=ANA, today=START.date(), pinned="shop")
    driven = await drive(Pipeline(shop.workspaces), state, take_defaults)
    assert isinstance(driven.outcome, Answer), driven.outcome
    return Verdicted(
        id=f"{question}{restores}",
        answer=driven.outcome,
        contract=driven.state.contract,
        asker=ANA,
        reviewer=RUI,
        at=START,
        restores=restores,
    )


@pytest.mark.parametrize(
    ("old", "new", "demoted", "was", "now"),
    [
        (f"{NET}", f"{NET}".replace("sum", "max"), SALES, "net sales", "max(orders.amount) of"),
        ("'web'", "'shop'", DIGITAL, "digital", "orders.channel = 'shop'"),
        ("average amount", "largest amount", VALUE, "typical basket", "largest amount"),
        (f"  - {TERM}", "  []", DIGITAL, "digital", "means nothing of its own"),
        (
            TERM,
            f"{TERM}\n  - {{name: orders, means: orders.note}}",
            DIGITAL,
            "orders",
            "orders.note",
        ),
    ],
)
async def test_what_was_approved_with_another_meaning_goes_back_to_reviewers(
    shop: Shop, old: str, new: str, demoted: str, was: str, now: str
) -> None:
    changed = GLOSSARY.replace(old, new)
    assert demoted in await shop.explain(changed)
    assert not await shop.trusts(demoted)
    others = {SALES, DIGITAL, VALUE, STAFF} - {demoted}
    assert [each for each in others if not await shop.trusts(each)] == []
    card = next(each for each in shop.cards() if each.answer.question == title_of(demoted))
    said = card.asker_note.partition("its glossary changed: ")[2]
    assert said.startswith(f"“{was}” meant ")
    assert now in said.partition(" means ")[1] + said.partition(" means ")[2]


async def test_what_means_another_thing_is_not_trusted_before_anybody_looked(shop: Shop) -> None:
    shop.write(LARGE)
    await shop.workspaces.refresh()
    assert await shop.status(SALES) is Status.ACTIVE
    assert not await shop.trusts(SALES)
    assert await shop.trusts(DIGITAL)


async def test_a_condition_on_the_rows_of_a_table_concerns_all_that_read_it(shop: Shop) -> None:
    rows = f"{GLOSSARY}\ntables: [{{table: orders, filters: ['orders.amount > 6']}}]"
    found = await shop.explain(rows)
    assert {SALES, DIGITAL, VALUE, CHANNELS} <= set(found)
    assert await shop.trusts(STAFF)
    assert any("the rows of orders that count were all" in each.asker_note for each in shop.cards())


async def test_what_no_approved_question_says_may_change(shop: Shop) -> None:
    other = GLOSSARY.replace("avg(orders.amount)", "min(orders.amount)").replace("[turnover]", "[]")
    more = f"{other}\ntables: [{{table: orders, time_column: orders.note, grain: one order}}]"
    assert await shop.explain(more) == ()
    assert await shop.trusts(SALES)


async def test_what_is_approved_anew_goes_by_the_glossary_of_that_day(shop: Shop) -> None:
    await shop.explain(LARGE)
    (card,) = shop.cards()
    await shop.verdict(card, Decision(action=Action.APPROVE))
    assert await shop.trusts(SALES)
    assert await shop.explain(f"{LARGE}\n") == ()
    assert SALES in await shop.explain(GLOSSARY)


async def test_what_was_approved_before_meanings_were_kept_is_bound_at_the_first_look(
    shop: Shop,
) -> None:
    kept = await shop.store.get(SALES)
    assert kept is not None
    await shop.store.save(dataclasses.replace(kept, meanings=None))
    assert await shop.look() == ()
    bound = await shop.store.get(SALES)
    assert bound is not None
    assert bound.meanings == kept.meanings
    assert await shop.explain(LARGE) == (SALES,)
    assert not await shop.trusts(SALES)


async def test_what_comes_from_another_ledger_is_bound_when_it_is_approved_here(
    shop: Shop,
) -> None:
    kept = await shop.store.get(SALES)
    assert kept is not None
    await shop.store.save(kept.standing(Status.RETIRED, "kept elsewhere"))
    (elsewhere,) = imported(exported((kept,)), workspace="shop", dialect="sqlite")
    assert (elsewhere.meanings, elsewhere.status) == (None, Status.DEMOTED)
    await shop.store.add(elsewhere)
    await promoted(shop, SALES, restores=elsewhere.id)
    assert await shop.trusts(SALES)
    assert await shop.explain(LARGE) == (elsewhere.id,)


async def test_another_replica_and_a_restart_see_it_too(shop: Shop) -> None:
    shop.write(LARGE)
    async with another(shop) as replica:
        assert not await trusts(replica, SALES)
        assert await trusts(replica, DIGITAL)
    assert await shop.trusts(SALES)  # here the file was not read again yet


async def test_a_word_that_a_definition_explains_is_no_approved_word_for_the_same(
    shop: Shop,
) -> None:
    near = "how many employees are there by office"
    await shop.explain(f"{GLOSSARY}  - {{name: are there, words: are in Lisbon}}\n")
    assert await shop.trusts(STAFF)
    assert not await shop.trusts(near)


async def test_what_was_answered_with_another_meaning_is_not_kept_when_it_is_approved_later(
    shop: Shop,
) -> None:
    sales, count = "net sales by note", "how many orders by note"
    answers = [await verdicted(shop, question) for question in (sales, count)]
    shop.write(LARGE)
    await shop.workspaces.refresh()
    refused, kept = [await shop.promoter.approve(each) for each in answers]
    assert isinstance(refused, Refusal)
    assert "“net sales” meant “sum(orders.amount) of orders”, and means" in refused.reason
    assert kept is None
    assert not await shop.trusts(sales)
    # SQL that a reviewer wrote is of today; and so is what is asked again.
    assert await shop.promoter.approve(dataclasses.replace(answers[0], edited=True)) is None
    await promoted(shop, "net sales per note")
