"""Work that comes at the same time shares one transaction, and so one commit."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from review.ledger.port import Ledger, Pages

I = TypeVar("I")  # noqa: E741 - what goes in
O = TypeVar("O")  # noqa: E741 - what comes out
Many: TypeAlias = Callable[[Pages, Sequence[I]], Awaitable[Sequence[O]]]

_MOST = 128
# Where commits travel over a network, and more waits than one transaction takes.
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An item of what `many` does. Who does not wait any more is told nothing."""

    item: Any
    many: Many[Any, Any]
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
    So many `eager` transactions are on their way before anything waits. What is kept `ahead` of the
    disk wakes others at once; whoever waits here hears of it when the disk has it.
    """

    def __init__(
        self,
        ledger: Ledger,
        alone: Callable[[Callable[[Pages], Awaitable[Sequence[Any]]]], Awaitable[Sequence[Any]]],
        *,
        eager: int = 1,
        ahead: bool = False,
    ) -> None:
        self._ledger = ledger
        self._at_once = 1 if ledger.sole else _AT_ONCE
        self._eager = min(eager, self._at_once)
        self._ahead = ahead
        self._alone = alone
        self._waiting: list[_Waiting] = []
        self._busy: set[asyncio.Task[None]] = set()

    async def kept(self, item: I, many: Many[I, O]) -> O:
        """What `many` gives back for the item, after the commit; raises what it raises alone."""
        done: asyncio.Future[O] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(item, many, done))
        most = self._at_once if len(self._waiting) > _MOST else self._eager
        if len(self._busy) < most:
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
            await self._gathered()
            taken, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            if not taken:
                return
            try:
                found = await self._in_one(taken)
            except Exception:  # noqa: BLE001 - each hears of its own failure
                await self._each_alone(taken)
            else:
                await self._told(found)
            finally:
                for each in taken:
                    each.done.cancel()

    async def _gathered(self) -> None:
        """Wait for those that are as good as here, so that they share the commit too."""
        seen = 0
        while seen < len(self._waiting) < _MOST:
            seen = len(self._waiting)
            await asyncio.sleep(0)

    async def _in_one(self, taken: list[_Waiting]) -> Sequence[tuple[_Waiting, object]]:
        """What each is to be told."""
        kinds: defaultdict[Many[Any, Any], list[_Waiting]] = defaultdict(list)
        for each in taken:
            kinds[each.many].append(each)
        async with self._ledger.begin(ahead=self._ahead) as pages:
            found = [
                (waiting, await many(pages, [each.item for each in waiting]))
                for many, waiting in kinds.items()
            ]
        return [pair for kind in found for pair in zip(*kind, strict=True)]

    async def _told(self, found: Sequence[tuple[_Waiting, object]]) -> None:
        """Tell them, when the disk has it. It is kept: whatever fails now, it is not done again."""
        try:
            if self._ahead:
                await self._ledger.settled()
        except Exception as error:  # noqa: BLE001 - handed to whoever waits for it
            for waiting, _ in found:
                waiting.fail(error)
            return
        for waiting, value in found:
            waiting.tell(value)

    async def _each_alone(self, taken: list[_Waiting]) -> None:
        for each in taken:
            try:
                each.tell(await self._by_itself(each))
            except Exception as error:  # noqa: BLE001 - handed to whoever waits for it
                each.fail(error)

    async def _by_itself(self, waiting: _Waiting) -> object:
        (value,) = await self._alone(lambda pages: waiting.many(pages, [waiting.item]))
        return value
