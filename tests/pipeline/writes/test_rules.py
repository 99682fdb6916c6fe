"""A workspace's rules for changes: when, how many, who."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from pipeline.people import Person
from pipeline.sql import Tier
from pipeline.writes.rules import WriteHours, WriteRules

MADRID = ZoneInfo("Europe/Madrid")
DAY = WriteHours(zone=MADRID, opens=dt.time(9), closes=dt.time(17), days=frozenset(range(5)))
NIGHT = WriteHours(zone=MADRID, opens=dt.time(20), closes=dt.time(6), days=frozenset({4}))
RULES = WriteRules(
    asker_roles=frozenset({"analyst"}),
    approver_roles=frozenset({"reviewer"}),
    hours={Tier.T2: NIGHT},
    quorum={Tier.T2: 2},
)


def at(day: int, hour: int, minute: int = 0) -> dt.datetime:
    """A moment in Madrid; 2 March 2026 is a Monday."""
    return dt.datetime(2026, 3, day, hour, minute, tzinfo=MADRID).astimezone(dt.UTC)


@pytest.mark.parametrize(
    ("hours", "moment", "open_then"),
    [
        (DAY, at(2, 9), True),
        (DAY, at(2, 16, 59), True),
        (DAY, at(2, 17), False),
        (DAY, at(7, 12), False),
        (NIGHT, at(6, 20), True),
        (NIGHT, at(7, 5, 59), True),
        (NIGHT, at(7, 6), False),
        (NIGHT, at(7, 20), False),
        (NIGHT, at(6, 5), False),
    ],
)
def test_hours_over_midnight_belong_to_the_day_they_began_on(
    hours: WriteHours, moment: dt.datetime, *, open_then: bool
) -> None:
    assert hours.hold(moment) is open_then


def test_a_tier_without_hours_is_always_open_and_needs_one_person() -> None:
    assert RULES.open_at(Tier.T1, at(7, 12))
    assert not RULES.open_at(Tier.T2, at(7, 12))
    assert (RULES.needed(Tier.T1), RULES.needed(Tier.T2)) == (1, 2)


def test_who_has_no_role_may_neither_ask_nor_approve() -> None:
    nobody = Person(id="slack:T:X")
    assert not RULES.may_ask(nobody)
    assert not RULES.may_approve(nobody)
