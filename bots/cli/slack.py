"""`countersign slack`: what a Slack app needs."""

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from bots.cli.settings_option import DEFAULT, ConfigOption
from bots.settings import SettingsError, SlackSettings, read_settings

slack = typer.Typer(help="Set up the Slack app.", no_args_is_help=True)


@slack.callback()
def about() -> None:
    """Set up the Slack app."""


@slack.command()
def manifest(
    config: ConfigOption = DEFAULT,
    url: Annotated[str, typer.Option(help="The server's https address; none: Socket Mode")] = "",
    output: Annotated[Path | None, typer.Option(help="A file instead of the screen")] = None,
    access: Annotated[
        Literal["full", "narrow"],
        typer.Option(help="narrow: mentions and direct messages, no history of channels"),
    ] = "full",
) -> None:
    """Write the app manifest: paste it at api.slack.com/apps → Create New App → From a manifest."""
    from bots.slack.incoming.manifest import SCOPES, narrow_scopes
    from bots.slack.incoming.manifest import manifest as manifest_of

    known = _known(config)
    scopes = SCOPES if access == "full" else narrow_scopes()
    url, suggestions = (url or known.public_url, known.suggestions) if known else (url, ())
    many = bool(known and known.many_workspaces)
    text = json.dumps(
        manifest_of(url, suggestions, many=many, scopes=scopes), indent=2, ensure_ascii=False
    )
    if output is None:
        typer.echo(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"Wrote {output}.")


def _known(config: Path) -> SlackSettings | None:
    """The settings, where there are some: the tokens they name come only after the manifest."""
    try:
        return read_settings(config).surfaces.slack
    except SettingsError:
        return None
