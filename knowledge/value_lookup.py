"""The value index over a catalog's known values: exact by folded text, near by trigrams."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from knowledge.catalog import Catalog, Kind
from knowledge.values import ValueHit

_WORD = re.compile(r"\w+", re.UNICODE)
_LONGEST_SPAN = 8
_LEAST_SCORE = 0.72
_CANDIDATES = 40
_PLURAL_SCORE = 0.97
# Words that are values somewhere ("no", "in") say nothing of a value by themselves.
_EVERYDAY_WORDS = """
    a all an and any are as at be by do for from has have how i in is it its me my no not of on
    or our than that the them they this to us was we were what when where which who why with yes
    you show list give find each per most least many much more less top new last first next
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())


def folded(text: str) -> str:
    """The text without case, accents and punctuation, its words one space apart."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))


class ValueLookup:
    """The ValueIndex port over the text values that the catalog holds."""

    def __init__(self, catalog: Catalog) -> None:
        self._exact: dict[str, list[ValueHit]] = defaultdict(list)
        self._trigrams: dict[str, set[str]] = defaultdict(set)
        for hit in _hits(catalog):
            self._add(hit)

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        key = folded(text)
        equal = self._equal(key)
        near = [] if equal else self._near(key)
        return sorted((*equal, *near), key=lambda hit: -hit.score)[:limit]

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        words = [(m.start(), m.end(), folded(m[0])) for m in _WORD.finditer(question)]
        found = [
            (words[at][0], words[until - 1][1], hit)
            for at in range(len(words))
            for until in range(at + 1, min(at + _LONGEST_SPAN, len(words)) + 1)
            for hit in self._telling([word for _, _, word in words[at:until]])
        ]
        return sorted(found, key=lambda item: (item[0] - item[1], item[0]))

    def _telling(self, words: Sequence[str]) -> Sequence[ValueHit]:
        if all(word in _EVERYDAY or word.isdigit() for word in words):
            return ()
        return self._equal(" ".join(words))

    def _equal(self, key: str) -> Sequence[ValueHit]:
        exact = self._exact.get(key)
        if exact:
            return exact
        return [
            _scored(hit, _PLURAL_SCORE)
            for other in _other_number(key)
            for hit in self._exact.get(other, ())
        ]

    def _near(self, key: str) -> list[ValueHit]:
        shared = Counter(other for gram in _grams(key) for other in self._trigrams.get(gram, ()))
        found = []
        for other, _ in shared.most_common(_CANDIDATES):
            score = SequenceMatcher(None, key, other, autojunk=False).ratio()
            if score >= _LEAST_SCORE:
                found += [_scored(hit, round(score, 3)) for hit in self._exact[other]]
        return found

    def _add(self, hit: ValueHit) -> None:
        key = folded(hit.value)
        if not key:
            return
        if key not in self._exact:
            for gram in _grams(key):
                self._trigrams[gram].add(key)
        self._exact[key].append(hit)


def _hits(catalog: Catalog) -> Iterator[ValueHit]:
    for table in catalog.tables:
        for column in table.columns:
            if column.kind is Kind.TEXT and not column.pii:
                for value in column.values:
                    yield ValueHit(table=table.key, column=column.name, value=value, score=1.0)


def _scored(hit: ValueHit, score: float) -> ValueHit:
    return ValueHit(table=hit.table, column=hit.column, value=hit.value, score=score)


def _grams(key: str) -> set[str]:
    padded = f"  {key} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _other_number(key: str) -> tuple[str, ...]:
    """The plural of a singular, and the other way round, as English usually makes them."""
    if key.endswith("ies"):
        return (f"{key[:-3]}y",)
    if key.endswith("es"):
        return (key[:-1], key[:-2])
    if key.endswith("s"):
        return (key[:-1],)
    return (
        (f"{key}s", f"{key}es", f"{key[:-1]}ies") if key.endswith("y") else (f"{key}s", f"{key}es")
    )
