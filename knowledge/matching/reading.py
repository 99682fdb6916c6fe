"""Reading a question: its words, operators and literals, in order."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

from knowledge.matching import lexicon, wordlists
from knowledge.matching.rewording import reworded
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import concepts_of
from knowledge.matching.tokens import Mark, Token, tokens_of
from knowledge.matching.values import LONGEST, ValueIndex, value_key

MAX_LENGTH = 600
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Span:
    """A resolved time expression: its place in the question and its half-open range (ISO dates)."""

    start: int
    end: int
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as the matcher sees it."""

    text: str
    tokens: tuple[Token, ...]
    spans: tuple[Span, ...] = ()
    too_long: bool = False
    # What `once` found of it.
    found: dict[Callable[..., Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def operators(self) -> tuple[str, ...]:
        return _operators_of(self)


def once(find: Callable[[Reading], V]) -> Callable[[Reading], V]:
    """A rule that looks at a reading and nothing else, asked once of each.

    Every near question is compared with the same new one, and stored ones with one new question
    after another. What is found is shared, so it must be a value that nobody can change; it goes
    with its reading.
    """

    @wraps(find)
    def known(reading: Reading) -> V:
        found = reading.found
        if find not in found:
            found[find] = find(reading)
        value: V = found[find]
        return value

    return known


@once
def _operators_of(reading: Reading) -> tuple[str, ...]:
    return tuple(token.key for token in reading.tokens if token.mark is Mark.OPERATOR)


def read(text: str, values: ValueIndex | None = None, spans: tuple[Span, ...] = ()) -> Reading:
    """The reading of a question; known values and resolved time expressions become one token."""
    known = _with_spans(list(tokens_of(text[:MAX_LENGTH])), spans)
    if values is not None:
        known = _with_values(known, values)
    tokens = _operators(reworded(known))
    return Reading(text=text, tokens=tuple(tokens), spans=spans, too_long=len(text) > MAX_LENGTH)


def _with_spans(tokens: list[Token], spans: tuple[Span, ...]) -> list[Token]:
    if not spans:
        return tokens
    kept = [token for token in tokens if not any(_inside(token, span) for span in spans)]
    marks = [Token(Mark.TIME, "", "TIME", span.start, span.end) for span in spans]
    return sorted([*kept, *marks], key=lambda token: token.start)


def _inside(token: Token, span: Span) -> bool:
    return token.start < span.end and token.end > span.start


def _with_values(tokens: list[Token], values: ValueIndex) -> list[Token]:
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        length = _value_at(tokens, place, values)
        if length:
            first, last = tokens[place], tokens[place + length - 1]
            key = " ".join(
                part for token in tokens[place : place + length] for part in _part(token)
            )
            text = " ".join(token.text for token in tokens[place : place + length])
            out.append(Token(Mark.VALUE, text, key, first.start, last.end))
        else:
            out.append(tokens[place])
        place += max(length, 1)
    return out


def _part(token: Token) -> tuple[str, ...]:
    return value_key(token.text)


def _value_at(tokens: list[Token], place: int, values: ValueIndex) -> int:
    """How many tokens from here are one known value: the longest wins."""
    key: tuple[str, ...] = ()
    found = 0
    for length, token in enumerate(tokens[place : place + LONGEST], start=1):
        if token.mark not in (Mark.WORD, Mark.NUMBER):
            break
        part = _part(token)
        if not key and not part:
            break
        key += part
        if part and values.find(key, token.text):
            found = length
    return found


def _operators(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        length, found = _phrase_at(tokens, place)
        if found and not _is_meant(found, tokens[place + length : place + length + 1]):
            length, found = 1, None
        if found:
            out.append(found)
        else:
            out.append(tokens[place])
        place += max(length, 1)
    return [_stemmed(token) for token in out]


def _is_meant(found: Token, following: list[Token]) -> bool:
    """`Starting in March` is since then, `starting in Oslo` is not."""
    if found.key != "SINCE" or not found.text.lower().startswith("starting"):
        return True
    return any(
        token.mark in (Mark.TIME, Mark.DATE, Mark.NUMBER)
        or any(domain == "month" for domain, _ in concepts_of(stem(token.key)))
        for token in following
    )


def _phrase_at(tokens: list[Token], place: int) -> tuple[int, Token | None]:
    words: list[str] = []
    for token in tokens[place : place + lexicon.LONGEST_PHRASE]:
        if token.mark is not Mark.WORD:
            break
        words.append(token.key)
    for length in range(len(words), 0, -1):
        found = lexicon.PHRASES.get(" ".join(words[:length])) or lexicon.PHRASES.get(
            " ".join([*words[: length - 1], _unplural(words[length - 1])])
        )
        if found:
            first, last = tokens[place], tokens[place + length - 1]
            text = " ".join(token.text for token in tokens[place : place + length])
            return length, Token(Mark.OPERATOR, text, found[0], first.start, last.end, found[1])
    return 0, None


def _unplural(word: str) -> str:
    single = word.removesuffix("s")
    return single if single in lexicon.TIME_UNITS else word


def _stemmed(token: Token) -> Token:
    if token.mark is not Mark.WORD:
        return token
    return Token(Mark.WORD, token.text, stem(token.key), token.start, token.end, token.extra)


_WORDS = frozenset({Mark.WORD, Mark.OPERATOR})
_TEXTS = frozenset({Mark.QUOTED, Mark.VALUE})
_FISCAL = re.compile(r"\b(?:fiscal|financial|fy)", re.IGNORECASE)


def same_words(left: Reading, right: Reading) -> bool:
    """Whether two questions are the same word for word, but for politeness."""
    return _said(left) == _said(right)


def same_frame(left: Reading, right: Reading) -> bool:
    """Whether two questions are the same word for word but for the values that they name."""
    return _frame(left) == _frame(right)


@once
def _frame(reading: Reading) -> tuple[tuple[Mark | str, str, str], ...]:
    # A fiscal year is another one, also where its days are the same here.
    fiscal = tuple(
        _FISCAL.search(reading.text[token.start : token.end]) is not None
        for token in reading.tokens
        if token.mark is Mark.TIME
    )
    return tuple(
        (mark, text, extra) if mark in _WORDS else ("text" if mark in _TEXTS else mark, "", extra)
        for mark, text, extra in _said(reading)
    ) + tuple((Mark.TIME, "fiscal", str(each)) for each in fiscal)


@once
def _said(reading: Reading) -> tuple[tuple[Mark, str, str], ...]:
    words = [token.text.lower() for token in reading.tokens]
    first = next((place for place, _ in enumerate(words) if not _asks(words, place)), len(words))
    return tuple(
        # As written, not its stem: what is open is not what was opened, nor every day by day.
        (token.mark, token.text.lower() if token.mark in _WORDS else token.key, token.extra)
        for token in reading.tokens[first:]
        if token.text.lower() not in ("please", "thanks")
    )


def _asks(words: list[str], place: int) -> bool:
    """Whether a word at the beginning is only polite; `US customers` is not `tell us`."""
    if words[place] == "us":
        return words[max(place - 1, 0)] == "tell"
    return words[place] in wordlists.POLITE
