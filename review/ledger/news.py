"""News of the ledger: who hears of every change need not look whether there was one."""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Final

# Once nothing was kept here for so long, a burst is over.
_QUIET: Final = 0.5
# Whoever said that they are at work may keep more for so many seconds without saying it again.
SAID_FOR: Final = 2.0
# What they kept to the last moment of it is there by then, on a slow disk too.
_SETTLED: Final = 2 * SAID_FOR


class News:
    """Told of what is kept, here and elsewhere; wakes who rests, once it is worth a look.

    `name` tells this process apart from others over the same ledger, and `complete` says whether
    all of those are heard. `is_resting` says whether somebody waits here for something to come.
    """

    def __init__(
        self,
        ticks: Callable[[], float] = time.monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = uuid.uuid4().hex
        self.complete = False
        self.is_resting = False
        self._ticks = ticks
        self._pause = pause
        self._settled_at = 0.0
        self._came = asyncio.Event()

    def kept(self) -> None:
        """Something was kept, and who did it has nothing more at hand than others here."""
        self._comes(_QUIET)

    def heard(self, name: str) -> None:
        """The process of this name said that it is at work."""
        if name != self.name:
            self._comes(_SETTLED)

    def listens(self) -> None:
        """From now on all others are heard; what they said just before was not."""
        self.complete = True
        self._comes(_SETTLED)

    def listens_no_more(self) -> None:
        """Others are not heard any more, and perhaps have not been for a moment."""
        self.complete = False
        self._comes(_SETTLED)

    async def rest(self, looked: float, longest: float, unsettled: float) -> None:
        """So many seconds at the longest, or until what came since `looked` has settled.

        Where more and more comes, it is left `unsettled` for so many seconds and no longer.
        """
        end = self._ticks() + longest
        while self._settled_at <= looked:
            self._came.clear()
            self.is_resting = True
            try:
                async with asyncio.timeout(max(0.0, end - self._ticks())):
                    await self._came.wait()
            except TimeoutError:
                return
            finally:
                self.is_resting = False
        end = min(end, self._ticks() + unsettled)
        # No event: whatever else comes only puts the look off, and nobody has to wake for each.
        while (wait := min(end, self._settled_at) - self._ticks()) > 0:
            await self._pause(wait)

    def _comes(self, settles_in: float) -> None:
        self._settled_at = max(self._settled_at, self._ticks() + settles_in)
        self._came.set()
