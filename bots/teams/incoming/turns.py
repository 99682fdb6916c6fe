"""Which part answers which kind of activity."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

from bots.cards import Card
from bots.conversation.notices import text_card
from bots.teams.activities import Posted, has_threads, split
from bots.teams.cards.adaptive import CARRIED
from bots.teams.cards.desk_card import VERB as DESK
from bots.teams.cards.dialogs import said
from bots.teams.cards.paging import Paging
from bots.teams.incoming.consenting import Consenting
from bots.teams.incoming.desk import DeskCard
from bots.teams.incoming.editing import AGAIN, Editing
from bots.teams.incoming.extending import Extending
from bots.teams.incoming.hearing import Hearing, place_in
from bots.teams.incoming.pressing import Pressing, replaced, told
from bots.teams.refusals import REFUSED
from bots.teams.sending.mail import Mail
from bots.teams.sending.messages import Place
from bots.wording import replies

Json: TypeAlias = dict[str, Any]
Invoked: TypeAlias = Callable[[Posted], Awaitable[Json]]

_log = logging.getLogger(__name__)
_CONSENT: Final = "fileConsent/invoke"


class Turns:
    """Answers each activity at once; what takes longer goes on after the answer."""

    def __init__(
        self,
        hearing: Hearing,
        pressing: Pressing,
        consenting: Consenting,
        extending: Extending,
        beside: tuple[DeskCard, Editing, Paging],
        mail: Mail,
    ) -> None:
        self._hearing = hearing
        self._pressing = pressing
        self._consenting = consenting
        self._desk, self._editing, self._paging = beside
        self._mail = mail
        self._going: set[asyncio.Task[None]] = set()
        self._invokes: Mapping[str, Invoked] = {
            "adaptiveCard/action": self._executed,
            "task/fetch": self._fetched,
            "task/submit": self._sent,
            "message/submitAction": pressing.vote,
            "composeExtension/fetchTask": extending.fetch,
            "composeExtension/submitAction": extending.send,
        }

    async def turn(self, body: Json) -> Json | None:
        """The answer to an invoke. Activities of kinds that we do not know are let be."""
        activity = Posted(body)
        try:
            return await self._turn(activity)
        except Exception:  # noqa: BLE001 - whoever wrote or pressed hears of every failure
            _log.exception("An activity of Teams could not be carried out")
            return self._trouble(activity)

    async def _turn(self, activity: Posted) -> Json | None:
        match activity.kind:
            case "message":
                await self._message(activity)
            case "conversationUpdate" | "installationUpdate":
                self._say(await self._hearing.added(activity))
            case "messageUpdate":
                self._go_on(self._editing.changed(activity))
            case "messageDelete":
                await self._hearing.deleted(activity)
            case "invoke":
                return await self._invoke(activity)
            case _:
                pass
        return None

    async def idle(self) -> None:
        """Wait until nothing goes on behind the answers."""
        while self._going:
            await asyncio.wait(self._going)

    async def _message(self, activity: Posted) -> None:
        if activity.is_from_bot:
            return
        if CARRIED not in activity.value:
            await self._heard(activity)
            return
        answer = await self._pressing.fallback(activity)
        if answer:
            self._say((place_in(activity.spot.thread), text_card(answer)))

    async def _heard(self, activity: Posted) -> None:
        if not self._desk.asked_for(activity):
            reply = await self._hearing.take(activity)
            self._say(reply)
            if reply is None and _shows_typing(activity):
                self._go_on(self._mail.typing(place_in(activity.spot.thread)))
            return
        await self._hearing.remember(activity.spot, activity.speaker)
        self._go_on(self._shown(activity))

    async def _shown(self, activity: Posted) -> None:
        try:
            await self._desk.show(activity)
        except REFUSED as refusal:
            _log.warning("Teams did not take a desk: %s", refusal)
            self._trouble(activity)
        except Exception:  # noqa: BLE001 - whoever asked hears of every failure
            _log.exception("A desk could not be shown in Teams")
            self._trouble(activity)

    async def _executed(self, activity: Posted) -> Json:
        if activity.verb == DESK:
            return await self._on_desk(activity)
        again = activity.verb == AGAIN
        return await (self._editing.again if again else self._pressing.execute)(activity)

    async def _fetched(self, activity: Posted) -> Json:
        if self._paging.asked_for(activity):
            return await self._paging.page(activity)
        return await self._pressing.fetch(activity)

    async def _sent(self, activity: Posted) -> Json:
        if self._paging.asked_for(activity):
            return await self._paging.page(activity)
        return await self._pressing.send(activity)

    async def _on_desk(self, activity: Posted) -> Json:
        content = await self._desk.pressed(activity)
        if content is None:
            return told(replies.EXTERNAL)
        self._go_on(self._desk.keep(activity, content))
        return replaced(content)

    async def _invoke(self, activity: Posted) -> Json | None:
        await self._hearing.remember(activity.spot, activity.speaker)
        if activity.name == _CONSENT:
            self._go_on(self._consenting.consented(activity))
            return {}
        answer = self._invokes.get(activity.name)
        return await answer(activity) if answer else None

    def _trouble(self, activity: Posted) -> Json | None:
        name = activity.name
        if activity.kind == "message":
            self._say((place_in(activity.spot.thread), text_card(replies.TROUBLE)))
        if name == "adaptiveCard/action":
            return told(replies.TROUBLE)
        return said(replies.TROUBLE) if name.startswith(("task/", "composeExtension/")) else None

    def _say(self, reply: tuple[Place, Card] | None) -> None:
        if reply is not None:
            self._go_on(self._mail.reply(*reply))

    def _go_on(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._going.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._going.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("Work behind an answer to Teams failed", exc_info=task.exception())


def _shows_typing(activity: Posted) -> bool:
    """Whether it was for us, in a chat: channels show nobody typing."""
    spot = activity.spot
    return not has_threads(split(spot.conversation)[0]) and (spot.private or activity.mentions_bot)
