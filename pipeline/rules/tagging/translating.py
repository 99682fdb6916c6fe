"""Questions in another language, word by word: enough to offer what may have been meant."""

from collections.abc import Mapping, Sequence
from functools import cache

from pipeline.rules.text.spelling import ENGLISH
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary.words_on_file import lines_of
from pipeline.times.values import TimeSpan

LANGUAGE = "language"
_LANGUAGES = {"German": "german.txt", "Spanish": "spanish.txt"}
_LONGEST, _FEWEST, _LEAST_SHARE = 2, 2, 0.5
_SENTENCE, _LEAST_ENGLISH = 3, 0.25
_LATIN = 0x24F


def language_of(question: str) -> str:
    """The language that most words of a question are known in, where that is not English."""
    words = [word.lower for word in words_of(question) if word.lower.isalpha()]
    counts = {name: sum(word in _single(name) for word in words) for name in _LANGUAGES}
    best = max(counts, key=lambda name: counts[name])
    own = sum(word in _single(best) and word not in ENGLISH for word in words)
    return best if own >= _FEWEST and counts[best] >= _LEAST_SHARE * len(words) else ""


def spoken(question: str) -> str:
    """The language whose plain words, which English lacks, outnumber the English ones."""
    words = [word.lower for word in words_of(question) if word.lower.isalpha()]
    english = sum(word in ENGLISH for word in words)
    own = {name: sum(w in _single(name) - ENGLISH for w in words) for name in _LANGUAGES}
    best = max(own, key=lambda name: own[name])
    return best if own[best] >= _FEWEST and own[best] >= english else ""


def is_foreign(question: str) -> bool:
    """Whether hardly a word of a sentence is a plain English one, or its letters are others."""
    words = [word.lower for word in words_of(question) if word.lower.isalpha()]
    letters = [letter for letter in question if letter.isalpha()]
    others = sum(ord(letter) > _LATIN for letter in letters)
    if others > len(letters) / 2:
        return True
    english = sum(word in ENGLISH for word in words)
    return len(words) >= _SENTENCE and english <= _LEAST_ENGLISH * len(words)


def in_english(
    words: Sequence[Word], language: str, times: Sequence[TimeSpan] = ()
) -> tuple[Word, ...]:
    """The words in English, each where it stood; what is not known stays as it is."""
    known = _phrases(language) if language in _LANGUAGES else {}
    found: list[Word] = []
    at = 0
    while at < len(words):
        run = _known_from(words, at, known)
        if any(span.at <= words[at].at < span.until for span in times):
            run = 0  # `nach 2020` is read by the calendar as it stands
        said = words[at : at + run]
        found += _moved(known[_key(said)], said) if said else [words[at]]
        at += run or 1
    return tuple(found)


def _known_from(words: Sequence[Word], at: int, known: Mapping[str, str]) -> int:
    """How many words from this one on are known together; 0 for none."""
    runs = range(_LONGEST, 0, -1)
    return next((run for run in runs if _key(words[at : at + run]) in known), 0)


def _moved(english: str, words: Sequence[Word]) -> list[Word]:
    """English words at the place of those that they stand for."""
    first, last = words[0].at, words[-1].until
    return [
        Word(word.text, word.lower, word.lemma, word.stem, first, last)
        for word in words_of(english)
    ]


def _key(words: Sequence[Word]) -> str:
    return " ".join(word.lower for word in words)


@cache
def _phrases(language: str) -> Mapping[str, str]:
    pairs = (line.split(" = ") for line in lines_of(_LANGUAGES[language]))
    return {pair[0]: pair[1] for pair in pairs}


@cache
def _single(language: str) -> frozenset[str]:
    return frozenset(word for phrase in _phrases(language) for word in phrase.split())
