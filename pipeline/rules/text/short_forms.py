"""Short forms: `shpmt` of shipment, `prog` of program, `svc` of service."""

from functools import lru_cache
from itertools import groupby

from knowledge.matching.thesaurus import is_short_word
from pipeline.rules.text.spelling import ENGLISH
from pipeline.rules.text.words import lemma_of

_SHORTEST, _LONGEST, _SHORTER_BY = 3, 8, 2
_VOWELS = frozenset("aeiou")
_PAIR = 2
# `svc` of a service: fewer of its consonants than that are left of many other words as well.
_LEFT_OF_WORD = 0.5


@lru_cache(maxsize=16_384)
def is_short_form(part: str) -> bool:
    """Whether a part of a name is no word, short, and long enough to be told from others."""
    if not _SHORTEST <= len(part) <= _LONGEST or not part.isalpha():
        return False
    return part not in ENGLISH and not is_short_word(part) and not is_short_word(lemma_of(part))


def is_pair(part: str) -> bool:
    """Whether a part of a name is two consonants: beside other words it may stand for one."""
    return len(part) == _PAIR and part.isalpha() and not _VOWELS & set(part)


@lru_cache(maxsize=16_384)
def abbreviates(short: str, word: str) -> bool:
    """Whether a short form is the beginning of a word, or its first letter and its consonants."""
    short, word = lemma_of(short), lemma_of(word)
    if not is_short_form(short) or len(word) < len(short) + _SHORTER_BY or not word.isalpha():
        return False
    return word.startswith(short) or _is_skeleton(short, word)


def _is_skeleton(short: str, word: str) -> bool:
    """`shpmt`: its letters stand in the word in that order, and all but the first are consonants.

    It ends where the word ends, or leaves out nothing before its own end (`shp`).
    """
    if short[0] != word[0] or set(short[1:]) & _VOWELS:
        return False
    bones = _bones(word)
    ends = bones.endswith(short[-1]) or bones.startswith(short)
    return holds_in_order(short, bones) and ends and len(short) >= _LEFT_OF_WORD * len(bones)


def holds_in_order(short: str, word: str) -> bool:
    """Whether the letters of a short form stand in a word one behind the other."""
    left = iter(word)
    return all(letter in left for letter in short)


def _bones(word: str) -> str:
    """The first letter of a word and its consonants, a doubled one once."""
    single = "".join(letter for letter, _ in groupby(word))
    return single[0] + "".join(letter for letter in single[1:] if letter not in _VOWELS)
