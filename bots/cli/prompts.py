"""`countersign prompts`: the templates that models are sent, and what a question makes of them."""

import asyncio
import difflib
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings

prompts = typer.Typer(help="Look at the prompts of the models.", no_args_is_help=True)
WorkspaceName: TypeAlias = Annotated[str, typer.Argument(help="A workspace of the settings")]
Question: TypeAlias = Annotated[str, typer.Argument(help="In a sentence")]


@prompts.command("list")
def list_(config: ConfigOption = DEFAULT) -> None:
    """List each workspace's prompts with the hash that traces name them by, and their files."""
    from bots.bootstrap.prompting import prompts_of

    settings = settings_or_exit(config)
    for name in settings.workspaces:
        own = prompts_of(settings, config.parent, name)
        for prompt in own.names():
            path = own.files()[f"{prompt}.instructions.j2"]
            typer.echo(f"{name}  {prompt:<10} {own.version(prompt)}  {path}")


@prompts.command()
def diff(workspace: WorkspaceName, config: ConfigOption = DEFAULT) -> None:
    """Print how a workspace's own templates differ from the built-in ones."""
    from bots.bootstrap.prompting import prompts_of
    from pipeline.agents.prompts import BUILT_IN

    settings = _with(workspace, config)
    changed = False
    for file, path in prompts_of(settings, config.parent, workspace).files().items():
        lines = difflib.unified_diff(_lines(BUILT_IN / file), _lines(path), file, str(path))
        for line in lines:
            changed = True
            typer.echo(line.rstrip("\n"))
    if not changed:
        typer.echo(f"{workspace} uses the built-in prompts.")


@prompts.command("test")
def try_(workspace: WorkspaceName, question: Question, config: ConfigOption = DEFAULT) -> None:
    """Print what each model would be sent for a question; nothing is sent."""
    from bots.bootstrap.logging import log_to_file
    from bots.bootstrap.prompting import rendered

    settings = _with(workspace, config)
    log_to_file(config.parent / settings.state_folder / "prompts.log")
    try:
        found = asyncio.run(rendered(settings, config.parent, workspace, question))
    except KeyError as error:
        typer.echo(str(error.args[0]), err=True)
        raise typer.Exit(UNUSABLE) from error
    for each in found:
        typer.echo(f"==> {each.model}: at most {each.tokens:,} of {each.ceiling:,} tokens")
        if each.prompt is None:
            typer.echo("Not even the barest prompt fits: this model is passed over.")
            continue
        typer.echo(f"{each.prompt.instructions}\n\n{each.prompt.text}\n")


def _with(workspace: str, config: Path) -> Settings:
    settings = settings_or_exit(config)
    if workspace not in settings.workspaces:
        names = ", ".join(settings.workspaces)
        typer.echo(f"There is no workspace {workspace!r}; there are: {names}.", err=True)
        raise typer.Exit(UNUSABLE)
    return settings


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines(keepends=True)
