"""A period that is cut off, or not over yet, is never called the lowest without saying so."""

import datetime as dt

import pytest

from pipeline.contract import Contract, DateBound
from pipeline.state import Fetched
from pipeline.telling.summary import summarise
from pipeline.telling.unfinished import Asked, asked_for, uneven, without_rows
from pipeline.times.values import TimeSpan

TODAY = dt.date(2026, 11, 22)
DAY = "orders.order_date"


def told(
    column: str,
    *rows: tuple[str, int],
    start: dt.date | None = None,
    end: dt.date | None = None,
    of: str = DAY,
) -> str:
    bounds = (DateBound(column=of, start=start, end=end),) if start or end else ()
    contract = Contract(dates=bounds, grouping=(DAY,), grain=column)
    fetched = Fetched(columns=(column, "net"), rows=rows, numeric=(1,))
    return summarise(fetched, asked_for(contract, TODAY))


def test_a_quarter_that_is_not_over_says_so() -> None:
    assert told("quarter", ("2026-07-01", 9), ("2026-10-01", 5)) == (
        "Net is highest for Jul - Sep 2026 (9) and lowest for Oct - Dec 2026, not over yet (5)."
    )


def test_a_week_that_the_question_cuts_says_so() -> None:
    weeks = (("2026-06-29", 3), ("2026-07-06", 9), ("2026-09-28", 2))
    start, end = dt.date(2026, 7, 1), dt.date(2026, 10, 1)
    assert told("week", *weeks, start=start, end=end) == (
        "Net is highest for 6 Jul 2026 (9) and lowest for 28 Sep 2026, part of a week (2). "
        "It begins with 29 Jun 2026, part of a week (3) "
        "and ends with 28 Sep 2026, part of a week (2)."
    )


@pytest.mark.parametrize(
    ("start", "end", "of"),
    [
        (dt.date(2026, 1, 1), dt.date(2026, 7, 1), DAY),
        (None, dt.date(2026, 7, 1), DAY),
        (dt.date(2026, 5, 31), dt.date(2026, 6, 15), "orders.shipped"),
    ],
)
def test_whole_periods_need_no_word(start: dt.date | None, end: dt.date, of: str) -> None:
    sentence = told("month", ("2026-05-01", 9), ("2026-06-01", 5), start=start, end=end, of=of)
    assert "yet" not in sentence
    assert "part" not in sentence


@pytest.mark.parametrize(
    ("end_of_last", "said"),
    [
        (dt.date(2026, 1, 1), "The later period is not over yet"),
        (dt.date(2025, 11, 23), ""),
    ],
)
def test_a_period_that_is_not_over_is_told_beside_a_longer_one(
    end_of_last: dt.date, said: str
) -> None:
    this, last = (
        TimeSpan(at=0, until=9, words=words, start=start, end=end, comparison=0)
        for words, start, end in (
            ("this year", dt.date(2026, 1, 1), dt.date(2027, 1, 1)),
            ("last year", dt.date(2025, 1, 1), end_of_last),
        )
    )
    sentence = uneven((this, last), dt.date(2026, 11, 22))
    assert said in sentence
    assert bool(said) is bool(sentence)


@pytest.mark.parametrize(
    ("months", "said"),
    [
        ((2, 3, 5), "There are no rows for Jan, Apr."),
        ((1, 2, 3, 4, 5), ""),
        ((5, 3, 1), ""),  # sorted by the number: no series
    ],
)
def test_months_without_rows_are_named(months: tuple[int, ...], said: str) -> None:
    rows = tuple((f"2025-{month:02}-01", 7) for month in months)
    fetched = Fetched(columns=("month", "net"), rows=rows, numeric=(1,))
    range_ = (dt.date(2025, 1, 1), dt.date(2025, 6, 1))
    assert without_rows(fetched, Asked(today=TODAY, ranges=(range_,))) == said
