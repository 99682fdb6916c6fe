"""`countersign costs`: what models cost, by step, model, person, workspace, run or day."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated

import typer

from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, ConfigOption
from review.ledger.port import Ledger
from review.ledger.spending import Bill, By


def costs(
    config: ConfigOption = DEFAULT,
    by: Annotated[By, typer.Option(help="What to add up by")] = By.DAY,
    days: Annotated[int, typer.Option(min=1, max=3650, help="How far back")] = 30,
) -> None:
    """Print what models cost in US dollars, and the tokens that went in and came out."""
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command line takes the real time
    since = now - dt.timedelta(days=days)

    async def look(ledger: Ledger) -> Sequence[Bill]:
        async with ledger.read() as pages:
            return await pages.spending.bills(since, by)

    bills = looked(config, look)
    if not bills:
        typer.echo(f"No model was asked in the last {days} days.")
        return
    width = max(len(by), *(len(bill.of) for bill in bills))
    typer.echo(f"{by:<{width}}  {'calls':>7}  {'in':>11}  {'cached':>11}  {'out':>11}  {'US$':>11}")
    for bill in bills:
        typer.echo(
            f"{bill.of:<{width}}  {bill.calls:>7,}  {bill.input_tokens:>11,}  "
            f"{bill.cached_tokens:>11,}  {bill.output_tokens:>11,}  {bill.cost:>11,.4f}"
        )
    typer.echo(_total(bills))


def _total(bills: Sequence[Bill]) -> str:
    cost, calls = sum(bill.cost for bill in bills), sum(bill.calls for bill in bills)
    unpriced = sum(bill.unpriced for bill in bills)
    left_out = f"; the price of {unpriced:,} of them is not known" if unpriced else ""
    return f"US$ {cost:,.4f} for {calls:,} calls{left_out}."
