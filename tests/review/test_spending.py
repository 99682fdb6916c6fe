"""What models cost, kept with the step that paid, and budgets over it, on both databases."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.model_calls import Spent
from pipeline.people import Person
from review.adapters.sql_ledger import SqlLedger
from review.ledger.spending import Bill, By, Paid
from review.policy.purse import Budget, Purse

NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
ANA = Person(id="slack:T1:ANA", name="Ana")


def a_call(number: int, cost: float | None = 0.5) -> Paid:
    spent = Spent(
        step="write_sql",
        model="openai:mini",
        prompt="abc",
        input_tokens=1000,
        output_tokens=100,
        cached_tokens=200,
        cost=cost,
        seconds=1.5,
    )
    return Paid(
        run="r1", number=number, place=0, person=ANA.id, workspace="sales", at=NOON, spent=spent
    )


async def keep(ledger: SqlLedger, *calls: Paid) -> None:
    async with ledger.begin() as pages:
        await pages.spending.paid(calls)


async def test_bills_add_up_and_say_how_many_calls_have_no_price(ledger: SqlLedger) -> None:
    await keep(ledger, a_call(1), a_call(2, cost=None), replace(a_call(3, cost=2.0), run="r2"))
    async with ledger.read() as pages:
        bills = await pages.spending.bills(NOON - dt.timedelta(days=1), By.RUN)
        assert bills[0] == Bill(
            of="r2",
            calls=1,
            input_tokens=1000,
            output_tokens=100,
            cached_tokens=200,
            cost=2.0,
            unpriced=0,
        )
        assert (bills[1].of, bills[1].calls, bills[1].cost, bills[1].unpriced) == ("r1", 2, 0.5, 1)
        assert await pages.spending.bills(NOON + dt.timedelta(seconds=1), By.RUN) == []


async def test_the_calls_of_a_run_come_back_as_they_were(ledger: SqlLedger) -> None:
    calls = [a_call(1), a_call(2, cost=None)]
    await keep(ledger, *calls)
    async with ledger.read() as pages:
        assert await pages.spending.of_run("r1") == calls
        assert await pages.spending.of_run("r2") == []


@pytest.mark.parametrize("by", list(By))
async def test_bills_are_made_out_by_anything_that_costs(ledger: SqlLedger, by: By) -> None:
    await keep(ledger, a_call(1))
    async with ledger.read() as pages:
        (bill,) = await pages.spending.bills(NOON, by)
    names = {
        By.STEP: "write_sql",
        By.MODEL: "openai:mini",
        By.PERSON: ANA.id,
        By.WORKSPACE: "sales",
        By.RUN: "r1",
        By.DAY: "2026-11-03",
    }
    assert bill.of == names[by]


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (Budget(day=1.0), "daily budget for models is used up"),
        (Budget(month=1.5), "monthly budget for models is used up"),
        (Budget(person_day=1.0), "Your daily budget"),
        (Budget(workspace_day=1.0), "This workspace's daily budget"),
        (Budget(day=0.0), "daily budget for models is used up"),
        (Budget(day=1.01, person_day=1.01, workspace_day=1.01, month=1.6), ""),
        (Budget(), ""),
    ],
)
async def test_a_budget_ends_with_a_sentence(ledger: SqlLedger, budget: Budget, said: str) -> None:
    yesterday = replace(a_call(3), at=NOON - dt.timedelta(days=1))
    await keep(ledger, a_call(1), a_call(2), yesterday)
    objection = await Purse(ledger, budget, lambda: NOON).objection("sales", ANA)
    assert (said in objection) if said else not objection


async def test_others_have_budgets_of_their_own(ledger: SqlLedger) -> None:
    await keep(ledger, a_call(1))
    purse = Purse(ledger, Budget(person_day=0.5, workspace_day=0.5), lambda: NOON)
    assert await purse.objection("sales", ANA)
    assert not await purse.objection("home", Person(id="slack:T1:RUI"))
