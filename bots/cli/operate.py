"""`countersign checkpoints|cancel|retry|outbox`: what waits, and what an operator does about it."""

import datetime as dt
import getpass
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption
from review.ledger.port import Ledger, Pages
from review.ledger.records import Checkpoint, Owed, OwedStatus
from review.runs import operating

Act: TypeAlias = Callable[[Pages, str, dt.datetime], Awaitable[bool]]
RunArgument: TypeAlias = Annotated[
    str, typer.Argument(help="The id that `countersign runs` prints")
]
LimitOption: TypeAlias = Annotated[int, typer.Option(min=1, max=1000, help="How many")]


def checkpoints(config: ConfigOption = DEFAULT, limit: LimitOption = 50) -> None:
    """List what waits for a person, the oldest first."""

    async def look(ledger: Ledger) -> Sequence[Checkpoint]:
        async with ledger.read() as pages:
            return await pages.checkpoints.open(limit)

    for each in looked(config, look):
        due = f"due {each.due:%Y-%m-%d %H:%M} UTC" if each.due else "no due time"
        who = each.ask.audience
        typer.echo(f"{each.id}  {each.ask.kind}  for the {who}  {due}  {each.ask.title}")


def cancel(run: RunArgument, config: ConfigOption = DEFAULT) -> None:
    """Stop a question that works or waits; its thread and its card say so."""
    _done(config, lambda pages, by, now: operating.cancel(pages, run, by, now))


def retry(run: RunArgument, config: ConfigOption = DEFAULT) -> None:
    """Let a question that failed try its last step again."""
    _done(config, lambda pages, by, now: operating.retry(pages, run, by, now))


def outbox(
    config: ConfigOption = DEFAULT,
    resend: Annotated[int, typer.Option(help="Send this given-up message once more")] = 0,
    limit: LimitOption = 50,
) -> None:
    """List messages that were given up, and those still to be sent; or send one again."""
    if resend:
        _done(config, lambda pages, by, now: operating.resend(pages, resend, by, now))
        return

    async def look(ledger: Ledger) -> Sequence[Owed]:
        async with ledger.read() as pages:
            dead = await pages.outbox.listed(OwedStatus.DEAD, limit)
            return [*dead, *await pages.outbox.listed(OwedStatus.OWED, limit)]

    for owed in looked(config, look):
        said = f"{owed.id}  {owed.status}  run {owed.run}  {type(owed.notice).__name__}"
        typer.echo(f"{said}  after {owed.lease.attempts} tries  {owed.trouble}".rstrip())


def _done(config: Path, act: Act) -> None:
    """Do it in one transaction; a serving process hears of it, or sees it within its next sweep."""

    async def write(ledger: Ledger) -> bool:
        now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command line takes the real time
        async with ledger.begin() as pages:
            return await act(pages, f"operator:{getpass.getuser()}", now)

    if looked(config, write):
        typer.echo("Done.")
        return
    typer.echo("There is nothing to do: none has this id, or it is not in that state.", err=True)
    raise typer.Exit(UNUSABLE)
