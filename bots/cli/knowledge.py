"""`countersign knowledge`: the approved questions, to look at, hand over and take back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from bots.cli.settings_option import DEFAULT, NO_CHAT, UNUSABLE, ConfigOption, settings_or_exit
from bots.wording import knowledge as say
from knowledge.validated.exchange import (
    UnreadableExchangeError,
    exported,
    exported_csv,
    imported,
)
from knowledge.validated.foreign import not_taken
from knowledge.validated.history import changes
from knowledge.validated.query_log import EmptyLogError
from knowledge.validated.queue import to_review, with_new_wordings
from knowledge.validated.store import ValidatedStoreError
from review.ledger.errors import ReviewError
from review.promotion.kept_query import NotKeptError

if TYPE_CHECKING:
    from bots.bootstrap.kept_queries import Keeping

T = TypeVar("T")
knowledge = typer.Typer(help="Look at the approved questions.", no_args_is_help=True)
WorkspaceName: TypeAlias = Annotated[str, typer.Argument(help="A workspace of the settings")]
QueryId: TypeAlias = Annotated[str, typer.Argument(help="The id that `knowledge list` prints")]
Title: TypeAlias = Annotated[str, typer.Option("--title", help="The question it answers")]
By: TypeAlias = Annotated[str, typer.Option("--by", help="The reviewer's name, for the record")]


@knowledge.command("list")
def list_(
    workspace: WorkspaceName,
    config: ConfigOption = DEFAULT,
    search: Annotated[str, typer.Option(help="Only what has all of these words")] = "",
) -> None:
    """List the questions of a workspace: status, use, wordings, approver, tables, what is due."""
    for query in kept_or_exit(config, lambda keeping: keeping.all(workspace)):
        if say.has(query, search):
            typer.echo(say.listed(query))


@knowledge.command()
def show(query: QueryId, config: ConfigOption = DEFAULT) -> None:
    """Print one question with its SQL, values and history of use."""
    found = kept_or_exit(config, lambda keeping: keeping.get(query))
    typer.echo(exported([found]), nl=False)


@knowledge.command()
def history(query: QueryId, config: ConfigOption = DEFAULT) -> None:
    """Print every revision of a question, and what changed from one to the next."""
    rows = kept_or_exit(config, lambda keeping: keeping.history(query))
    for before, row in zip((None, *rows), rows, strict=False):
        typer.echo(say.revision(row, changes(before, row) if before else ()))


@knowledge.command()
def retire(query: QueryId, by: By, config: ConfigOption = DEFAULT) -> None:
    """Never answer with this query again, until somebody restores it."""
    typer.echo(say.line(kept_or_exit(config, lambda keeping: keeping.retire(query, by))))


@knowledge.command()
def restore(query: QueryId, by: By, config: ConfigOption = DEFAULT) -> None:
    """Answer with a retired query again, if it still fits its database."""
    typer.echo(say.line(kept_or_exit(config, lambda keeping: keeping.restore(query, by))))


@knowledge.command()
def approve(query: QueryId, by: By, title: Title = "", config: ConfigOption = DEFAULT) -> None:
    """Say as a reviewer that an imported question may be answered with its SQL."""
    typer.echo(say.line(kept_or_exit(config, lambda keeping: keeping.approve(query, by, title))))


@knowledge.command()
def queue(workspace: WorkspaceName, config: ConfigOption = DEFAULT) -> None:
    """List what waits for a reviewer: most used first, then what is unlike anything approved."""
    rows = kept_or_exit(config, lambda keeping: keeping.all(workspace))
    lines = [say.line(query) for query in to_review(rows)]
    lines += [
        say.wording(query, text) for query in with_new_wordings(rows) for text in query.proposed
    ]
    typer.echo("\n".join(lines) or say.NOTHING_WAITS)


@knowledge.command()
def review(workspace: WorkspaceName, by: By, config: ConfigOption = DEFAULT) -> None:
    """Work off what waits for a reviewer, by keyboard: see it, approve, reject or skip it."""
    from rich.console import Console

    from bots.terminal.keyboard import ConsoleKeyboard
    from bots.terminal.screen import Screen
    from bots.terminal.working_off import WorkingOff

    console = Console()
    screen, keyboard = Screen(console), ConsoleKeyboard(console)
    kept_or_exit(config, lambda kept: WorkingOff(kept, workspace, by).begin(screen, keyboard))


@knowledge.command()
def accept(
    query: QueryId,
    wording: Annotated[str, typer.Argument(help="An asker's wording that `show` lists")],
    by: By,
    config: ConfigOption = DEFAULT,
) -> None:
    """Say as a reviewer that a proposed wording asks the same question."""
    typer.echo(say.line(kept_or_exit(config, lambda keeping: keeping.accept(query, wording, by))))


@knowledge.command("import")
def import_(
    workspace: WorkspaceName,
    file: Annotated[Path | None, typer.Argument(help="Questions and SQL")] = None,
    log: Annotated[
        Path | None, typer.Option("--log", help="A query log: SQL, a server's log, CSV, JSON lines")
    ] = None,
    config: ConfigOption = DEFAULT,
) -> None:
    """Take in questions and SQL (YAML, CSV, JSON, dbt, Metabase, Superset), for review."""
    source = log or file
    if source is None or (log and file):
        typer.echo(say.ONE_FILE, err=True)
        raise typer.Exit(UNUSABLE)
    try:
        text = source.read_text(encoding="utf-8", errors="replace" if log else "strict")
        pairs = () if log else imported(text, workspace=workspace, dialect="")
        left_out = () if log else not_taken(text)
    except (OSError, UnicodeDecodeError, UnreadableExchangeError) as error:
        typer.echo(say.unreadable(source, error), err=True)
        raise typer.Exit(UNUSABLE) from error
    taken = kept_or_exit(
        config,
        lambda keeping: keeping.mine(workspace, text) if log else keeping.take_in(workspace, pairs),
    )
    for sentence in left_out:
        typer.echo(say.left_out(sentence), err=True)
    typer.echo(say.taken_in(taken.waiting, taken.aside, taken.known))


@knowledge.command()
def export(
    workspace: WorkspaceName,
    config: ConfigOption = DEFAULT,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV instead of YAML")] = False,  # noqa: FBT002 - how a flag is declared
) -> None:
    """Print every question of a workspace with its SQL, so that another one can import it."""
    rows = kept_or_exit(config, lambda keeping: keeping.all(workspace))
    typer.echo(exported_csv(rows) if as_csv else exported(rows), nl=False)


@knowledge.command("test")
def prove(workspace: WorkspaceName, config: ConfigOption = DEFAULT) -> None:
    """Check every active query against the database as it is now; exit status 1 if one fails."""
    failed = kept_or_exit(config, lambda keeping: keeping.failing(workspace))
    for query, reason in failed:
        typer.echo(say.failing(query, reason), err=True)
    if failed:
        raise typer.Exit(1)
    typer.echo(say.ALL_FIT)


def kept_or_exit(config: Path, work: "Callable[[Keeping], Awaitable[T]]") -> T:
    """What the work gives on the kept queries of these settings, or exit status 2 and why not."""
    from bots.bootstrap.kept_queries import keeping

    settings = settings_or_exit(config, without=NO_CHAT)

    async def run() -> T:
        async with keeping(settings, config.parent) as opened:
            return await work(opened)

    try:
        return asyncio.run(run())
    except (ReviewError, ValidatedStoreError, NotKeptError, EmptyLogError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
