"""Starts replicas, talks with them, and kills them."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeAlias

Line: TypeAlias = dict[str, Any]
REPOSITORY = Path(__file__).parents[2]
_LONGEST = 1 << 20
_ZYGOTE = (sys.executable, "-m", "tests.chaos.zygote")


class ReplicaDied(Exception):
    """The call may or may not have been kept."""


class Replica:
    """A child process, and the calls that it has not answered yet."""

    def __init__(
        self, process: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.process = process
        self._reader = reader
        self._writer = writer
        self._calls: dict[int, asyncio.Future[str]] = {}
        self.owner = ""
        self.ready = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    async def call(self, number: int, call: Line) -> str:
        answer = asyncio.get_running_loop().create_future()
        self._calls[number] = answer
        if self._writer.is_closing():
            raise ReplicaDied
        self._writer.write((json.dumps(call | {"n": number}) + "\n").encode())
        return str(await answer)

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self._hear(json.loads(line))
        except (ConnectionError, json.JSONDecodeError):
            # Killed in the middle of a word, its own or ours.
            pass
        self.ready.clear()
        for answer in self._calls.values():
            if not answer.done():
                answer.set_exception(ReplicaDied("killed"))
                # Whoever called may have gone already: then nobody else needs to know.
                answer.exception()
        self._calls.clear()
        self._writer.close()

    def _hear(self, said: Line) -> None:
        if "ready" in said:
            self.owner = said["ready"]
            self.ready.set()
            return
        answer = self._calls.pop(said["n"])
        if answer.done():
            return
        if "said" in said:
            answer.set_result(said["said"])
        else:
            answer.set_exception(ReplicaDied(said["trouble"]))


class Nursery:
    """One process with everything imported, that forks replicas of the module's kind.

    `code` is the folder that it is imported from, such as an older version's.
    """

    def __init__(
        self, url: str, chat: Path, module: str = "tests.chaos.replica", code: Path = REPOSITORY
    ) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._said = (chat.parent / "zygote.log").open("ab")
        self._zygote = subprocess.Popen(  # noqa: S603 - our own module
            [*_ZYGOTE, str(theirs.fileno()), url, str(chat), module],
            cwd=code,
            env={**os.environ, "PYTHONPATH": str(code)},  # noqa: TID251 - a child needs it
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
        )
        theirs.close()
        self._control.setblocking(False)
        self._one = asyncio.Lock()

    async def start(self) -> Replica:
        ours, theirs = socket.socketpair()
        async with self._one:
            socket.send_fds(self._control, [b"start"], [theirs.fileno()])
            theirs.close()
            process = int(await self._answer())
        reader, writer = await asyncio.open_connection(sock=ours, limit=_LONGEST)
        return Replica(process, reader, writer)

    async def kill(self, replica: Replica) -> None:
        async with self._one:
            self._control.send(str(replica.process).encode())
            await self._answer()
        await replica.listening

    def close(self) -> None:
        self._control.close()
        self._zygote.wait()
        self._said.close()

    async def _answer(self) -> bytes:
        return await asyncio.get_running_loop().sock_recv(self._control, 64)
