"""Opens the ledger for a look, beside a running process."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import typer

from bots.cli.settings_option import NO_CHAT, UNUSABLE, settings_or_exit
from bots.settings import Settings
from review.ledger.errors import ReviewError
from review.ledger.port import Ledger

T = TypeVar("T")


def looked(config: Path, look: Callable[[Ledger], Awaitable[T]]) -> T:
    """What `look` finds in the ledger of these settings, or exit status 2 with the reason."""
    settings = settings_or_exit(config, without=NO_CHAT)
    try:
        return asyncio.run(_look(settings, config.parent, look))
    except ReviewError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error


async def _look(settings: Settings, folder: Path, look: Callable[[Ledger], Awaitable[T]]) -> T:
    from bots.bootstrap.ledger import ledger_of

    ledger = await ledger_of(settings, folder, serving=False)
    try:
        return await look(ledger)
    finally:
        await ledger.close()
