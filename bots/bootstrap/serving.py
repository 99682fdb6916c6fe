"""Serves an ASGI application until the process is told to stop."""

import gc

import uvicorn
from starlette.applications import Starlette


async def serve_until_stopped(app: Starlette, host: str, port: int) -> None:
    """Listen; returns after SIGINT or SIGTERM, when open requests are answered."""
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", lifespan="off", ws="none"
    )
    # What is loaded by now stays; looking through it again and again would stop everything for
    # tens of milliseconds each time.
    gc.collect()
    gc.freeze()
    await uvicorn.Server(config).serve()
