"""The scenario, the same for everybody: think, ask a person, think again and act, answer."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

MODEL_SECONDS = 0.05


@dataclass
class Scene:
    """What happened to each run. `acts` is a file that outlives the process."""

    thought: set[str] = field(default_factory=set)
    resumed: dict[str, float] = field(default_factory=dict)
    acted: Counter[str] = field(default_factory=Counter)
    acts: Path | None = None
    act_seconds: float = MODEL_SECONDS

    async def think(self, run: str) -> None:
        await asyncio.sleep(MODEL_SECONDS)
        self.thought.add(run)

    async def act(self, run: str) -> None:
        """What a person agreed to: to do it twice is a fault."""
        await asyncio.sleep(self.act_seconds)
        self.acted[run] += 1
        if self.acts is not None:
            with self.acts.open("a", encoding="utf-8") as file:
                file.write(f"{run}\n")

    def goes_on(self, run: str) -> None:
        self.resumed.setdefault(run, time.perf_counter())


class Contender(Protocol):
    """A way to pause for people durably."""

    @property
    def paused(self) -> int:
        """How many runs wait for a person now."""
        ...

    async def start(self) -> None: ...

    def button(self, run: str) -> str:
        """What the chat has in the button of this run, where a click needs more than its name."""
        ...

    def recall(self, run: str, button: str) -> None:
        """After a restart: know a button that people still see."""
        ...

    async def ask(self, run: str) -> None:
        """Returns when the question is acknowledged."""
        ...

    async def click(self, run: str) -> bool | None:
        """Whether this click counted; None where the one who clicked does not hear of it."""
        ...

    async def twin(self) -> "Contender":
        """Another replica over the same database, or the same where only one may serve."""
        ...

    async def stop(self) -> None: ...


async def until(true: "Check", seconds: float = 300.0) -> bool:
    """Wait for it; False where it does not come true in time."""
    end = time.perf_counter() + seconds
    while not true():
        if time.perf_counter() > end:
            return False
        await asyncio.sleep(0.002)
    return True


class Check(Protocol):
    """A condition."""

    def __call__(self) -> bool: ...
