"""People who ask for changes and approve them, while replicas die at planned points."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path

from typing_extensions import override

from tests.chaos.crowd import Company
from tests.chaos.nursery import Line, Replica
from tests.chaos.write_target import Target

_MORE_PATIENCE = 3
_ENDS = frozenset({"Written", "Refused"})


class WriteCrowd(Company):
    """Wishes changes, one row each, and says what it found where nobody knows."""

    module = "tests.chaos.write_replica"

    def __init__(self, url: str, folder: Path, chance: random.Random, target: Target) -> None:
        (folder / "target").write_text(target.url)
        (folder / "doom").mkdir()
        super().__init__(url, folder, chance)
        self._doom = folder / "doom"
        self._target = target
        self.approved: dict[int, int] = {}
        self.unknown: list[int] = []
        self._keeper: asyncio.Task[None] | None = None

    @property
    def deaths(self) -> int:
        return len(list(self._doom.glob("*.met")))

    def plan(self, row: int, point: str) -> None:
        (self._doom / f"{row}-{point}").touch()

    @override
    async def leave(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
        await super().leave()

    @override
    async def start(self) -> Replica:
        """Start one; it may die of what it takes up before it can say that it is there."""
        replica = await self._nursery.start()
        self.replicas.append(replica)
        return replica

    def health(self) -> str:
        """How many replicas live, and whether they are still replaced."""
        living = [each for each in self.replicas if not each.listening.done()]
        keeper = "" if self._keeper is None or not self._keeper.done() else repr(self._keeper)
        return f"{len(living)} of {len(self.replicas)} replicas live {keeper}"

    def keep(self) -> None:
        """From now on whoever dies is replaced."""
        self._keeper = asyncio.create_task(self._replaced())

    async def _replaced(self) -> None:
        while True:
            for replica in [each for each in self.replicas if each.listening.done()]:
                await self.kill(replica)
                await self.start()
            await asyncio.sleep(0.02)

    async def wish(self, row: int, *, yes: bool) -> str:
        """One change from the wish to its end; how it ended."""
        thread = f"slack:T1:C1:{row}"
        words = f"run this: UPDATE counters SET n = n + 1 WHERE id = {row}"
        ask = {"op": "ask", "event": f"e{row}", "thread": str(row), "text": words}
        await asyncio.gather(self._call(ask), self._call(ask))
        handled: set[str] = set()
        while True:
            news = await self._seen(lambda m: _is_new(m, thread, row, handled))
            if news["kind"] in _ENDS:
                return str(news["kind"])
            handled.add(news["notice"]["checkpoint"])
            await self._decide(news["notice"], row, yes=yes)

    async def _seen(self, what: Callable[[Line], bool]) -> Line:
        """As `seen`, for people who wait while one replica after the other dies."""
        for _ in range(_MORE_PATIENCE):
            with contextlib.suppress(TimeoutError):
                return await self.chat.seen(what)
        return await self.chat.seen(what)

    async def _decide(self, card: Line, row: int, *, yes: bool) -> None:
        if card["ask"]["kind"] == "write_outcome":
            self.unknown.append(row)
            found = "written" if self._target.value(row) else "not-written"
            await self._press(card, row, "approve", {"write-outcome": found})
        elif yes:
            await self._press(card, row, "approve", {})
        else:
            await self._press(card, row, "reject", {})

    async def _press(self, card: Line, row: int, action: str, choices: dict[str, str]) -> None:
        """Two people press at once."""
        call = {"op": "decide", "checkpoint": card["checkpoint"], "nonce": card["nonce"]}
        call |= {"action": action, "choices": choices, "row": str(row)}
        said = await asyncio.gather(
            *(self._call(call | {"who": who}) for who in ("Rui", "Ute", "Ana"))
        )
        if card["ask"]["kind"] == "write_approval" and action == "approve":
            counted = said.count("Counted")
            self.approved[row] = self.approved.get(row, 0) + max(1, counted)


def _is_new(message: Line, thread: str, row: int, handled: set[str]) -> bool:
    if message["kind"] in _ENDS and message["thread"] == thread:
        return True
    if message["kind"] != "Asked" or message["notice"]["checkpoint"] in handled:
        return False
    return str(message["notice"]["ask"]["sql"]).endswith(f" id = {row}")
