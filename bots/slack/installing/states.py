"""The states of installations that have begun: each is good once, for a while, and then gone."""

import asyncio
import time
from pathlib import Path
from uuid import uuid4

from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from typing_extensions import override

_MOST = 1_000


class States(AsyncOAuthStateStore):
    """Files in a folder. Anybody can begin an installation, so there are never more than some."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder = folder
        self._seconds = seconds

    @override
    async def async_issue(self, *args: object, **kwargs: object) -> str:
        del args, kwargs
        return await asyncio.to_thread(self._issue)

    @override
    async def async_consume(self, state: str) -> bool:
        return await asyncio.to_thread(self._consume, state)

    def _issue(self) -> str:
        self._folder.mkdir(parents=True, exist_ok=True)
        begun = sorted((_age(path), path) for path in self._folder.iterdir())
        for place, (age, path) in enumerate(begun):
            if age > self._seconds or place >= _MOST - 1:
                path.unlink(missing_ok=True)
        state = str(uuid4())
        (self._folder / state).touch()
        return state

    def _consume(self, state: str) -> bool:
        path = self._folder / state
        if path.parent != self._folder or not path.is_file():
            return False
        age = _age(path)
        try:
            path.unlink()
        except FileNotFoundError:
            # Somebody else came with it at the same moment.
            return False
        return age <= self._seconds


def _age(path: Path) -> float:
    """How many seconds ago it was begun; a file that is gone is as old as can be."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")
