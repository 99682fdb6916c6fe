"""Verbs that look like names: who does it, what is done, and what only relates."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.single_words import is_verb
from pipeline.rules.text.words import Word, lemma_of, name_words

_SURE, _LIKELY = 0.85, 0.7
_WHEN = (("on",), ("at",))
_AGENT = ("er", "or")


def events(words: Sequence[Word], found: list[Candidate]) -> list[Candidate]:
    """`visited` means the visits, not the visitors, where there are both."""
    if len(words) > 1 or not words[0].lower.endswith(("ed", "ing")):
        return found
    events = [c for c in found if c.column or not _is_agent(words[0], c)]
    return events or found


def agents(words: Sequence[Word], found: list[Candidate]) -> list[Candidate]:
    """`who directed Alpha` asks for a director."""
    if len(words) > 1 or not words[0].lower.endswith(("ed", "ing")):
        return found
    agents = [c for c in found if not c.column and _is_agent(words[0], c)]
    return agents or found


def doing(found: list[Candidate], before: Sequence[Item]) -> list[Candidate]:
    """`customers who bought`: buyers are customers, but who buys is said already."""
    who = [item for item in before if item.letter == "T"]
    if not who or before[-1].letter not in "rT":
        return found
    meant = who[-1].candidates[0].table
    if not any(c.table == meant and not c.column for c in found[:1]):
        return found
    kept = [c for c in found if c.table != meant]
    return kept if any(c.score >= _LIKELY for c in kept) else []


def _is_agent(done: Word, candidate: Candidate) -> bool:
    """Visitors visit; but orders are what is ordered."""
    noun = lemma_of(candidate.table.lower())
    verb = done.lower.removesuffix("ing").removesuffix("ed")
    return noun.endswith(_AGENT) and noun != verb


def incidental(words: Sequence[Word], found: Candidate) -> bool:
    """Whether the first word looks like a column's name but may only relate: `visited`."""
    word, score = words[0], found.score
    # `booked` is not all of `booked_on`; `joined on` is all of `joined_on`.
    behind, tail = tuple(each.lower for each in words[1:2]), name_words(found.column)[-1:]
    named = score < 1.0 or (tail in _WHEN and tail != behind)
    done = word.lower.endswith("ed") and named
    participle = done or (word.lower != word.lemma and not word.lower.endswith("s"))
    return (is_verb(word) and (participle or score < _SURE)) or (
        word.lemma == "people" and score < 1.0
    )
