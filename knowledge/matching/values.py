"""The known values of a database's columns, found again in a question."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from knowledge.matching import lexicon, wordlists
from knowledge.matching.stem import stem

_WORD = re.compile(r"[^\W_]+")
_QUOTES = "\"'`“”\u2018\u2019"
# What a grade or a language may begin or end with, and what no token of a value keeps: AB+, C#.
_SIGNED = re.compile(r"^[-+#*<>=≥≤~.]|[-+#*]$")
LONGEST = 8
Column = tuple[str, str]


def value_key(text: str) -> tuple[str, ...]:
    """A value as it is compared: stems, without case or punctuation."""
    return tuple(stem(word.lower()) for word in _WORD.findall(text)[: LONGEST + 1])


class ValueIndex:
    """Which columns hold a value, and how the database writes it."""

    def __init__(self, values: Mapping[str, Iterable[str]] | None = None) -> None:
        self._columns: dict[tuple[str, ...], dict[Column, tuple[str, ...]]] = defaultdict(dict)
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
            held, written = self._columns[key].get(column, ()), value.strip("%")
            if all(other.casefold() != written.casefold() for other in held):
                self._columns[key][column] = (*held, written)
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
        in_capitals = text.isupper() and any(text in of for of in self._columns[key].values())
        return in_capitals or not _everyday(word)

    def in_column(self, key: tuple[str, ...], column: Column, text: str) -> str | None:
        """The value as the database writes it, if the column is known to hold it.

        One stem may be of several values: Peter and Peters. Then only the very words say which.
        """
        held = [
            value
            for (table, name), values in self._columns.get(key, {}).items()
            if name == column[1] and (not table or not column[0] or table == column[0])
            for value in values
        ]
        if len({value.casefold() for value in held}) > 1:
            held = [value for value in held if _written(value) == _written(text)]
        one = len({value.casefold() for value in held}) == 1
        fits = one and not _SIGNED.search(held[0]) and not _other_name(held[0], text)
        return held[0] if fits else None

    def same_value(self, key: tuple[str, ...], one: str, other: str) -> bool:
        """Whether two texts with the same stems are the same value."""
        if _written(one) == _written(other):
            return _quoted(one) == _quoted(other) or not (_is_quoted(one) and _is_quoted(other))
        several = any(len(values) > 1 for values in self._columns.get(key, {}).values())
        apart = several or _is_quoted(one) or _is_quoted(other)
        return not apart and not _other_name(one, other)

    def columns_of(self, key: tuple[str, ...]) -> frozenset[Column]:
        return frozenset(self._columns.get(key, {}))


def _written(text: str) -> list[str]:
    """The words of a value, with their endings."""
    return [word.casefold() for word in _WORD.findall(text)]


def _quoted(text: str) -> str:
    return " ".join(text.strip(_QUOTES).casefold().split())


def _is_quoted(text: str) -> bool:
    return text[:1] in _QUOTES


def _other_name(one: str, other: str) -> bool:
    """Whether both are written as names and end otherwise: Klein is not Kleine."""
    names = one[:1].isupper() and other[:1].isupper()
    return names and _written(one) != _written(other)


def _everyday(word: str) -> bool:
    return word in wordlists.LIGHT or word in lexicon.PHRASES or word in lexicon.NUMBER_WORDS


def is_a_name(text: str) -> bool:
    """Whether a SQL text is a value to look for: not a date, a number of days or a format."""
    key = value_key(text.strip("%"))
    plain = [part for part in key if not part.isdigit() and part not in lexicon.TIME_UNITS]
    return bool(plain) and "%" not in text.strip("%") and key != ("now",)
