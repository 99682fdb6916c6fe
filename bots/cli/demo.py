"""`countersign demo`: try everything in a browser, with no key and no account."""

import asyncio
import errno
import signal
import socket
from pathlib import Path
from typing import Annotated

import typer

from bots.cli.settings_option import UNUSABLE
from bots.settings.features import is_installed

HOST = "127.0.0.1"
PORT = 8765
STATE = Path(".countersign/demo")
# `make demo` and the command are both ways to start it: each is told in its own words.
_ELSEWHERE = (
    "start this one on any free port:\n"
    "  make demo PORT=0\n"
    "or, without make:\n"
    "  countersign demo --port 0"
)


def demo(
    port: Annotated[
        int, typer.Option(help="Where the page is served; 0 for a free port", min=0, max=65535)
    ] = PORT,
    state: Annotated[Path, typer.Option(help="Keeps messages and decisions")] = STATE,
) -> None:
    """Start a simulated Slack with two databases, and print the pages to open."""
    if not is_installed("duckdb"):
        typer.echo("The demo needs DuckDB and charts: install Countersign with [all].", err=True)
        raise typer.Exit(UNUSABLE)
    from bots.bootstrap.demo import lay_out, make_data
    from bots.bootstrap.environment import now
    from bots.bootstrap.logging import log_to_file

    try:
        # Before the data, which takes a while to make.
        socket.create_server((HOST, port)).close()
        lay_out(state)
        log_to_file(state / "countersign.log")
        make_data(now().date(), typer.echo, state / "data")
        typer.echo("==> Starting")
        asyncio.run(_run(port, state.absolute()))
    except OSError as error:
        typer.echo(f"The demo could not start: {_why(error, port)}", err=True)
        raise typer.Exit(1) from error


def _why(error: OSError, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"something else on this machine uses port {port} already, perhaps a demo that "
                f"still runs.\nStop that, or {_ELSEWHERE}"
            )
        case errno.EACCES | errno.EPERM:
            return f"port {port} is not allowed here. Instead, {_ELSEWHERE}"
        case _:
            where = f" ({error.filename})" if error.filename else ""
            return f"{error.strerror or error}{where}."


async def _run(port: int, state: Path) -> None:
    from bots.bootstrap.demo import SUGGESTIONS
    from bots.bootstrap.demo import demo as running

    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    async with running(state, port, folder=state) as demo_:
        typer.echo("")
        typer.echo("Open these two pages, side by side:")
        typer.echo(f"  {demo_.slack.page_url('ana')}   Ana asks questions")
        typer.echo(f"  {demo_.slack.page_url('rui')}   Rui reviews answers")
        typer.echo("")
        typer.echo("Ask, for example:")
        for question in SUGGESTIONS:
            typer.echo(f"  {question}")
        typer.echo("")
        typer.echo("Stop with Ctrl+C; what was asked and decided is kept for the next start.")
        await stopped.wait()
        typer.echo("==> Stopping")
