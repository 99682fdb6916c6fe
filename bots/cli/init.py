"""`countersign init`: a workspace for a database, with a draft of its glossary."""

from pathlib import Path
from typing import Annotated

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE
from knowledge.errors import KnowledgeError


def init(
    target: Annotated[
        str,
        typer.Argument(
            metavar="URL_OR_FOLDER",
            help="A database URL, a database file, or a folder of CSV or Parquet files",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The settings file to write")] = DEFAULT,
) -> None:
    """Open a database, and write settings, a draft glossary and what to confirm."""
    from bots.bootstrap.logging import log_to_nowhere
    from bots.bootstrap.setting_up import set_up
    from bots.bootstrap.trying import VARIABLE

    log_to_nowhere()
    try:
        done = set_up(target, out)
    except KnowledgeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    except OSError as error:
        problem = f"{out} cannot be written: {error.strerror}. Name another file with --out."
        typer.echo(problem, err=True)
        raise typer.Exit(UNUSABLE) from error
    for note in done.target.notes:
        typer.echo(f"  {note}")
    typer.echo(f"Wrote {out}, and in {done.checklist.parent} a draft glossary.")
    typer.echo(f"{done.checklist} has {done.points} points to confirm, the most useful first.")
    if done.target.has_secret:
        typer.echo("The URL holds a password, so the file names a variable instead. Set it:")
        typer.echo(f"  export {VARIABLE}='…the URL you just typed…'")
    if done.questions:
        typer.echo("These questions were asked and answered:")
        for question in done.questions:
            typer.echo(f"  {question}")
    typer.echo(f"Next: countersign doctor --config {out}")
