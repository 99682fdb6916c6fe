"""What changed, told to everybody who watches: the pages, the state file and waiting tests."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bots.local_workspace.people import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that happened; `audience` None means that all people may see it."""

    kind: str
    body: Json = field(default_factory=dict)
    audience: frozenset[str] | None = None

    def seen_by(self, person: str) -> bool:
        return self.audience is None or person in self.audience


NOBODY: frozenset[str] = frozenset()


class Feed:
    """Hands each change to every watcher, in order."""

    def __init__(self) -> None:
        self._watchers: set[asyncio.Queue[Change | None]] = set()
        self._hooks: list[Callable[[], None]] = []

    def on_change(self, hook: Callable[[], None]) -> None:
        self._hooks.append(hook)

    def publish(self, change: Change) -> None:
        for watcher in self._watchers:
            watcher.put_nowait(change)
        for hook in self._hooks:
            hook()

    def close(self) -> None:
        for watcher in self._watchers:
            watcher.put_nowait(None)

    @contextmanager
    def watch(self) -> Iterator["asyncio.Queue[Change | None]"]:
        """Changes from now on; None means that the workspace stops."""
        watcher: asyncio.Queue[Change | None] = asyncio.Queue()
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)
