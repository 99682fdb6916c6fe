"""`countersign doctor`: what is missing, in plain words, and how to mend it."""

import asyncio
from pathlib import Path

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings


def doctor(config: ConfigOption = DEFAULT) -> None:
    """Check the settings, the databases, the ledger and the chat connections."""
    settings = settings_or_exit(config)
    typer.echo(f"✓ settings: {config} can be used.")
    if not asyncio.run(_examined(settings, config)):
        raise typer.Exit(UNUSABLE)


async def _examined(settings: Settings, config: Path) -> bool:
    from bots.bootstrap.doctor import examine

    well = True
    async for finding in examine(settings, config.parent):
        well = well and finding.well
        typer.echo(f"{'✓' if finding.well else '✗'} {finding.what}: {finding.said}")
        if finding.fix:
            typer.echo(f"  → {finding.fix}")
    return well
