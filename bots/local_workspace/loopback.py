"""An ASGI application on a port of this machine, inside a process that goes on without it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override


class QuietServer(uvicorn.Server):
    """uvicorn without its signal handlers: the process has its own."""

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def on_loopback(app: ASGIApp, *, patience: int | None = None) -> AsyncIterator[str]:
    """The URL of the application on a free port; at its end requests have `patience` seconds."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, log_level="warning", lifespan="off", ws="none", timeout_graceful_shutdown=patience
    )
    server = QuietServer(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving
