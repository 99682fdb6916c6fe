"""`countersign try`: ask your own database, or a folder of files, in a browser."""

import asyncio
import hashlib
import socket
from pathlib import Path
from typing import Annotated

import typer

from bots.cli.local_page import HOST, PORT, page_problem, run_page
from bots.cli.settings_option import UNUSABLE
from knowledge.errors import KnowledgeError

_STATE = Path(".countersign/try")
_ELSEWHERE = "start this one on any free port, with --port 0."


def try_(
    target: Annotated[
        str,
        typer.Argument(
            metavar="URL_OR_FOLDER",
            help="A database URL, a database file, or a folder of CSV or Parquet files",
        ),
    ],
    port: Annotated[
        int, typer.Option(help="Where the page is served; 0 for a free port", min=0, max=65535)
    ] = PORT,
    state: Annotated[
        Path | None, typer.Option(help="Keeps everything; one folder a database by default")
    ] = None,
) -> None:
    """Start a simulated Slack on your own data, read-only, and print the pages to open."""
    from bots.bootstrap.local_chat import local_chat
    from bots.bootstrap.logging import log_to_file
    from bots.bootstrap.targets import opened
    from bots.bootstrap.trying import lay_out_scratch

    folder = (state or _own_folder(target)).absolute()
    try:
        socket.create_server((HOST, port)).close()
        folder.mkdir(parents=True, exist_ok=True)
        log_to_file(folder / "countersign.log")
        typer.echo("==> Reading the data")
        found = asyncio.run(opened(target, folder))
        for note in found.notes:
            typer.echo(f"  {note}")
        typer.echo("==> Looking for questions to begin with")
        questions, variables = asyncio.run(lay_out_scratch(found, folder))
        typer.echo(f"==> Starting on {found.shown}: {len(found.catalog.tables)} tables, read-only")
        typer.echo(f"Everything that is stored is in {folder}. Delete that folder to forget it.")
        asyncio.run(run_page(local_chat(folder, port, folder, questions, variables), questions))
    except KnowledgeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    except OSError as error:
        problem = page_problem(error, port, _ELSEWHERE)
        typer.echo(f"The page could not start: {problem}", err=True)
        raise typer.Exit(1) from error


def _own_folder(target: str) -> Path:
    """A folder for this database alone, whatever others are called."""
    from bots.bootstrap.targets import workspace_name

    place = target if "://" in target else str(Path(target).absolute())
    return _STATE / f"{workspace_name(target)}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"
