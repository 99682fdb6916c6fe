"""The thread under a card in the reviewers' channel: a place to talk, and to ask the asker."""

from bots.cards import Card
from bots.conversation.hearing import Heard
from bots.conversation.notices import text_card
from bots.wording import slack as said
from bots.wording.replies import verdict
from review.desk import Closed, Counted, Desk, Incoming


async def asked_back(heard: Heard, desk: Desk) -> tuple[bool, Card | None]:
    """Whether the words stood below such a card, and what to answer. They never decide."""
    thread = heard.thread
    if heard.external or thread.private or not heard.text.strip():
        return False, None
    incoming = Incoming(
        event=heard.event, text=heard.text.strip(), thread=thread, asker=heard.speaker
    )
    outcome = await desk.ask_back(incoming, f"{thread.channel}/{thread.root}")
    if outcome is None:
        return False, None
    if isinstance(outcome, Closed):
        return True, None
    if isinstance(outcome, Counted):
        return True, text_card(said.PASSED_TO_ASKER)
    return True, text_card(verdict(outcome, heard.speaker))
