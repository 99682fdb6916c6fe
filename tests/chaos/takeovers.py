"""How long a killed replica's runs lay before another one had them."""

import asyncio
import time
from collections.abc import Sequence

from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.records import RunStatus

_LOOK_EVERY = 0.02
_LATEST = 100
_PATIENCE = 10.0


class Takeovers:
    """Watches the ledger from outside."""

    def __init__(self, ledger: SqlLedger) -> None:
        self._ledger = ledger
        self._watching: set[asyncio.Task[None]] = set()
        self._deaths: list[float] = []
        self._taken: list[tuple[float, float]] = []

    @classmethod
    async def of(cls, url: str) -> "Takeovers":
        return cls(await open_ledger(url, serving=False, connections=2))

    def died(self, owner: str) -> None:
        """Whatever this owner has now, somebody else is to have."""
        self._deaths.append(time.monotonic())
        self._watching.add(asyncio.create_task(self._watch(owner)))

    async def end(self) -> None:
        """Look no more, once what was left is taken."""
        if self._watching:
            _, late = await asyncio.wait(self._watching, timeout=_PATIENCE)
            for task in late:
                task.cancel()
        await self._ledger.close()

    def seen(self, lease: float) -> str:
        """How many were taken over in time, of all, and of those whose taker was let live."""
        if not self._taken:
            return "nothing was left to take over"
        undisturbed = [each for each in self._taken if not self._was_disturbed(*each)]
        return (
            f"taken over within {lease:g} s: {_within(self._taken, lease)}; "
            f"where nobody else was killed meanwhile: {_within(undisturbed, lease)}"
        )

    def _was_disturbed(self, begun: float, taken: float) -> bool:
        return any(begun < death < taken for death in self._deaths)

    async def _watch(self, owner: str) -> None:
        begun, held = time.monotonic(), await self._held_by(owner)
        while held:
            await asyncio.sleep(_LOOK_EVERY)
            still = await self._held_by(owner)
            self._taken += [(begun, time.monotonic())] * len(held - still)
            held &= still

    async def _held_by(self, owner: str) -> set[str]:
        async with self._ledger.read() as pages:
            runs = await pages.runs.latest(_LATEST)
        return {
            run.id for run in runs if run.status is RunStatus.RUNNING and run.lease.owner == owner
        }


def _within(taken: Sequence[tuple[float, float]], lease: float) -> str:
    seconds = [end - begun for begun, end in taken]
    longest = f", the longest after {max(seconds):.2f} s" if seconds else ""
    return f"{sum(each <= lease for each in seconds)} of {len(seconds)} runs{longest}"
