"""Questions typed without capitals: the names that the data holds are written as they are stored.

A capital is what tells a name from a word: `which region is aruba in`, `who speaks english`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.rules.linking.acronyms import is_acronym
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.single_words import is_verb
from pipeline.rules.text.places import COUNTRY_OF, OTHER_NAMES
from pipeline.rules.text.slips_of_pen import meant_by
from pipeline.rules.text.spelling import ENGLISH
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary import VERB_FORMS
from pipeline.times.values import TimeSpan

_EXACT = 1.0
_SHORTEST, _LONGEST_PLACE, _MOST_INITIALS = 4, 3, 3
_ENDS = frozenset(".?!:;")
_AND = " & "
_COUNTRIES = frozenset(("us", "usa", "uk", "uae", "eu"))
_BEFORE_COUNTRIES = frozenset(("the", "in", "outside", "within", "across"))


def with_capitals(question: str, about: Known) -> str:
    """The question with stored names written so; as long as before, letter for letter.

    Whoever writes one name with a capital would have written the others so too.
    """
    words = words_of(question)
    if not _is_casual(words):
        return question
    quoted = {at for word in words if word.quoted for at in range(word.at, word.until)}
    letters = list(question)
    for at, until, name in (*_stored(question, about), *_places(words), *_short(words, about)):
        if at not in quoted:
            letters[at:until] = name
    return "".join(letters)


def with_and(
    question: str, times: Sequence[TimeSpan], about: Known
) -> tuple[str, tuple[TimeSpan, ...]]:
    """`min & max price`: and; `Health & Beauty`, where something is stored so, stays."""
    stored = (
        [(at, until) for at, until, _ in about.values.spans(question)] if _AND in question else []
    )
    places = [
        place
        for place in (match.start() + 1 for match in re.finditer(_AND, question))
        if not any(at < place < until for at, until in stored)
    ]
    for place in reversed(places):
        question = f"{question[:place]}and{question[place + 1 :]}"

    def moved(at: int) -> int:
        return at + 2 * sum(place < at for place in places)

    return question, tuple(
        replace(span, at=moved(span.at), until=moved(span.until)) for span in times
    )


def _is_casual(words: tuple[Word, ...]) -> bool:
    return not any(
        word.text not in (word.text.lower(), "I") and not _opens(words, at)
        for at, word in enumerate(words)
    )


def _opens(words: tuple[Word, ...], at: int) -> bool:
    return at == 0 or words[at - 1].text in _ENDS


def _stored(question: str, about: Known) -> Iterator[tuple[int, int, str]]:
    """Single words that equal a stored name and mean nothing else here."""
    for at, until, hit in about.values.spans(question):
        word, *more = words_of(question[at:until])
        written = hit.value.casefold() == question[at:until].casefold()
        whole = written and len(hit.value) == until - at and hit.table in about.allowed
        if not more and whole and hit.score >= _EXACT and _is_unknown(word, about):
            yield at, until, hit.value


def _places(words: tuple[Word, ...]) -> Iterator[tuple[int, int, str]]:
    """`california`, where only CA is stored; `in the us`, which is nobody."""
    for before, word in pairwise(words):
        if word.lower in _COUNTRIES and before.lower in _BEFORE_COUNTRIES:
            yield word.at, word.until, word.text.upper()
    for first in range(len(words)):
        for last in range(first + 1, min(first + _LONGEST_PLACE, len(words)) + 1):
            said = " ".join(word.lower for word in words[first:last])
            if said in OTHER_NAMES and len(said) >= _SHORTEST and said not in ENGLISH:
                for word in words[first:last]:
                    yield word.at, word.at + 1, word.text[:1].upper()


def _short(words: tuple[Word, ...], about: Known) -> Iterator[tuple[int, int, str]]:
    """`aov by month`: letters that are no word may be short for several."""
    for word in words:
        short = len(word.text) <= _MOST_INITIALS and is_acronym(word.text.upper())
        known = word.lower in ENGLISH or word.lower in VERB_FORMS or meant_by(word)
        plain = known or about.lexicon.find([word])
        if short and not plain and not about.values.find(word.text, limit=1):
            yield word.at, word.until, word.text.upper()


def _is_unknown(word: Word, about: Known) -> bool:
    """Whether a word is neither general English nor a name of the schema."""
    if word.lower in COUNTRY_OF:
        return True
    known = word.lower in ENGLISH or word.lemma in ENGLISH or word.lower in VERB_FORMS
    return (
        len(word.lower) >= _SHORTEST
        and not (known or is_verb(word))
        and not about.lexicon.find([word])
    )
