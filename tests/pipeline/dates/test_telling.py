"""What a model is told of a calendar: settings and days that code worked out."""

import datetime as dt

from pipeline.dates import Calendar
from pipeline.dates.telling import calendar_told

TODAY = dt.date(2026, 11, 18)


def test_an_ordinary_calendar() -> None:
    assert calendar_told(Calendar(), TODAY) == (
        "days are those of the time zone UTC",
        "weeks begin on Monday",
        "the fiscal year is the calendar year",
        "a quarter is one of the calendar year",
    )


def test_a_fiscal_year_is_told_by_its_days() -> None:
    calendar = Calendar(
        time_zone="Europe/Madrid",
        week_starts_on="sunday",
        fiscal_year_start_month=7,
        quarter_means="fiscal",
        retail_pattern=None,
    )
    assert calendar_told(calendar, TODAY) == (
        "days are those of the time zone Europe/Madrid",
        "weeks begin on Sunday",
        "the fiscal year of today is from 2026-07-01 up to, not including, 2027-07-01",
        "a quarter is one of the fiscal year",
    )


def test_a_retail_calendar_says_its_weeks() -> None:
    told = calendar_told(Calendar(retail_pattern="4-4-5"), TODAY)
    assert "retail months have 4-4-5 whole weeks" in told
