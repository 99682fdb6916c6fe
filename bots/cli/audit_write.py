"""`countersign audit write`: one change's whole story, from the wish to the receipt."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, ConfigOption
from review.ledger.audit import Entry
from review.ledger.port import Ledger
from review.ledger.writes import Write

UNKNOWN_RUN = 1
_SHOWN = (
    "question", "tool", "said", "reason", "code", "tier", "explanation", "tables", "rows",
    "approved_by", "words", "table", "ran", "check", "mark", "note", "text", "sql",
)  # fmt: skip


def write(
    run: Annotated[str, typer.Argument(help="The run's id, as in countersign runs")],
    config: ConfigOption = DEFAULT,
) -> None:
    """Show one change's whole story: who asked, what was approved by whom, and what was run."""

    async def look(ledger: Ledger) -> tuple[list[Entry], list[Write]]:
        async with ledger.read() as pages:
            entries = [entry async for entry in pages.audit.entries() if entry.run == run]
            return entries, await pages.writes.of_run(run)

    entries, writes = looked(config, look)
    if not entries:
        typer.echo(f"There is no run {run} in the audit.", err=True)
        raise typer.Exit(UNKNOWN_RUN)
    for line in story(entries, writes):
        typer.echo(line)


def story(entries: Sequence[Entry], writes: Sequence[Write]) -> list[str]:
    """Every entry of the audit in words, then how each approval stands in the book."""
    lines = [line for entry in entries for line in _told(entry)]
    for each in writes:
        lines.append(f"Approval {each.approval}: {each.entry.status}, sha256 {each.digest}")
    return lines


def _told(entry: Entry) -> list[str]:
    details = _details(entry)
    head = f"{entry.at:%Y-%m-%d %H:%M:%S} UTC {entry.actor}: {entry.action}"
    decision = details.get("decision")
    if isinstance(decision, str):
        details |= _decided(decision)
        head += f" ({details.get('decided', '')})"
    told = [f"    {name}: {details[name]}" for name in _SHOWN if details.get(name)]
    return [head, *told]


def _details(entry: Entry) -> dict[str, Any]:
    found = json.loads(entry.details) if entry.details else {"note": "details were purged"}
    return found if isinstance(found, dict) else {}


def _decided(text: str) -> dict[str, Any]:
    """What a decision said: the action, a note, and SQL that was typed instead."""
    decision = json.loads(text)
    typed = "; ".join(decision.get("values", {}).values())
    return {"decided": decision.get("action"), "note": decision.get("note"), "sql": typed}
