"""What an unknown word may mean: columns, numbers and stored values, the nearest first."""

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.catalog import Column, Kind
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import Relation, relation
from pipeline.checkpoint import Option
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.holding import holds_years
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import is_plural, lemma_of, name_words, stem_of
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
from pipeline.rules.vocabulary.nouns import HOLDERS

_MOST = 3
_LONGEST_ACRONYM = 6
_SHORTEST, _SAME_HEAD, _LONGEST_SHORT = 3, 5, 4
_SLIP, _HEAD, _PART = 0.8, 0.85, 0.7
_ROWS, _SPOKEN_OF, _AWAY, _FAR = 0.1, 0.3, 0.03, 3.0
_MEANT = {Relation.SAME: 0.95, Relation.SYNONYM: 0.95, Relation.BROADER: 0.75}
_SIZES = frozenset(
    ("large", "big", "great", "huge", "small", "little", "high", "low", "good", "bad")
)
_DATED = frozenset(("day", "date", "time", "moment", "year"))
# Endings of words that tell how things are, or what is done with them.
_NO_NOUNS = ("ed", "ing", "ly", "al", "ive", "ous", "ful", "less", "able", "ible")
_MEASURES = (("avg", "a", "average"), ("sum", "t", "total"), ("sum", "s", "total"),
             ("max", "h", "highest"), ("min", "l", "lowest"))  # fmt: skip


def offers_for(
    word: str,
    tables: list[str],
    about: Known,
    *,
    describes: bool = False,
    unnamed: Collection[str] = (),
) -> list[Option]:
    """The nearest meanings of a word in these tables: a few, best first.

    What only `describes` the name behind it (`sturdy books`) is no name of rows itself. A noun may
    mean the rows of tables that are spoken of, and are `unnamed`.
    """
    found = [*_numbers(word, tables, about), *_values(word, tables, about)]
    found += [] if describes else list(_rows(word, tables, about, unnamed))
    found += list(_columns(word, tables, about))
    found += list(_days(word, tables, about))
    found += list(_measured(word, tables, about))
    best = sorted(found, key=lambda pair: -pair[0])
    unique = {option.id: option for _, option in reversed(best)}
    return [option for _, option in best if unique.pop(option.id, None) is not None][:_MOST]


def is_acronym(word: str) -> bool:
    """Whether a word is written as the initials of a number's name: ASP, TSC, MRR."""
    return word.isupper() and word.isalpha() and 1 < len(word) < _LONGEST_ACRONYM


def in_words(ref: str) -> str:
    """A column in words, with its table if the ref names one."""
    table, _, column = ref.rpartition(".")
    named = " ".join(name_words(column)) or column
    return f"{named} of {' '.join(name_words(table)) or table}" if table else named


