"""The card that takes the place of a decided one, and the same card for those who only look on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.cards import Block, Buttons, Card, Menu, Press, Verb
from bots.conversation.decisions import choice_decision, menu_decision
from bots.conversation.notices import card_of
from bots.teams.cards.adaptive import VIEW
from pipeline.checkpoint import Ask, Decision
from pipeline.people import Person
from review.ledger.notices import Asked, Notice, ReviewCase, Settled
from review.ledger.threads import Thread
from review.ports.desk import Seen

Json: TypeAlias = dict[str, Any]

DECIDING: Final = frozenset({Verb.CHOOSE, Verb.APPROVE, Verb.CONTINUE})
_CHECKPOINT: Final = "c"


async def settled_card(
    ask: Ask, press: Press, picked: Mapping[str, tuple[str, ...]], by: Person
) -> Card:
    """What the card becomes for whoever just decided; the thread gets the same a moment later."""
    decision = menu_decision(ask, picked) if picked else None
    decision = decision or choice_decision(press)
    notice = Settled(
        ask=ask,
        how="decided",
        by=by,
        action=decision.action,
        chosen=_labels(ask, decision),
    )
    return await card_of(notice, pictures=False)


def refresh_of(notice: Notice, thread: Thread) -> Json:
    """Asks each client for its person's own view, where others read the card too."""
    if thread.private or not isinstance(notice, Asked | ReviewCase):
        return {}
    return refresh_again({_CHECKPOINT: notice.checkpoint})


def refresh_again(data: Json) -> Json:
    """The same request once more, for a view to stay as fresh."""
    kept = {_CHECKPOINT: viewed(data)}
    return {"action": {"type": "Action.Execute", "title": "View", "verb": VIEW, "data": kept}}


def viewed(data: Json) -> str:
    """The checkpoint that a client asks to see."""
    return str(data.get(_CHECKPOINT) or "")


async def view_card(seen: Seen) -> Card:
    """The card as its reader may use it: without buttons for onlookers. Only the desk decides."""
    card = await card_of(seen.notice, pictures=False)
    if seen.deciding:
        return card
    return replace(card, blocks=tuple(each for each in card.blocks if not _presses(each)))


def _presses(block: Block) -> bool:
    return isinstance(block, Buttons | Menu)


def _labels(ask: Ask, decision: Decision) -> tuple[str, ...]:
    return tuple(
        option.label
        for question in ask.questions
        for option in question.options
        if option.id in decision.choices.get(question.id, "").split(",")
    )
