"""`countersign runs` and `countersign trace`: what was asked, and how one question went."""

from collections.abc import Sequence
from typing import Annotated

import typer

from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption
from pipeline.model_calls import Spent
from review.ledger.port import Ledger
from review.ledger.records import Run, StepTaken
from review.ledger.spending import Paid


def runs(
    config: ConfigOption = DEFAULT,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, newest first")] = 20,
) -> None:
    """List the latest questions and where they stand."""

    async def look(ledger: Ledger) -> Sequence[Run]:
        async with ledger.read() as pages:
            return await pages.runs.latest(limit)

    for run in looked(config, look):
        where = f" at {run.node}" if run.status == "waiting" else ""
        typer.echo(
            f"{run.id}  {run.created_at:%Y-%m-%d %H:%M} UTC  {run.status}{where}  {run.question}"
        )


def trace(
    run: Annotated[str, typer.Argument(help="The id that `countersign runs` prints")],
    config: ConfigOption = DEFAULT,
) -> None:
    """Print every step that one question took."""

    async def look(ledger: Ledger) -> tuple[Run | None, Sequence[StepTaken], Sequence[Paid]]:
        async with ledger.read() as pages:
            steps = await pages.runs.steps(run)
            return await pages.runs.get(run), steps, await pages.spending.of_run(run)

    found, steps, calls = looked(config, look)
    if found is None:
        typer.echo(f"There is no run {run}.", err=True)
        raise typer.Exit(UNUSABLE)
    typer.echo(f"{found.question}  ({found.status}, asked by {found.asker.name or found.asker.id})")
    for step in steps:
        milliseconds = step.seconds * 1000
        typer.echo(f"{step.number:>3}  {step.node:<10} {step.said:<8} {milliseconds:>8.1f} ms")
        for call in calls:
            if call.number == step.number:
                typer.echo(f"     {_paid(call.spent)}")


def _paid(spent: Spent) -> str:
    cost = "price not known" if spent.cost is None else f"US$ {spent.cost:.6f}"
    tokens = f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} out"
    return f"{spent.model}  {tokens}  {cost}  prompt {spent.prompt}"
