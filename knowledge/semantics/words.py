"""The words of a name and the concepts that they stand for."""

from functools import cache
from pathlib import Path

import yaml

from knowledge.matching.stem import stem
from knowledge.personal_data import snake

_HERE = Path(__file__).parent
_COMPOUND = 5
# Standing for the sort of object, they are no part of what a row is called.
_PREFIXES = frozenset(("tbl", "dim", "fact", "fct", "t", "stg", "d", "f"))


@cache
def lexicon() -> dict[str, frozenset[str]]:
    """The concepts of each word."""
    told: dict[str, str] = yaml.safe_load((_HERE / "lexicon.yaml").read_text("utf8"))
    found: dict[str, set[str]] = {}
    for concept, words in told.items():
        for word in words.split():
            found.setdefault(word, set()).add(concept)
            found.setdefault(stem(word), set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case."""
    return tuple(part for part in snake(name).split("_") if part)


@cache
def stems_of(name: str) -> tuple[str, ...]:
    """The stems of the words of a name, without prefixes such as `tbl`."""
    words = words_of(name)
    kept = words[1:] if len(words) > 1 and words[0] in _PREFIXES else words
    return tuple(stem(word) for word in kept)


@cache
def concepts_of(name: str) -> frozenset[str]:
    """The concepts of the words of a name; a compound has those of its last part."""
    return frozenset(concept for word in words_of(name) for concept in _concepts(word))


@cache
def last_concepts(name: str) -> frozenset[str]:
    """The concepts of the last word that has any."""
    return next(
        (found for word in reversed(words_of(name)) if (found := _concepts(word))), frozenset()
    )


@cache
def _concepts(word: str) -> frozenset[str]:
    known = lexicon()
    direct = known.get(word) or known.get(stem(word))
    if direct:
        return direct
    ends = (word[at:] for at in range(1, len(word) - _COMPOUND + 1))
    return next((known[end] for end in ends if end in known), frozenset())


def spoken(name: str) -> str:
    """A name as people say it: `order_items` as `order item`."""
    return " ".join(stems_of(name))
