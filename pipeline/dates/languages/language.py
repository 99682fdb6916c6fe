"""What a language brings: its words for the grammar's concepts, and its own word orders."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = int | str
Table = Mapping[str, Mapping[Value, str]]

# Folding keeps "ultimos" and "últimos" the same word; tables are written folded.
FOLDING = str.maketrans("áàâäãéèêëíìîïóòôöõúùûüñç\u2019", "aaaaaeeeeiiiiooooouuuunc'")


def folded(word: str) -> str:
    return word.lower().translate(FOLDING).replace("ß", "ss")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """Word tables, further patterns and the words that disarm a date word."""

    name: str
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], str, Value], ...]]
    plain_words: frozenset[str]
    patterns: tuple[tuple[str, str, str], ...] = ()
    day_first: bool = False
    dotted_ordinals: bool = False
    doubtful: frozenset[str] = frozenset()
    after_doubtful: frozenset[str] = frozenset()
    given_names: frozenset[str] = frozenset()
    before_name: frozenset[str] = frozenset()
    before_number: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    goods: frozenset[str] = frozenset()
    after_name: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    before_verb: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()


def phrase_table(
    table: Table,
) -> dict[str, tuple[tuple[tuple[str, ...], str, Value], ...]]:
    """Words and word groups by their first word, longest group first."""
    found: dict[str, list[tuple[tuple[str, ...], str, Value]]] = {}
    for concept, value, words in _entries(table):
        found.setdefault(words[0], []).append((words, concept, value))
    return {key: tuple(sorted(group, key=lambda e: -len(e[0]))) for key, group in found.items()}


def _entries(table: Table) -> Iterable[tuple[str, Value, tuple[str, ...]]]:
    for concept, values in table.items():
        for value, spellings in values.items():
            for spelling in spellings.split():
                yield concept, value, tuple(spelling.split("_"))


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())
