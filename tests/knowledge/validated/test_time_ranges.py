"""One approved question about a period answers other periods with their own dates, or asks."""

import datetime as dt

import pytest

from knowledge.embeddings import Embedder
from knowledge.matching import Pair, QuestionStore, Span, Tier, match
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedMatch, ValidatedWorkspace

QUESTION = "Revenue last quarter by region"
SQL = (
    "SELECT region, SUM(net_amount) FROM orders "
    "WHERE ordered_on >= '{0}' AND ordered_on < '{1}' GROUP BY region"
)
APPROVED = SQL.format("2026-07-01", "2026-10-01")


def _span(question: str, words: str, first: str | None, last: str | None) -> Span:
    start = question.index(words)
    return Span(start, start + len(words), first, last)


def _approved() -> ValidatedQuery:
    spans = (_span(QUESTION, "last quarter", "2026-07-01", "2026-10-01"),)
    return ValidatedQuery(
        id="q1",
        workspace="sales",
        question=QUESTION,
        sql=APPROVED,
        dialect="sqlite",
        parameters=detect_parameters(QUESTION, APPROVED, "sqlite", spans=spans),
        approved_by="rui",
        approved_at=dt.datetime(2026, 11, 3, tzinfo=dt.UTC),
    )


async def _found(
    embedder: Embedder, query: ValidatedQuery, question: str, *spans: Span
) -> ValidatedMatch:
    store = MemoryValidatedStore()
    await store.add(query)
    return await ValidatedWorkspace("sales", embedder).find(store, question, spans=spans)


@pytest.mark.parametrize(
    ("question", "words", "first", "last"),
    [
        ("Revenue Q1 2025 by region", "Q1 2025", "2025-01-01", "2025-04-01"),
        ("Revenue this month by region", "this month", "2026-11-01", "2026-12-01"),
        ("Revenue last quarter by region", "last quarter", "2027-07-01", "2027-10-01"),
        ("Revenue in March 2024 by region", "in March 2024", "2024-03-01", "2024-04-01"),
        ("Revenue yesterday by region", "yesterday", "2026-11-20", "2026-11-21"),
    ],
)
async def test_another_period_is_bound_by_its_resolved_range(
    embedder: Embedder, question: str, words: str, first: str, last: str
) -> None:
    span = _span(question, words, first, last)
    found = await _found(embedder, _approved(), question, span)
    assert found.tier is Tier.TRUSTED, found.match.failed
    assert found.match.sql == SQL.format(first, last)


async def test_the_same_words_without_a_resolved_range_are_never_trusted(
    embedder: Embedder,
) -> None:
    assert (await _found(embedder, _approved(), QUESTION)).tier is not Tier.TRUSTED


@pytest.mark.parametrize(
    ("question", "words", "first", "last"),
    [
        ("Top 5 regions by revenue since March", "since March", "2026-03-01", "2026-11-22"),
        ("Revenue since March by region", "since March", "2026-03-01", None),
        ("Revenue last quarter by country", "last quarter", "2026-07-01", "2026-10-01"),
        ("Profit last quarter by region", "last quarter", "2026-07-01", "2026-10-01"),
        ("Revenue not last quarter by region", "last quarter", "2026-07-01", "2026-10-01"),
        ("Revenue before last quarter by region", "last quarter", "2026-07-01", "2026-10-01"),
        ("Revenue last quarter by region and month", "last quarter", "2026-07-01", "2026-10-01"),
        ("Average revenue last quarter by region", "last quarter", "2026-07-01", "2026-10-01"),
    ],
)
async def test_another_question_about_a_period_is_not_trusted(
    embedder: Embedder, question: str, words: str, first: str, last: str | None
) -> None:
    span = _span(question, words, first, last)
    found = await _found(embedder, _approved(), question, span)
    assert found.tier is not Tier.TRUSTED


async def test_a_question_without_a_period_is_not_trusted(embedder: Embedder) -> None:
    assert (await _found(embedder, _approved(), "Revenue by region")).tier is not Tier.TRUSTED


def test_fixed_dates_for_moving_words_are_stale_even_for_the_same_words(
    embedder: Embedder,
) -> None:
    store = QuestionStore([Pair(question=QUESTION, sql=APPROVED, dialect="sqlite")], embedder)
    found = match(store, QUESTION)
    assert (found.tier, found.failed[0].kind) == (Tier.NONE, "dates")


def test_sql_that_reckons_its_dates_answers_the_same_words(embedder: Embedder) -> None:
    sql = "SELECT SUM(net) FROM orders WHERE d >= date('now', 'start of month')"
    store = QuestionStore(
        [Pair(question="Revenue this month", sql=sql, dialect="sqlite")], embedder
    )
    assert match(store, "revenue this month?").tier is Tier.TRUSTED
    assert match(store, "Revenue last month").tier is not Tier.TRUSTED


def test_an_inclusive_end_is_the_day_before_the_period_ends(embedder: Embedder) -> None:
    question = "Orders in July 2026"
    sql = "SELECT id FROM orders WHERE d BETWEEN '2026-07-01' AND '2026-07-31'"
    pair = Pair(
        question=question,
        sql=sql,
        dialect="sqlite",
        spans=(_span(question, "in July 2026", "2026-07-01", "2026-08-01"),),
    )
    asked = "Orders in February 2024"
    span = _span(asked, "in February 2024", "2024-02-01", "2024-03-01")
    found = match(QuestionStore([pair], embedder), asked, spans=(span,))
    assert found.tier is Tier.TRUSTED, found.failed
    assert found.sql == "SELECT id FROM orders WHERE d BETWEEN '2024-02-01' AND '2024-02-29'"


def test_a_year_by_name_takes_only_another_whole_year(embedder: Embedder) -> None:
    question = "Orders in 2023"
    sql = "SELECT count(*) FROM orders WHERE strftime('%Y', d) = '2023'"
    span = _span(question, "2023", "2023-01-01", "2024-01-01")
    store = QuestionStore(
        [Pair(question=question, sql=sql, dialect="sqlite", spans=(span,))], embedder
    )
    later = _span("Orders in 2024", "2024", "2024-01-01", "2025-01-01")
    year = match(store, "Orders in 2024", spans=(later,))
    fiscal = match(
        store,
        "Orders in FY2024",
        spans=(_span("Orders in FY2024", "FY2024", "2023-07-01", "2024-07-01"),),
    )
    assert year.sql == sql.replace("'2023'", "'2024'")
    assert year.tier is Tier.TRUSTED, year.failed
    assert fiscal.tier is not Tier.TRUSTED
