"""Whatever is typed, reading it for time fails never, ends soon, and gives ranges that hold."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dates import Calendar, Comparison, DateRange, read_times, resolve
from tests.work import counted_calls

WORDS = [
    "last",
    "this",
    "next",
    "past",
    "previous",
    "3",
    "30",
    "months",
    "weeks",
    "days",
    "quarter",
    "year",
    "fiscal",
    "of",
    "the",
    "first",
    "second",
    "half",
    "between",
    "and",
    "from",
    "to",
    "since",
    "until",
    "before",
    "after",
    "March",
    "May",
    "2024",
    "2025-02-30",
    "Q3",
    "FY25",
    "'25",
    "vs",
    "compared",
    "to",
    "same",
    "period",
    "ytd",
    "Monday",
    "weekend",
    "Christmas",
    "end",
    "start",
    "week",
    "month",
    "ago",
    "today",
    "now",
    "by",
    "31",
    ",",
    ".",
    "-",
    "summer",
    "early",
    "9999",
    "0",
    "100000",
    "decade",
    "century",
    "business",
    "days",
    "before",
    "last",
    "per",
    "every",
    "letzten",
    "Monat",
    "vor",
    "seit",
    "bis",
    "el",
    "pasado",
    "hace",
    "desde",
    "hasta",
    "trimestre",
    "del",
    "año",
]
CALENDARS = st.builds(
    Calendar,
    week_starts_on=st.sampled_from(["monday", "sunday", "saturday"]),
    fiscal_year_start_month=st.integers(1, 12),
    fiscal_year_named_by=st.sampled_from(["start", "end"]),
    quarter_means=st.sampled_from(["calendar", "fiscal"]),
    retail_pattern=st.sampled_from([None, "4-4-5", "4-5-4", "5-4-4"]),
)
TODAYS = st.dates(date(1990, 1, 1), date(2060, 12, 31))
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


def all_ranges(text: str, today: date, calendar: Calendar) -> list[DateRange]:
    found = resolve(text, today, calendar)
    pairs = [
        (each.first, each.second) if isinstance(each, Comparison) else (each,) for each in found
    ]
    return [one for pair in pairs for one in pair]


@given(st.text(max_size=300), TODAYS)
def test_no_text_makes_the_resolver_fail(text: str, today: date) -> None:
    read_times(text, today, Calendar())


@given(SENTENCES, TODAYS, CALENDARS)
def test_every_range_ends_after_it_begins(text: str, today: date, calendar: Calendar) -> None:
    for found in all_ranges(text, today, calendar):
        assert found.start is not None or found.end is not None
        bounds = [(found.start, found.end), *((one.start, one.end) for one in found.readings)]
        assert all(start is None or end is None or start < end for start, end in bounds)


@given(SENTENCES, TODAYS, CALENDARS)
def test_every_range_s_words_are_where_it_says(text: str, today: date, calendar: Calendar) -> None:
    for found in all_ranges(text, today, calendar):
        assert text[slice(*found.span)] == found.words


@given(SENTENCES, TODAYS, CALENDARS)
def test_the_same_text_is_always_read_the_same(text: str, today: date, calendar: Calendar) -> None:
    assert read_times(text, today, calendar) == read_times(text, today, calendar)


def steps_of(text: str) -> int:
    """How many calls reading the text takes, once its patterns are compiled."""
    read_times(text, date(2026, 11, 21), Calendar())
    with counted_calls() as calls:
        read_times(text, date(2026, 11, 21), Calendar())
    return calls[0]


def test_a_very_long_text_is_cut_and_no_more_of_it_is_read() -> None:
    hostile = "between the first of the last of the week of March to " * 5_000
    times = read_times(hostile, date(2026, 11, 21), Calendar())
    assert any("2,000 characters" in each.sentence for each in times.problems)
    assert steps_of(hostile) < 1.1 * steps_of(hostile[:2_000])


@pytest.mark.parametrize("hostile", ["'", '"a', "1-", "q1", "9"])
def test_quotes_and_digits_do_not_slow_the_reader_down(hostile: str) -> None:
    """Twice the text takes at most twice the steps; an endless expression ends at the timeout."""
    text = hostile * (2_000 // len(hostile))
    assert steps_of(text) <= 2 * steps_of(text[:1_000])
