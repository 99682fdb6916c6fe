"""The `--config` option, and settings or a plain sentence on stderr."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from bots.settings import Settings, SettingsError, read_settings

ConfigOption: TypeAlias = Annotated[Path, typer.Option("--config", "-c", help="The settings file")]
DEFAULT = Path("countersign.yaml")
UNUSABLE = 2
# What a command that speaks in no chat does without, so that it needs no secrets of one.
NO_CHAT = ("surfaces",)


def settings_or_exit(config: Path, *, without: Collection[str] = ()) -> Settings:
    """The settings, or exit status 2 with what is wrong."""
    try:
        return read_settings(config, without=without)
    except SettingsError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
