"""What two words have to do with each other, from concept sets and a packaged thesaurus."""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from knowledge.matching.stem import stem

_FILE = Path(__file__).parent / "thesaurus.tsv"
_CONCEPTS = Path(__file__).parent / "concepts.txt"


_LONGEST_SHORT = 8


class Relation(IntEnum):
    """How near two words are, without looking at any embedding."""

    CONFLICT = -1
    UNKNOWN = 0
    BROADER = 1
    SYNONYM = 2
    SAME = 3


class _Entry(NamedTuple):
    senses: frozenset[str]
    broader: frozenset[str]
    opposites: frozenset[str]


_NOTHING = _Entry(frozenset(), frozenset(), frozenset())


@cache
def _lines() -> dict[str, str]:
    """What the file says of each stem: as sets it would take ten times the room."""
    found: dict[str, str] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        word, _, said = line.partition("\t")
        key = stem(word)
        # A word that is its own stem keeps its own senses: "mean" is not also "means".
        if key not in found or word == key:
            found[key] = said
    return found


@lru_cache(10_000)
def _entry(word: str) -> _Entry:
    """The senses of a stem, which stands for those of all words that share it."""
    said = _lines().get(word)
    if said is None:
        return _NOTHING
    senses, broader, opposites = said.split("\t")
    return _Entry(
        frozenset(senses.split()),
        frozenset(broader.split()),
        frozenset(stem(other) for other in opposites.split()),
    )


@cache
def _concepts() -> dict[str, frozenset[tuple[str, int]]]:
    found: dict[str, frozenset[tuple[str, int]]] = {}
    for number, line in enumerate(_CONCEPTS.read_text(encoding="utf-8").splitlines()):
        domain, _, words = line.partition(": ")
        for word in words.split() if not line.startswith("#") else ():
            key = stem(word)
            found[key] = found.get(key, frozenset()) | {(domain, number)}
    return found


def concepts_of(word: str) -> frozenset[tuple[str, int]]:
    """The rows of equal terms that a stem belongs to."""
    return _concepts().get(word, frozenset())


@cache
def _words() -> frozenset[str]:
    """The words of the file as they are written, shorter ones only: few look for long ones."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    found = (line.partition("\t")[0] for line in lines)
    return frozenset(word for word in found if len(word) <= _LONGEST_SHORT)


def is_short_word(word: str) -> bool:
    """Whether a word of a few letters is one of English: `order`, and not `ordr`."""
    return word in _words() or bool(concepts_of(word))


def is_known(word: str) -> bool:
    """Whether the thesaurus has the stem."""
    return word in _lines() or bool(concepts_of(word))


@lru_cache(100_000)
def relation(left: str, right: str) -> Relation:
    """How two stems relate; antonyms and different terms of one domain conflict."""
    if left == right:
        return Relation.SAME
    by_concept = _by_concept(concepts_of(left), concepts_of(right))
    if by_concept is not Relation.UNKNOWN:
        return by_concept
    one, other = _entry(left), _entry(right)
    if right in one.opposites or left in other.opposites:
        return Relation.CONFLICT
    if one.senses & other.senses:
        return Relation.SYNONYM
    if one.senses & other.broader or one.broader & other.senses:
        return Relation.BROADER
    return Relation.UNKNOWN


def _by_concept(left: frozenset[tuple[str, int]], right: frozenset[tuple[str, int]]) -> Relation:
    if left & right:
        return Relation.SAME
    domains = {domain for domain, _ in left} & {domain for domain, _ in right}
    return Relation.CONFLICT if domains else Relation.UNKNOWN


def conflicts(word: str, others: Iterable[str]) -> str | None:
    """The first of the others that can never mean what the word means."""
    return next((other for other in others if relation(word, other) is Relation.CONFLICT), None)
