"""How much a text speaks of a database in the database's own names."""

import re
from collections.abc import Iterable
from functools import lru_cache

from knowledge.catalog import Catalog
from knowledge.glossary import Glossary
from knowledge.matching.stem import stem

# Words of every question: `is_test` and `closed_on` make none of them a name.
_PLAIN = frozenset(("is", "has", "in", "on", "at", "of", "by", "to", "for", "from"))
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
# What rows are called outright outweighs a word out of another name or synonym.
_WHOLE_TABLE, _TABLE, _TERM, _COLUMN = 5, 3, 3, 1


class Names:
    """The names of one catalog and its glossary, each with how telling it is."""

    def __init__(self, catalog: Catalog, glossary: Glossary) -> None:
        self._weights: dict[str, int] = {}
        for table in catalog.tables:
            self._learn([column.name for column in table.columns], _COLUMN)
        self._learn((table.name for table in catalog.tables), _TABLE)
        for metric in glossary.metrics:
            self._learn((metric.name, *metric.synonyms), _TERM)
        for term in glossary.terms:
            self._learn((term.name, *term.synonyms), _TERM)
        for definition in glossary.definitions:
            self._learn(definition.names, _TERM)
        for note in glossary.tables:
            self._learn(note.synonyms, _TERM)
        alone = (table.name for table in catalog.tables if len(_words(table.name)) == 1)
        self._learn(alone, _WHOLE_TABLE)

    def weight(self, text: str) -> int:
        """The sum over the different words of the text that are names here."""
        return sum(self._weights.get(word, 0) for word in set(_words(text)))

    def said(self, text: str) -> frozenset[str]:
        """The words of the text that are names here."""
        return frozenset(word for word in _words(text) if word in self._weights)

    def _learn(self, names: Iterable[str], weight: int) -> None:
        for name in names:
            for word in set(_words(name)) - _PLAIN:
                self._weights[word] = max(weight, self._weights.get(word, 0))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(stem(part.lower()) for part in _PART.findall(text))
