"""What a range of dates says of itself: its words, its grain, and how else it can be read."""

from datetime import UTC, date, datetime

import pytest
from pydantic import TypeAdapter

from pipeline.dates import (
    Calendar,
    CalendarError,
    Comparison,
    DateRange,
    Times,
    calendar_from,
    describe,
    find_problems,
    read_times,
    resolve,
)

TODAY = date(2026, 11, 21)


def one(text: str, calendar: Calendar | None = None, today: date = TODAY) -> DateRange:
    (found,) = resolve(text, today, calendar or Calendar())
    assert isinstance(found, DateRange)
    return found


def test_a_range_says_which_words_it_comes_from() -> None:
    text = "total orders last quarter, please"
    found = one(text)
    assert text[slice(*found.span)] == found.words == "last quarter"


def test_a_range_explains_itself_in_one_line() -> None:
    assert one("orders last quarter").explanation == "last quarter = 1 Jul - 30 Sep 2026"


@pytest.mark.parametrize(
    ("text", "grain"),
    [
        ("yesterday", "day"),
        ("last week", "week"),
        ("this month", "month"),
        ("Q3", "quarter"),
        ("H1 2025", "half"),
        ("2024", "year"),
        ("the 1990s", "decade"),
        ("last weekend", "weekend"),
    ],
)
def test_a_range_knows_its_grain(text: str, grain: str) -> None:
    assert one(text).grain == grain


@pytest.mark.parametrize(
    "text", ["2025-03-14", "March 2025", "Q3 2025", "2024", "yesterday", "from Q1 to Q3 2025"]
)
def test_words_with_one_meaning_need_no_confirmation(text: str) -> None:
    assert one(text).explicit


@pytest.mark.parametrize("text", ["last quarter", "03/04/2025", "March", "this year", "Christmas"])
def test_words_with_several_meanings_need_confirmation(text: str) -> None:
    assert not one(text).explicit


@pytest.mark.parametrize(
    ("text", "start", "end", "label"),
    [
        ("last 3 months", date(2026, 8, 22), date(2026, 11, 22), "rolling, up to today"),
        ("this month", date(2026, 11, 1), date(2026, 11, 22), "to date"),
        ("in March", date(2025, 3, 1), date(2025, 4, 1), "the year before"),
        ("last quarter", date(2026, 8, 1), date(2026, 11, 1), "fiscal quarter"),
        ("Q2 2025", date(2024, 5, 1), date(2024, 8, 1), "fiscal quarter"),
        ("03/04/2025", date(2025, 4, 3), date(2025, 4, 4), "day and month the other way round"),
    ],
)
def test_other_plausible_readings_are_offered(
    text: str, start: date, end: date, label: str
) -> None:
    calendar = Calendar(fiscal_year_start_month=2, fiscal_year_named_by="end")
    readings = [(each.start, each.end, each.label) for each in one(text, calendar).readings]
    assert (start, end, label) in readings


def test_a_workspace_may_mean_fiscal_quarters_by_quarter() -> None:
    calendar = Calendar(fiscal_year_start_month=2, quarter_means="fiscal")
    assert describe(one("last quarter", calendar)) == "1 Aug - 31 Oct 2026"


def test_a_comparison_holds_both_periods_in_the_order_named() -> None:
    (found,) = resolve("compare 2024 with 2023", TODAY, Calendar())
    assert isinstance(found, Comparison)
    assert (describe(found.first), describe(found.second)) == (
        "1 Jan - 31 Dec 2024",
        "1 Jan - 31 Dec 2023",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sales on Feb 30", "February has no day 30."),
        ("between March and", "One end of that range is missing: from when to when?"),
        ("the year 20255", "There is no year 20255 in any calendar used here."),
        (
            "yesterday to tomorrow's last week",
            "Two different times are named as one: say which is meant.",
        ),
        ("the last 300 years", "That range spans 300 years: say which years are meant."),
        ("FY2031", "FY2031 has not begun: it starts on 1 Jan 2031."),
        ("29 February 2025", "2025 is not a leap year: February has 28 days."),
        ("Q7 2025", "A year has 4 quarters: there is no quarter 7."),
        ("from May 2025 to March 2025", "That range ends before it begins."),
        ("sales in the last few weeks", "That names no exact time: how long is meant?"),
        ("Tuesday, March 3, 2025", "03 March 2025 is a Monday."),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(text: str, sentence: str) -> None:
    assert [each.sentence for each in find_problems(text, TODAY, Calendar())] == [sentence]


@pytest.mark.parametrize(
    ("text", "grain"),
    [
        ("monthly revenue", "month"),
        ("revenue by week in 2025", "week"),
        ("orders per quarter", "quarter"),
        ("daily orders last month", "day"),
        ("Umsatz nach Monat", "month"),
        ("ventas por semana", "week"),
    ],
)
def test_grain_words_are_reported_as_grain(text: str, grain: str) -> None:
    assert [each.grain for each in read_times(text, TODAY, Calendar()).grains] == [grain]


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (date(2026, 7, 1), date(2026, 10, 1), "1 Jul - 30 Sep 2026"),
        (date(2025, 12, 1), date(2026, 1, 6), "1 Dec 2025 - 5 Jan 2026"),
        (date(2025, 3, 14), date(2025, 3, 15), "14 Mar 2025"),
        (date(2025, 3, 14), None, "from 14 Mar 2025 on"),
        (None, date(2025, 1, 1), "up to 31 Dec 2024"),
        (None, None, "all dates"),
    ],
)
def test_a_period_is_described_with_its_first_and_last_day(
    start: date | None, end: date | None, words: str
) -> None:
    period = DateRange(start=start, end=end, grain="day", words="", span=(0, 0), explanation="")
    assert describe(period) == words


def test_times_survive_a_trip_through_json() -> None:
    adapter = TypeAdapter(Times)
    times = read_times("monthly sales 2024 vs 2023, since May, on Feb 30", TODAY, Calendar())
    assert adapter.validate_json(adapter.dump_json(times)) == times


def test_business_days_step_over_weekends_and_holidays() -> None:
    calendar = Calendar(holiday_country="US")
    found = one("last 2 business days", calendar, date(2026, 11, 30))
    assert describe(found) == "25 Nov - 27 Nov 2026"


def test_a_retail_calendar_counts_whole_weeks() -> None:
    calendar = Calendar(
        week_starts_on="sunday",
        fiscal_year_start_month=2,
        fiscal_year_named_by="start",
        retail_pattern="4-5-4",
    )
    assert describe(one("FY2023", calendar)) == "29 Jan 2023 - 3 Feb 2024"
    assert describe(one("fiscal Q1 2025", calendar)) == "2 Feb - 3 May 2025"
    assert describe(one("last fiscal quarter", calendar)) == "2 Aug - 31 Oct 2026"


def test_today_is_the_date_on_the_workspace_s_clocks() -> None:
    moment = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    assert Calendar(time_zone="Asia/Tokyo").today_at(moment) == date(2026, 11, 22)


@pytest.mark.parametrize(
    "settings",
    [
        {"fiscal_year_start_month": 13},
        {"time_zone": "Mars/Base"},
        {"week_starts_on": "noon"},
        {"business_days": [9]},
        {"retail_pattern": "1-1-1"},
        {"unknown": 1},
    ],
)
def test_a_calendar_refuses_settings_that_make_no_sense(settings: dict[str, object]) -> None:
    with pytest.raises(CalendarError):
        calendar_from(settings)


def test_an_empty_calendar_is_the_ordinary_one() -> None:
    assert calendar_from({}) == Calendar()
