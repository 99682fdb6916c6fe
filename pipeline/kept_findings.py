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
        place = id(of), key
        with self._lock:
            kept = self._kept.get(place)
            # Another object may have come to stand where one that is gone stood.
            if kept is not None and kept[0]() is of:
                self._kept.move_to_end(place)
                return kept[1]
        found = find()
        with self._lock:
            self._kept[place] = ref(of), found
            self._kept.move_to_end(place)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found
