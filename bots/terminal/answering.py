"""Questions and outcomes at this terminal."""

from pathlib import Path

from rich.console import Console

from bots.conversation.answer_card import answer_card
from bots.conversation.notices import refusal_card
from bots.conversation.report_file import report_file
from bots.conversation.sql_lines import in_lines
from bots.terminal.deciding import KeyboardDecider
from bots.terminal.keyboard import ConsoleKeyboard
from bots.terminal.saving import saved
from bots.terminal.screen import Screen
from bots.wording import terminal as say
from pipeline.checkpoint import Ask, Decision
from pipeline.result import Answer, Refusal
from review.ledger.notices import Answered


async def choose(ask: Ask) -> Decision | None:
    """Show the question and read the answer from the keyboard; None where the person stops."""
    console = Console()
    return await KeyboardDecider(Screen(console), ConsoleKeyboard(console))(ask)


def print_outcome(outcome: Answer | Refusal) -> None:
    """An answer on standard output; why there is none on standard error."""
    show_outcome(Screen(Console(stderr=isinstance(outcome, Refusal))), outcome)


def _handed(answer: Answer, folder: Path) -> str:
    """Where the report's file is now, or that it could not be written."""
    try:
        return say.saved(str(saved(report_file(answer), folder.absolute())))
    except OSError as error:
        return say.not_saved(error.strerror or "")


def show_outcome(screen: Screen, outcome: Answer | Refusal, folder: Path | None = None) -> None:
    """The outcome on the screen; the file of a report goes into that folder, or where we are."""
    if isinstance(outcome, Answer) and outcome.report is not None:
        screen.show(answer_card(Answered(answer=outcome, run="")))
        screen.line(_handed(outcome, folder or Path()))
    elif isinstance(outcome, Answer):
        screen.show(answer_card(Answered(answer=outcome, run="")))
        if outcome.sql:
            screen.sql(in_lines(outcome.sql))
    else:
        screen.show(refusal_card(outcome))
