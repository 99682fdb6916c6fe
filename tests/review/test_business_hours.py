"""When what is due is due, where reviewers keep hours."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.policy.business_hours import BusinessHours

LISBON = BusinessHours(zone=ZoneInfo("Europe/Lisbon"))


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("start", "span", "due"),
    [
        # Monday 2 March 2026, when Lisbon has the hours of UTC.
        ("2026-03-02T10:00", {"hours": 2}, "2026-03-02T12:00"),
        ("2026-03-02T16:00", {"hours": 2}, "2026-03-03T10:00"),
        ("2026-03-02T20:00", {"hours": 1}, "2026-03-03T10:00"),
        ("2026-03-06T16:30", {"hours": 1}, "2026-03-09T09:30"),
        ("2026-03-07T12:00", {"minutes": 30}, "2026-03-09T09:30"),
        ("2026-03-05T11:00", {"days": 3}, "2026-03-10T11:00"),
        ("2026-03-06T18:00", {"days": 1}, "2026-03-10T09:00"),
        ("2026-03-02T09:00", {"hours": 20}, "2026-03-04T13:00"),
        # Over the change to summer time on 29 March: the clock on the wall counts.
        ("2026-03-27T16:00", {"days": 1}, "2026-03-30T15:00"),
    ],
)
def test_time_passes_only_while_reviewers_work(start: str, span: dict[str, int], due: str) -> None:
    assert LISBON.after(at(start), dt.timedelta(**span)) == at(due)


@given(
    st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2027, 1, 1), timezones=st.just(dt.UTC)),  # noqa: DTZ001 - the strategy adds the zone
    st.timedeltas(dt.timedelta(0), dt.timedelta(days=9)),
)
def test_nothing_is_due_early_or_at_night(start: dt.datetime, span: dt.timedelta) -> None:
    due = LISBON.after(start, span)
    here = due.astimezone(LISBON.zone)
    assert due >= start + min(span, dt.timedelta(hours=8))
    assert LISBON.opens <= here.time() <= LISBON.closes
    assert here.weekday() < 5
