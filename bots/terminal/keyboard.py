"""The keyboard, as a port and for real."""

import asyncio
from typing import Protocol

from rich.console import Console


class Keyboard(Protocol):
    """Reads what a person types. Raises EOFError when there is nobody any more."""

    async def read(self, prompt: str) -> str:
        """One line."""
        ...


class ConsoleKeyboard:
    """The keyboard of this terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def read(self, prompt: str) -> str:
        return await asyncio.to_thread(self._console.input, f"{prompt}: ", markup=False)
