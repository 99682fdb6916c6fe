"""Why words that speak of time cannot be turned into a period, in plain sentences."""

from datetime import date

PLURALS = {"quarter": "quarters", "half": "halves"}


class Impossible(Exception):
    """The words name no period that exists; carries the sentence to say so."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def ends_first() -> Impossible:
    return Impossible("That range ends before it begins.")


def longer_than(unit: str) -> Impossible:
    return Impossible(f"That is longer than one {unit}: say which one is meant.")


def missing_end() -> Impossible:
    return Impossible("One end of that range is missing: from when to when?")


def missing_part() -> Impossible:
    return Impossible("Part of that expression is missing.")


def no_day_anywhere(day: int) -> Impossible:
    return Impossible(f"No month has a day {day}.")


def no_day(name: str, day: int) -> Impossible:
    return Impossible(f"{name} has no day {day}.")


def no_holidays(country: str) -> Impossible:
    return Impossible(f"There is no public holiday calendar for {country!r}.")


def no_leap_day(year: int) -> Impossible:
    return Impossible(f"{year} is not a leap year: February has 28 days.")


def no_length() -> Impossible:
    return Impossible("A period of no length cannot be looked at.")


def no_month(month: int) -> Impossible:
    return Impossible(f"There is no month {month}.")


def no_part(count: int, name: str, nth: int) -> Impossible:
    return Impossible(f"A year has {count} {PLURALS.get(name, name)}: there is no {name} {nth}.")


def no_such_date() -> Impossible:
    return Impossible("That day does not exist.")


def no_week(year: int, week: int) -> Impossible:
    return Impossible(f"{year} has no week {week}.")


def no_year(year: int) -> Impossible:
    return Impossible(f"There is no year {year} in any calendar used here.")


def none_begun() -> Impossible:
    return Impossible("No such period has begun yet.")


def none_left() -> Impossible:
    return Impossible("Nothing of that period is left.")


def none_inside(unit: str) -> Impossible:
    return Impossible(f"There is no such {unit} in that period.")


def not_begun() -> Impossible:
    return Impossible("That has not begun: there is nothing to date.")


def not_inside(name: str) -> Impossible:
    return Impossible(f"{name} is not in that period.")


def not_retail(unit: str) -> Impossible:
    return Impossible(f"A retail calendar does not count that {unit}.")


def open_ended_base() -> Impossible:
    return Impossible("An open-ended period has none before it to compare with.")


def open_ended_part() -> Impossible:
    return Impossible("An open-ended period cannot be part of another one.")


def other_weekday(day: date) -> Impossible:
    return Impossible(f"{day:%d %B %Y} is a {day:%A}.")


def out_of_reach() -> Impossible:
    return Impossible("That lies outside the years a calendar can count.")


def plain_fiscal_year() -> Impossible:
    return Impossible("The fiscal year here is the calendar year: name one year.")


def too_few_weekdays() -> Impossible:
    return Impossible("That period has fewer of that weekday.")


def too_long(years: int) -> Impossible:
    return Impossible(f"That range spans {years} years: say which years are meant.")


def too_many_apart(most: int) -> Impossible:
    return Impossible(f"More than {most} separate days cannot be looked at in one question.")


def too_many_days(most: int) -> Impossible:
    return Impossible(f"More than {most} business days are too many to count.")


def too_short() -> Impossible:
    return Impossible("That period is too short to be divided.")


def two_times() -> Impossible:
    return Impossible("Two different times are named as one: say which is meant.")


def vague() -> Impossible:
    return Impossible("That names no exact time: how long is meant?")
