"""Days known by a name, for any year: Christmas, Easter, Black Friday."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta


def easter(year: int) -> date:
    """Easter Sunday by the Gregorian rule (Meeus, Jones and Butcher)."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    leap, odd = divmod(century, 4)
    skew = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - leap - skew + 15) % 30
    weekday = (32 + 2 * odd + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such weekday of a month."""
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=days)


def _thanksgiving(days: int) -> Callable[[int], date]:
    return lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=days)


def _memorial_day(year: int) -> date:
    last = date(year, 5, 31)
    return last - timedelta(days=last.weekday())


FEASTS: Mapping[str, Callable[[int], date]] = {
    "new_year": _fixed(1, 1),
    "epiphany": _fixed(1, 6),
    "mlk_day": lambda year: nth_weekday(year, 1, 0, 3),
    "presidents_day": lambda year: nth_weekday(year, 2, 0, 3),
    "womens_day": _fixed(3, 8),
    "saint_patrick": _fixed(3, 17),
    "ash_wednesday": _from_easter(-46),
    "palm_sunday": _from_easter(-7),
    "ascension": _from_easter(39),
    "whit_monday": _from_easter(50),
    "april_fools": _fixed(4, 1),
    "earth_day": _fixed(4, 22),
    "cinco_de_mayo": _fixed(5, 5),
    "mothers_day": lambda year: nth_weekday(year, 5, 6, 2),
    "fathers_day": lambda year: nth_weekday(year, 6, 6, 3),
    "juneteenth": _fixed(6, 19),
    "canada_day": _fixed(7, 1),
    "bastille_day": _fixed(7, 14),
    "columbus_day": lambda year: nth_weekday(year, 10, 0, 2),
    "all_saints": _fixed(11, 1),
    "singles_day": _fixed(11, 11),
    "veterans_day": _fixed(11, 11),
    "small_business_saturday": _thanksgiving(2),
    "giving_tuesday": _thanksgiving(5),
    "leap_day": _fixed(2, 29),
    "valentine": _fixed(2, 14),
    "good_friday": _from_easter(-2),
    "easter": _from_easter(0),
    "easter_monday": _from_easter(1),
    "pentecost": _from_easter(49),
    "may_day": _fixed(5, 1),
    "memorial_day": _memorial_day,
    "independence_day": _fixed(7, 4),
    "labor_day": lambda year: nth_weekday(year, 9, 0, 1),
    "halloween": _fixed(10, 31),
    "thanksgiving": _thanksgiving(0),
    "black_friday": _thanksgiving(1),
    "cyber_monday": _thanksgiving(4),
    "christmas_eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "boxing_day": _fixed(12, 26),
    "new_years_eve": _fixed(12, 31),
}
