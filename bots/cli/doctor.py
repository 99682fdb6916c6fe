"""`countersign doctor`: what is missing, in plain words, and how to mend it."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption, settings_or_exit
from bots.settings import Settings
from knowledge.errors import KnowledgeError

_LINE = "{:12} {:32} {:10} {:11} {:8} {}"

if TYPE_CHECKING:
    from bots.bootstrap.checks import Finding


def doctor(
    url: Annotated[
        str, typer.Argument(help="A database URL: what its data looks like, without settings")
    ] = "",
    config: ConfigOption = DEFAULT,
    propose: Annotated[
        Path | None, typer.Option(help="With a URL: write the proposed glossary into this new file")
    ] = None,
    *,
    models: Annotated[
        bool, typer.Option("--models", help="Ask each model for real, once a layer: it is paid")
    ] = False,
) -> None:
    """Check the settings, the databases, the ledger and the chat connections, or one database."""
    from bots.bootstrap.logging import log_to_file

    if url:
        _look_at(url, propose)
        return
    settings = settings_or_exit(config)
    log_to_file(config.parent / settings.state_folder / "doctor.log")
    typer.echo(f"✓ settings: {config} can be used.")
    if models:
        if not asyncio.run(models_tried(settings)):
            raise typer.Exit(UNUSABLE)
        return
    if not asyncio.run(_examined(settings, config)):
        raise typer.Exit(UNUSABLE)


async def models_tried(settings: Settings) -> bool:
    """A line for each layer and model, and how each did."""
    from bots.bootstrap.models_trial import trials_of

    if settings.models is None:
        typer.echo("No model is set up: add one under models: (docs/models.md).")
        return False
    head = ("layer", "model", "form kept", "SQL parses", "in time", "tokens/s")
    typer.echo(_LINE.format(*head))
    well = True
    async for trial in trials_of(settings.models):
        well = well and trial.well
        speed = f"{trial.speed:.0f}" if trial.speed is not None else "-"
        marks = (_yes(trial.kept), _yes(trial.parses), _yes(trial.in_time))
        typer.echo(_LINE.format(trial.layer, trial.model, *marks, speed).rstrip())
        for said in filter(None, (trial.problem, trial.fix)):
            typer.echo(f"  → {said}")
    return well


def _yes(told: bool | None) -> str:  # noqa: FBT001 - one cell of a table
    return "-" if told is None else "pass" if told else "FAIL"


def _look_at(url: str, propose: Path | None) -> None:
    """What is unusual about the data of one database, and a glossary for it."""
    from bots.bootstrap.checks import report_of, shape_findings
    from knowledge.shapes import proposed_glossary

    try:
        report = asyncio.run(report_of(url, Path()))
        for finding in shape_findings("data", report):
            _print(finding)
        if not report.shapes:
            typer.echo("✓ data: nothing unusual was found.")
        if propose is not None:
            with propose.open("x", encoding="utf-8") as file:
                file.write(proposed_glossary(report.shapes))
            typer.echo(f"Wrote {propose}. Read it before you use it: it is a proposal.")
    except KnowledgeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNUSABLE) from error
    except OSError as error:
        typer.echo(f"{propose} cannot be written: {error.strerror}. Name another file.", err=True)
        raise typer.Exit(UNUSABLE) from error


async def _examined(settings: Settings, config: Path) -> bool:
    from bots.bootstrap.doctor import examine

    well = True
    async for finding in examine(settings, config.parent):
        well = well and finding.well
        _print(finding)
    return well


def _print(finding: "Finding") -> None:
    typer.echo(f"{_mark(finding)} {finding.what}: {finding.said}")
    if finding.fix:
        typer.echo(f"  → {finding.fix}")


def _mark(finding: "Finding") -> str:
    """A cross for what does not work; a dot for what works and could do more."""
    if not finding.well:
        return "✗"
    return "•" if finding.fix else "✓"
