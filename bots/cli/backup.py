"""`countersign backup` and `countersign restore`: all that an installation holds, in one file."""

import asyncio
import datetime as dt
import getpass
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import typer

from bots.cli.settings_option import DEFAULT, NO_CHAT, UNUSABLE, ConfigOption, settings_or_exit
from review.ledger.errors import ReviewError
from review.ledger.records import Noted

T = TypeVar("T")
Changes = Literal["keep", "withdraw"]
Place = Annotated[Path, typer.Argument(help="The file of the backup")]


def backup(to: Place, config: ConfigOption = DEFAULT) -> None:
    """Write the ledger and the knowledge into one file, while Countersign runs."""
    from bots.bootstrap.backups import back_up

    settings = settings_or_exit(config, without=NO_CHAT)
    noted = _noted("backed up by an operator", to)
    rows = _done(back_up(settings, config.parent, to, noted))
    typer.echo(f"Wrote {to}: {rows} rows, {to.stat().st_size / 1e6:.1f} MB.")


def restore(
    source: Place,
    config: ConfigOption = DEFAULT,
    replace: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--replace", help="Put it in the place of an older state of itself")
    ] = False,
    changes: Annotated[
        Changes | None, typer.Option(help="What happens to changes that wait for approval")
    ] = None,
) -> None:
    """Put a backup into the ledger and the folder that the settings name."""
    from bots.bootstrap.backups import restore as put_back
    from bots.bootstrap.backups import waiting_changes

    settings = settings_or_exit(config, without=NO_CHAT)
    try:
        waiting = waiting_changes(source)
    except ReviewError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    if waiting and changes is None:
        typer.echo(
            f"{len(waiting)} changes of data wait for approval in this backup "
            f"({', '.join(waiting)}). If Countersign ran on after the backup, they may have been "
            "carried out since. Nothing was restored. Say --changes withdraw to end them, or "
            "--changes keep if Countersign has not run since.",
            err=True,
        )
        raise typer.Exit(UNUSABLE)
    done = put_back(
        settings,
        config.parent,
        source,
        _noted("restored by an operator", source),
        replace=replace,
        withdraw=changes == "withdraw",
    )
    restored = _done(done)
    typer.echo(
        f"Restored the backup of {restored.made_at}, with {restored.files} files. "
        "The index is made anew at the next start."
    )


def _noted(action: str, file: Path) -> Noted:
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command line takes the real time
    by = f"operator:{getpass.getuser()}"
    return Noted(at=now, actor=by, action=action, place="command line", details={"file": file.name})


def _done(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except ReviewError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
