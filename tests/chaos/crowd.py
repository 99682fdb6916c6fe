"""People who ask, click, race and review, while replicas are killed under them."""

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

Line: TypeAlias = dict[str, Any]
REPOSITORY = Path(__file__).parents[2]
# Longer than any takeover on a loaded machine: what is not there by then is lost.
PATIENCE = 45.0


class ReplicaDied(Exception):
    """The call may or may not have been kept."""


class Replica:
    """A child process, and the calls that it has not answered yet."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._calls: dict[int, asyncio.Future[str]] = {}
        self.ready = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    async def call(self, number: int, call: Line) -> str:
        assert self.process.stdin is not None
        answer = asyncio.get_running_loop().create_future()
        self._calls[number] = answer
        try:
            self.process.stdin.write((json.dumps(call | {"n": number}) + "\n").encode())
        except (BrokenPipeError, ConnectionResetError) as error:
            raise ReplicaDied from error
        return str(await answer)

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            said = json.loads(line)
            if "ready" in said:
                self.ready.set()
                continue
            answer = self._calls.pop(said["n"])
            if answer.done():
                continue
            if "said" in said:
                answer.set_result(said["said"])
            else:
                answer.set_exception(ReplicaDied(said["trouble"]))
        self.ready.clear()
        for answer in self._calls.values():
            if not answer.done():
                answer.set_exception(ReplicaDied("killed"))
        self._calls.clear()


@dataclass
class Chat:
    """What people see: the messages of the file, as they are now."""

    path: Path
    messages: dict[str, Line] = field(default_factory=dict)
    created: Counter[str] = field(default_factory=Counter)
    _read: int = 0

    def look(self) -> None:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._read)
            fresh = file.read()
        whole = fresh[: fresh.rfind(b"\n") + 1]
        self._read += len(whole)
        for text in whole.splitlines():
            line = json.loads(text)
            self.messages[line["ref"]] = line
            self.created[line["key"]] += line["new"]

    async def seen(self, what: Callable[[Line], bool]) -> Line:
        """The first message that is so; within the patience of people, or it is lost."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.look()
                for message in self.messages.values():
                    if what(message):
                        return message
                await asyncio.sleep(0.02)


class Crowd:
    """Holds conversations with whichever replica lives."""

    def __init__(self, url: str, folder: Path, chance: random.Random) -> None:
        self._url = url
        self._chance = chance
        self._number = 0
        self.chat = Chat(folder / "chat.jsonl")
        self.replicas: list[Replica] = []
        self.counted: Counter[str] = Counter()
        self.chosen: dict[str, str] = {}

    async def start(self) -> Replica:
        replica = Replica(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.chaos.replica",
                self._url,
                str(self.chat.path),
                cwd=REPOSITORY,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=1 << 20,
            )
        )
        self.replicas.append(replica)
        await asyncio.wait_for(replica.ready.wait(), PATIENCE)
        return replica

    async def kill(self, replica: Replica) -> None:
        self.replicas.remove(replica)
        replica.process.kill()
        await replica.process.wait()
        await replica.listening

    async def converse(self, number: int) -> None:
        """One person's question, from asking to the reviewers' verdict."""
        thread = f"slack:T1:C1:{number}"
        ask = {"op": "ask", "event": f"e{number}", "thread": str(number), "text": f"q{number}"}
        await asyncio.gather(self._call(ask), self._call(ask))
        card = await self.chat.seen(lambda m: m["thread"] == thread and m["kind"] == "Asked")
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
                    continue
