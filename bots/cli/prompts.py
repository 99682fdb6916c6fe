"""`countersign prompts`: the templates that models are sent, and what a question makes of them."""

import asyncio
import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings

if TYPE_CHECKING:
    from bots.bootstrap.prompting import Rendered

prompts = typer.Typer(help="Look at the prompts of the models.", no_args_is_help=True)
WorkspaceName: TypeAlias = Annotated[str, typer.Argument(help="A workspace of the settings")]
Question: TypeAlias = Annotated[str, typer.Argument(help="In a sentence")]


@prompts.command("list")
def list_(config: ConfigOption = DEFAULT) -> None:
    """List each workspace's prompts with the hash that traces name them by, and their source."""
    from bots.bootstrap.prompting import prompts_of

    settings = settings_or_exit(config)
    found = asyncio.run(prompts_of(settings, config.parent, *settings.workspaces))
    for name, own in found.items():
        for prompt in own.names():
            template = own.template(prompt)
            source = "" if template.whence else own.files()[f"{prompt}.instructions.j2"]
            typer.echo(f"{name}  {prompt:<13} {template.version}  {source}".rstrip())


@prompts.command()
def diff(workspace: WorkspaceName, config: ConfigOption = DEFAULT) -> None:
    """Print how a workspace's templates, and those of Langfuse, differ from the built-in ones."""
    from bots.bootstrap.prompting import prompts_of
    from pipeline.agents.prompts import BUILT_IN

    settings = _with(workspace, config)
    changed = False
    own = asyncio.run(prompts_of(settings, config.parent, workspace))[workspace]
    for file, path in own.files().items():
        changed |= _differ(_lines(BUILT_IN / file), _lines(path), file, str(path))
    for prompt in own.names():
        template, files = own.template(prompt), own.of_files(prompt)
        if template.whence:
            for mine, built_in in (
                (template.fixed, files.fixed),
                (template.varying, files.varying),
            ):
                changed |= _differ(_split(built_in), _split(mine), prompt, template.whence)
    if not changed:
        typer.echo(f"{workspace} uses the built-in prompts.")


@prompts.command("test")
def try_(
    workspace: WorkspaceName,
    question: Question,
    layer: Annotated[str, typer.Option(help="Print this prompt in full")] = "write_sql",
    config: ConfigOption = DEFAULT,
) -> None:
    """Render every prompt for a question, and print one of them; nothing is sent."""
    from bots.bootstrap.logging import log_to_file
    from bots.bootstrap.prompting import rendered

    settings = _with(workspace, config)
    log_to_file(config.parent / settings.state_folder / "prompts.log")
    try:
        found = asyncio.run(rendered(settings, config.parent, workspace, question))
    except KeyError as error:
        typer.echo(str(error.args[0]), err=True)
        raise typer.Exit(UNUSABLE) from error
    if layer not in {each.layer for each in found}:
        names = ", ".join(dict.fromkeys(each.layer for each in found))
        typer.echo(f"There is no prompt {layer!r}; there are: {names}.", err=True)
        raise typer.Exit(UNUSABLE)
    for each in found:
        typer.echo(_line(each))
        if each.layer == layer and each.prompt is not None:
            typer.echo(f"{each.prompt.instructions}\n\n{each.prompt.text}\n")
    if any(each.problem for each in found):
        raise typer.Exit(UNUSABLE)


def _line(each: "Rendered") -> str:
    """How a prompt came out, on one line."""
    name = f"==> {each.layer} for {each.model}:"
    if each.problem:
        return f"{name} the template cannot be rendered: {each.problem}"
    if each.prompt is None:
        return f"{name} not even the barest prompt fits: this model is passed over."
    return f"{name} at most {each.tokens:,} of {each.ceiling:,} tokens"


def _with(workspace: str, config: Path) -> Settings:
    settings = settings_or_exit(config)
    if workspace not in settings.workspaces:
        names = ", ".join(settings.workspaces)
        typer.echo(f"There is no workspace {workspace!r}; there are: {names}.", err=True)
        raise typer.Exit(UNUSABLE)
    return settings


def _differ(built_in: list[str], own: list[str], name: str, source: str) -> bool:
    """Whether there is a difference, which is printed."""
    lines = list(difflib.unified_diff(built_in, own, name, source))
    for line in lines:
        typer.echo(line.rstrip("\n"))
    return bool(lines)


def _lines(path: Path) -> list[str]:
    return _split(path.read_text("utf-8"))


def _split(text: str) -> list[str]:
    return text.splitlines(keepends=True)
