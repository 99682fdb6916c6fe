"""Counts work without a clock: the calls made, of which about 13,000 take a millisecond."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """The number of calls made so far in this thread, as the only item."""
    calls = [0]

    def count(*_event: object) -> None:
        calls[0] += 1

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)
