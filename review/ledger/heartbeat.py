"""Work under a lease: kept alive while it goes on, stopped where the lease was lost."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from review.ledger.errors import LedgerUnavailableError, StaleError
from review.settings import ReviewSettings

log = structlog.get_logger()
V = TypeVar("V")


async def kept_alive(
    work: Awaitable[V], renew: Callable[[], Awaitable[bool]], settings: ReviewSettings
) -> V:
    """What the work returns. Raises StaleError where others took it over, TimeoutError after long.

    `renew` is first called after `progress_pause`, then with every heartbeat. A ledger that is away
    for a moment ends nothing, as every save is fenced.
    """
    task = asyncio.ensure_future(work)
    limit = time.monotonic() + settings.step_limit.total_seconds()
    beat = settings.heartbeat.total_seconds()
    wait = min(beat, settings.progress_pause.total_seconds())
    try:
        while not (await asyncio.wait({task}, timeout=wait))[0]:
            if time.monotonic() > limit:
                raise TimeoutError
            await _renewed(renew)
            wait = beat
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=beat)


async def _renewed(renew: Callable[[], Awaitable[bool]]) -> None:
    try:
        held = await renew()
    except LedgerUnavailableError as error:
        log.warning("lease_not_renewed", reason=error.reason)
        return
    if not held:
        what = "Work under a lease"
        raise StaleError(what)
