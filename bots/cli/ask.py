"""`countersign ask`: a question from the command line, for people and for scripts."""

import asyncio
from pathlib import Path
from typing import Annotated

import structlog
import typer
from pydantic import SecretStr

from bots.cli.settings_option import DEFAULT, UNUSABLE, ConfigOption
from bots.settings import Settings, SettingsError, WorkspaceSettings, read_settings
from pipeline.checkpoint import Ask
from pipeline.direct import Decide, Driven
from pipeline.result import Answer, Refusal

CANNOT = 3
# A question from here goes to no chat, and nothing of it is kept.
_UNUSED = ("surfaces", "ledger")

log = structlog.get_logger()


def ask(
    question: Annotated[
        str, typer.Argument(help="In a sentence; without it, one question after the other")
    ] = "",
    db: Annotated[str, typer.Option("--db", help="A database URL, instead of settings")] = "",
    config: ConfigOption = DEFAULT,
    workspace: Annotated[str, typer.Option(help="Ask this workspace")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Take every first choice")] = False,  # noqa: FBT002 - a flag
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Answer one question; exit status 3 where there is no answer."""
    from bots.bootstrap.logging import log_to_file
    from bots.terminal.answering import choose
    from pipeline.direct import take_defaults

    try:
        settings = _settings(db) if db else read_settings(config, without=_UNUSED)
    except SettingsError as error:
        _tell(Refusal(code="settings", reason=str(error)), (), as_json=as_json)
        raise typer.Exit(CANNOT if as_json else UNUSABLE) from error
    folder = Path() if db else config.parent
    log_file = folder / settings.state_folder / "ask.log"
    log_to_file(log_file)
    decide = take_defaults if yes or as_json else choose
    try:
        if not question and decide is choose:
            asyncio.run(_talked(settings, folder, workspace))
            return
        driven = asyncio.run(_answered(settings, folder, _readable(question), workspace, decide))
    except Exception as error:
        log.exception("ask_broke")
        _tell(_broken(log_file), (), as_json=as_json)
        raise typer.Exit(CANNOT) from error
    _tell(driven.outcome, driven.asked, as_json=as_json)
    if isinstance(driven.outcome, Refusal):
        raise typer.Exit(CANNOT)


def _tell(outcome: Answer | Refusal, asked: tuple[Ask, ...], *, as_json: bool) -> None:
    from bots.terminal.answering import print_outcome
    from bots.terminal.json_form import as_object, print_json

    if as_json:
        print_json(as_object(outcome, asked))
    else:
        print_outcome(outcome)


def _broken(log_file: Path) -> Refusal:
    reason = "Something went wrong on my side, so there is no answer."
    return Refusal(code="internal", reason=reason, next_step=f"The details are in {log_file}.")


def _readable(question: str) -> str:
    """The question without the bytes that its terminal could not decode."""
    return question.encode(errors="replace").decode()


def _settings(url: str) -> Settings:
    """Settings for one database that everybody here may read."""
    return Settings(workspaces={"database": WorkspaceSettings(url=SecretStr(url))})


async def _answered(
    settings: Settings, folder: Path, question: str, workspace: str, decide: Decide
) -> Driven:
    from bots.bootstrap.asking import direct

    async with direct(settings, folder) as asking:
        return await asking.ask(question, decide, workspace=workspace)


async def _talked(settings: Settings, folder: Path, workspace: str) -> None:
    from rich.console import Console

    from bots.bootstrap.asking import direct
    from bots.terminal.keyboard import ConsoleKeyboard
    from bots.terminal.screen import Screen
    from bots.terminal.talking import talk

    console = Console()
    async with direct(settings, folder) as asking:

        async def ask_after(text: str, decide: Decide, after: Driven | None) -> Driven:
            return await asking.ask(_readable(text), decide, workspace=workspace, after=after)

        await talk(ask_after, Screen(console), ConsoleKeyboard(console))
