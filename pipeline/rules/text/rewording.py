"""Sentences said in other words: a pattern over their words, and the words in its place."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pipeline.rules.text.words import Word, lemma_of, stem_of

_ENDS = frozenset(".?!;")
_GROUP = re.compile(r"\{(\w+)\}")
# What may lead a sentence and asks for nothing.
POLITE = (
    r"(?:(?:please|now|then|so|and|kindly|just|also|can you|could you|would you|will you|can we"
    r"|i want to|i would like to|i want you to|i would like you to|i need to|i need you to|let us"
    r"|let me|help me) )*"
)


# Whether the data has a name for such words.
Knows = Callable[[str], bool]
Allowed = Callable[[re.Match[str], Knows], bool]


def _always(_match: re.Match[str], _knows: Knows) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Form:
    """What a stretch of a sentence is said as: words, and the groups of its pattern as they are."""

    pattern: re.Pattern[str]
    said_as: str
    allowed: Allowed


def form(pattern: str, said_as: str, allowed: Allowed = _always) -> Form:
    """A form of which the pattern is over lower-case words with one space between them."""
    return Form(re.compile(rf"(?<!\S)(?:{pattern})(?!\S)"), said_as, allowed)


def reworded(words: Sequence[Word], forms: Sequence[Form], knows: Knows) -> tuple[Word, ...]:
    """The words of every sentence under each form that fits it, one form after the other."""
    found: list[Word] = []
    begin = 0
    for at in range(len(words) + 1):
        ends = at == len(words) or (words[at].lower in _ENDS and not words[at].quoted)
        if not ends:
            continue
        sentence = list(words[begin:at])
        for one in forms:
            sentence = _applied(sentence, one, knows)
        found += [*sentence, *words[at : at + 1]]
        begin = at + 1
    return tuple(found)


def _applied(words: list[Word], one: Form, knows: Knows) -> list[Word]:
    starts: list[int] = []
    said = ""
    for word in words:
        starts.append(len(said))
        said += ("\0" if word.quoted else word.lower) + " "
    match = one.pattern.search(said.rstrip())
    if match is None or not one.allowed(match, knows):
        return words
    first, last = _between(starts, match.start(), match.end())
    spare = words[first]
    made: list[Word] = []
    for place, part in enumerate(_GROUP.split(one.said_as)):
        if place % 2 == 0:
            made += _plain(part, spare)
        elif match[part]:
            begin, end = _between(starts, *match.span(part))
            made += words[begin:end]
    return [*words[:first], *made, *words[last:]]


def _between(starts: list[int], begin: int, end: int) -> tuple[int, int]:
    """Which words lie between two characters of the sentence."""
    first = next(n for n, start in enumerate(starts) if start >= begin)
    return first, next((n for n, start in enumerate(starts) if start >= end), len(starts))


def _plain(text: str, spare: Word) -> list[Word]:
    return [
        replace(spare, text=said, lower=said, lemma=lemma_of(said), stem=stem_of(said))
        for said in text.split()
    ]
