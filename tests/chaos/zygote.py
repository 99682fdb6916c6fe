"""A process that has imported everything and forks a replica whenever it is told to.

Starting a replica thus costs a fork, and a run of hundreds of kills minutes instead of an hour.
"""

import asyncio
import gc
import os
import random
import signal
import socket
import sys
from pathlib import Path

from tests.chaos.replica import quiet, serve

# Nothing that holds on to a process - a thread, a loop, a connection - is made before a fork.
_LONGEST = 4096


def main(control: socket.socket, url: str, chat: Path) -> None:
    """`start` with a socket forks a replica that serves on it; `kill PID` ends one and waits."""
    gc.freeze()
    while True:
        said, sockets, _, _ = socket.recv_fds(control, _LONGEST, 1)
        if not said:
            return
        if sockets:
            control.send(str(_forked(control, sockets[0], url, chat)).encode())
        else:
            _killed(int(said))
            control.send(b"dead")


def _forked(control: socket.socket, line: int, url: str, chat: Path) -> int:
    child = os.fork()
    if child:
        os.close(line)
        return child
    control.close()
    random.seed()
    asyncio.run(serve(url, chat, socket.socket(fileno=line)))
    os._exit(0)


def _killed(child: int) -> None:
    # Waited for, so that the kernel has let go of its files before the next one opens them.
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


if __name__ == "__main__":
    quiet()
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], Path(sys.argv[3]))
