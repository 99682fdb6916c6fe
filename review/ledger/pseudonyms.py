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
_LONGEST_ID: Final = 300
# What stands before a name whose person JSON names; the end of what is looked at.
_OWNER: Final = re.compile(r'"id":\s*"([^"]*)",\s*"name":\s*"\Z')


@dataclass(frozen=True)
class Traces:
    """How a person is found in stored text.

    `ids` and the `names` of several words stand for nobody else. A name of one word may be a word
    like any other, and one that is `shared` somebody else's: it is taken for theirs beside one of
    their ids, or where `every_mention`. Where stored JSON gives a name to another id, it stays.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    pseudonym: str
    every_mention: bool = False
    shared: tuple[str, ...] = ()

    def found_in(self, text: str) -> bool:
        """Whether the text names the person, or may do so."""
        return any(not self._of_another(found) for found in self._any.finditer(text))

    def replaced(self, text: str) -> str:
        """The text with the pseudonym wherever the person is named for certain."""
        sure = self.every_mention or self._ids.search(text)
        return (self._any if sure else self._certain).sub(self._in_place, text)

    def as_person(self, text: str) -> str:
        """Stored JSON with the pseudonym for ids, and for names where JSON says who somebody is."""
        named = _named(_spelled(self.names)).sub(self._in_field, text)
        return self._ids.sub(self.pseudonym, named)

    def as_name(self, text: str) -> str:
        """What a field for somebody's name says, with the pseudonym in it."""
        whole = text in self.names and (self.every_mention or text not in self.shared)
        return self.pseudonym if whole else self.replaced(text)

    def _in_place(self, found: re.Match[str]) -> str:
        return found[0] if self._of_another(found) else self.pseudonym

    def _in_field(self, found: re.Match[str]) -> str:
        owner = _OWNER.search(found.string, max(0, found.start() - _LONGEST_ID), found.end(1) + 1)
        shared = {each.lower() for each in _spelled(self.shared)}
        theirs = owner[1] in self.ids if owner else found[2][1:-1].lower() not in shared
        return f'{found[1]}"{self.pseudonym}"' if theirs else found[0]

    def _of_another(self, found: re.Match[str]) -> bool:
        """Whether this is a name that stored JSON gives to another id."""
        start = found.start()
        owner = _OWNER.search(found.string, max(0, start - _LONGEST_ID), start)
        return owner is not None and owner[1] not in (*self.ids, self.pseudonym)

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """What every text that names the person has in it."""
        return (*self.ids, *_spelled(self.names))

    @cached_property
    def _ids(self) -> re.Pattern[str]:
        return _pattern(self.ids)

    @cached_property
    def _certain(self) -> re.Pattern[str]:
        return _pattern((*self.ids, *_spelled(filter(self._is_certain, self.names))))

    def _is_certain(self, name: str) -> bool:
        return " " in name and name not in self.shared

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
    return re.compile(rf'("(?:\w*_?by|name|approver|asker|who)":\s*)("(?:{listed})")')
