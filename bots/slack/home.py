"""The app's Home tab, and events that need no answer."""

import logging
import re

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bots.cards import Card
from bots.conversation.notices import text_card
from bots.slack.blocks import Json, Room, card_blocks
from bots.slack.people import REFUSED
from bots.slack.refusals import TooBig, ours
from bots.wording import replies as say

_log = logging.getLogger(__name__)


class Home:
    """Tells whoever opens the tab what can be asked."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    def listen(self, app: AsyncApp) -> None:
        """Comes after all other listeners: what nobody takes is acknowledged all the same."""
        app.event("app_home_opened")(self._opened)
        app.event(re.compile(".*"))(_let_go)

    async def _opened(self, event: Json) -> None:
        if event.get("tab") != "home":
            return
        view = {"type": "home", "blocks": card_blocks(_home_card(), Room())}
        try:
            with ours():
                await self._client.views_publish(user_id=event["user"], view=view)
        except (*REFUSED, TooBig) as refusal:
            _log.warning("Slack did not take the Home tab: %s", refusal)


def _home_card() -> Card:
    return text_card(*say.HELP, title=say.HELP_TITLE)


async def _let_go() -> None:
    """Slack would deliver an event again that is not acknowledged."""
