"""`countersign teams package`: the app that an administrator uploads to Teams."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit

teams = typer.Typer(help="Microsoft Teams.", no_args_is_help=True)


@teams.callback()
def _teams() -> None:
    """Microsoft Teams."""


@teams.command()
def package(
    config: ConfigOption = DEFAULT,
    to: Annotated[Path, typer.Option("--to", help="The zip to write")] = Path(
        "countersign-teams.zip"
    ),
    version: Annotated[str, typer.Option(help="Raise it for every upload")] = "1.0.0",
    access: Annotated[
        Literal["full", "narrow"],
        typer.Option(help="full: also follow-ups without a mention, where an owner consents"),
    ] = "narrow",
) -> None:
    """Write the app package: the manifest and two icons."""
    from bots.teams.package import BadManifest, Publisher, app_package

    settings = settings_or_exit(config).surfaces.teams
    if settings is None:
        typer.echo("The settings have no surfaces.teams. See docs/teams.md.", err=True)
        raise typer.Exit(UNUSABLE)
    try:
        content = app_package(
            settings.app_id, version, settings.public_url, Publisher(), full=access == "full"
        )
    except BadManifest as refusal:
        typer.echo(str(refusal), err=True)
        raise typer.Exit(UNUSABLE) from refusal
    to.write_bytes(content)
    typer.echo(f"Wrote {to}. Upload it in Teams: Apps, Manage your apps, Upload an app.")
