"""`countersign doctor`: what is missing, in plain words, and how to mend it."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings

if TYPE_CHECKING:
    from bots.bootstrap.finding import Finding


def doctor(config: ConfigOption = DEFAULT) -> None:
    """Check the settings, the databases, the ledger and the chat connections."""
    from bots.bootstrap.logging import log_to_file

    settings = settings_or_exit(config)
    log_to_file(config.parent / settings.state_folder / "doctor.log")
    typer.echo(f"✓ settings: {config} can be used.")
    if not asyncio.run(_examined(settings, config)):
        raise typer.Exit(UNUSABLE)


async def _examined(settings: Settings, config: Path) -> bool:
    from bots.bootstrap.doctor import examine

    well = True
    async for finding in examine(settings, config.parent):
        well = well and finding.well
        typer.echo(f"{_mark(finding)} {finding.what}: {finding.said}")
        if finding.fix:
            typer.echo(f"  → {finding.fix}")
    return well


def _mark(finding: "Finding") -> str:
    """A cross for what does not work; a dot for what works and could do more."""
    if not finding.well:
        return "✗"
    return "•" if finding.fix else "✓"
