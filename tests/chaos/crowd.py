"""People who ask, click, race and review, while replicas are killed under them."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

from tests.chaos.chat_file import arrived
from tests.chaos.nursery import Line, Nursery, Replica, ReplicaDied
from tests.chaos.takeovers import Takeovers

# Longer than any takeover on a loaded machine: what is not there by then is lost.
PATIENCE = 45.0


@dataclass
class Chat:
    """What people see: the messages of the file, as they are now."""

    path: Path
    messages: dict[str, Line] = field(default_factory=dict)
    created: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    _read: int = 0

    def look(self) -> None:
        """Read on."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._read)
            fresh = file.read()
        whole = fresh[: fresh.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in arrived(whole):
            self.messages[line["ref"]] = line
            self.created[line["key"]] += line["new"]
        self.looks += bool(whole)

    async def seen(self, what: Callable[[Line], bool]) -> Line:
        """The first message that is so; within the patience of people, or it is lost."""
        looked = -1
        async with asyncio.timeout(PATIENCE):
            while True:
                self.look()
                if looked != self.looks:
                    looked = self.looks
                    found = next((m for m in self.messages.values() if what(m)), None)
                    if found is not None:
                        return found
                await asyncio.sleep(0.02)


class Company:
    """Replicas, and calls to whichever of them lives."""

    module = "tests.chaos.replica"

    def __init__(self, url: str, folder: Path, chance: random.Random) -> None:
        self._chance = chance
        self._number = 0
        self.chat = Chat(folder / "chat.jsonl")
        self._nursery = Nursery(url, self.chat.path, self.module)
        self.replicas: list[Replica] = []

    async def start(self) -> Replica:
        replica = await self._nursery.start()
        self.replicas.append(replica)
        await asyncio.wait_for(replica.ready.wait(), PATIENCE)
        return replica

    async def kill(self, replica: Replica) -> None:
        self.replicas.remove(replica)
        await self._nursery.kill(replica)

    async def leave(self) -> None:
        for replica in list(self.replicas):
            await self.kill(replica)
        self._nursery.close()

    async def _call(self, call: Line) -> str:
        """Call until somebody answers, as a surface that redelivers does."""
        async with asyncio.timeout(PATIENCE):
            while True:
                ready = [replica for replica in self.replicas if replica.ready.is_set()]
                if not ready:
                    await asyncio.sleep(0.02)
                    continue
                self._number += 1
                try:
                    return await self._chance.choice(ready).call(self._number, call)
                except ReplicaDied:
                    # Whoever listens to it has to have a turn to notice.
                    await asyncio.sleep(0.01)


class Crowd(Company):
    """Holds conversations with whichever replica lives."""

    def __init__(self, url: str, folder: Path, chance: random.Random) -> None:
        super().__init__(url, folder, chance)
        self.counted: Counter[str] = Counter()
        self.reminded = 0
        self.takeovers: Takeovers | None = None
        self.chosen: dict[str, str] = {}

    @override
    async def kill(self, replica: Replica) -> None:
        await super().kill(replica)
        if self.takeovers is not None:
            self.takeovers.died(replica.owner)

    @override
    async def leave(self) -> None:
        takeovers, self.takeovers = self.takeovers, None
        if takeovers is not None:
            await takeovers.end()
        await super().leave()

    async def converse(self, number: int) -> None:
        """One person's question, from asking to the reviewers' verdict."""
        thread = f"slack:T1:C1:{number}"
        ask = {"op": "ask", "event": f"e{number}", "thread": str(number), "text": f"q{number}"}
        await asyncio.gather(self._call(ask), self._call(ask))
        card = await self.chat.seen(lambda m: m["thread"] == thread and m["kind"] == "Asked")
        if self._chance.random() < 0.2:
            # Forgot about it: somebody has to be reminded.
            card = await self.chat.seen(lambda m: m["thread"] == thread and reminds(m))
            self.reminded += 1
        await self._race(card["notice"], [("Ana", "approve", "a"), ("Ana", "approve", "b")])
        answer = await self.chat.seen(lambda m: m["thread"] == thread and m["kind"] == "Answered")
        if self._chance.random() < 0.5:
            await self._review(str(answer["notice"]["run"]))

    async def _review(self, run: str) -> None:
        await self._call({"op": "review", "run": run})
        case = await self.chat.seen(
            lambda m: m["kind"] == "ReviewCase" and m["notice"]["checkpoint"].startswith(run)
        )
        await self._race(case["notice"], [("Rui", "approve", ""), ("Ute", "reject", "")])
        await self.chat.seen(
            lambda m: (
                m["kind"] == "Answered"
                and m["notice"]["run"] == run
                and m["notice"]["review"] in {"approved", "rejected"}
            )
        )

    async def _race(self, card: Line, clicks: list[tuple[str, str, str]]) -> None:
        """Everybody clicks at once; note what was counted."""

        async def click(who: str, action: str, choice: str) -> None:
            call = {"op": "decide", "checkpoint": card["checkpoint"], "nonce": card["nonce"]}
            choices = {"region": choice} if choice else {}
            said = await self._call(call | {"who": who, "action": action, "choices": choices})
            if said == "Counted":
                self.counted[card["checkpoint"]] += 1
                self.chosen[card["checkpoint"]] = choice or action

        await asyncio.gather(*(click(*each) for each in clicks))


def reminds(message: Line) -> bool:
    return message["kind"] == "Asked" and bool(message["notice"]["reminder"])
