"""Serves an ASGI application until the process is told to stop."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.applications import Starlette

from bots.local_workspace.loopback import QuietServer

_SWITCH_SECONDS = 0.001
# Often, so that each collection is short: it holds up everything.
_OBJECTS_BETWEEN_COLLECTIONS = 700


async def serve_until_stopped(app: Starlette, host: str, port: int) -> None:
    """Listen; returns after SIGINT or SIGTERM, when open requests are answered."""
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", lifespan="off", ws="none"
    )
    # What is loaded by now stays; looking through it again and again would stop everything for
    # tens of milliseconds each time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    # How long a thread that computes keeps the event loop waiting, each time it wants a turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    with _outlived(signal.SIGTERM):
        await uvicorn.Server(config).serve()


@asynccontextmanager
async def served_beside(app: Starlette, host: str, port: int) -> AsyncIterator[int]:
    """Serve another application of this process on a port of its own, which is given back.

    Raises OSError where the port is not to be had.
    """
    listener = socket.create_server((host, port), family=_family(host))
    config = uvicorn.Config(app, log_level="warning", lifespan="off", ws="none")
    server = QuietServer(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


@contextmanager
def _outlived(told: signal.Signals) -> Iterator[None]:
    """Do not die of this signal."""
    # The server raises it once more at its end, when our leases are not yet given back.
    before = signal.signal(told, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(told, before)
