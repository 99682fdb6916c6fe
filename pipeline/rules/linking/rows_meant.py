"""Whose rows a noun may mean that no table is called."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.checkpoint import Option
from pipeline.rules.linking.nearness import NEAR, SHORTEST, nearness
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.people import keeps_others, keeps_people
from pipeline.rules.text.words import is_plural, lemma_of, name_words
from pipeline.rules.vocabulary import (
    ADJECTIVES,
    FILLERS,
    FORMS,
    GRAINS,
    KEYWORDS,
    PREPOSITIONS,
    RELATION_VERBS,
    VERB_FORMS,
)
from pipeline.rules.vocabulary.nouns import KINDS, PEOPLE, PERSONS, ROWS_ALIKE
from pipeline.rules.vocabulary.units import WRITTEN_OUT

# How far away no table is meant any more, and how much less each key on the way there says.
FAR, AWAY = 3.0, 0.03
_BESIDE, _SPOKEN_OF = 0.1, 0.3
# How well people go by another word for people: any table of them, one by a name that is open.
_ANYBODY, _SOMEBODY, _OTHERS = 0.85, 0.7, 0.35
# Endings of words that tell how things are, or what is done with them.
_NO_NOUNS = ("ed", "ing", "ly", "al", "ive", "ous", "ful", "less", "able", "ible")


@dataclass(frozen=True, slots=True)
class Stands:
    """How an unknown word stands in its question.

    It only `describes` the name behind it (`sturdy books`), or is what is `asked_for`, so that
    without it nothing is. It may name the rows where none are `named`, and those that `which
    university` asks for are its own, whatever a university is. Of what is `numbered` there
    are so many (`more than 500 attendees`), who do what the `verbs` say.
    """

    describes: bool = False
    asked_for: bool = False
    named: tuple[str, ...] = ()
    whose: bool = False
    numbered: bool = False
    verbs: tuple[str, ...] = ()


def is_near(word: str, about: Known) -> bool:
    """Whether a table or a column is called by a part of this word, or by more than it.

    Of people whom no table is called by, one may keep them that is called by no others.
    """
    said = word.lower()
    if any(_called(said, table, about) >= _SOMEBODY for table in about.allowed):
        return True
    return any(
        nearness(said, name) >= NEAR
        for table in about.allowed
        for column in about.table(table).columns
        for name in expanded(name_words(column.name))
    )


def rows_meant(
    word: str, tables: list[str], about: Known, stands: Stands
) -> Iterator[tuple[float, Option]]:
    """`students`, `the organization`: the rows of a table that is called so, or stands beside."""
    # `the number of works`: behind such a phrase no verb stands.
    if not may_be_rows(word) and not (stands.whose and is_plural(word.lower())):
        return
    near = {table: _called(word.lower(), table, about) for table in sorted(about.allowed)}
    # Who is called so, and besides somebody who is named, is somebody else.
    near |= {table: 0.0 for table in stands.named if near.get(table) in (_SOMEBODY, _OTHERS)}
    people = lemma_of(word.lower()) in PERSONS | PEOPLE
    named = people or any(score >= NEAR for score in near.values())
    unnamed = () if stands.named else tables
    several = stands.whose or is_plural(word.lower())
    for table, score in near.items():
        away = min((about.joins.distance(one, table) for one in tables), default=FAR)
        # Where one is called nearly so, and of people, none is meant as a neighbour.
        close = away < FAR and (away or stands.whose)
        beside = not named and (close or table in unnamed)
        if score or (several and beside):
            label = f"rows of {' '.join(name_words(table)) or table}"
            spoken_of = _SPOKEN_OF if table in unnamed else 0.0
            yield (
                score + spoken_of + max(_BESIDE - AWAY * away, 0.0),
                Option(id=table, label=label),
            )


def may_be_rows(word: str) -> bool:
    """Whether a word may name things at all: it is no verb's form, no adjective, no small word."""
    said = word.lower()
    small = any(said in words for words in (KEYWORDS, FILLERS, PREPOSITIONS, FORMS, GRAINS, KINDS))
    does = said in VERB_FORMS or said in RELATION_VERBS or said in ADJECTIVES
    small = small or said in WRITTEN_OUT
    return len(said) > SHORTEST and not small and not does and not said.endswith(_NO_NOUNS)


def _called(word: str, table: str, about: Known) -> float:
    """How well a noun goes for the rows of a table: by its name, else by what they are."""
    names = expanded(name_words(table))
    found = [nearness(word, name) for name in names]
    return max(*found, NEAR if _may_be_called(word, names) else 0.0, _as_people(word, table, about))


def _may_be_called(word: str, names: Sequence[str]) -> bool:
    """`accounts`, where a game keeps its players; `universities` of colleges."""
    said = {lemma_of(word), *map(lemma_of, names[-1:])}
    return any(said <= group for group in ROWS_ALIKE)


def _as_people(word: str, table: str, about: Known) -> float:
    """`students`, where a class list has their first and last names."""
    said = lemma_of(word)
    kept = about.table(table)
    if said not in PERSONS | PEOPLE or not keeps_people(kept):
        return 0.0
    if said in PEOPLE:
        return _ANYBODY
    return _OTHERS if keeps_others(kept) else _SOMEBODY
