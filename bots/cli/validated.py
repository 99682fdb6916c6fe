"""`countersign validated`: what the approved queries would answer, before a change is live."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from bots.cli.knowledge import WorkspaceName, kept_or_exit
from bots.cli.settings_option import DEFAULT, ConfigOption
from bots.wording import knowledge as say

if TYPE_CHECKING:
    from bots.bootstrap.kept_queries import Backtest
    from review.promotion.backtest import Offered, Replayed

validated = typer.Typer(
    help="See what the approved questions would answer, before a change is live.",
    no_args_is_help=True,
)


@validated.callback()
def _group() -> None:
    """A group of one command is still a group."""


@validated.command()
def backtest(
    workspace: WorkspaceName,
    config: ConfigOption = DEFAULT,
    trusted: Annotated[
        float | None, typer.Option(min=0.5, max=1, help="Try another `match.trusted`")
    ] = None,
    semi_trusted: Annotated[
        float | None, typer.Option(min=0.3, max=1, help="Try another `match.semi_trusted`")
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--not-strict", help="Try `match.strict`")
    ] = None,
    promote: Annotated[
        list[str] | None,
        typer.Option(help="As if approved: a waiting query, the new wordings of one, or a run"),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Newest runs to look at")] = 1_000,
) -> None:
    """Replay past questions: what is offered for each now, or what a change would make of it."""
    from bots.bootstrap.kept_queries import TriedChange

    tried = TriedChange(
        trusted=trusted, semi_trusted=semi_trusted, strict=strict, promote=tuple(promote or ())
    )
    found = kept_or_exit(config, lambda keeping: keeping.backtest(workspace, limit, tried))
    for line in _told(found, workspace):
        typer.echo(line)


def _told(found: "Backtest", workspace: str) -> Iterable[str]:
    if not found.replayed:
        yield say.NO_PAST.format(workspace=workspace)
        return
    asked = sum(each.times for each in found.replayed)
    columns = [("now", _count((each.now, each.times) for each in found.replayed))]
    if found.compared:
        columns.append(("then", _count((each.then, each.times) for each in found.replayed)))
    yield say.counts(asked, found.left_out, columns)
    if not found.compared:
        for each in _in_order(found.replayed):
            yield _line(each, each.now, _tier(each.now))
        return
    changed = [each for each in _in_order(found.replayed) if each.changes]
    for each in changed:
        yield _line(each, each.then, f"{_tier(each.now)} -> {_tier(each.then)}")
    if not changed:
        yield say.NOTHING_CHANGES


def _count(offered: "Iterable[tuple[Offered, int]]") -> Counter[str]:
    count = Counter[str]()
    for each, times in offered:
        count[_tier(each)] += times
    return count


def _in_order(replayed: "Iterable[Replayed]") -> "list[Replayed]":
    return sorted(replayed, key=lambda each: -each.times)


def _line(each: "Replayed", offered: "Offered", tier: str) -> str:
    return say.offered(each.times, each.question, tier, offered.question, offered.reason)


def _tier(offered: "Offered") -> str:
    return offered.trust.value if offered.trust is not None else say.NOTHING_OFFERED
