"""`countersign serve`: the bot itself."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings


def serve(config: ConfigOption = DEFAULT) -> None:
    """Answer in the chats that the settings name, until stopped."""
    from bots.bootstrap.logging import log_to_stderr
    from bots.slack.installing.installation import NotInstalled
    from bots.teams.admitting.access import UnsafeSettings
    from review.ledger.errors import ReviewError

    settings = settings_or_exit(config)
    log_to_stderr()
    try:
        asyncio.run(_serve(settings, config.parent))
    except (ReviewError, NotInstalled, UnsafeSettings, OSError) as error:
        typer.echo(f"Countersign could not start: {error}", err=True)
        typer.echo(f"Check with: countersign doctor --config {config}", err=True)
        raise typer.Exit(UNUSABLE) from error


async def _serve(settings: Settings, folder: Path) -> None:
    from bots.bootstrap.application import application
    from bots.bootstrap.serving import serve_until_stopped, served_beside

    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(application(settings, folder))
        host, port = settings.server.host, settings.server.port
        if settings.telemetry.metrics_port is not None:
            metrics = served_beside(running.metrics, host, settings.telemetry.metrics_port)
            typer.echo(f"Metrics on port {await stack.enter_async_context(metrics)}, /metrics.")
        typer.echo(f"Listening on http://{host}:{port}. Stop with Ctrl+C.")
        await serve_until_stopped(running.app, host, port)
