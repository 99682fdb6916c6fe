"""Delivers every notice on the surface that its thread is on."""

from collections.abc import Mapping

from review.desk import Postman, Undeliverable
from review.notices import Delivery
from review.threads import Thread


class PostOffice:
    """A postman for all surfaces. Raises what they raise; Undeliverable for an unknown surface."""

    def __init__(self, postmen: Mapping[str, Postman]) -> None:
        self._postmen = postmen

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        return await self._of(thread).deliver(thread, delivery)

    async def find(self, thread: Thread, key: str) -> str | None:
        return await self._of(thread).find(thread, key)

    def _of(self, thread: Thread) -> Postman:
        postman = self._postmen.get(thread.surface)
        if postman is None:
            reason = f"there is no surface {thread.surface!r} in this process"
            raise Undeliverable(reason)
        return postman
