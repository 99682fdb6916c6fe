"""Times of day in words: `before 10 in the morning`, `at 2 pm or later`, `after noon`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.rules.text.words import Word

_DAY, _NOON, _HOUR = 1440, 720, 60
_LAST_HOUR, _HALF_DAY = 24, 12
_NAMED = {"noon": _NOON, "midday": _NOON, "midnight": 0}
_HOURS = {
    name: number
    for number, name in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve"), 1,
    )
}  # fmt: skip
_PAST = {"half past": 30, "quarter past": 15, "a quarter past": 15,
         "quarter to": -15, "a quarter to": -15}  # fmt: skip
_MARK = (
    r"(?:a ?\.? ?m(?: \.(?= \S| ?$))?|p ?\.? ?m(?: \.(?= \S| ?$))?|am|pm"
    r"|in the (?:early |late )?(?:morning|afternoon|evening)|at night)"
)
_CLOCK = r"o ?['’]? ?clock"  # noqa: RUF001 - people type typographic quotes
_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(_HOURS)})"


def _time(place: int) -> str:
    """The pattern of a time of day, its groups numbered."""
    return (
        rf"(?:(?P<name{place}>12 noon|noon|midday|12 midnight|midnight)"
        rf"|(?:(?P<past{place}>{'|'.join(_PAST)}) )?(?P<hour{place}>{_NUMBER})"
        rf"(?: ?(?P<sign{place}>[:.]) ?(?P<minute{place}>[0-5]\d))?"
        rf"(?: ?(?P<mark{place}>{_CLOCK}(?: {_MARK})?|{_MARK}))?)"
    )


_ONE, _OTHER = _time(1), _time(2)
_SIGNS = {
    "not before": ">=", "no earlier than": ">=", "not earlier than": ">=", "at or after": ">=",
    "on or after": ">=", "from": ">=", "since": ">=", "starting from": ">=",
    "not after": "<=", "no later than": "<=", "not later than": "<=", "at or before": "<=",
    "on or before": "<=", "by": "<=", "until": "<=", "till": "<=", "up to": "<=",
    "before": "<", "earlier than": "<", "prior to": "<",
    "after": ">", "later than": ">", "past": ">",
    "at exactly": "=", "exactly at": "=", "at": "=",
}  # fmt: skip
_BEHIND = {
    **dict.fromkeys(("or later", "and later", "onwards", "onward", "or after", "and after"),
                    ">="),
    **dict.fromkeys(("or earlier", "and earlier", "or before", "and before", "at the latest"),
                    "<="),
}  # fmt: skip
_LEAD = "|".join(sorted(_SIGNS, key=len, reverse=True))
# `from 6 pm on`, but not `from 6 pm on weekdays`.
_TAIL = "|".join((*sorted(_BEHIND, key=len, reverse=True), r"on(?= [.,;:?!)]| $)"))
_BETWEEN = re.compile(rf"(?<!\S)(?:between|from) {_ONE} (?:and|to|until|till|-|–) {_OTHER}(?!\S)")  # noqa: RUF001
_SINGLE = re.compile(rf"(?<!\S)(?:(?P<lead>{_LEAD}) )?{_ONE}(?: (?P<tail>{_TAIL}))?(?!\S)")


@dataclass(frozen=True, slots=True)
class ClockTime:
    """Words [first, last) that compare a time of day with these minutes of the day.

    A `plain` one is a bare number, which is a time only of a column that keeps times.
    """

    first: int
    last: int
    operator: str
    minutes: tuple[int, ...]
    plain: bool = False


def clock_times(words: Sequence[Word]) -> Iterator[ClockTime]:
    """The times of day that a question names, from left to right."""
    starts: dict[int, int] = {}
    text = ""
    for place, word in enumerate(words):
        starts[len(text)] = place
        text += f"{word.lower} "
    read = 0
    for match in sorted(
        (*_BETWEEN.finditer(text), *_SINGLE.finditer(text)),
        key=lambda one: (one.start(), -one.end()),
    ):
        made = None if match.start() < read else _made(match)
        if made is not None:
            read = match.end()
            last = next((n for at, n in starts.items() if at >= read), len(words))
            yield ClockTime(starts[match.start()], last, *made)


def _made(match: re.Match[str]) -> tuple[str, tuple[int, ...], bool] | None:
    told = match.groupdict()
    if match.re is _BETWEEN:
        return _between(told)
    minutes = _minutes(told, "1", told["mark1"])
    if minutes is None or (told["lead"] and told["tail"] and told["lead"] not in _OPEN):
        return None
    plain = not _is_sure(told, "1")
    if plain and not told["lead"] and not told["tail"]:
        return None
    behind = {**_BEHIND, "on": ">="}
    operator = behind.get(told["tail"] or "") or _SIGNS.get(told["lead"] or "", "=")
    if operator in ("<", "<=") and not minutes:
        minutes = _DAY
    return operator, (minutes,), plain


# `at 2 pm or later`, `from 2 pm on`.
_OPEN = frozenset(("at", "from", "at exactly", "by", "until", "till"))


def _between(told: dict[str, str | None]) -> tuple[str, tuple[int, ...], bool] | None:
    """`between 9 and 11 am`: the first is of the same half of the day, unless that is later."""
    last = _minutes(told, "2", told["mark2"])
    shared = None if told["sign1"] == ":" else told["mark2"]
    first = _minutes(told, "1", told["mark1"] or shared)
    if first is None or last is None:
        return None
    if not told["mark1"] and told["mark2"] and not told["name1"] and first > last:
        first -= _NOON if first >= _NOON else 0
    # `between 10 and 12 am` ends at noon, whatever 12 am is by itself.
    last = last or (_NOON if shared and not told["mark1"] and not told["name2"] else _DAY)
    return "between", (first, last), not (_is_sure(told, "1") or _is_sure(told, "2"))


def _is_sure(told: dict[str, str | None], one: str) -> bool:
    """Whether a time can be nothing else: 2.30 may be a price, and 9 any number."""
    colon = told[f"sign{one}"] == ":"
    return bool(colon or told[f"name{one}"] or told[f"mark{one}"] or told[f"past{one}"])


def _minutes(told: dict[str, str | None], one: str, mark: str | None) -> int | None:
    """The minutes of the day that a time names; None for what no clock shows."""
    name = told[f"name{one}"]
    if name:
        return _NAMED[name.split()[-1]]
    if told[f"sign{one}"] == "." and not mark:
        return None
    said = told[f"hour{one}"] or ""
    hour = _HOURS[said] if said in _HOURS else int(said)
    minute = int(told[f"minute{one}"] or 0) + _PAST.get(told[f"past{one}"] or "", 0)
    half = _half(mark or "")
    if half and not 1 <= hour <= _HALF_DAY:
        return None if hour > _LAST_HOUR or half == "am" else hour * _HOUR + minute
    late = half == "pm" or (half == "night" and _HALF_DAY // 2 <= hour < _HALF_DAY)
    if half:
        hour = hour % _HALF_DAY + (_HALF_DAY if late else 0)
    found = hour * _HOUR + minute
    return found if 0 <= found <= _DAY else None


def _half(mark: str) -> str:
    """The half of the day that is meant: `am`, `pm`, `night` for either, or nothing."""
    if not mark:
        return ""
    if mark.endswith("at night"):
        return "night"
    letters = "".join(letter for letter in mark if letter.isalpha()).removeprefix("oclock")
    if not letters:
        return ""
    return "am" if letters == "am" or letters.endswith("morning") else "pm"
