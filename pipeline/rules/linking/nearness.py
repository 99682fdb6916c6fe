"""How near a word is to one of a name: by its letters, by its family, else by what it means."""

from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import Relation, relation
from pipeline.rules.text.kin import akin
from pipeline.rules.text.words import lemma_of, stem_of
from pipeline.rules.vocabulary import PREPOSITIONS

SLIP, NEAR = 0.8, 0.85
SHORTEST = 3
_PART = 0.7
_SAME_HEAD, _LONGEST_SHORT = 5, 4
_MEANT = {Relation.SAME: 0.95, Relation.SYNONYM: 0.95, Relation.BROADER: 0.75}


@lru_cache(maxsize=16_384)
def nearness(word: str, name: str) -> float:
    """How near a word is to one of a name; 0.0 if far."""
    short = len(name) >= SHORTEST and word.startswith(name)
    if short or _is_without_vowels(name, word) or stem_of(word) == stem_of(name):
        return 1.0
    if _is_kind_of(name, word) or (len(word) > _SAME_HEAD and name.startswith(word[:_SAME_HEAD])):
        return NEAR
    if akin(word, name):
        return NEAR
    if _is_part_of(name, word):
        return _PART
    letters = SequenceMatcher(None, word, name)
    # Short words are alike by chance: `two` and `to`. The bounds are far cheaper than the ratio.
    long = min(len(word), len(name)) > SHORTEST
    near = long and letters.real_quick_ratio() >= SLIP and letters.quick_ratio() >= SLIP
    if near and letters.ratio() >= SLIP:
        return letters.ratio()
    return _MEANT.get(relation(stem(lemma_of(word)), stem(lemma_of(name))), 0.0)


def _is_without_vowels(name: str, word: str) -> bool:
    """`hrs` of hours, `dst` of a destination: what is left of a word without its vowels."""
    short = 1 < len(name) <= _LONGEST_SHORT and name not in PREPOSITIONS
    if not short or name[0] != word[:1] or set(name[1:]) & set("aeiou"):
        return False
    letters = iter(word[1:])
    return all(letter in letters for letter in name[1:])


def _is_kind_of(name: str, word: str) -> bool:
    """A classroom is a room."""
    said = lemma_of(word)
    return len(said) > SHORTEST and len(name) >= len(said) + SHORTEST and name.endswith(said)


def _is_part_of(name: str, word: str) -> bool:
    """A headcount is a count."""
    return len(name) > SHORTEST and len(word) > len(name) + SHORTEST and word.endswith(name)
