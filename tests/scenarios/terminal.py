"""What a person types and reads at the terminal, in the words of a scenario."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console

from bots.bootstrap.asking import Direct, direct
from bots.bootstrap.demo import FOLDER
from bots.settings import read_settings
from bots.terminal.screen import Screen
from bots.terminal.talking import talk
from pipeline.direct import Decide, Driven
from tests.scenarios.forwarder import Forwarder
from tests.waiting import until

Json: TypeAlias = dict[str, Any]
_PATIENCE = 20.0
_KEY = re.compile(r"^ +(\w+)  (.*)$")


class Keys:
    """A keyboard on which a test types."""

    def __init__(self) -> None:
        self.typed: asyncio.Queue[str] = asyncio.Queue()

    async def read(self, prompt: str) -> str:
        del prompt
        return await self.typed.get()


class TerminalTown:
    """One person at one terminal; a press of a button is a key and Enter."""

    def __init__(self, asking: Direct) -> None:
        self._asking = asking
        self._out = io.StringIO()
        self._keys = Keys()
        self._screen = Screen(Console(file=self._out, width=200, color_system=None))
        self._task: asyncio.Task[None] | None = None
        self._from = 0

    def ask(self, text: str, *, thread: str = "", person: str = "ana") -> str:
        """Ask; in a thread it follows what was answered before."""
        del person
        if self._task is None:
            self._task = asyncio.create_task(talk(self._ask, self._screen, self._keys))
        if not thread:
            self._keys.typed.put_nowait("new")
        self._from = len(self._out.getvalue())
        self._keys.typed.put_nowait(text)
        return "terminal"

    async def _ask(self, text: str, decide: Decide, after: Driven | None) -> Driven:
        return await self._asking.ask(text, decide, after=after)

    async def sees(self, thread: str, *words: str, person: str = "ana") -> Json:
        """What was printed since the question, once it holds all these words."""
        del thread, person

        def shown() -> str:
            return self._out.getvalue()[self._from :]

        def is_shown() -> bool:
            text = " ".join(shown().lower().split())
            return all(word.lower() in text for word in words)

        try:
            await until(is_shown)
        except TimeoutError:
            problem = f"{words} not seen in:\n{shown()}"
            raise AssertionError(problem) from None
        await asyncio.sleep(0)
        return {"text": shown()}

    async def click(self, message: Json, label: str, person: str = "ana") -> None:
        """Press the key that stands before the label."""
        del person
        keys = [_KEY.match(line) for line in message["text"].splitlines()]
        found = [key[1] for key in keys if key and key[2].startswith(label)]
        assert found, f"no key for {label!r} in:\n{message['text']}"
        self._from = len(self._out.getvalue())
        self._keys.typed.put_nowait(found[0])

    async def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


@asynccontextmanager
async def forwarder_at_the_terminal(
    state: Path, forwarder: Forwarder
) -> AsyncIterator[TerminalTown]:
    """`countersign ask` over the forwarder's workspace."""
    secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
    read = read_settings(FOLDER / "countersign.yaml", secrets | {"DEMO_STATE": str(state)})
    async with direct(forwarder.settings(read), FOLDER) as asking:
        town = TerminalTown(asking)
        yield town
        await town.leave()
