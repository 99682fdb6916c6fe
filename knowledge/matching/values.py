"""The known values of a database's columns, found again in a question."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from knowledge.matching import lexicon, wordlists
from knowledge.matching.stem import stem

_WORD = re.compile(r"[^\W_]+")
LONGEST = 8
Column = tuple[str, str]


def value_key(text: str) -> tuple[str, ...]:
    """A value as it is compared: stems, without case or punctuation."""
    return tuple(stem(word.lower()) for word in _WORD.findall(text)[: LONGEST + 1])


class ValueIndex:
    """Which columns hold a value, and how the database writes it."""

    def __init__(self, values: Mapping[str, Iterable[str]] | None = None) -> None:
        self._columns: dict[tuple[str, ...], dict[Column, str]] = defaultdict(dict)
        self._known: set[Column] = set()
        for name, listed in (values or {}).items():
            table, _, column = name.lower().rpartition(".")
            for value in listed:
                self.add(("" if table == "*" else table, column), value)

    def copy(self) -> "ValueIndex":
        """An index of the same values that can be added to by itself."""
        twin = ValueIndex()
        twin._known = set(self._known)
        twin._columns = defaultdict(dict, {key: dict(of) for key, of in self._columns.items()})
        return twin

    def add(self, column: Column, value: str) -> None:
        """Remember that a column holds a value."""
        key = value_key(value.strip("%"))
        if key and len(key) <= LONGEST:
            self._columns[key].setdefault(column, value.strip("%"))
            self._known.add(column)

    def find(self, key: tuple[str, ...], text: str) -> bool:
        """Whether the words are a value worth looking for in running text.

        An everyday word is a value only where it is written in capitals as the value is: US, IT.
        """
        if key not in self._columns:
            return False
        if len(key) > 1:
            return True
        word = key[0]
        if len(word) == 1 or word.isdigit():
            return False
        in_capitals = text.isupper() and text in self._columns[key].values()
        return in_capitals or not _everyday(word)

    def in_column(self, key: tuple[str, ...], column: Column) -> str | None:
        """The value as the database writes it, if the column is known to hold it."""
        for (table, name), value in self._columns.get(key, {}).items():
            if name == column[1] and (not table or not column[0] or table == column[0]):
                return value
        return None

    def columns_of(self, key: tuple[str, ...]) -> frozenset[Column]:
        return frozenset(self._columns.get(key, {}))


def _everyday(word: str) -> bool:
    return word in wordlists.LIGHT or word in lexicon.PHRASES or word in lexicon.NUMBER_WORDS


def is_a_name(text: str) -> bool:
    """Whether a SQL text is a value to look for: not a date, a number of days or a format."""
    key = value_key(text.strip("%"))
    plain = [part for part in key if not part.isdigit() and part not in lexicon.TIME_UNITS]
    return bool(plain) and "%" not in text.strip("%") and key != ("now",)
