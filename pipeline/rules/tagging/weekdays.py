"""Days of the week that rows fall on: `on Mondays`, `on a Saturday or Sunday`, `Monday to Friday`.

A bare `on Monday` is a day of its own, the last one. Where days are stored under their names they
are values.
"""

from collections.abc import Iterator, Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known

# Numbered as in SQLite and PostgreSQL.
_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_ANY = frozenset(("a", "an", "any", "every", "each"))
_LEADS = _ANY | {"on", "during"}
_JOINTS = frozenset(("and", "or", ",", "&", "/"))
_UP_TO = frozenset(("to", "through", "till", "until", "-"))
_WEEK, _EXACT = 7, 1.0


def on_weekdays(lower: Sequence[str], known: Known) -> Iterator[tuple[int, int, tuple[Item, ...]]]:
    """Where such words stand, with the condition in their place."""
    at = 0
    while at < len(lower):
        day = _day(lower[at])
        last, days = _listed(lower, at) if day is not None else (at, ())
        first = _led(lower, at)
        recurs = lower[at].endswith("s") or len(days) > 2 or bool(_ANY & set(lower[first:at]))  # noqa: PLR2004
        if days and recurs and not _are_stored(days, known):
            text = " ".join(lower[at:last])
            item = Item("W", first, last, text, ",".join(map(str, days)))
            # A verb before it may take the `on` along: `made on`.
            yield from ((start, last, (item,)) for start in range(first, at + 1))
        at = max(last, at + 1)


def _day(word: str) -> int | None:
    plain = word.removesuffix("s")
    return _DAYS.index(plain) if plain in _DAYS else None


def _led(lower: Sequence[str], at: int) -> int:
    first = at
    while first and lower[first - 1] in _LEADS:
        first -= 1
    return first


def _listed(lower: Sequence[str], at: int) -> tuple[int, tuple[int, ...]]:
    """Up to where days are listed, and which they are."""
    last, days = at + 1, [_day(lower[at]) or 0]
    while last < len(lower) and lower[last] in _JOINTS | _UP_TO:
        behind = last + 1
        while behind < len(lower) and lower[behind] in _JOINTS | _LEADS:
            behind += 1
        other = _day(lower[behind]) if behind < len(lower) else None
        if other is None:
            break
        reaches = lower[last] in _UP_TO
        between = range(1, (other - days[-1]) % _WEEK) if reaches else ()
        days += [*((days[-1] + step) % _WEEK for step in between), other]
        last = behind + 1
    return last, tuple(dict.fromkeys(days))


def _are_stored(days: Sequence[int], known: Known) -> bool:
    return any(
        hit.score >= _EXACT and hit.table in known.allowed
        for day in days
        for hit in known.values.find(_DAYS[day], limit=4)
    )
