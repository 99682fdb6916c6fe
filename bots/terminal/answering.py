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
from review.notices import Answered


async def choose(ask: Ask) -> Decision | None:
    """Show the question and read the answer from the keyboard; None where the person stops."""
    console = Console()
    return await KeyboardDecider(Screen(console), ConsoleKeyboard(console))(ask)


def print_outcome(outcome: Answer | Refusal) -> None:
    """An answer on standard output; why there is none on standard error."""
    show_outcome(Screen(Console(stderr=isinstance(outcome, Refusal))), outcome)


def show_outcome(screen: Screen, outcome: Answer | Refusal) -> None:
    if isinstance(outcome, Answer) and outcome.report is not None:
        screen.show(answer_card(Answered(answer=outcome, run="")))
        screen.line(say.saved(str(saved(report_file(outcome), Path.cwd()))))
    elif isinstance(outcome, Answer):
        screen.show(answer_card(Answered(answer=outcome, run="")))
        screen.sql(in_lines(outcome.sql))
    else:
        screen.show(refusal_card(outcome))
