"""Delivers every notice on the surface that its thread is on."""

from collections.abc import Mapping

from bots.conversation.alerts import Alerts
from bots.wording import alerts as say
from review.ledger.notices import Asked, Delivery, ReviewCase
from review.ledger.threads import Thread
from review.ports.desk import MessageGone, Postman, ShutOut, Undeliverable


class PostOffice:
    """A postman for all surfaces. Raises what they raise; Undeliverable for an unknown surface.

    `alerts` is set once there is somebody to be told that a surface does not let us in.
    """

    alerts: Alerts | None = None

    def __init__(self, postmen: Mapping[str, Postman]) -> None:
        self._postmen = postmen

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        try:
            return await self._of(thread).deliver(thread, delivery)
        except ShutOut:
            await self._shut_out(thread)
            raise
        except (Undeliverable, MessageGone):
            await self._refused(thread, delivery)
            raise

    async def _refused(self, thread: Thread, delivery: Delivery) -> None:
        """A run would wait for people who never saw its card, and nobody would know."""
        asks = isinstance(delivery.notice, Asked | ReviewCase)
        if self.alerts is not None and asks and not delivery.replaces:
            where = f"{thread.surface}:{thread.channel}"
            await self.alerts.tell(f"card refused in {where}", say.card_refused(where))

    async def _shut_out(self, thread: Thread) -> None:
        if self.alerts is None:
            return
        if thread.surface == "slack":
            subject = f"slack:{thread.tenant}"
            said = say.slack_shut_out(thread.tenant)
            await self.alerts.tell(subject, said, away=f"{subject}:")
        else:
            await self.alerts.tell(thread.surface, say.teams_shut_out(), away=f"{thread.surface}:")

    async def find(self, thread: Thread, key: str) -> str | None:
        return await self._of(thread).find(thread, key)

    def _of(self, thread: Thread) -> Postman:
        postman = self._postmen.get(thread.surface)
        if postman is None:
            reason = f"there is no surface {thread.surface!r} in this process"
            raise Undeliverable(reason)
        return postman
