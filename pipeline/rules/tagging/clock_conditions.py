"""Conditions on times of day, where the data keep some: `started before 10 in the morning`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.rules.linking.clocks_of_deeds import clocks_called, clocks_of_deed, opening_hours
from pipeline.rules.schema.clock_columns import HOUR, Clock, clock_of
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.operators import CLOCK
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.clock_times import ClockTime, clock_times
from pipeline.rules.tagging.timing import Read
from pipeline.rules.text.words import Word

_BE = frozenset(("is", "are", "was", "were", "lies", "lie", "falls", "fall", "be"))
_STAY = _BE | {"stay", "stays", "still", "remain", "remains"}
_DAY_PARTS = frozenset(("morning", "afternoon", "evening", "night"))
_BEFORE_PARTS = frozenset(("in", "the", "at", "during"))
_TIME = frozenset(("time", "times", "hour"))
# Behind a bare number these begin something else: `after 5 days` is no time of day.
_GOES_ON = frozenset(
    (",", ".", ";", "?", "!", ")", "and", "or", "on", "in", "at", "per", "by", "for", "with",
     "but", "who", "that", "which", "sorted", "ordered", "as", "from", "of", "each")
)  # fmt: skip
_LONGEST_NAME, _FAR = 3, 4
_HALF_DAY = 12 * HOUR
# `open at 8`: what that says of when they open, and of when they close.
_OPEN = {
    "at": ("<=", ">"), "=": ("<=", ">"), ">": ("", ">"), ">=": ("<=", ""), "<": ("<", ""),
    "<=": ("", ">="),
}  # fmt: skip


def read_clock(words: Sequence[Word], known: Known) -> Read:
    """Where times of day stand, with the column that is named before them, and their condition."""
    found: dict[int, tuple[int, tuple[Item, ...]]] = {}
    for time in clock_times(words) if _keeps_times(known) else ():
        if time.plain and not _ends(words, time.last):
            continue
        first, items = _while_open(words, time, known) or _compared(words, time, known)
        if items:
            found[first] = (time.last, items)
            found |= {part: (until, ()) for part, until in _said_twice(words, first)}
    return found


def _keeps_times(known: Known) -> bool:
    return any(
        clock_of(column) is not None
        for key in known.allowed for column in known.table(key).columns
    )  # fmt: skip


def _ends(words: Sequence[Word], at: int) -> bool:
    return at == len(words) or words[at].lower in _GOES_ON


def _compared(words: Sequence[Word], time: ClockTime, known: Known) -> tuple[int, tuple[Item, ...]]:
    first, named = _named_before(words, time.first, known)
    meant = _meant(time, named, known)
    if meant is None:
        return first, ()
    either = _either(meant, named, known)
    return first, (_condition(words, (first, meant), meant.operator, named, either),)


def _condition(
    words: Sequence[Word],
    place: tuple[int, ClockTime],
    operator: str,
    named: Sequence[Candidate],
    either: tuple[tuple[int, ...], ...] = (),
) -> Item:
    first, time = place
    text = _text(words[first : time.last])
    column = Item("C", first, time.first, _text(words[first : time.first]), candidates=[*named])
    test = Test(
        operator=f"{CLOCK}{operator}", column=column if named else None, values=time.minutes,
        either=either, words=text, first=first,
    )  # fmt: skip
    return Item("f", first, time.last, text, test)


def _while_open(
    words: Sequence[Word], time: ClockTime, known: Known
) -> tuple[int, tuple[Item, ...]] | None:
    """`are open at 8 pm`, `open until 6 pm or later`: of when they open and when they close."""
    at = time.first - 1
    until = words[time.first].lower in ("until", "till")
    if at < 1 or words[at].lower != "open" or time.plain:
        return None
    if not until and words[at - 1].lower not in _STAY:
        return None
    hours = opening_hours(known)
    signs = ("", ">=") if until else _OPEN.get(time.operator, ("<=", ">="))
    ends = zip(hours, signs, strict=True)
    if not hours[0]:
        return None
    first = at
    while first and words[first - 1].lower in _STAY:
        first -= 1
    several = time.operator == "between"
    items = []
    for place, (named, sign) in enumerate(ends):
        one = replace(time, minutes=(time.minutes[place],)) if several else time
        items += [_condition(words, (first, one), sign, named)] if sign else []
    return first, tuple(items)


def _named_before(words: Sequence[Word], at: int, known: Known) -> tuple[int, list[Candidate]]:
    """`start time is before`, `opens before`: where the name of a time begins, and what it is."""
    last = at
    while last and words[last - 1].lower in _BE:
        last -= 1
    last -= last > 1 and words[last - 1].lower == "of" and words[last - 2].lower in _TIME
    # What is called a `closing time` may be kept as `closes`; a `time` by itself says nothing.
    bare = last - (last > 1 and words[last - 1].lower in _TIME)
    for end in dict.fromkeys((last, bare)):
        for first in range(max(end - _LONGEST_NAME, 0), bare):
            timed = clocks_called(words[first:end], known)
            if timed:
                return (at if _names_rows(words[first:end], known) else first), timed
    timed = clocks_of_deed(words[bare - 1].lower, known) if bare else []
    if timed and not _names_rows(words[bare - 1 : bare], known):
        return bare - 1, timed
    return (bare if bare < last else at), timed


def _names_rows(words: Sequence[Word], known: Known) -> bool:
    """`departures after 9`: the rows themselves are named, too."""
    return any(not candidate.column for candidate in known.lexicon.find(words))


def _meant(time: ClockTime, named: Sequence[Candidate], known: Known) -> ClockTime | None:
    """The time, if it is one: a bare number is one only of a column of times.

    `close after 6` is after 18:00 where nobody closes before noon.
    """
    if not time.plain:
        return time
    clock = _clock(named, known)
    if clock is None or clock.shape == "hour" or (clock.shape == "moment" and clock.low is None):
        return None
    later = tuple(one + _HALF_DAY for one in time.minutes)
    apart = not _within(time.minutes, clock) and _within(later, clock)
    return replace(time, minutes=later) if apart else time


def _either(
    time: ClockTime, named: Sequence[Candidate], known: Known
) -> tuple[tuple[int, ...], ...]:
    """The other half of the day, where neither says by itself that it is meant."""
    clock = _clock(named, known)
    later = tuple(one + _HALF_DAY for one in time.minutes)
    if not time.plain or clock is None or not _within(time.minutes, clock):
        return ()
    return (later,) if _within(later, clock) else ()


def _clock(named: Sequence[Candidate], known: Known) -> Clock | None:
    return clock_of(known.column(named[0].ref)) if named else None


def _within(minutes: Sequence[int], clock: Clock) -> bool:
    """Whether times may be among those that a column keeps."""
    if clock.low is None or clock.high is None:
        return all(one < 2 * _HALF_DAY for one in minutes)
    return all(clock.low <= one <= clock.high for one in minutes)


def _said_twice(words: Sequence[Word], at: int) -> Iterator[tuple[int, int]]:
    """`evening departures after 18:00`, `in the evening after 18:00`."""
    for part in range(max(at - _FAR, 0), at):
        if words[part].lower in _DAY_PARTS:
            first = part
            while first and part - first <= 1 and words[first - 1].lower in _BEFORE_PARTS:
                first -= 1
            yield first, part + 1


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
