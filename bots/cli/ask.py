"""`countersign ask`: a question from the command line, for people and for scripts."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from pydantic import SecretStr

from bots.cli.settings_option import DEFAULT, ConfigOption, settings_or_exit
from bots.settings import Settings, WorkspaceSettings
from pipeline.direct import Decide, Driven
from pipeline.result import Refusal

CANNOT = 3


def ask(
    question: Annotated[str, typer.Argument(help="In a sentence")],
    db: Annotated[str, typer.Option("--db", help="A database URL, instead of settings")] = "",
    config: ConfigOption = DEFAULT,
    workspace: Annotated[str, typer.Option(help="Ask this workspace")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Take every first choice")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Answer one question; exit status 3 where there is no answer."""
    from bots.bootstrap.logging import log_to_file
    from bots.terminal.answering import choose, print_outcome
    from bots.terminal.json_form import as_object, print_json
    from pipeline.direct import take_defaults

    settings = _settings(db) if db else settings_or_exit(config)
    folder = Path() if db else config.parent
    log_to_file(Path(settings.state_folder) / "ask.log")
    decide = take_defaults if yes or as_json else choose
    driven = asyncio.run(_answered(settings, folder, question, workspace, decide))
    if as_json:
        print_json(as_object(driven))
    else:
        print_outcome(driven.outcome)
    if isinstance(driven.outcome, Refusal):
        raise typer.Exit(CANNOT)


def _settings(url: str) -> Settings:
    """Settings for one database that everybody here may read."""
    return Settings(workspaces={"database": WorkspaceSettings(url=SecretStr(url))})


async def _answered(
    settings: Settings, folder: Path, question: str, workspace: str, decide: Decide
) -> Driven:
    from bots.bootstrap.asking import direct

    async with direct(settings, folder) as asking:
        return await asking.ask(question, decide, workspace=workspace)
