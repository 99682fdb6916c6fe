"""Two dates of one name told apart, and how far they lie from each other."""

from pipeline.rules.text.plain_words import plain, plural

_PARTS_OF_DAYS = (("day", 1), ("hour", 24), ("minute", 1440))


def told_apart(one: str, other: str) -> tuple[str, str]:
    """Two columns in words, each with its rows where they are called alike."""
    if plain(one) != plain(other):
        return plain(one), plain(other)
    first, second = (
        f"{plain(ref)} of {plural(plain(ref.rpartition('.')[0]))}" for ref in (one, other)
    )
    return first, second


def so_long(days: float) -> str:
    """A length of time in the largest unit of which it is a whole number."""
    for unit, parts in _PARTS_OF_DAYS:
        if (number := round(days * parts, 6)) % 1 == 0:
            return f"{number:g} {unit}" if number == 1 else f"{number:g} {unit}s"
    return f"{days:g} days"


def so_many_months(months: int) -> str:
    """A length of time in years where they are whole: `2 years`, `6 months`, `1 year`."""
    number, unit = (months // 12, "year") if months % 12 == 0 else (months, "month")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
