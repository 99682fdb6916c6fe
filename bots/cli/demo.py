"""`countersign demo`: try everything in a browser, with no key and no account."""

import asyncio
import signal
from pathlib import Path
from typing import Annotated

import typer

PORT = 8765
STATE = Path(".countersign/demo")


def demo(
    port: Annotated[int, typer.Option(help="Where the page is served; 0 for a free port")] = PORT,
    state: Annotated[Path, typer.Option(help="Keeps messages and decisions")] = STATE,
) -> None:
    """Start a simulated Slack with two databases, and print the pages to open."""
    from bots.bootstrap.application import now
    from bots.bootstrap.demo import make_data
    from bots.bootstrap.logging import log_to_file

    state.mkdir(parents=True, exist_ok=True)
    log_to_file(state / "countersign.log")
    make_data(now().date(), typer.echo)
    typer.echo("==> Starting")
    try:
        asyncio.run(_run(port, state.absolute()))
    except OSError as error:
        typer.echo(f"The demo could not start: {error}. Try another port with --port 0.", err=True)
        raise typer.Exit(1) from error


async def _run(port: int, state: Path) -> None:
    from bots.bootstrap.demo import SUGGESTIONS
    from bots.bootstrap.demo import demo as running

    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    async with running(state, port) as demo_:
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
