"""How far apart two moments are said to lie: `more than 6 months`, `within a year`."""

from dataclasses import dataclass

SIGNS = {
    "longer than": ">", "shorter than": "<", "more than": ">", "less than": "<",
    "fewer than": "<", "over": ">", "under": "<", "at least": ">=", "at most": "<=",
}  # fmt: skip
COUNTS = {
    "half a": 0.5, "half an": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_DAYS = {"second": 1 / 86_400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7}
# No calendar says how many days these have.
_MONTHS = {"month": 1, "year": 12}

NUMBER = rf"\d+|{'|'.join(COUNTS)}"
UNIT = "second|minute|hour|day|week|month|year"


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time in days, or in months of the calendar."""

    days: float = 0
    months: int = 0


def length_said(number: str, unit: str) -> Length:
    """What such words come to: `a` `year` is 12 months, `half an` `hour` a 48th of a day."""
    said = " ".join(number.lower().split())
    count = COUNTS.get(said) or int(said)
    months = count * _MONTHS.get(unit.lower(), 0)
    if months and months == int(months):
        return Length(months=int(months))
    return Length(days=count * _DAYS.get(unit.lower(), 365.25 / 12))
