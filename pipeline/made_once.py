"""What is made once of what is known, and kept as long as that is."""

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pipeline.rules.schema.known import Known

T = TypeVar("T")
_KEPT: WeakKeyDictionary[Known, dict[object, Any]] = WeakKeyDictionary()


def made_once(about: Known, key: object, make: Callable[[], T]) -> T:
    """What `make` made for this key; two threads at once may both make it, and it is the same."""
    found = _KEPT.setdefault(about, {})
    if key not in found:
        found[key] = make()
    kept: T = found[key]
    return kept
