"""`countersign demo`: try everything in a browser, with no key and no account."""

import asyncio
import socket
from pathlib import Path
from typing import Annotated

import typer

from bots.cli.local_page import HOST, PORT, page_problem, run_page
from bots.cli.settings_option import UNUSABLE
from bots.settings.features import is_installed

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
    from bots.bootstrap.demo import SUGGESTIONS, lay_out, make_data
    from bots.bootstrap.demo import demo as running
    from bots.bootstrap.environment import now
    from bots.bootstrap.logging import log_to_file

    try:
        # Before the data, which takes a while to make.
        socket.create_server((HOST, port)).close()
        lay_out(state)
        log_to_file(state / "countersign.log")
        make_data(now().date(), typer.echo, state / "data")
        typer.echo("==> Starting")
        folder = state.absolute()
        asyncio.run(run_page(running(folder, port, folder), SUGGESTIONS))
    except OSError as error:
        problem = page_problem(error, port, _ELSEWHERE)
        typer.echo(f"The demo could not start: {problem}", err=True)
        raise typer.Exit(1) from error
