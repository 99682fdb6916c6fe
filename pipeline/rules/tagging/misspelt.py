"""Slips of the pen in a question: words that are nearly names of the data, or words for time."""

import re
from collections.abc import Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.text.spelling import ENGLISH, slips
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary import GRAINS, MONTHS, VERB_FORMS

_TIME_WORDS = tuple(
    sorted({*(word for word in GRAINS if word.isalpha()), *MONTHS, "yesterday", "today"})
)
_SHORTEST, _LONG = 4, 8
Slip = tuple[str, str]


def slips_in(question: str, about: Known) -> tuple[Slip, ...]:
    """Each misspelt word with what it is nearly, in the order of the question."""
    named = dict(tagged(question, about, (), {}).corrected)
    names = (name for each in about.glossary.definitions for name in each.names)
    defined = {word.lemma for name in names for word in words_of(name)}
    found: list[Slip] = []
    for word in words_of(question):
        if word.lemma in defined:
            continue
        better = _time_word(word, about) or named.get(word.text, "")
        if better and word.text not in dict(found):
            found.append((word.text, better))
    return tuple(found)


def of_time(slip: Slip) -> bool:
    """Whether the word is nearly one for time, which no reading of the data would put right."""
    return slip[1] in _TIME_WORDS


def put_right(question: str, slips: Sequence[Slip]) -> str:
    """The question with these words in it."""
    for written, better in slips:
        question = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", better, question)
    return question


def _time_word(word: Word, about: Known) -> str:
    """The one word for time that a word is a slip away from, where it is nothing else here."""
    said = word.lower
    plain = said.isalpha() and word.text == said and len(said) >= _SHORTEST and not word.quoted
    known = said in ENGLISH or word.lemma in ENGLISH or said in VERB_FORMS or said in _TIME_WORDS
    if not plain or known or about.lexicon.find([word]):
        return ""
    if any(hit.score >= EXACT for hit in about.values.find(said)):
        return ""
    most = 2 if len(said) >= _LONG else 1
    near = [
        name for name in _TIME_WORDS
        if len(name) >= _SHORTEST and name[0] == said[0] and slips(said, name, most) <= most
    ]  # fmt: skip
    return near[0] if len(near) == 1 else ""
