"""What was found of queries, kept: beside the very same catalog, and for nothing that differs."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import ReferenceType, ref

Of = TypeVar("Of")
V = TypeVar("V")


class KeptFindings(Generic[Of, V]):
    """At most so many findings, each of one object: what comes in its place begins anew.

    A key must hold all else that the finding depends on.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, Hashable], tuple[ReferenceType[Of], V]] = OrderedDict()
        self._lock = threading.Lock()

    def found(self, of: Of, key: Hashable, find: Callable[[], V]) -> V:
        """What was found under that key of that object, else what is found now."""
        with self._lock:
            kept = self._of(of, key)
        if kept is not None:
            return kept[1]
        found, place = find(), (id(of), key)
        with self._lock:
            self._kept[place] = ref(of), found
            self._kept.move_to_end(place)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found

    def has(self, of: Of, key: Hashable) -> bool:
        """Whether it would be found at once."""
        with self._lock:
            return self._of(of, key) is not None

    def _of(self, of: Of, key: Hashable) -> tuple[ReferenceType[Of], V] | None:
        place = id(of), key
        kept = self._kept.get(place)
        # Another object may have come to stand where one that is gone stood.
        if kept is None or kept[0]() is not of:
            return None
        self._kept.move_to_end(place)
        return kept
