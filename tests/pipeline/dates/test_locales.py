"""A person's locale decides the order of day and month that nobody else has decided."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.dates import Calendar, read_times
from pipeline.dates.locales import day_first
from pipeline.direct import drive, take_defaults
from pipeline.people import Person
from pipeline.remembered.calendars import calendar_for
from pipeline.remembered.standing import DAY_ORDER
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import ANA, FakeWorkspaces, a_state

TODAY = dt.date(2026, 11, 3)


@pytest.mark.parametrize(
    ("locale", "first"),
    [
        ("en-US", None), ("en", None), ("en-CA", None), ("", None), ("en-GB", True),
        ("en_AU", True), ("de-DE", True), ("es-LA", True), ("fr-CA", True), ("ja-JP", False),
        ("zh-Hant-TW", False),
    ],
)  # fmt: skip
def test_the_day_comes_first_where_people_write_it_first(locale: str, first: bool | None) -> None:
    assert day_first(locale) is first


def _day(text: str, calendar: Calendar, locale: str, kept: dict[str, str]) -> str:
    asker = Person(id="slack:T1:U1", locale=locale)
    (found,) = read_times(text, TODAY, calendar_for(calendar, kept, asker)).ranges
    return str(getattr(found, "start", ""))


def test_what_is_kept_comes_before_the_workspace_and_that_before_the_locale() -> None:
    plain, month_first = Calendar(), Calendar(day_first=False)
    assert _day("orders on 3/4/2026", plain, "en-GB", {}) == "2026-04-03"
    assert _day("orders on 3/4/2026", plain, "en-US", {}) == "2026-03-04"
    assert _day("Bestellungen am 3/4/2026", plain, "en-US", {}) == "2026-04-03"
    assert _day("orders on 3/4/2026", month_first, "en-GB", {}) == "2026-03-04"
    kept = {DAY_ORDER: "day first"}
    assert _day("orders on 3/4/2026", month_first, "en-US", kept) == "2026-04-03"


@pytest.mark.parametrize(
    ("locale", "days"), [("en-US", "2026-03-04"), ("en-GB", "2026-04-03"), ("de-DE", "2026-04-03")]
)
async def test_a_question_is_read_as_its_asker_writes_dates(
    locale: str, days: str, shop: Workspace
) -> None:
    state = a_state("number of purchases on 3/4/2026", asker=replace(ANA, locale=locale))
    driven = await drive(Pipeline(FakeWorkspaces((shop,))), state, take_defaults)

    assert [str(span.start) for span in driven.state.times] == [days]
    assert driven.state.draft is not None
    assert days in driven.state.draft.sql
