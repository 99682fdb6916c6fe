"""A person's ids and names, and the pseudonym that takes their place."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

# An action of the audit: its details say which entries were changed, and to what.
FORGOTTEN: Final = "forgot a person"
ENTRIES: Final = "entries"
_PARTS: Final = 3


@dataclass(frozen=True)
class Traces:
    """How a person is found in stored text.

    `ids` and the `names` of several words stand for nobody else. A name of one word may be a word
    like any other: it is taken for theirs beside one of their ids, or where `every_mention`.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    pseudonym: str
    every_mention: bool = False

    def found_in(self, text: str) -> bool:
        """Whether the text names the person, or may do so."""
        return bool(self._any.search(text))

    def replaced(self, text: str) -> str:
        """The text with the pseudonym wherever the person is named for certain."""
        sure = self.every_mention or self._ids.search(text)
        return (self._any if sure else self._certain).sub(self.pseudonym, text)

    def as_person(self, text: str) -> str:
        """Stored JSON with the pseudonym for ids, and for names where JSON says who somebody is."""
        named = _named(_spelled(self.names)).sub(rf'\g<1>"{self.pseudonym}"', text)
        return self._ids.sub(self.pseudonym, named)

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """What every text that names the person has in it."""
        return (*self.ids, *_spelled(self.names))

    @cached_property
    def _ids(self) -> re.Pattern[str]:
        return _pattern(self.ids)

    @cached_property
    def _certain(self) -> re.Pattern[str]:
        return _pattern((*self.ids, *_spelled(name for name in self.names if " " in name)))

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return _pattern(self.sought)


def ids_of(person: str) -> tuple[str, ...]:
    """The id, and the part of it by which the chat itself knows the person."""
    parts = person.split(":")
    return (person, parts[2]) if len(parts) == _PARTS else (person,)


def _spelled(names: Iterable[str]) -> tuple[str, ...]:
    """Each name as text and as JSON may write it."""
    spelled = ((name, json.dumps(name)[1:-1]) for name in names)
    return tuple(dict.fromkeys(each for pair in spelled for each in pair if each))


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, not as a part of a longer one; the longest first."""
    listed = sorted((word for word in words if word), key=len, reverse=True)
    if not listed:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_written, listed))})(?![\w-])")


def _written(word: str) -> str:
    """A name of several words is one however it is capitalised; `may` is not always May."""
    return f"(?i:{re.escape(word)})" if " " in word else re.escape(word)


def _named(names: Iterable[str]) -> re.Pattern[str]:
    """A whole value that is a name, in a field for one."""
    listed = "|".join(map(_written, names)) or "(?!)"
    return re.compile(rf'("(?:\w*_?by|name|approver|asker|who)":\s*)"(?:{listed})"')
