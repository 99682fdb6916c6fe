"""A rolling upgrade of two replicas on PostgreSQL, while people press on what was paused before.

The older replicas run the code of an older version, from the repository's history. Replicas are
killed, never asked to stop. Each press comes twice at once.
"""

import asyncio
import io
import os
import random
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString, TypeAlias

import psycopg

from review.adapters.open_ledger import open_ledger
from review.ledger.audit import breaks
from tests.chaos.crowd import PATIENCE, Chat
from tests.chaos.nursery import REPOSITORY, Line, Nursery, Replica, ReplicaDied

# Version 0.1 is what came before this file.
SINCE_0_1 = "review/adapters/migrations/versions/0008_runs_cut_off.py"
_AT_ONCE = 12
_ENDS = ("done", "failed", "cancelled")
_OPEN = """
import asyncio, sys
from review.adapters.open_ledger import open_ledger
asyncio.run(open_ledger(sys.argv[1]))
"""

Rows: TypeAlias = list[tuple[Any, ...]]


def code_before(path: str) -> str:
    """The git revision before the one that added this file. Raises LookupError."""
    try:
        added = _git("log", "--diff-filter=A", "--format=%H", "--", path).decode().split()
        return _git("rev-parse", f"{added[-1]}~1").decode().strip()
    except (subprocess.CalledProcessError, FileNotFoundError, IndexError) as error:
        raise LookupError(path) from error


