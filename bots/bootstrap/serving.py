"""Serves an ASGI application until the process is told to stop."""

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

_SWITCH_SECONDS = 0.001


async def serve_until_stopped(app: Starlette, host: str, port: int) -> None:
    """Listen; returns after SIGINT or SIGTERM, when open requests are answered."""
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", lifespan="off", ws="none"
    )
    # What is loaded by now stays; looking through it again and again would stop everything for
    # tens of milliseconds each time.
    gc.collect()
    gc.freeze()
    # How long a thread that computes keeps the event loop waiting, each time it wants a turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    with _outlived(signal.SIGTERM):
        await uvicorn.Server(config).serve()


@contextmanager
def _outlived(told: signal.Signals) -> Iterator[None]:
    """Do not die of this signal."""
    # The server raises it once more at its end, when our leases are not yet given back.
    before = signal.signal(told, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(told, before)
