"""Buttons, menus and modals."""

import logging
import re

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bots.cards import Form
from bots.conversation.notices import text_card
from bots.conversation.presses import decode
from bots.conversation.pressing import Pressed, Sent, pressed, sent
from bots.conversation.responses import Hand, Mend, Response, Show, Silence, Whisper, always
from bots.slack.blocks import PICK, PRESS, VOTE
from bots.slack.mail import Mail, Place
from bots.slack.payloads import Click, Json, click_of
from bots.slack.people import REFUSED, SlackPeople
from bots.slack.refusals import TooBig, error_code
from bots.slack.views import FORM, Origin, carried, entry_block, filled, modal, picked
from bots.wording import replies as say
from review.desk import Desk, MessageGone, Undeliverable

_log = logging.getLogger(__name__)


class Pressing:
    """Takes presses and forms. Acknowledged first, except a form, which may have to be mended."""

    def __init__(self, desk: Desk, people: SlackPeople, mail: Mail, client: AsyncWebClient) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail
        self._client = client

    def listen(self, app: AsyncApp) -> None:
        app.action(re.compile(rf"^{PRESS}\."))(self._press)
        app.action(VOTE)(self._press)
        app.action(PICK)(self._pick)
        app.view(FORM)(self._send)

    async def _pick(self, ack: AsyncAck) -> None:
        """What a menu holds is read when its button is pressed."""
        await ack()

    async def _press(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        click = click_of(body)
        response = await always(self._carried_out(body, click, context.team_id or ""))
        await self._say(response, click.place, click.user)

    async def _pressed(self, body: Json, click: Click, team: str) -> Response:
        press = decode(str(body["actions"][0].get("value") or ""))
        values = (body.get("state") or {}).get("values") or {}
        event = Pressed(
            press=press,
            by=await self._people.person(click.user_team, click.user),
            thread=click.thread(team),
            picked=picked(values),
            external=click.user_team != team,
        )
        return await pressed(event, self._desk)

    async def _send(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        view, click = body["view"], click_of(body)
        value, origin = carried(view)
        response = await always(self._sent(value, view, click, context.team_id or ""))
        if isinstance(response, Mend):
            errors = {entry_block(entry): text for entry, text in response.problems.items()}
            await ack(response_action="errors", errors=errors)
            return
        await ack()
        place = Place(channel=origin.channel, root=origin.root)
        await self._say(response, place, click.user)

    async def _sent(self, value: str, view: Json, click: Click, team: str) -> Response:
        event = Sent(
            press=decode(value),
            by=await self._people.person(click.user_team, click.user),
            filled=filled((view.get("state") or {}).get("values") or {}),
            external=click.user_team != team,
        )
        return await sent(event, self._desk)

    async def _carried_out(self, body: Json, click: Click, team: str) -> Response:
        response = await self._pressed(body, click, team)
        if isinstance(response, Show):
            return await self._shown(response.form, click)
        if isinstance(response, Hand):
            return await self._handed(response, click)
        return response

    async def _shown(self, form: Form, click: Click) -> Response:
        origin = Origin(channel=click.channel, root=click.root)
        try:
            await self._client.views_open(trigger_id=click.trigger, view=modal(form, origin))
        except SlackApiError as error:
            _log.warning("Slack did not open a form: %s", error_code(error))
            return Whisper(text=say.REOPEN)
        return Silence()

    async def _handed(self, hand: Hand, click: Click) -> Response:
        """Where the card is; what only one person sees is handed to that person alone."""
        if not click.fleeting:
            try:
                await self._mail.hand(click.place, hand.file)
            except (MessageGone, Undeliverable):
                _log.info("The file cannot go into %s; it goes to the person", click.channel)
            else:
                return Silence()
        await self._mail.hand(await self._mail.direct(click.user), hand.file)
        return Whisper(text=say.PRIVATE_FILE)

    async def _say(self, response: Response, place: Place, user: str) -> None:
        if not isinstance(response, Whisper):
            return
        card = text_card(response.text)
        try:
            where = place if place.channel else await self._mail.direct(user)
            await self._mail.whisper(where, user, card)
        except (*REFUSED, TooBig) as refusal:
            _log.warning("Slack did not take a sentence for %s: %s", user, refusal)
