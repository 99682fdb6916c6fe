"""The card that takes the place of a decided one, and the same card for those who only look on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.cards import Buttons, Card, Menu, Press, Verb
from bots.conversation.ask_card import ask_card
from bots.conversation.decisions import choice_decision, menu_decision
from bots.conversation.notices import card_of
from bots.teams.adaptive import VIEW
from pipeline.checkpoint import Ask, Audience, Decision
from pipeline.people import Person
from review.desk import OpenCheckpoint
from review.notices import Asked, Notice, Settled
from review.threads import Thread

Json: TypeAlias = dict[str, Any]

DECIDING: Final = frozenset({Verb.CHOOSE, Verb.APPROVE, Verb.CONTINUE})
_CHECKPOINT, _ASKER, _NAME = "c", "a", "n"


async def settled_card(
    checkpoint: OpenCheckpoint, press: Press, picked: Mapping[str, tuple[str, ...]], by: Person
) -> Card:
    """What the card becomes for whoever just decided; the thread gets the same a moment later."""
    decision = menu_decision(checkpoint.ask, picked) if picked else None
    decision = decision or choice_decision(press)
    notice = Settled(
        ask=checkpoint.ask,
        how="decided",
        by=by,
        action=decision.action,
        chosen=_labels(checkpoint.ask, decision),
    )
    return await card_of(notice, pictures=False)


def refresh_of(notice: Notice, thread: Thread) -> Json:
    """Asks each client for its person's own view, where others than the asker read the card."""
    if not isinstance(notice, Asked) or thread.private:
        return {}
    if notice.ask.audience is not Audience.ASKER:
        return {}
    asker = notice.asker
    return refresh_again({_CHECKPOINT: notice.checkpoint, _ASKER: asker.id, _NAME: asker.name})


def refresh_again(data: Json) -> Json:
    """The same request once more, for a view to stay as fresh."""
    kept = {key: str(data.get(key) or "") for key in (_CHECKPOINT, _ASKER, _NAME)}
    return {"action": {"type": "Action.Execute", "title": "View", "verb": VIEW, "data": kept}}


def viewed(data: Json) -> str:
    """The checkpoint that a client asks to see."""
    return str(data.get(_CHECKPOINT) or "")


def view_card(checkpoint: OpenCheckpoint, data: Json, by: Person) -> Card:
    """The card as this person sees it: buttons for the asker alone. Only the desk decides."""
    asker = Person(id=str(data.get(_ASKER) or ""), name=str(data.get(_NAME) or ""))
    asked = Asked(checkpoint=checkpoint.id, nonce=checkpoint.nonce, ask=checkpoint.ask, asker=asker)
    card = ask_card(asked)
    if by.id == asker.id and checkpoint.open:
        return card
    shown = tuple(each for each in card.blocks if not isinstance(each, Buttons | Menu))
    return replace(card, blocks=shown)


def _labels(ask: Ask, decision: Decision) -> tuple[str, ...]:
    return tuple(
        option.label
        for question in ask.questions
        for option in question.options
        if option.id in decision.choices.get(question.id, "").split(",")
    )
