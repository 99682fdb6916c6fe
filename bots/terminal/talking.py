"""A conversation at the keyboard: each question follows the last answer."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bots.terminal.answering import show_outcome
from bots.terminal.deciding import KeyboardDecider
from bots.terminal.keyboard import Keyboard
from bots.terminal.screen import Screen
from bots.wording import terminal as say
from pipeline.direct import Decide, Driven
from pipeline.messages.anew import starts_anew
from pipeline.result import Answer

AskAfter: TypeAlias = Callable[[str, Decide, Driven | None], Awaitable[Driven]]
_LEAVING = frozenset(("q", "quit", "exit"))
_ANEW = "new"


async def talk(ask: AskAfter, screen: Screen, keyboard: Keyboard) -> None:
    """Ask, show and go on, until the person leaves."""
    decide = KeyboardDecider(screen, keyboard)
    last: Driven | None = None
    while True:
        try:
            line = (await keyboard.read(say.QUESTION)).strip()
        except EOFError:
            return
        if line.lower() in _LEAVING:
            return
        if line.lower() == _ANEW or starts_anew(line):
            last = None
            screen.line(say.ANEW)
        elif line:
            driven = await ask(line, decide, last)
            show_outcome(screen, driven.outcome)
            if isinstance(driven.outcome, Answer) and driven.outcome.how:
                screen.line(say.EXPLAIN, "dim")
            last = driven if isinstance(driven.outcome, Answer) else last