def _numbers(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`ASP`: the average of a number whose initials follow."""
    if not is_acronym(word):
        return
    linker = Linker(about, {})
    for table in tables:
        for ref in linker.amounts(table):
            for function, letter, told in _MEASURES:
                score = _initials_fit(word.lower(), letter, name_words(ref.rpartition(".")[2]))
                if score:
                    label = f"{told} {in_words(ref)}"
                    yield score, Option(id=f"{function}:{ref}", label=label)


def _initials_fit(word: str, letter: str, names: tuple[str, ...]) -> float:
    """How well the initials of an aggregate and of a name, or of its end, spell the word."""
    best = 0.0
    for start in range(len(names)):
        spelled = letter + "".join(name[0] for name in names[start:])
        if spelled == word:
            best = max(best, 2.0)
        elif len(spelled) > 1 and word.startswith(spelled):
            best = max(best, 1.0 + 0.1 * len(spelled))
    return best


def is_near(word: str, about: Known) -> bool:
    """Whether a table or a column is called by a part of this word, or by more than it."""
    said = word.lower()
    if any(_may_be_called(word, expanded(name_words(table))) for table in about.allowed):
        return True
    return any(
        _alike(said, name) >= _HEAD
        for table in about.allowed
        for part in (table, *(column.name for column in about.table(table).columns))
        for name in expanded(name_words(part))
    )


def _rows(
    word: str, tables: list[str], about: Known, unnamed: Collection[str]
) -> Iterator[tuple[float, Option]]:
    """`students`, `the organization`: the rows of a table that is called so, or stands beside."""
    if not may_be_rows(word):
        return
    near = {table: _nearness(word.lower(), table) for table in sorted(about.allowed)}
    named = any(score >= _HEAD for score in near.values())
    for table, score in near.items():
        away = min((about.joins.distance(one, table) for one in tables), default=_FAR)
        # Where a table is called nearly so, no other is meant only because it stands beside.
        beside = not named and (0 < away < _FAR or table in unnamed)
        if score or (is_plural(word.lower()) and beside):
            label = f"rows of {' '.join(name_words(table)) or table}"
            spoken_of = _SPOKEN_OF if table in unnamed else 0.0
            yield score + spoken_of + max(_ROWS - _AWAY * away, 0.0), Option(id=table, label=label)


def _nearness(word: str, table: str) -> float:
    """How near a noun is to the name of a table."""
    names = expanded(name_words(table))
    called = _HEAD if _may_be_called(word, names) else 0.0
    return max((_alike(word, name) for name in names), default=called) or called


def _may_be_called(word: str, names: Sequence[str]) -> bool:
    """`accounts`, where a game keeps its players: whoever a firm has to do with."""
    return {lemma_of(word.lower()), *map(lemma_of, names[-1:])} <= HOLDERS


def may_be_rows(word: str) -> bool:
    """Whether a word may name things at all: it is no verb's form, no adjective, no small word."""
    said = word.lower()
    small = any(said in words for words in (KEYWORDS, FILLERS, PREPOSITIONS, FORMS, GRAINS))
    does = said in VERB_FORMS or said in RELATION_VERBS or said in ADJECTIVES
    return len(said) > _SHORTEST and not small and not does and not said.endswith(_NO_NOUNS)


def _measured(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`the largest college`: a number that its rows have. What is long or old is no such number."""
    if word.lower() not in _SIZES:
        return
    linker = Linker(about, {})
    for ref in [ref for table in tables for ref in linker.amounts(table)]:
        yield _ROWS, Option(id=ref, label=in_words(ref))


def _days(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`on which day`, `in which year`: the dates of the tables that are named."""
    said = lemma_of(word.lower())
    for place, table in enumerate(tables if said in _DATED else ()):
        for column in about.table(table).columns:
            dated = column.kind.is_dated and said != "year"
            if dated or (said == "year" and holds_years(column)):
                ref = f"{table}.{column.name}"
                yield 1.0 - 0.05 * place, Option(id=ref, label=in_words(ref))


def _values(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`successful`: the stored value `success`."""
    for table in tables:
        for column in about.table(table).columns:
            if column.kind is not Kind.TEXT or not column.complete:
                continue
            for value in about.shown_values(table, column):
                score = _alike(word.lower(), value.lower())
                if score >= _SLIP and len(value) >= _SHORTEST:
                    ref = f"{table}.{column.name}"
                    label = f"{' '.join(name_words(column.name))} {value}"
                    yield 0.5 + score, Option(id=f"{ref}={value}", label=label)


def _columns(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    for place, table in enumerate(tables):
        for column in about.table(table).columns:
            if not _is_key(column) or _is_called(word, column):
                ref = f"{table}.{column.name}"
                names = expanded(name_words(column.name))
                score = max((_alike(word.lower(), name) for name in names), default=0.0)
                if score:
                    yield score + _ROWS - 0.05 * place, Option(id=ref, label=in_words(ref))


@lru_cache(maxsize=16_384)
def _alike(word: str, name: str) -> float:
    """How near a word is to one of a name: by its letters, else by what it means; 0.0 if far."""
    short = len(name) >= _SHORTEST and word.startswith(name)
    if short or _is_without_vowels(name, word) or stem_of(word) == stem_of(name):
        return 1.0
    if _is_kind_of(name, word) or (len(word) > _SAME_HEAD and name.startswith(word[:_SAME_HEAD])):
        return _HEAD
    if _is_part_of(name, word):
        return _PART
    letters = SequenceMatcher(None, word, name)
    # Short words are alike by chance: `two` and `to`. The bounds are far cheaper than the ratio.
    long = min(len(word), len(name)) > _SHORTEST
    near = long and letters.real_quick_ratio() >= _SLIP and letters.quick_ratio() >= _SLIP
    if near and letters.ratio() >= _SLIP:
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
    return len(said) > _SHORTEST and len(name) >= len(said) + _SHORTEST and name.endswith(said)


def _is_part_of(name: str, word: str) -> bool:
    """A headcount is a count."""
    return len(name) > _SHORTEST and len(word) > len(name) + _SHORTEST and word.endswith(name)


def _is_called(word: str, column: Column) -> bool:
    """`code`, where rows are told apart by a code: a key that people know by its name."""
    names = expanded(name_words(column.name))
    return bool(names) and _alike(word.lower(), names[-1]) >= _HEAD


def _is_key(column: Column) -> bool:
    return column.primary_key or name_words(column.name)[-1:] == ("id",)
