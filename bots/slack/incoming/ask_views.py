"""The dialogs in which people ask outside of a message."""

import json
from typing import Final

from bots.cards import Text, Tone
from bots.slack.cards.blocks import Json, block_of_text, plain
from bots.slack.cards.limits import LIMITS
from bots.slack.cards.views import TYPED, entry_block
from bots.slack.sending.mail import Place
from bots.wording import asks
from bots.wording import slack as said

ASK: Final = "ask_anything"
ABOUT: Final = "ask_about_this"
QUESTION: Final = "question"


def ask_view(place: Place, quoted: str = "") -> Json:
    """A field for the question; what it is about stands above it."""
    intro = said.ASK_BELOW if place.root else said.ASK_INTRO
    shown = [block_of_text(Text(text=intro, tone=Tone.SUBTLE))]
    if quoted:
        shown.insert(0, block_of_text(Text(text=quoted, tone=Tone.QUOTE)))
    field = {"type": "plain_text_input", "action_id": TYPED, "multiline": True}
    label = plain(said.ASK_LABEL, LIMITS.input_label)
    entry = {"type": "input", "block_id": entry_block(QUESTION), "label": label, "element": field}
    return {
        "type": "modal",
        "callback_id": ASK,
        "title": plain(said.ASK_TITLE, LIMITS.modal_title),
        "submit": plain(said.ASK_SEND, LIMITS.modal_button),
        "close": plain(asks.CANCEL),
        "private_metadata": json.dumps({"c": place.channel, "t": place.root}),
        "blocks": [*shown, entry],
    }


def notice_view(title: str, text: str) -> Json:
    """A sentence, where a dialog was asked for."""
    return {
        "type": "modal",
        "title": plain(title, LIMITS.modal_title),
        "close": plain(asks.CLOSE),
        "blocks": [block_of_text(Text(text=text))],
    }
