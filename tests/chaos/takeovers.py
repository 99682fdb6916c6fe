"""How long a killed replica's runs lay before another one had them."""

import asyncio
import time

from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.records import RunStatus

_LOOK_EVERY = 0.02
_LATEST = 100
_PATIENCE = 10.0


class Takeovers:
    """Watches the ledger from outside."""

    def __init__(self, ledger: SqlLedger) -> None:
        self._ledger = ledger
        self._watching: set[asyncio.Task[None]] = set()
        self.seconds: list[float] = []

    @classmethod
    async def of(cls, url: str) -> "Takeovers":
        return cls(await open_ledger(url, serving=False, connections=2))

    def died(self, owner: str) -> None:
        """Whatever this owner has now, somebody else is to have."""
        self._watching.add(asyncio.create_task(self._watch(owner)))

    async def end(self) -> None:
        """Look no more, once what was left is taken."""
        if self._watching:
            _, late = await asyncio.wait(self._watching, timeout=_PATIENCE)
            for task in late:
                task.cancel()
        await self._ledger.close()

    def seen(self, lease: float) -> str:
        """How many were taken over in time: whoever was to take a run may have been killed too."""
        if not self.seconds:
            return "nothing was left to take over"
        within = sum(each <= lease for each in self.seconds)
        longest = f"the longest {max(self.seconds):.2f} s"
        return f"{within} of {len(self.seconds)} runs taken over within {lease:g} s, {longest}"

    async def _watch(self, owner: str) -> None:
        begun, held = time.monotonic(), await self._held_by(owner)
        while held:
            await asyncio.sleep(_LOOK_EVERY)
            still = await self._held_by(owner)
            self.seconds += [time.monotonic() - begun] * len(held - still)
            held &= still

    async def _held_by(self, owner: str) -> set[str]:
        async with self._ledger.read() as pages:
            runs = await pages.runs.latest(_LATEST)
        return {
            run.id for run in runs if run.status is RunStatus.RUNNING and run.lease.owner == owner
        }
