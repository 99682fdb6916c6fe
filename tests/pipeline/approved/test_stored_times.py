"""An approved question's words for time are proven by the dates in its SQL."""

import datetime as dt

from pipeline.approved.stored_times import stored_spans
from pipeline.contract import DateBound
from pipeline.dates import Calendar
from pipeline.times.reading import flat, spans

APPROVED = dt.date(2026, 11, 3)
QUESTION = "How many orders last month?"
SQL = "SELECT COUNT(*) FROM orders WHERE day >= '2026-10-01' AND day < '2026-11-01'"


def stored(
    question: str, sql: str, *confirmed: DateBound
) -> list[tuple[dt.date | None, dt.date | None]] | None:
    found = stored_spans(question, sql, confirmed, APPROVED, Calendar())
    return None if found is None else [(span.start, span.end) for span in found]


def test_dates_in_the_sql_prove_the_words() -> None:
    assert stored(QUESTION, SQL) == [(dt.date(2026, 10, 1), dt.date(2026, 11, 1))]


def test_the_last_day_may_be_written_instead_of_the_day_after() -> None:
    sql = "SELECT COUNT(*) FROM orders WHERE day BETWEEN '2026-10-01' AND '2026-10-31'"
    assert stored(QUESTION, sql) is not None


def test_words_without_dates_in_the_sql_prove_nothing() -> None:
    assert stored(QUESTION, "SELECT COUNT(*) FROM orders") is None


def test_a_question_without_words_for_time_needs_no_proof() -> None:
    assert stored("How many orders?", "SELECT COUNT(*) FROM orders") == []


def test_the_dates_that_a_person_confirmed_come_first() -> None:
    meant = DateBound(
        column="orders.day",
        start=dt.date(2026, 9, 1),
        end=dt.date(2026, 10, 1),
        words="Last month",
    )
    other = DateBound(column="orders.day", start=None, end=None, words="last week")
    sql = SQL.replace("2026-11-01", "2026-12-01").replace("2026-10-01", "2026-09-01")
    sql = sql.replace("2026-12-01", "2026-10-01")
    assert stored(QUESTION, sql, meant, other) == [(meant.start, meant.end)]


def test_no_periods_give_no_spans() -> None:
    assert (spans(()), flat(())) == ((), [])


def test_moments_of_another_zone_prove_nothing() -> None:
    """Their offset is that of one time of the year: other dates must not be put in their place."""
    moved = SQL.replace("-01'", "-01 04:00:00'")
    assert stored(QUESTION, moved) is None
    assert stored(QUESTION, SQL.replace("-01'", "-01 00:00:00'")) is not None
