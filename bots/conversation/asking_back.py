"""Words below a card in the reviewers' channel: a question to whoever asked, never a decision."""

from dataclasses import dataclass

from bots.cards import Card
from bots.conversation.hearing import Heard, is_decision
from bots.conversation.notices import text_card
from bots.wording import reviews
from bots.wording.replies import USE_BUTTONS_HERE, verdict
from review.ports.desk import Closed, Counted, CountedBefore, Desk, Incoming


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn:
    """The words stood below such a card; `card` is what to answer."""

    card: Card | None


async def asked_back(message: Heard, reference: str, desk: Desk) -> PassedOn | None:
    """What became of words below the message of this reference; None below any other.

    Words that would decide are answered: only the buttons of the card do, and who may press them.
    """
    thread = message.thread
    if message.external or message.off or thread.private or not message.text.strip():
        return None
    if is_decision(message.text) and (decides := await desk.who_decides(reference)):
        return PassedOn(card=text_card(USE_BUTTONS_HERE, decides))
    incoming = Incoming(
        event=message.event, text=message.text.strip(), thread=thread, asker=message.speaker
    )
    outcome = await desk.ask_back(incoming, reference)
    match outcome:
        case None:
            return None
        case Closed():
            return PassedOn(card=None)
        case Counted() | CountedBefore():
            return PassedOn(card=text_card(reviews.PASSED_TO_ASKER))
        case _:
            return PassedOn(card=text_card(verdict(outcome, message.speaker)))
