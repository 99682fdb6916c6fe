"""`countersign forget` and `countersign export-person`: what is kept of one person."""

import asyncio
import datetime as dt
import getpass
import json
from typing import Annotated, TypeAlias

import typer

from bots.cli.settings_option import DEFAULT, NO_CHAT, UNUSABLE, ConfigOption, settings_or_exit
from review.ledger.errors import ReviewError
from review.ledger.records import Noted

LEFT = 1
PersonArgument: TypeAlias = Annotated[
    str, typer.Argument(help="An id such as slack:T012345:U012345, or a name of the settings")
]


def forget(
    person: PersonArgument,
    config: ConfigOption = DEFAULT,
    every_mention: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--every-mention", help="Also where one word may mean something else")
    ] = False,
) -> None:
    """Take a person out of all that is kept; what the audit needs is pseudonymised."""
    from bots.bootstrap.persons import forget as take_out

    settings = settings_or_exit(config, without=NO_CHAT)
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command line takes the real time
    by = f"operator:{getpass.getuser()}"
    noted = Noted(at=now, actor=by, action="forget", place="command line")
    try:
        done = asyncio.run(
            take_out(settings, config.parent, person, noted, every_mention=every_mention)
        )
    except ReviewError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    typer.echo(
        f"{done.pseudonym} stands for this person now: {done.rows} rows changed, "
        f"{done.entries} of them in the audit. The index is made anew at the next start."
    )
    if done.left:
        typer.echo("Still named, or perhaps meant, in:", err=True)
        for place in done.left:
            typer.echo(f"  {place}", err=True)
        raise typer.Exit(LEFT)


def export_person(person: PersonArgument, config: ConfigOption = DEFAULT) -> None:
    """Print all that the ledger keeps of a person, as JSON."""
    from bots.bootstrap.persons import exported

    settings = settings_or_exit(config, without=NO_CHAT)
    try:
        found = exported(settings, config.parent, person)
    except ReviewError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    typer.echo(json.dumps(found, indent=2, ensure_ascii=False, default=str))
