"""Opening modals within the three seconds that Slack gives, and what happens when it is later."""

import logging

from bots.cards import Button, Buttons, Card, Form, Press, Text
from bots.conversation.responses import Response, Silence
from bots.slack.cards.blocks import Json
from bots.slack.cards.views import Origin, modal
from bots.slack.incoming.telling import whisper
from bots.slack.payloads import Click
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Side
from bots.wording import replies as say
from bots.wording import slack as said

_log = logging.getLogger(__name__)


class Dialogs:
    """Opens forms."""

    async def show(self, side: Side, form: Form, click: Click, press: Press) -> Response:
        """Open it, or whisper a button that opens it: a press has a trigger of its own."""
        view = modal(form, Origin(channel=click.channel, root=click.root))
        if await opened(side, click.trigger, view):
            return Silence()
        button = Button(label=said.OPEN_AGAIN, press=press)
        card = Card(plain=say.REOPEN, blocks=(Text(text=say.REOPEN), Buttons(items=(button,))))
        await whisper(side, card, click.place, click.user)
        return Silence()


async def opened(side: Side, trigger: str, view: Json) -> bool:
    """Whether Slack opened the view."""
    try:
        with ours():
            await side.client.views_open(trigger_id=trigger, view=view)
    except REFUSED as refusal:
        _log.warning("Slack did not open a form: %s", refusal)
        return False
    return True
