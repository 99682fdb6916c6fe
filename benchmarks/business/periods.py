"""Periods as people say them, with every range that a careful analyst accepts."""

import calendar
import datetime as dt
import random
from collections.abc import Callable
from dataclasses import dataclass

Range = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Period:
    """A period: its words, its half-open ranges (the preferred one first) and its kind."""

    text: str
    ranges: tuple[Range, ...]
    kind: str

    def condition(self, date: str) -> str:
        return self.condition_of(date, "p")

    def condition_of(self, date: str, slot: str) -> str:
        said = [_said(date, each) for each in self.ranges]
        return said[0] if len(said) == 1 else f"{{{slot}: {' ~ '.join(said)}}}"


def _said(date: str, bounds: Range) -> str:
    begin, end = bounds
    return f"{date} >= '{begin}'" + (f" AND {date} < '{end}'" if end else "")


def month_start(day: dt.date, back: int = 0) -> dt.date:
    months = day.year * 12 + day.month - 1 - back
    return dt.date(months // 12, months % 12 + 1, 1)


def quarter_start(day: dt.date, back: int = 0) -> dt.date:
    return month_start(dt.date(day.year, (day.month - 1) // 3 * 3 + 1, 1), back * 3)


def _range(begin: dt.date, end: dt.date | None) -> Range:
    return begin.isoformat(), end.isoformat() if end else None


def year(pick: random.Random, today: dt.date) -> Period:
    number = pick.choice([today.year, today.year - 1, today.year - 1])
    said = pick.choice([f"in {number}", f"in {number}", f"{number}", f"during {number}"])
    return year_of(number, said)


def year_of(number: int, said: str) -> Period:
    return Period(said, ((f"{number}-01-01", f"{number + 1}-01-01"),), "year")


def month(pick: random.Random, today: dt.date) -> Period:
    begin = month_start(today, pick.randint(1, 16))
    name, short = calendar.month_name[begin.month], calendar.month_abbr[begin.month]
    said = pick.choice(
        [f"in {name} {begin.year}", f"in {short} {begin.year}", f"{name} {begin.year}"]
    )
    return Period(said, (_range(begin, month_start(begin, -1)),), "month")


def quarter(pick: random.Random, today: dt.date) -> Period:
    begin = quarter_start(today, pick.randint(1, 5))
    number = (begin.month + 2) // 3
    word = ("first", "second", "third", "fourth")[number - 1]
    said = [f"in Q{number} {begin.year}", f"Q{number} {begin.year}"]
    return Period(
        pick.choice([*said, *said, f"in the {word} quarter of {begin.year}"]),
        (_range(begin, month_start(begin, -3)),), "quarter",
    )  # fmt: skip


def half(pick: random.Random, today: dt.date) -> Period:
    first = pick.random() < 0.6
    number = today.year if first and today.month > 6 else today.year - 1
    begin = dt.date(number, 1 if first else 7, 1)
    word, short = ("first", "H1") if first else ("second", "H2")
    said = pick.choice([f"in the {word} half of {number}", f"in {short} {number}"])
    return Period(said, (_range(begin, month_start(begin, -6)),), "half")


def last_month(pick: random.Random, today: dt.date) -> Period:
    said = pick.choice(["last month", "in the last month", "the previous month"])
    ranges = [_range(month_start(today, 1), month_start(today))]
    if said == "in the last month":
        ranges += _back(today, month_back(today, 1))
    return Period(said, tuple(ranges), "month")


def this_month(pick: random.Random, today: dt.date) -> Period:
    said = pick.choice(["this month", "so far this month", "in the current month", "mtd"])
    begin, tomorrow = month_start(today), today + dt.timedelta(1)
    return Period(said, (_range(begin, month_start(today, -1)), _range(begin, tomorrow)), "month")


def this_year(pick: random.Random, today: dt.date) -> Period:
    said = pick.choice(
        ["this year", "this year so far", "ytd", "year to date", "in the current year"]
    )
    begin, tomorrow = dt.date(today.year, 1, 1), today + dt.timedelta(1)
    return Period(
        said, (_range(begin, dt.date(today.year + 1, 1, 1)), _range(begin, tomorrow)), "year"
    )


def last_year(_pick: random.Random, today: dt.date) -> Period:
    return year_of(today.year - 1, "last year")


def last_quarter(pick: random.Random, today: dt.date) -> Period:
    said = pick.choice(["last quarter", "in the last quarter", "the previous quarter"])
    return Period(said, (_range(quarter_start(today, 1), quarter_start(today)),), "quarter")


def this_quarter(pick: random.Random, today: dt.date) -> Period:
    said = pick.choice(["this quarter", "in the current quarter", "qtd"])
    begin, tomorrow = quarter_start(today), today + dt.timedelta(1)
    ranges = (_range(begin, quarter_start(today, -1)), _range(begin, tomorrow))
    return Period(said, ranges, "quarter")


def last_days(pick: random.Random, today: dt.date) -> Period:
    number = pick.choice([30, 90, 60, 14, 7])
    said = pick.choice([f"in the last {number} days", f"over the past {number} days"])
    return Period(said, tuple(_back(today, today - dt.timedelta(number))), "days")


def last_months(pick: random.Random, today: dt.date) -> Period:
    number = pick.choice([3, 6, 12])
    said = pick.choice([f"in the last {number} months", f"over the past {number} months"])
    whole = _range(month_start(today, number), month_start(today))
    running = _range(month_start(today, number - 1), today + dt.timedelta(1))
    return Period(said, (*_back(today, month_back(today, number)), whole, running), "months")


def last_week(_pick: random.Random, today: dt.date) -> Period:
    monday = today - dt.timedelta(today.weekday())
    return Period("last week", (_range(monday - dt.timedelta(7), monday),), "week")


def since(pick: random.Random, today: dt.date) -> Period:
    begin = month_start(today, pick.randint(2, 9))
    said = f"since {calendar.month_name[begin.month]}"
    tomorrow = today + dt.timedelta(1)
    said += f" {begin.year}" if begin.year != today.year or pick.random() < 0.6 else ""
    return Period(said, (_range(begin, tomorrow), _range(begin, None)), "since")


def between(pick: random.Random, today: dt.date) -> Period:
    begin = month_start(today, pick.randint(4, 14))
    last = month_start(begin, -pick.randint(1, 3))
    end = month_start(last, -1)
    names = calendar.month_name
    head = "" if begin.year == last.year else f" {begin.year}"
    said = f"{names[begin.month]}{head} to {names[last.month]} {last.year}"
    return Period(
        pick.choice([f"from {said}", f"between {said.replace(' to ', ' and ')}"]),
        (_range(begin, end),),
        "range",
    )


def month_back(today: dt.date, number: int) -> dt.date:
    begin = month_start(today, number)
    return begin.replace(day=min(today.day, calendar.monthrange(begin.year, begin.month)[1]))


def _back(today: dt.date, begin: dt.date) -> list[Range]:
    tomorrow, one = today + dt.timedelta(1), dt.timedelta(1)
    return [_range(begin, tomorrow), _range(begin, today), _range(begin + one, tomorrow)]


Maker = Callable[[random.Random, dt.date], Period]
LONG: tuple[Maker, ...] = (
    year, year, year, quarter, quarter, half, this_year, this_year, last_year, last_year,
    last_quarter, this_quarter, last_months, last_months, since, between,
)  # fmt: skip
SHORT: tuple[Maker, ...] = (
    month,
    month,
    month,
    last_month,
    last_month,
    this_month,
    last_days,
    last_days,
    last_week,
)


def any_period(pick: random.Random, today: dt.date, *, short: float = 0.4) -> Period:
    makers = SHORT if pick.random() < short else LONG
    return pick.choice(makers)(pick, today)


def with_months(pick: random.Random, today: dt.date) -> Period:
    """A period that has several whole months in it."""
    return pick.choice((year, year, half, this_year, last_year, year))(pick, today)


def pair(pick: random.Random, today: dt.date) -> tuple[Period, Period]:
    """Two periods to compare, the later one first."""
    kind = pick.randrange(5)
    last = today.year - 1
    if kind == 0:
        number = pick.choice([last, last, today.year])
        return year_of(number, f"{number}"), year_of(number - 1, f"{number - 1}")
    if kind == 1:
        later = Period("last month", (_range(month_start(today, 1), month_start(today)),), "month")
        before = _range(month_start(today, 2), month_start(today, 1))
        return later, Period("the month before", (before,), "month")
    if kind == 2:
        later = Period(
            "last quarter", (_range(quarter_start(today, 1), quarter_start(today)),), "quarter"
        )
        before = _range(quarter_start(today, 2), quarter_start(today, 1))
        return later, Period(
            pick.choice(["the quarter before", "the one before"]), (before,), "quarter"
        )
    if kind == 3:
        begin = quarter_start(today, pick.randint(1, 3))
        number = (begin.month + 2) // 3
        old = begin.replace(year=begin.year - 1)
        return (
            Period(f"Q{number} {begin.year}", (_range(begin, month_start(begin, -3)),), "quarter"),
            Period(f"Q{number} {old.year}", (_range(old, month_start(old, -3)),), "quarter"),
        )
    begin = month_start(today, pick.randint(1, 8))
    old = begin.replace(year=begin.year - 1)
    name = calendar.month_name[begin.month]
    return (
        Period(f"{name} {begin.year}", (_range(begin, month_start(begin, -1)),), "month"),
        Period(f"{name} {old.year}", (_range(old, month_start(old, -1)),), "month"),
    )
