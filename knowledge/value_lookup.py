"""The value index in memory: exact after folding, then close by trigrams and edit distance."""

import pickle
import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from knowledge.values import ValueHit

# What at the end of a word makes it another one: C#, C++, AB-.
_SIGN = re.compile(r"[+#]+(?!\w)|-(?=[\s.,;:?!)]|$)")
_WORD = re.compile(r"\w+", re.UNICODE)
_PLURAL_SCORE = 0.97
_REORDERED_SCORE = 0.95
_LEAST_SCORE = 0.74
_SHORTEST_TYPO = 4
# Values this short, or that are everyday words, are found only as they are written.
_SHORT = 3
_EVERYDAY = frozenset((
    "a", "an", "and", "are", "as", "at", "by", "for", "from", "how", "in", "is", "it",
    "list", "many", "me", "most", "not", "of", "off", "on", "or", "per", "show", "than",
    "that", "the", "to", "what", "when", "where", "which", "who", "with", "all", "any",
    "each", "every", "more", "less", "other", "total", "count", "number", "name", "date",
    "year", "month", "week", "day", "last", "first", "new", "old", "open", "top", "best",
))  # fmt: skip
_NEVER = ("a", "i")
_MOST_WORDS = 8
_CANDIDATES = 60
_PIECE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredValue:
    """A text value and where it is. `private` ones are found only by those who know them."""

    table: str
    column: str
    value: str
    private: bool = False


class ValueLookup:
    """The `ValueIndex` over values that were read before."""

    def __init__(self, values: Iterable[StoredValue]) -> None:
        self._values: dict[str, list[StoredValue]] = defaultdict(list)
        for stored in values:
            places = self._values[folded(stored.value)]
            if stored not in places:
                places.append(stored)
        self._values.pop("", None)
        self._singular = _grouped(self._values, _singular)
        self._sorted = _grouped(self._values, _in_order)

    @override
    def __getstate__(self) -> list[bytes]:
        """The values alone, in pieces: a whole index would be pickled in one go, all at a halt."""
        stored = [each for places in self._values.values() for each in places]
        pieces = (stored[at : at + _PIECE] for at in range(0, len(stored), _PIECE))
        return [
            pickle.dumps([(each.table, each.column, each.value, each.private) for each in piece])
            for piece in pieces
        ]

    def __setstate__(self, pieces: list[bytes]) -> None:
        values = (value for piece in pieces for value in pickle.loads(piece))  # noqa: S301  our own
        self.__init__(  # type: ignore[misc]  # built anew
            StoredValue(table=table, column=column, value=value, private=private)
            for table, column, value, private in values
        )

    def prepare(self) -> "ValueLookup":
        """Builds what the first typo would otherwise wait for."""
        _ = self._typos
        return self

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        """Values equal or close to the whole of the text, best first."""
        key = folded(text)
        if not key:
            return ()
        found: dict[tuple[str, str, str], ValueHit] = {}
        for stored, score in self._matches(key):
            place = (stored.table, stored.column, stored.value)
            if place not in found or found[place].score < score:
                found[place] = _hit(stored, score)
        return tuple(sorted(found.values(), key=_rank)[:limit])

    def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
        """The values of one column that share the most trigrams with the text, best first."""
        found: dict[str, None] = {}
        for key in self._typos.alike(folded(text)):
            here = (v for v in self._values[key] if (v.table, v.column) == (table, column))
            found.update((stored.value, None) for stored in here if not stored.private)
            if len(found) >= limit:
                break
        return tuple(found)[:limit]

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        """Word spans of the question that equal a stored value, longest first."""
        words = [(word.start(), word.end()) for word in _WORD.finditer(question)]
        found = [
            span
            for first in range(len(words))
            for last in range(first, min(first + _MOST_WORDS, len(words)))
            for span in self._at(question, words[first][0], words[last][1])
        ]
        return tuple(sorted(found, key=lambda span: (span[0] - span[1], span[0], _rank(span[2]))))

    def _at(self, question: str, at: int, until: int) -> Iterator[tuple[int, int, ValueHit]]:
        written = question[at:until]
        key = folded(written)
        sign = _SIGN.match(question, until)
        if sign is not None:
            yield from self._signed(at, until, written + sign.group())
            return
        for stored in self._values.get(key, ()):
            if _tells(stored.value, written, key):
                yield at, until, _hit(stored, 1.0)
        if len(key) > _SHORT and key not in _EVERYDAY:
            for other in self._singular.get(_singular(key), ()):
                for stored in self._values[other] if other != key else ():
                    if not stored.private:
                        yield at, until, _hit(stored, _PLURAL_SCORE)

    def _signed(self, at: int, until: int, whole: str) -> Iterator[tuple[int, int, ValueHit]]:
        """C# is not C; what else begins as it does is another value too."""
        for stored in self._values.get(folded(whole), ()):
            if stored.value.casefold() == whole.casefold():
                yield at, until, _hit(stored, 1.0)

    def _matches(self, key: str) -> Iterator[tuple[StoredValue, float]]:
        for stored in self._values.get(key, ()):
            yield stored, 1.0
        for other, score in self._close(key):
            for stored in self._values[other]:
                if not stored.private:
                    yield stored, score

    def _close(self, key: str) -> Iterator[tuple[str, float]]:
        for other in self._singular.get(_singular(key), ()):
            if other != key:
                yield other, _PLURAL_SCORE
        for other in self._sorted.get(_in_order(key), ()):
            if other != key:
                yield other, _REORDERED_SCORE
        if len(key) >= _SHORTEST_TYPO:
            for other in self._typos.near(key):
                score = similarity(key, other)
                if other != key and score >= _LEAST_SCORE:
                    yield other, round(min(score, _REORDERED_SCORE), 4)

    @cached_property
    def _typos(self) -> "_Trigrams":
        return _Trigrams(list(self._values))


