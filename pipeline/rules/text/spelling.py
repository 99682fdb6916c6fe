"""Spelling: which name in the schema a misspelt word was meant to be."""

from collections.abc import Iterable

from pipeline.rules.text.places import COUNTRY_OF
from pipeline.rules.text.words import Word, lemma_of, stem_of
from pipeline.rules.vocabulary import (
    ADJECTIVES,
    ALL_COLUMNS,
    FILLERS,
    FORMS,
    GRAINS,
    KEYWORDS,
    MONTHS,
    NUMBER_WORDS,
    PREPOSITIONS,
    RELATION_VERBS,
    SYNONYMS,
    VERB_FORMS,
)

_SHORTEST, _LONG = 6, 8
# `choices` that begin so name a word that a person wants as it was written.
KEPT = "kept:"


def _english() -> frozenset[str]:
    phrases = (*KEYWORDS, *ALL_COLUMNS, *FILLERS, *FORMS, *GRAINS, *MONTHS, *NUMBER_WORDS)
    words = {
        word for phrase in (*phrases, *PREPOSITIONS, *RELATION_VERBS) for word in phrase.split()
    }
    words |= {word for group in SYNONYMS for word in group} | set(ADJECTIVES) | set(COUNTRY_OF)
    return frozenset(words)


ENGLISH = _english()
_ENGLISH_STEMS = frozenset(stem_of(word) for word in ENGLISH)


class Spelling:
    """The words of one schema, to compare misspelt words with."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(lemma_of(name) for name in names)
        self._stems = frozenset(stem_of(name) for name in self._names)
        self._long = sorted(
            name for name in self._names if len(name) >= _SHORTEST - 1 and name.isalpha()
        )

    def knows(self, word: Word) -> bool:
        """Whether a word needs no correction."""
        if len(word.lower) < _SHORTEST or not word.lower.isalpha():
            return True
        if word.lemma in self._names or word.stem in self._stems:
            return True
        return is_known_word(word)

    def nearest(self, word: str) -> str | None:
        """The one name that differs by a slip or two, or None."""
        lemma = lemma_of(word)
        allowed = 2 if len(lemma) >= _LONG else 1
        close = [(slips(lemma, name, allowed), name) for name in self._long if name[0] == lemma[0]]
        near = sorted((count, name) for count, name in close if count <= allowed)
        if not near or (len(near) > 1 and near[0][0] == near[1][0]):
            return None
        return near[0][1]


def is_known_word(word: Word) -> bool:
    """Whether a word is one of general English, in any of its forms."""
    return (
        word.lower in VERB_FORMS
        or word.lower in ENGLISH
        or word.lemma in ENGLISH
        or word.stem in _ENGLISH_STEMS
    )


def slips(left: str, right: str, most: int) -> int:
    """How many letters were added, dropped, changed or swapped; `most` + 1 where more."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        now = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, now[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, row = row, now
    return min(row[-1], most + 1)
