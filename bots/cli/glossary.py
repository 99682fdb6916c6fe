"""`countersign glossary`: what words mean in a workspace, to look at, hand over and take in."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from bots.cli.settings_option import DEFAULT, NO_CHAT, UNUSABLE, ConfigOption, settings_or_exit
from bots.wording import glossary as say
from knowledge.errors import KnowledgeError
from review.ledger.errors import ReviewError

if TYPE_CHECKING:
    from bots.bootstrap.glossaries import Glossaries

T = TypeVar("T")
glossary = typer.Typer(help="Look at what words mean.", no_args_is_help=True)
WorkspaceName: TypeAlias = Annotated[str, typer.Argument(help="A workspace of the settings")]


@glossary.command("list")
def list_(workspace: WorkspaceName, config: ConfigOption = DEFAULT) -> None:
    """List what people saved to the glossary with a click: who, and when."""
    found = _opened(config, lambda opened: opened.saved(workspace))
    typer.echo("\n".join(map(say.saved, found)) or say.NOTHING_SAVED)


@glossary.command()
def export(
    workspace: WorkspaceName,
    config: ConfigOption = DEFAULT,
    edits: Annotated[bool, typer.Option("--edits", help="Only what people saved")] = False,  # noqa: FBT002 - how a flag is declared
) -> None:
    """Print the glossary as YAML, with what people saved to it."""
    typer.echo(_opened(config, lambda opened: opened.text(workspace, edits=edits)), nl=False)


@glossary.command("import")
def import_(
    workspace: WorkspaceName,
    file: Annotated[
        Path, typer.Argument(help="A model of dbt, MetricFlow, Cube, Cortex Analyst or OSI")
    ],
    config: ConfigOption = DEFAULT,
) -> None:
    """Add another tool's metrics, words and descriptions to the file; nothing of it certified."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        typer.echo(say.unreadable(file, error), err=True)
        raise typer.Exit(UNUSABLE) from error
    taken = _opened(config, lambda opened: opened.take_in(workspace, text))
    typer.echo(taken.taken)
    for sentence in taken.left_out:
        typer.echo(say.left_out(sentence), err=True)
    typer.echo(say.taken_in(taken.file, taken.new))


@glossary.command()
def certify(
    workspace: WorkspaceName,
    metric: Annotated[str, typer.Argument(help="The metric's name in the file")],
    by: Annotated[str, typer.Option("--by", help="Who says so, for the record")],
    config: ConfigOption = DEFAULT,
) -> None:
    """Say that a metric is right as it stands in the file."""
    file = _opened(config, lambda opened: opened.certify(workspace, metric, by))
    typer.echo(say.certified(metric, file))


def _opened(config: Path, work: "Callable[[Glossaries], Awaitable[T]]") -> T:
    """What the work gives on the glossaries of these settings, or exit status 2 and why not."""
    from bots.bootstrap.glossaries import glossaries

    settings = settings_or_exit(config, without=NO_CHAT)

    async def run() -> T:
        async with glossaries(settings, config.parent) as opened:
            return await work(opened)

    try:
        return asyncio.run(run())
    except (ReviewError, KnowledgeError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
