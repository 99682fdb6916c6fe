"""Buttons, menus and modals."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from typing_extensions import override

from bots.conversation.channels import Channels
from bots.conversation.presses import decode
from bots.conversation.pressing import Pressed, Sent, pressed, sent
from bots.conversation.responses import Hand, Mend, Response, Show, Silence, Whisper, always
from bots.slack.cards.blocks import PICK, PRESS
from bots.slack.cards.views import FORM, carried, entry_block, filled, picked
from bots.slack.incoming.dialogs import Dialogs
from bots.slack.incoming.telling import tell
from bots.slack.payloads import Click, Json, click_of
from bots.slack.sending.mail import Place
from bots.slack.sides import Side, Sides
from bots.slack.strangers import Strangers
from bots.wording import replies as say
from review.ports.desk import Desk, MessageGone, Undeliverable

_log = logging.getLogger(__name__)
# Slack waits for three.
_ACKNOWLEDGED_SECONDS = 2.0
_WORK: Final = "countersign_press"
_DECIDES: Final = re.compile(rf"^{PRESS}\.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Presser:
    """Who pressed: the user, the workspace of their id, and whether they may get data."""

    user: str
    home: str
    external: bool


class _Deciding(AsyncMiddleware):
    """Carries a press out before it is acknowledged; its listener runs only to say something.

    It comes before Bolt looks for a listener, which costs more than taking a press in.
    """

    def __init__(self, begun: Callable[[Json, AsyncBoltContext], Awaitable[Response]]) -> None:
        self._begun = begun

    @override
    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        if not _DECIDES.match(_element_of(req.body)):
            return await next()
        work = asyncio.ensure_future(self._begun(req.body, req.context))
        done, _ = await asyncio.wait({work}, timeout=_ACKNOWLEDGED_SECONDS)
        if done and isinstance(work.result(), Silence):
            return BoltResponse(status=200, body="")
        req.context[_WORK] = work
        return await next()


class Pressing:
    """Takes presses and forms. What a press decides is in the ledger before Slack is told so.

    What takes longer, like a file, goes on behind the acknowledgement.
    """

    def __init__(
        self,
        desk: Desk,
        sides: Sides,
        strangers: Strangers,
        channels: Channels,
        dialogs: Dialogs,
    ) -> None:
        self._desk = desk
        self._sides = sides
        self._strangers = strangers
        self._channels = channels
        self._dialogs = dialogs

    def listen(self, app: AsyncApp) -> None:
        app.use(_Deciding(self._begun))
        app.action(_DECIDES)(self._press)
        app.action(PICK)(self._pick)
        app.view(FORM)(self._send)

    async def _pick(self, ack: AsyncAck) -> None:
        """What a menu holds is read when its button is pressed."""
        await ack()

    async def _begun(self, body: Json, context: AsyncBoltContext) -> Response:
        side, click = await self._sides.of(context.team_id or ""), click_of(body)
        presser = self._presser(click, context)
        return await always(self._carried_out(body, click, side, presser))

    async def _press(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        side, click = await self._sides.of(context.team_id or ""), click_of(body)
        await tell(side, await context[_WORK], click.place, click.user)

    def _presser(self, click: Click, context: AsyncBoltContext) -> _Presser:
        return _Presser(
            user=click.user,
            home=self._strangers.home(click.user_team, context),
            external=self._strangers.includes(click.user_team, context),
        )

    async def _carried_out(
        self, body: Json, click: Click, side: Side, presser: _Presser
    ) -> Response:
        press = decode(_value_of(body["actions"][0]))
        values = (body.get("state") or {}).get("values") or {}
        event = Pressed(
            press=press,
            by=await side.people.person(presser.home, presser.user),
            thread=click.thread(side.team),
            picked=picked(values),
            external=presser.external,
        )
        response = await pressed(event, self._desk)
        if isinstance(response, Show):
            return await self._dialogs.show(side, response.form, click, press)
        if isinstance(response, Hand):
            # The channel may have been shared since the answer was written there.
            alone = await self._strangers.read_along(side, click.channel, body)
            alone |= self._channels.thread(event.thread).mixed
            return await _handed(side, response, click, alone=alone or click.fleeting)
        return response

    async def _send(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        side, view, click = (
            await self._sides.of(context.team_id or ""),
            body["view"],
            click_of(body),
        )
        value, origin = carried(view)
        response = await always(self._sent(value, view, side, self._presser(click, context)))
        if isinstance(response, Mend):
            errors = {entry_block(entry): text for entry, text in response.problems.items()}
            await ack(response_action="errors", errors=errors)
            return
        await ack()
        await tell(side, response, Place(channel=origin.channel, root=origin.root), click.user)

    async def _sent(self, value: str, view: Json, side: Side, presser: _Presser) -> Response:
        event = Sent(
            press=decode(value),
            by=await side.people.person(presser.home, presser.user),
            filled=filled((view.get("state") or {}).get("values") or {}),
            external=presser.external,
        )
        return await sent(event, self._desk)


def _element_of(body: Json) -> str:
    """What was pressed; empty for a payload that is no press."""
    if body.get("type") != "block_actions":
        return ""
    actions = body.get("actions") or [{}]
    return str(actions[0].get("action_id") or "")


def _value_of(action: Json) -> str:
    """What a button carries, or the line of a menu that was chosen."""
    return str(action.get("value") or (action.get("selected_option") or {}).get("value") or "")


async def _handed(side: Side, hand: Hand, click: Click, *, alone: bool) -> Response:
    """Where the card is; what only one person may see is handed to that person alone."""
    if not alone:
        try:
            await side.mail.hand(click.place, hand.file)
        except (MessageGone, Undeliverable):
            _log.info("The file cannot go into %s; it goes to the person", click.channel)
        else:
            return Silence()
    await side.mail.hand(await side.mail.direct(click.user), hand.file)
    return Whisper(text=say.PRIVATE_FILE)