class _Trigrams:
    """Which keys share the most trigrams with a text."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        places: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for number, key in enumerate(keys):
            for gram in _grams(key):
                places[gram].append(number)
        self._places = {gram: np.frombuffer(found, np.uint32) for gram, found in places.items()}
        self._sizes: npt.NDArray[np.int32] = np.array([len(_grams(key)) for key in keys], np.int32)

    def near(self, key: str) -> list[str]:
        return list(islice(self.alike(key), _CANDIDATES))

    def alike(self, key: str) -> Iterator[str]:
        """Every key that shares a trigram with the text, the likest first."""
        grams = _grams(key)
        hits = [self._places[gram] for gram in grams if gram in self._places]
        if not hits:
            return
        shared = np.bincount(np.concatenate(hits), minlength=len(self._keys))
        numbers = np.flatnonzero(shared)
        likeness = 2.0 * shared[numbers] / (self._sizes[numbers] + len(grams))
        for place in np.argsort(-likeness, kind="stable"):
            yield self._keys[int(numbers[place])]


def folded(text: str) -> str:
    """The text in one case, without accents and punctuation, words one space apart."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(_WORD.findall(bare.replace("_", " ")))


def similarity(one: str, other: str) -> float:
    """1 less the share of letters to change; two letters swapped count as one change."""
    longest = max(len(one), len(other))
    if abs(len(one) - len(other)) > longest * (1 - _LEAST_SCORE):
        return 0.0
    return 1.0 - _distance(one, other) / longest


def _distance(one: str, other: str) -> int:
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before = before, row
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted
            row.append(min(cost, older[j - 2] + 1) if swapped else cost)
    return row[-1]


def _tells(value: str, written: str, key: str) -> bool:
    """Whether the words in a question are the value and not everyday words that look like it."""
    if key in _NEVER:
        return False
    return (len(key) > _SHORT and key not in _EVERYDAY) or value == written


def _hit(stored: StoredValue, score: float) -> ValueHit:
    return ValueHit(table=stored.table, column=stored.column, value=stored.value, score=score)


def _rank(hit: ValueHit) -> tuple[float, int, str, str, str]:
    return -hit.score, len(hit.value), hit.value, hit.table, hit.column


def _grams(key: str) -> set[str]:
    padded = f" {key} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _in_order(key: str) -> str:
    return " ".join(sorted(key.split()))


def _singular(key: str) -> str:
    return " ".join(_singular_word(word) for word in key.split())


def _singular_word(word: str) -> str:
    if len(word) <= _SHORT:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _grouped(keys: Iterable[str], form: Callable[[str], str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        found[form(key)].append(key)
    return found
