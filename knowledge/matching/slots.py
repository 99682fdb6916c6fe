"""Slots: the literals of a validated SQL that stand in its question and may take another value."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.matching.reading import Reading
from knowledge.matching.sqlshape import Literal, Shape
from knowledge.matching.tokens import Mark, Token
from knowledge.matching.values import value_key

LITERALS = frozenset({Mark.NUMBER, Mark.QUOTED, Mark.DATE, Mark.VALUE, Mark.TIME})
_AROUND_NUMBER = re.compile(
    r"([^\w]*)(\d+(?:\.\d+)?)([^\w]*|\s+(?:second|minute|hour|day|week|month|year)s?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A literal of the question (`token`) that is the same literal in the SQL (`places`).

    The SQL's text is `prefix` + value + `suffix`.
    """

    token: int
    places: tuple[Literal, ...]
    numeric: bool
    prefix: str = ""
    suffix: str = ""

    @property
    def column(self) -> tuple[str, str]:
        return self.places[0].table, self.places[0].column


def slots_of(reading: Reading, shape: Shape) -> tuple[Slot, ...]:
    """One slot for each literal that question and SQL use for one thing only."""
    counts = Counter(token.key for token in reading.tokens if token.mark in LITERALS)
    found: list[Slot] = []
    for place, token in enumerate(reading.tokens):
        if token.mark in LITERALS and counts[token.key] == 1:
            slot = _slot(place, token, shape)
            if slot is not None:
                found.append(slot)
    return tuple(found)


def _slot(place: int, token: Token, shape: Shape) -> Slot | None:
    if token.mark is Mark.NUMBER:
        return _numeric(place, token, shape)
    if token.mark in (Mark.QUOTED, Mark.VALUE):
        return _textual(place, token, shape)
    return None


def _numeric(place: int, token: Token, shape: Shape) -> Slot | None:
    matches = list(_numbers(token, shape))
    if not matches or len({_place_in_sql(literal) for literal, _, _ in matches}) != 1:
        return None
    literals = tuple(literal for literal, _, _ in matches)
    if len({(prefix, suffix) for _, prefix, suffix in matches}) != 1:
        return None
    _, prefix, suffix = matches[0]
    return Slot(place, literals, numeric=True, prefix=prefix, suffix=suffix)


def _numbers(token: Token, shape: Shape) -> Iterator[tuple[Literal, str, str]]:
    for literal in shape.literals:
        match = _AROUND_NUMBER.fullmatch(literal.value)
        if match and float(match.group(2)) == float(token.key):
            yield literal, match.group(1), match.group(3)


def _place_in_sql(literal: Literal) -> tuple[object, ...]:
    """What a literal does; two literals that do different things are never re-bound as one."""
    if literal.limit or not literal.column:
        return literal.limit, literal.number
    return literal.table, literal.column, literal.operator


def _textual(place: int, token: Token, shape: Shape) -> Slot | None:
    key = tuple(token.key.split())
    literals = tuple(
        literal for literal in shape.literals if literal.is_text and value_key(literal.value) == key
    )
    if not literals or len({_place_in_sql(literal) for literal in literals}) != 1:
        return None
    value = literals[0].value
    inner = value.strip("%")
    prefix = value[: value.index(inner)] if inner else ""
    return Slot(place, literals, numeric=False, prefix=prefix, suffix=value[len(prefix + inner) :])
