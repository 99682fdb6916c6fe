"""What waits in the ledger, counted on both databases."""

import datetime as dt
from dataclasses import replace

from pipeline.model_calls import Spent
from pipeline.writes.values import WriteStatus
from review.adapters.sql_backlog import read_backlog
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Said
from review.ledger.records import Owed, Run, RunStatus
from review.ledger.spending import Paid
from review.ledger.write_book import LedgerBook
from tests.review.fakes import ANA, START, THREAD

LATER = START + dt.timedelta(seconds=90)


def a_run(name: str, status: RunStatus, ready_at: dt.datetime = START) -> Run:
    return Run(
        id=name,
        thread=THREAD,
        asker=ANA,
        question="how many",
        node="route",
        state="{}",
        ready_at=ready_at,
        created_at=START,
        status=status,
    )


async def test_an_empty_ledger_has_nothing_that_waits(ledger: SqlLedger) -> None:
    found = await read_backlog(ledger, START)
    assert (found.ready, found.running, found.owed, found.dead) == (0, 0, 0, 0)
    assert (found.open_cards, found.unknown_writes, found.spent) == (0, 0, 0.0)
    assert (found.oldest_ready, found.oldest_owed) == (None, None)


async def test_what_waits_is_counted_with_since_when(ledger: SqlLedger) -> None:
    spent = Spent(step="write_sql", model="m", prompt="p", cost=0.5)
    paid = Paid(run="r1", number=1, place=0, person=ANA.id, workspace="shop", at=START, spent=spent)
    owed = Owed(key="k", run="r1", thread=THREAD, slot="s", notice=Said(text="hello"), due=LATER)
    async with ledger.begin() as pages:
        await pages.runs.add(
            a_run("r1", RunStatus.READY, LATER),
            a_run("r2", RunStatus.READY),
            a_run("r3", RunStatus.RUNNING),
            a_run("r4", RunStatus.WAITING),
            a_run("r5", RunStatus.DONE),
        )
        await pages.outbox.owe(owed)
        await pages.spending.paid((paid, replace(paid, number=2, at=START - dt.timedelta(days=2))))
    book = LedgerBook(ledger, lambda: START, "first")
    for approval in ("a1", "a2"):
        await book.claim(approval, "r3", "digest")
    await book.executing("a1", "42")
    await book.settle("a1", WriteStatus.UNKNOWN, "{}")

    found = await read_backlog(ledger, LATER)

    assert (found.ready, found.running, found.oldest_ready) == (2, 1, START)
    assert (found.owed, found.oldest_owed) == (1, LATER)
    assert (found.unknown_writes, found.spent) == (1, 0.5)
