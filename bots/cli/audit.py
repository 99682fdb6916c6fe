"""`countersign audit`: prove the audit chain, take it elsewhere, or follow one change in it."""

import json
from dataclasses import asdict

import typer

from bots.cli.audit_write import write
from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, ConfigOption
from review.ledger.audit import Break, breaks
from review.ledger.port import Ledger

audit = typer.Typer(
    help="Prove the audit chain, export it, or follow one change.", no_args_is_help=True
)
audit.command()(write)


@audit.command()
def verify(config: ConfigOption = DEFAULT) -> None:
    """Check that no entry was changed, added or taken away."""

    async def look(ledger: Ledger) -> tuple[int, tuple[Break, ...]]:
        async with ledger.read() as pages:
            return await breaks(pages.audit.entries())

    count, found = looked(config, look)
    if not found:
        typer.echo(f"The audit is whole: {count} entries.")
        return
    for broken in found:
        typer.echo(f"Entry {broken.number}: {broken.reason}.", err=True)
    raise typer.Exit(1)


@audit.command()
def export(config: ConfigOption = DEFAULT) -> None:
    """Print every entry, oldest first, one JSON object a line."""

    async def look(ledger: Ledger) -> None:
        async with ledger.read() as pages:
            async for entry in pages.audit.entries():
                typer.echo(json.dumps(asdict(entry), default=str, ensure_ascii=False))

    looked(config, look)
