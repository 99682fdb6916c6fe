"""What an unknown word may mean: columns, numbers and stored values, the nearest first."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.catalog import Column, Kind
from pipeline.checkpoint import Option
from pipeline.rules.known import Known
from pipeline.rules.linking import Linker
from pipeline.rules.names import expanded
from pipeline.rules.words import lemma_of, name_words, stem_of

_MOST = 3
_LONGEST_ACRONYM = 6
_NEAR, _NEAR_VALUE, _FLOOR = 0.3, 0.62, 0.55
_ROWS = 0.1
_MEASURES = (("avg", "a", "average"), ("sum", "t", "total"), ("sum", "s", "total"),
             ("max", "h", "highest"), ("min", "l", "lowest"))  # fmt: skip


def offers_for(word: str, tables: list[str], about: Known) -> list[Option]:
    """The nearest meanings of a word in these tables: a few, best first."""
    found = [*_numbers(word, tables, about), *_values(word, tables, about)]
    found += list(_rows(word, tables, about))
    found += list(_columns(word, tables, about))
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


def _rows(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`students`: the rows of a table beside those that are named."""
    if lemma_of(word.lower()) == word.lower():
        return
    beside = {edge.right for table in tables for edge in about.joins.edges(table)} - set(tables)
    for table in sorted(beside):
        label = f"rows of {' '.join(name_words(table)) or table}"
        yield (
            _ROWS + max(_alike(word.lower(), name) for name in name_words(table) or ("",)),
            Option(id=table, label=label),
        )


def _values(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    """`successful`: the stored value `success`."""
    for table in tables:
        for column in about.table(table).columns:
            if column.kind is not Kind.TEXT or not column.complete:
                continue
            for value in about.shown_values(table, column):
                score = _alike(word.lower(), value.lower())
                if score >= _NEAR_VALUE:
                    ref = f"{table}.{column.name}"
                    label = f"{' '.join(name_words(column.name))} {value}"
                    yield 0.5 + score, Option(id=f"{ref}={value}", label=label)


def _columns(word: str, tables: list[str], about: Known) -> Iterator[tuple[float, Option]]:
    for place, table in enumerate(tables):
        for column in about.table(table).columns:
            if not _is_key(column):
                ref = f"{table}.{column.name}"
                names = expanded(name_words(column.name))
                score = max((_alike(word.lower(), name) for name in names), default=0.0)
                bonus = _NEAR if score > _NEAR_VALUE else 0.0
                if score >= _FLOOR:
                    yield score + bonus - 0.05 * place, Option(id=ref, label=in_words(ref))


@lru_cache(maxsize=16_384)
def _alike(word: str, name: str) -> float:
    """1.0 for equal stems, else the share of letters in common; 0.0 for what is too far anyway."""
    if stem_of(word) == stem_of(name):
        return 1.0
    letters = SequenceMatcher(None, word, name)
    # Both are upper bounds, and far cheaper than the ratio.
    near = letters.real_quick_ratio() >= _FLOOR and letters.quick_ratio() >= _FLOOR
    return letters.ratio() if near else 0.0


def _is_key(column: Column) -> bool:
    return column.primary_key or name_words(column.name)[-1:] == ("id",)
