"""What questions were matched with, as long as nothing of the store changed."""

from collections import OrderedDict
from collections.abc import Hashable

from knowledge.matching.matcher import Match
from knowledge.matching.store import QuestionStore


class KeptMatches:
    """The matches of the questions that were asked last, at most so many, of one store."""

    def __init__(self, store: QuestionStore, most: int = 1_000) -> None:
        self._store = store
        self._most = most
        self._revision = store.revision
        self._kept: OrderedDict[Hashable, tuple[Match, ...]] = OrderedDict()

    def get(self, asked: Hashable) -> tuple[Match, ...] | None:
        """The matches of what was asked in just that way, if it would be the same now."""
        self._follow()
        found = self._kept.get(asked)
        if found is not None:
            self._kept.move_to_end(asked)
        return found

    def keep(self, asked: Hashable, found: tuple[Match, ...], revision: int) -> None:
        """Keep matches that were begun at a revision of the store, if it still has that."""
        self._follow()
        if revision != self._revision:
            return
        self._kept[asked] = found
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def _follow(self) -> None:
        if self._store.revision != self._revision:
            self._kept.clear()
            self._revision = self._store.revision
