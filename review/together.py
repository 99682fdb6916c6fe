"""Pieces of work that come at the same time share one transaction, and so one commit."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from review.ledger import Ledger, Pages

V = TypeVar("V")
Work: TypeAlias = Callable[[Pages], Awaitable[Any]]

_MOST = 32
# Where commits travel over a network, several transactions are on their way at once.
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Somebody's work. Who does not wait any more is told nothing."""

    work: Work
    done: asyncio.Future[Any]

    def tell(self, value: object) -> None:
        if not self.done.done():
            self.done.set_result(value)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Together:
    """Commits what waits in one go. Whoever waits goes on only when their work is kept.

    Work that fails takes nobody along: then each piece has a transaction of its own, by `alone`.
    """

    def __init__(self, ledger: Ledger, alone: Callable[[Work], Awaitable[Any]]) -> None:
        self._ledger = ledger
        self._alone = alone
        self._waiting: list[_Waiting] = []
        self._busy: set[asyncio.Task[None]] = set()

    async def kept(self, work: Callable[[Pages], Awaitable[V]]) -> V:
        """What the work gives back, after the commit. Raises what it raises when it runs alone."""
        done: asyncio.Future[V] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done))
        if len(self._busy) < (1 if self._ledger.sole else _AT_ONCE):
            self._busy.add(asyncio.create_task(self._keep()))
        return await done

    async def _keep(self) -> None:
        """Until nobody waits. Whoever comes after the last look must find one place free."""
        try:
            await self._keep_all()
        finally:
            self._busy.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _keep_all(self) -> None:
        while self._waiting:
            taken, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            try:
                await self._in_one(taken)
            except Exception:  # noqa: BLE001 - each hears of its own failure
                await self._each_alone(taken)
            finally:
                for each in taken:
                    each.done.cancel()

    async def _in_one(self, taken: list[_Waiting]) -> None:
        async with self._ledger.begin() as pages:
            found = [await each.work(pages) for each in taken]
        for each, value in zip(taken, found, strict=True):
            each.tell(value)

    async def _each_alone(self, taken: list[_Waiting]) -> None:
        for each in taken:
            try:
                each.tell(await self._alone(each.work))
            except Exception as error:  # noqa: BLE001 - handed to whoever waits for it
                each.fail(error)
