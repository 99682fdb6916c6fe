"""Definitions in words that one person may be told: nothing that they name is closed to them."""

from collections.abc import Sequence, Set
from dataclasses import replace

from knowledge.glossary import Definition
from knowledge.values import ValueHit
from pipeline.rules.defining.in_question import told_here
from pipeline.rules.defining.named import first_named, named_in
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LONGEST_PHRASE
from pipeline.rules.text.places import COUNTRY_OF
from pipeline.rules.text.spelling import ENGLISH
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary import FILLERS, KEYWORDS, PREPOSITIONS
from pipeline.times.values import TimeSpan

# How well a name must fit to be one; what is hidden counts from far less on.
_NAMED, _LIKELY = 0.93, 0.55
_SAID = frozenset((*FILLERS, *PREPOSITIONS, *KEYWORDS))


def open_definitions(every: Known, seen: Known) -> tuple[Definition, ...]:
    """The definitions whose words, and those of the others that they need, are open."""
    told = every.glossary.definitions
    names = frozenset(word.lower for each in told for name in each.names for word in words_of(name))
    alone = [each for each in told if not _is_closed(each, every, seen, names)]
    return tuple(
        each for each in alone if all(other in alone for other in named_in(each.words, (*told,)))
    )


def closed_name(question: str, every: Known, seen: Known, times: Sequence[TimeSpan] = ()) -> str:
    """The name of a closed definition that a question needs, unless it defines it itself."""
    kept = set(seen.glossary.definitions)
    closed = [each for each in every.glossary.definitions if each not in kept]
    if not closed:
        return ""
    here = told_here(question, times, seen)
    own = {name.lower() for each in here.definitions for name in each.names}
    closed = [each for each in closed if not own & {name.lower() for name in each.names}]
    for text in (here.question, *(each.words for each in here.definitions)):
        found = first_named(text, closed, times if text is here.question else ())
        if found is not None:
            return text[found.at : found.until]
    return ""


def not_known(name: str) -> str:
    """What is said of a name that is defined by what its asker may not see: no more than a no."""
    return f"There is no “{name}” in this data, and I do not guess."


def _is_closed(told: Definition, every: Known, seen: Known, names: frozenset[str]) -> bool:
    text = " ".join(told.words.split())
    words = words_of(text)
    if _names_hidden(words, every, seen):
        return True
    values = [(words_of(text[at:until]), hit) for at, until, hit in every.values.spans(text)]
    meant = [(_key(said), hit) for said, hit in values if not _is_said(said, seen)]
    shown = {key for key, hit in meant if _is_shown(hit, seen)}
    known = {word for key in shown for word in key} | names
    return any(key not in shown for key, _ in meant) or any(
        _may_be_stored(word) and not _is_known(word, known, seen) for word in words
    )


def _names_hidden(words: Sequence[Word], every: Known, seen: Known) -> bool:
    """Whether a stretch of the words fits what is hidden better than all that is seen."""
    for at in range(len(words)):
        for until in range(at + 1, min(len(words), at + LONGEST_PHRASE) + 1):
            said = words[at:until]
            plain = all(word.lower in _SAID for word in said)
            if not plain and _hidden_fit(said, every, seen) > max(_fit(said, seen), _LIKELY):
                return True
        named = every.phrasebook.longest(words[at:])
        if named is not None and named != seen.phrasebook.longest(words[at:]):
            return True
    return False


def _hidden_fit(said: Sequence[Word], every: Known, seen: Known) -> float:
    fits = [*every.lexicon.find(said), *every.retired_lexicon.find(said)]
    closed = [each.score for each in fits if not _is_there(each.table, each.column, seen)]
    return max(closed, default=0.0)


def _fit(said: Sequence[Word], seen: Known) -> float:
    fits = [*seen.lexicon.find(said), *seen.retired_lexicon.find(said)]
    return max((each.score for each in fits), default=0.0)


def _is_there(table: str, column: str, seen: Known) -> bool:
    """Whether this person may know of a table, or of a column that is or was in use."""
    there = seen.catalog.table(table)
    retired = any((each.table.key, each.column.name) == (table, column) for each in seen.retired)
    return retired or (there is not None and (not column or there.column(column) is not None))


def _is_said(said: Sequence[Word], seen: Known) -> bool:
    """Whether words that are stored somewhere, too, are plainly those of a sentence or a name."""
    code = any(len(word.text) > 1 and word.text.isupper() for word in said)
    plain = all(word.lower in _SAID or word.number is not None for word in said)
    return not code and (plain or _fit(said, seen) >= _NAMED)


def _is_shown(hit: ValueHit, seen: Known) -> bool:
    """Whether this person may be shown a stored value."""
    table = seen.catalog.table(hit.table)
    column = table.column(hit.column) if table is not None else None
    if table is None or column is None:
        return False
    return bool(seen.shown_values(table.key, replace(column, values=(hit.value,))))


def _may_be_stored(word: Word) -> bool:
    """Whether a word is written as names and codes are, which no list of values may hold."""
    return word.quoted or (word.number is None and word.text != word.text.lower())


def _is_known(word: Word, known: Set[str], seen: Known) -> bool:
    """Whether a word is one of what this person may see, or of any sentence."""
    english = {word.lower, word.lemma} & ENGLISH and not {word.lower, word.lemma} & set(COUNTRY_OF)
    return bool(english) or word.lower in known or _fit((word,), seen) > 0


def _key(said: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.lower for word in said)
