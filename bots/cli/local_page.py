"""Runs the local workspace until it is stopped, and says why it cannot start."""

import asyncio
import errno
import signal
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from bots.bootstrap.local_chat import LocalChat

HOST: Final = "127.0.0.1"
PORT: Final = 8765


async def run_page(
    chat: AbstractAsyncContextManager["LocalChat"], questions: Sequence[str]
) -> None:
    """Print the two pages and what may be asked; return once somebody stops it."""
    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    async with chat as running:
        typer.echo("")
        typer.echo("Open these two pages, side by side:")
        typer.echo(f"  {running.slack.page_url('ana')}   Ana asks questions")
        typer.echo(f"  {running.slack.page_url('rui')}   Rui reviews answers")
        typer.echo("")
        typer.echo("Ask, for example:")
        for question in questions:
            typer.echo(f"  {question}")
        typer.echo("")
        typer.echo("Stop with Ctrl+C; what was asked and decided is kept for the next start.")
        await stopped.wait()
        typer.echo("==> Stopping")


def page_problem(error: OSError, port: int, elsewhere: str) -> str:
    """Why the page cannot be served; `elsewhere` says how to start it on any free port."""
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"something else on this machine uses port {port} already, perhaps a page that "
                f"still runs.\nStop that, or {elsewhere}"
            )
        case errno.EACCES | errno.EPERM if not error.filename:
            return f"port {port} is not allowed here. Instead, {elsewhere}"
        case _:
            where = f" ({error.filename})" if error.filename else ""
            return f"{error.strerror or error}{where}."
