"""A process that has imported everything and forks a replica whenever it is told to.

Starting a replica thus costs a fork, and a run of hundreds of kills minutes instead of an hour.
"""

import asyncio
import contextlib
import gc
import importlib
import os
import random
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from tests.chaos.replica import quiet

Serve: TypeAlias = Callable[[str, Path, socket.socket], Awaitable[None]]

# Nothing that holds on to a process - a thread, a loop, a connection - is made before a fork.
_LONGEST = 4096


def main(control: socket.socket, url: str, chat: Path, serve: Serve) -> None:
    """`start` with a socket forks a replica that serves on it; `kill PID` ends one and waits."""
    gc.freeze()
    while True:
        said, sockets, _, _ = socket.recv_fds(control, _LONGEST, 1)
        if not said:
            return
        if sockets:
            child = _forked(control, lambda line: serve(url, chat, line), sockets[0])
            control.send(str(child).encode())
        else:
            _killed(int(said))
            control.send(b"dead")


def _forked(
    control: socket.socket, serve: Callable[[socket.socket], Awaitable[None]], line: int
) -> int:
    child = os.fork()
    if child:
        os.close(line)
        return child
    control.close()
    random.seed()
    asyncio.run(_serving(serve, line))
    os._exit(0)


async def _serving(serve: Callable[[socket.socket], Awaitable[None]], line: int) -> None:
    await serve(socket.socket(fileno=line))


def _killed(child: int) -> None:
    # Waited for, so that the kernel has let go of its files before the next one opens them. One
    # that died by itself may have been waited for already.
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    quiet()
    replica = importlib.import_module(sys.argv[4])
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], Path(sys.argv[3]), replica.serve)
