"""What a card says of an approved query is what its SQL does: offer, days and answer agree."""

import datetime as dt
from dataclasses import replace

import pytest
from sqlglot import parse_one

from knowledge.matching import Span
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import ValidatedQuery
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.dates import describe
from pipeline.direct import Driven, drive
from pipeline.result import Trust
from pipeline.state import RunState
from pipeline.steps.match import QUESTION, USE
from pipeline.steps_in_order import Pipeline
from pipeline.times.values import TimeSpan
from tests.scenarios.test_trust import ANA, TODAY, Office, answer_of, office, verdicted_of
from tests.scenarios.town import query

__all__ = ["office"]
APPROVED = "number of orders above 500 dollars last week"
SQL = (
    "SELECT COUNT(*) AS orders FROM orders AS o WHERE o.order_date >= DATE '2026-11-09' "
    "AND o.order_date < DATE '2026-11-16' AND o.order_id IN (SELECT l.order_id FROM order_lines "
    "AS l GROUP BY l.order_id HAVING SUM(l.net_amount) > 500)"
)
# What is asked, and the days, the bound of the statement that answers; None for no offer.
ASKED = (
    ("number of orders above 800 dollars last month", "2026-10-01", "2026-11-01", 800),
    ("number of orders above 500 euro last month", "2026-10-01", "2026-11-01", 500),
    ("number of orders above 500 dollars last week", "2026-11-09", "2026-11-16", 500),
    ("number of orders above 800 dollars in March 2025", "2025-03-01", "2025-04-01", 800),
    ("orders above 500 dollars last month, their number", "2026-10-01", "2026-11-01", 500),
    ("number of orders below 500 dollars last month", "2026-10-01", "2026-11-01", 500),
    ("number of orders above 500 dollars since last month", "2026-10-01", "", 500),
    ("number of orders above 500 dollars", "", "", 500),
)


async def take_the_offer(ask: Ask) -> Decision | None:
    if ask.kind is CheckpointKind.MATCH:
        return Decision(action=Action.APPROVE, choices={QUESTION: USE}, values={})
    return None


async def approved(office: Office) -> None:
    at = APPROVED.index("last week")
    spans = (Span(at, at + len("last week"), "2026-11-09", "2026-11-16"),)
    found = detect_parameters(APPROVED, SQL, "duckdb", spans=spans)
    await office.store.add(
        ValidatedQuery(
            id="weekly", workspace="sales", question=APPROVED, sql=SQL, dialect="duckdb",
            parameters=found, approved_by="Rui",
            approved_at=dt.datetime(2026, 11, 18, tzinfo=dt.UTC),
        )
    )  # fmt: skip


async def asked(office: Office, question: str) -> Driven:
    """The question asked; whatever is asked back but the offer ends it."""
    state = RunState(question=question, asker=ANA, today=TODAY, pinned="sales")
    return await drive(Pipeline(office.workspaces), state, take_the_offer)


def offered(driven: Driven) -> Ask | None:
    return next((ask for ask in driven.asked if ask.kind is CheckpointKind.MATCH), None)


@pytest.mark.parametrize(
    "asks", [ASKED[:2], pytest.param(ASKED[2:], marks=pytest.mark.deep)], ids=["two", "others"]
)
async def test_the_offer_the_days_the_sql_and_the_answer_agree(
    office: Office, asks: tuple[tuple[str, str, str, int], ...]
) -> None:
    await approved(office)
    offers = 0
    for question, start, end, least in asks:
        driven = await asked(office, question)
        card = offered(driven)
        if driven.state.matched is None or card is None:
            continue
        offers += 1
        ((count,),) = answer_of(driven).rows
        ((expected,),) = query(
            f"SELECT COUNT(*) FROM orders WHERE order_date >= DATE '{start}' AND order_date < "
            f"DATE '{end}' AND order_id IN (SELECT order_id FROM order_lines GROUP BY 1 "
            f"HAVING SUM(net_amount) > {least})"
        )
        assert int(str(count)) == expected, question
        assert states_only_what_runs(driven, card), question
    assert offers


def states_only_what_runs(driven: Driven, card: Ask) -> bool:
    """Whether the days on the card and in the answer are those of the statement that ran."""
    sql = answer_of(driven).sql
    stated = {
        f"“{bound.words}” is {describe(as_span(bound.words, bound.start, bound.end))}"
        for bound in driven.state.contract.dates
    }
    shown = {f"{fact.label} is {fact.text}" for fact in card.facts if fact.label.startswith("“")}
    days = [day for bound in driven.state.contract.dates for day in (bound.start, bound.end) if day]
    return (
        shown == stated == set(driven.state.confirmed[1:])
        and all(day.isoformat() in sql for day in days)
        and parse_one(card.sql, read="duckdb") == parse_one(sql, read="duckdb")
    )


def as_span(words: str, start: dt.date | None, end: dt.date | None) -> TimeSpan:
    return TimeSpan(at=0, until=len(words), words=words, start=start, end=end)


async def test_a_used_offer_that_a_reviewer_agrees_with_becomes_a_wording(office: Office) -> None:
    await approved(office)
    question = "count the orders above 800 dollars placed last month"
    driven = await asked(office, question)
    assert answer_of(driven).trust is Trust.SEMI_TRUSTED
    (row,) = await office.store.all("sales")
    assert row.proposed == ("count the orders above 500 dollars placed last week",)
    said = replace(verdicted_of(driven, TODAY), used="weekly")
    proposal = await office.promoter.propose(said)
    assert proposal is not None
    assert (proposal.question, proposal.paraphrases) == (APPROVED, row.proposed)
    assert await office.promoter.approve(said) is None
    assert await office.promoter.approve(said) is None
    (after,) = await office.store.all("sales")
    assert (after.paraphrases, after.proposed, after.sql) == (row.proposed, (), SQL)
    again = await asked(office, "count the orders above 700 dollars placed last month")
    assert answer_of(again).trust is Trust.TRUSTED


async def test_a_used_offer_that_a_reviewer_rejects_is_not_offered_again(office: Office) -> None:
    await approved(office)
    question = "count the orders above 800 dollars placed last month"
    driven = await asked(office, question)
    await office.promoter.reject(replace(verdicted_of(driven, TODAY), used="weekly"))
    rows = {row.id: row for row in await office.store.all("sales")}
    assert (rows["weekly"].hard_negatives, rows["weekly"].proposed) == ((question,), ())
    assert offered(await asked(office, question)) is None


async def test_a_contradiction_is_not_offered(office: Office) -> None:
    await approved(office)
    assert offered(await asked(office, "number of orders below 500 dollars last month")) is None
