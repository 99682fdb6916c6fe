"""Payloads that are nearly right: one that a surface sends, with something else at some places.

What comes of each is watched: how it is answered, what is logged, and what is kept.
"""

import asyncio
import copy
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from hypothesis import strategies as st
from typing_extensions import override

Json: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

_TEXTS = st.one_of(
    st.sampled_from(["", " ", "true", "\x00", "\ud800", "\u202e", "{", "[", "a\nb", "T0OTHER"]),
    st.text(st.characters(codec=None), max_size=8),
)
_PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**20),
    st.floats(allow_nan=True),
    _TEXTS,
)
_ANY = st.recursive(
    _PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["id", "value", "type", "0", "text", "team"]), inner),
    ),
    max_leaves=6,
)
_DEEP = st.sampled_from([50, 150, 400]).map(lambda depth: json.loads("[" * depth + "]" * depth))


def shaken(payloads: dict[str, Json]) -> st.SearchStrategy[Json]:
    """One of them, with up to three places changed or taken out."""

    @st.composite
    def one(draw: st.DrawFn) -> Json:
        payload = copy.deepcopy(payloads[draw(st.sampled_from(sorted(payloads)))])
        for _ in range(draw(st.integers(1, 3))):
            paths = list(_paths(payload))
            if not paths:
                break
            _put(payload, draw(st.sampled_from(paths)), draw(st.one_of(_ANY, _ANY, _DEEP)))
            if draw(st.booleans()):
                _drop(payload, draw(st.sampled_from(list(_paths(payload)))))
        return payload

    return one()


def _paths(value: Any, above: Path = ()) -> Iterator[Path]:
    """Where something stands in it; not below what somebody nested a hundred levels deep."""
    if len(above) > 12:
        return
    places = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in places:
        yield (*above, name)
        if isinstance(inner, dict | list):
            yield from _paths(inner, (*above, name))


def _put(payload: Any, path: Path, value: Any) -> None:
    for name in path[:-1]:
        payload = payload[name]
    payload[path[-1]] = value


def _drop(payload: Any, path: Path) -> None:
    for name in path[:-1]:
        payload = payload[name]
    del payload[path[-1]]


class Watch(logging.Handler):
    """What is logged meanwhile."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def watched() -> Iterator[Watch]:
    """All that is logged."""
    watch, root = Watch(), logging.getLogger()
    root.addHandler(watch)
    try:
        yield watch
    finally:
        root.removeHandler(watch)


async def check_refused_or_taken(
    post: Callable[[], Awaitable[int]], kept: Callable[[], str], watch: Watch
) -> None:
    """No fault of ours, no traceback; and of what is refused, one line and nothing kept."""
    watch.records.clear()
    before, others = kept(), asyncio.all_tasks()
    status = await post()
    # What goes on behind the acknowledgement.
    while late := asyncio.all_tasks() - others:
        await asyncio.wait(late)
    ours = [each for each in watch.records if each.name.startswith(("bots", "slack_bolt"))]
    assert status < 500, [each.getMessage() for each in ours]
    assert [each.getMessage() for each in watch.records if each.exc_info] == []
    if status >= 400:
        assert kept() == before
        assert len(ours) == 1
        assert "\n" not in ours[0].getMessage()
