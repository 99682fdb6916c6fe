"""A sentence for one person, where they pressed or in their direct messages."""

import logging

from bots.cards import Card
from bots.conversation.notices import text_card
from bots.conversation.responses import Response, Whisper
from bots.slack.people import REFUSED
from bots.slack.sending.mail import Place, outgoing
from bots.slack.sides import Side

_log = logging.getLogger(__name__)


async def tell(side: Side, response: Response, place: Place, user: str) -> None:
    """Whisper what a press came to; nothing where the card itself says enough."""
    if isinstance(response, Whisper):
        await whisper(side, text_card(response.text), place, user)


async def whisper(side: Side, card: Card, place: Place, user: str) -> None:
    """A card that only this person sees; a direct message where there is no place for it."""
    try:
        if place.channel:
            await side.mail.whisper(place, user, card)
        else:
            await side.mail.post(await side.mail.direct(user), outgoing(card))
    except REFUSED as refusal:
        _log.warning("Slack did not take a sentence for %s: %s", user, refusal)
