"""What was looked up for one question, kept while it is read in one way after another."""

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from typing import TypeVar

from typing_extensions import override

from knowledge.values import ValueHit, ValueIndex
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate, Lexicon
from pipeline.rules.text.words import Word

_Key = TypeVar("_Key", bound=Hashable)
_Found = TypeVar("_Found")


class _Values:
    """A value index that looks up every text once."""

    def __init__(self, values: ValueIndex) -> None:
        self._values = values
        self._hits: dict[tuple[str, int], Sequence[ValueHit]] = {}
        self._spans: dict[str, Sequence[tuple[int, int, ValueHit]]] = {}

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        return _kept(self._hits, (text, limit), lambda: self._values.find(text, limit=limit))

    def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
        return self._values.near(text, table, column, limit=limit)

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        return _kept(self._spans, question, lambda: self._values.spans(question))


class _Names(Lexicon):
    """A lexicon that looks up every run of words once."""

    def __init__(self, names: Lexicon) -> None:
        super().__init__(words=names.words)
        self._all = names
        self._runs: dict[tuple[Word, ...], list[Candidate]] = {}

    @override
    def find(self, words: Sequence[Word]) -> list[Candidate]:
        found = _kept(self._runs, tuple(words), lambda: self._all.find(words))
        return list(found)


def _kept(kept: dict[_Key, _Found], key: _Key, look: Callable[[], _Found]) -> _Found:
    if key not in kept:
        kept[key] = look()
    return kept[key]


def remembering(about: Known) -> Known:
    """The same knowledge, for one question and one thread: nothing is looked up twice."""
    _ = about.roles, about.states  # found once for all questions
    other = copy(about)
    other.values = _Values(about.values)
    other.__dict__["lexicon"] = _Names(about.lexicon)
    return other