def unpack(revision: str, to: Path) -> Path:
    """The repository's files of a revision."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", revision))) as packed:
        packed.extractall(to, filter="data")
    return to


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=REPOSITORY, check=True, capture_output=True)  # noqa: S603, S607
    return done.stdout


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgraded:
    """What became of every question; `refused` is what the older version says afterwards."""

    paused: int
    asked: int
    ends: dict[str, int]
    answered: int
    counted_twice: int
    told_twice: int
    given_up: int
    audit_whole: bool
    refused: str

    @property
    def lost(self) -> int:
        return self.asked - min(self.ends.get("done", 0), self.answered)

    @property
    def twice(self) -> int:
        return self.counted_twice + self.told_twice


@dataclass
class Fleet:
    """The replicas of both versions, and people who press."""

    url: str
    chat: Chat
    older: Nursery
    newer: Nursery
    replicas: dict[Replica, Nursery] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    _numbers: int = 0
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def start(self, nursery: Nursery) -> Replica:
        replica = await nursery.start()
        await asyncio.wait_for(replica.ready.wait(), PATIENCE * 2)
        self.replicas[replica] = nursery
        return replica

    async def kill(self, replica: Replica) -> None:
        await self.replicas.pop(replica).kill(replica)

    async def leave(self) -> None:
        for replica in list(self.replicas):
            await self.kill(replica)
        self.older.close()
        self.newer.close()

    async def ask(self, number: int) -> None:
        async with self._places:
            event = {"event": f"e{number}", "thread": str(number), "text": f"q{number}"}
            await self._call({"op": "ask"} | event)

    async def press(self, card: tuple[str, str]) -> None:
        """Two presses at once, as of somebody who is impatient; note which counted."""
        async with self._places:
            checkpoint, nonce = card
            call = {"op": "decide", "checkpoint": checkpoint, "nonce": nonce, "who": "Ana"}
            presses = (
                self._call(call | {"action": "approve", "choices": {"region": choice}})
                for choice in "ab"
            )
            said = await asyncio.gather(*presses)
            self.counted[checkpoint] += said.count("Counted")

    async def paused(self, wanted: int) -> list[tuple[str, str]]:
        """The open cards, once there are so many."""
        query = "SELECT id, nonce FROM checkpoints WHERE status = 'open' ORDER BY opened_at"
        return await self.rows(query, lambda rows: len(rows) >= wanted)

    async def ends(self, wanted: int) -> dict[str, int]:
        """How runs ended, once so many have."""
        query = "SELECT status, count(*) FROM runs GROUP BY status"
        rows = await self.rows(query, lambda rows: _ended(rows) >= wanted)
        return dict(rows)

    async def rows(self, query: LiteralString, enough: Callable[[Rows], bool]) -> Rows:
        """What the query gives, once it is enough or nothing changes any more."""
        before, rows, still = Rows(), Rows(), 0.0
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
            while still < PATIENCE * 2:
                rows = await (await connection.execute(query)).fetchall()
                if enough(rows):
                    return rows
                before, still = (rows, 0) if rows != before else (before, still + 0.2)
                await asyncio.sleep(0.2)
        return rows

    async def _call(self, call: Line) -> str:
        """Call until somebody answers, as a chat that delivers again does."""
        while True:
            ready = [each for each in self.replicas if each.ready.is_set()]
            if not ready:
                await asyncio.sleep(0.02)
                continue
            self._numbers += 1
            try:
                return await random.choice(ready).call(self._numbers, call)  # noqa: S311
            except ReplicaDied:
                await asyncio.sleep(0.01)


def _ended(rows: Rows) -> int:
    return sum(count for status, count in rows if status in _ENDS)


async def upgraded(url: str, folder: Path, old: Path, count: int) -> Upgraded:
    """Pause `count` runs under the older version, upgrade both replicas, and press everything."""
    chat = Chat(folder / "chat.jsonl")
    fleet = Fleet(url, chat, Nursery(url, chat.path, code=old), Nursery(url, chat.path))
    try:
        first, second = await fleet.start(fleet.older), await fleet.start(fleet.older)
        await asyncio.gather(*(fleet.ask(number) for number in range(count)))
        cards = await fleet.paused(count)
        third, rest = count // 3, count + count // 10
        # The newer version migrates while the older one serves people.
        await fleet.kill(first)
        early = asyncio.gather(*(fleet.press(card) for card in cards[:third]))
        await fleet.start(fleet.newer)
        await early
        mixed = asyncio.gather(*(fleet.press(card) for card in cards[third : 2 * third]))
        await asyncio.gather(*(fleet.ask(number) for number in range(count, rest)))
        await mixed
        late = asyncio.gather(*(fleet.press(card) for card in cards[2 * third :]))
        await fleet.kill(second)
        await fleet.start(fleet.newer)
        await late
        await asyncio.gather(*(fleet.press(card) for card in await fleet.paused(rest - count)))
        ends = await fleet.ends(rest)
        owed = "SELECT count(*) FROM outbox WHERE status IN ('owed', 'sending')"
        await fleet.rows(owed, lambda rows: rows[0][0] == 0)
    finally:
        await fleet.leave()
    return await _looked_back(fleet, old, len(cards), rest, ends)


async def _looked_back(
    fleet: Fleet, old: Path, paused: int, asked: int, ends: dict[str, int]
) -> Upgraded:
    fleet.chat.look()
    answered = {m["thread"] for m in fleet.chat.messages.values() if m["kind"] == "Answered"}
    dead = await fleet.rows("SELECT key FROM outbox WHERE status = 'dead'", lambda _: True)
    ledger = await open_ledger(fleet.url, serving=False)
    async with ledger.read() as pages:
        _, broken = await breaks(pages.audit.entries())
    await ledger.close()
    return Upgraded(
        paused=paused,
        asked=asked,
        ends=ends,
        answered=len(answered),
        counted_twice=sum(times != 1 for times in fleet.counted.values()),
        told_twice=sum(times > 1 for times in fleet.chat.created.values()),
        given_up=len(dead),
        audit_whole=not broken,
        refused=await asyncio.to_thread(_started_again, fleet.url, old),
    )


def _started_again(url: str, code: Path) -> str:
    """What an older version says of a ledger that a newer one brought up; empty where it opens."""
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", _OPEN, url],
        cwd=code,
        env={**os.environ, "PYTHONPATH": str(code)},  # noqa: TID251 - a child needs it
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""
