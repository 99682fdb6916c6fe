"""Binding: which literal of a new question takes whose place."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.matching import lexicon
from knowledge.matching.periods import Period, moved
from knowledge.matching.reading import Reading, Span
from knowledge.matching.slots import LITERALS, Slot
from knowledge.matching.sqlshape import Literal
from knowledge.matching.tokens import Mark, Token
from knowledge.matching.values import ValueIndex

_YEAR = re.compile(r"(19|20|21)\d\d")
_TEXT = frozenset({Mark.QUOTED, Mark.VALUE})


@dataclass(frozen=True, slots=True)
class Bound:
    """One parameter of the answer: the approved literal and the one that takes its place."""

    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Binding:
    """Pairs of token places (stored, new), and the new value of every slot that changes."""

    pairs: tuple[tuple[int, int], ...] = ()
    values: tuple[tuple[Slot, str], ...] = ()
    dates: tuple[tuple[Literal, str], ...] = ()
    failure: str = ""

    @property
    def changes(self) -> tuple[tuple[Literal, str], ...]:
        """Every literal that changes, with its whole new text."""
        named = (
            (place, slot.prefix + value + slot.suffix)
            for slot, value in self.values
            for place in slot.places
        )
        return (*named, *self.dates)


@dataclass(frozen=True, slots=True)
class Bindable:
    """What of a stored question may take another value."""

    slots: tuple[Slot, ...]
    periods: tuple[Period, ...]


def bind(stored: Reading, asked: Reading, open_to: Bindable, values: ValueIndex) -> Binding:
    """Pair every literal of one question with one of the other, or say which has no counterpart."""
    left = [place for place, token in enumerate(stored.tokens) if token.mark in LITERALS]
    right = [place for place, token in enumerate(asked.tokens) if token.mark in LITERALS]
    pairs = [] if _one_template(stored, asked) else _same_literals(stored, asked, values)
    left = [place for place in left if place not in {pair[0] for pair in pairs}]
    right = [place for place in right if place not in {pair[1] for pair in pairs}]
    if len(left) != len(right):
        return _unpaired(stored, asked, left, right)
    pairs += _by_order(stored, asked, left, right)
    if len(pairs) < len([t for t in stored.tokens if t.mark in LITERALS]):
        return _unpaired(stored, asked, left, right)
    pairs.sort()
    return _checked(stored, asked, tuple(pairs), open_to, values)


def _one_template(stored: Reading, asked: Reading) -> bool:
    """Whether two questions differ in nothing but their literals, which then pair in order."""
    return [_frame(token) for token in stored.tokens] == [_frame(token) for token in asked.tokens]


def _frame(token: Token) -> str:
    return f"<{_kind(token)}>" if token.mark in LITERALS else token.key


def _same_literals(stored: Reading, asked: Reading, values: ValueIndex) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    free = [place for place, token in enumerate(asked.tokens) if token.mark in LITERALS]
    for place, token in enumerate(stored.tokens):
        if token.mark not in LITERALS:
            continue
        for other in free:
            if _equal(token, asked.tokens[other], values):
                pairs.append((place, other))
                free.remove(other)
                break
    return pairs


def _equal(token: Token, other: Token, values: ValueIndex) -> bool:
    if token.mark in _TEXT and other.mark in _TEXT:
        key = tuple(token.key.split())
        return token.key == other.key and values.same_value(key, token.text, other.text)
    return token.mark is other.mark and token.key == other.key and token.mark is not Mark.TIME


def _by_order(
    stored: Reading, asked: Reading, left: list[int], right: list[int]
) -> list[tuple[int, int]]:
    pairs = []
    free = list(right)
    for place in left:
        kind = _kind(stored.tokens[place])
        other = next((item for item in free if _kind(asked.tokens[item]) == kind), None)
        if other is None:
            continue
        free.remove(other)
        pairs.append((place, other))
    return pairs


def _kind(token: Token) -> str:
    return "text" if token.mark in _TEXT else token.mark.value


def _unpaired(stored: Reading, asked: Reading, left: list[int], right: list[int]) -> Binding:
    if right:
        return Binding(failure=f"yours names {_said(asked, right[0])}, the approved one does not")
    if not left:
        return Binding(failure="a value is missing")
    said = _said(stored, left[0])
    if stored.tokens[left[0]].mark is Mark.TIME:
        return Binding(failure=f"the approved one covers {said}, yours names no dates")
    return Binding(failure=f"the approved one names {said}, yours does not")


def _said(reading: Reading, place: int) -> str:
    """A literal as it was written; a time span keeps no words of its own."""
    token = reading.tokens[place]
    return f"“{token.text or reading.text[token.start : token.end]}”"


def _checked(
    stored: Reading,
    asked: Reading,
    pairs: tuple[tuple[int, int], ...],
    open_to: Bindable,
    values: ValueIndex,
) -> Binding:
    by_token = {slot.token: slot for slot in open_to.slots}
    changed: list[tuple[Slot, str]] = []
    for place, other in pairs:
        old, new = stored.tokens[place], asked.tokens[other]
        if old.extra != new.extra and not _loose_unit(old, new):
            return Binding(failure=f"“{new.text}” and “{old.text}” have other units")
        if _equal(old, new, values) or old.mark is Mark.TIME:
            continue
        value = _new_value(by_token.get(place), new, values)
        if value is None:
            return Binding(failure=f"“{new.text}” cannot take the place of “{old.text}”")
        changed.append((by_token[place], value))
    swapped = _swapped(stored, asked, pairs, by_token, values)
    if swapped:
        return Binding(failure=swapped)
    dates = _moved_dates(stored, asked, pairs, open_to.periods)
    if dates is None:
        return Binding(failure="the approved SQL cannot take the new dates")
    return Binding(pairs=pairs, values=tuple(changed), dates=dates)


def _moved_dates(
    stored: Reading,
    asked: Reading,
    pairs: tuple[tuple[int, int], ...],
    periods: tuple[Period, ...],
) -> tuple[tuple[Literal, str], ...] | None:
    """The date literals for the asked ranges; None where a range cannot be said in the SQL."""
    by_token = {period.token: period for period in periods}
    dates: dict[int, tuple[Literal, str]] = {}
    for place, other in pairs:
        if stored.tokens[place].mark is not Mark.TIME:
            continue
        old, new = _span_at(stored, place), _span_at(asked, other)
        moves = (
            moved(by_token[place], new) if place in by_token else _unmoved(stored, asked, old, new)
        )
        if moves is None or any(dates.get(item[0].number, item) != item for item in moves):
            return None
        dates.update({item[0].number: item for item in moves})
    return tuple(item for item in dates.values() if item[0].value != item[1])


def _unmoved(
    stored: Reading, asked: Reading, old: Span, new: Span
) -> tuple[tuple[Literal, str], ...] | None:
    """SQL that reckons the dates itself is right for the same words, whatever day it is."""
    before = " ".join(stored.text[old.start : old.end].lower().split())
    now = " ".join(asked.text[new.start : new.end].lower().split())
    return () if before == now else None


def _span_at(reading: Reading, place: int) -> Span:
    token = reading.tokens[place]
    return next(
        span for span in reading.spans if (span.start, span.end) == (token.start, token.end)
    )


def _loose_unit(old: Token, new: Token) -> bool:
    """A currency sign on one side only is no difference; a percent sign is."""
    units = {old.extra, new.extra}
    return "" in units and not units & {"%", "ordinal"}


def _new_value(slot: Slot | None, token: Token, values: ValueIndex) -> str | None:
    if slot is None:
        return None
    if slot.numeric:
        fits = token.mark is Mark.NUMBER and _fits(slot, token.key)
        return token.key if fits else None
    return values.in_column(tuple(token.key.split()), slot.column, token.text)


def _fits(slot: Slot, number: str) -> bool:
    """A whole number stays whole where the SQL counts rows; a year stays a year."""
    old = slot.places[0].value
    if slot.places[0].limit:
        return number.isdigit() and int(number) > 0
    if _YEAR.fullmatch(old) and "year" in slot.column[1]:
        return _YEAR.fullmatch(number) is not None
    return not slot.places[0].is_text or len(number) == len(old.strip("%")) or bool(slot.suffix)


def _swapped(
    stored: Reading,
    asked: Reading,
    pairs: tuple[tuple[int, int], ...],
    slots: Mapping[int, Slot],
    values: ValueIndex,
) -> str:
    """Two values that could stand for each other must keep their order or their own words."""
    for number, (left, right) in enumerate(pairs):
        for other_left, other_right in pairs[number + 1 :]:
            if right < other_right:
                continue
            if not _interchangeable(stored, (left, other_left), slots, values):
                continue
            if not _same_context(stored, asked, (left, right)):
                return f"“{asked.tokens[right].text}” may have changed its role"
    return ""


def _interchangeable(
    stored: Reading,
    places: tuple[int, int],
    slots: Mapping[int, Slot],
    values: ValueIndex,
) -> bool:
    one, two = stored.tokens[places[0]], stored.tokens[places[1]]
    if _kind(one) != _kind(two):
        return False
    first, second = slots.get(places[0]), slots.get(places[1])
    if one.mark not in _TEXT or first is None or second is None:
        return True
    return bool(
        values.in_column(tuple(one.key.split()), second.column, one.text)
        or values.in_column(tuple(two.key.split()), first.column, two.text)
    )


def _same_context(stored: Reading, asked: Reading, pair: tuple[int, int]) -> bool:
    """The same comparator or top-N word before a number on both sides."""
    before, now = _operator_before(stored, pair[0]), _operator_before(asked, pair[1])
    return bool(before) and before == now


def _operator_before(reading: Reading, place: int) -> str:
    token = reading.tokens[place - 1] if place else None
    if token is None or token.mark is not Mark.OPERATOR:
        return ""
    return token.key if token.key in lexicon.COMPARATORS | lexicon.SUPERLATIVES else ""
