"""Every notice as a card."""

import asyncio
from collections.abc import Sequence

from bots.cards import Button, Buttons, Card, Code, Image, Press, Text, Tone, Verb
from bots.conversation.answer_card import answer_card
from bots.conversation.ask_card import VERDICTS, ask_card
from bots.conversation.charts import are_drawn, pictures_of
from bots.conversation.review_card import OfReview, of_review
from bots.conversation.sql_lines import in_lines
from bots.conversation.write_card import written_card
from bots.wording import asks, progress, reviews
from pipeline.checkpoint import CheckpointKind
from pipeline.result import Answer, Refusal
from review.ledger.notices import (
    Alerted,
    Answered,
    Asked,
    ImportsWait,
    Notice,
    Refused,
    ReviewCase,
    Said,
    Settled,
    Working,
    Written,
)


async def card_of(notice: Notice, *, pictures: bool = True) -> Card:
    """The card that shows this notice; drawing a chart takes a moment in a thread."""
    if isinstance(notice, Answered):
        return answer_card(notice, await _pictures_of(notice.answer) if pictures else ())
    if isinstance(notice, Written):
        return written_card(notice)
    return _plain_card(notice)


async def _pictures_of(answer: Answer) -> Sequence[Image]:
    if are_drawn(answer):
        return pictures_of(answer)
    return await asyncio.to_thread(pictures_of, answer)


def _plain_card(notice: Working | Asked | Settled | Refused | OfReview | Said | Alerted) -> Card:
    match notice:
        case Working():
            return _working(notice)
        case Asked():
            return ask_card(notice)
        case Settled():
            return _settled(notice)
        case Refused():
            return refusal_card(notice.refusal)
        case ReviewCase() | ImportsWait():
            return of_review(notice)
        case Said() | Alerted():
            return _said(notice)


def text_card(*lines: str, title: str = "") -> Card:
    """A card of plain sentences."""
    heading = (Text(text=title, tone=Tone.STRONG),) if title else ()
    plain = " ".join(part for part in (title, *lines[:1]) if part)
    return Card(plain=plain, blocks=(*heading, *(Text(text=line) for line in lines)))


def _working(notice: Working) -> Card:
    line = progress.working(notice.step, notice.queued)
    stop = Button(label=progress.STOP, press=Press(verb=Verb.STOP))
    return Card(plain=line, blocks=(Text(text=line, tone=Tone.SUBTLE), Buttons(items=(stop,))))


def _settled(notice: Settled) -> Card:
    shown = () if notice.ask.kind is CheckpointKind.REPAIR else notice.chosen
    line = asks.settled(notice.how, notice.by, notice.action, shown)
    if notice.how == "decided":
        line = asks.decided_at(line, notice.at, notice.by)
    note = (Text(text=notice.note, tone=Tone.QUOTE),) if notice.note else ()
    title = (Text(text=notice.ask.title, tone=Tone.SUBTLE),) if notice.ask.title else ()
    # What a reviewer decided on stays readable below the decision.
    kept = notice.ask.kind in VERDICTS and notice.ask.sql
    sql = (Code(text=in_lines(notice.ask.sql)),) if kept else ()
    return Card(plain=line, blocks=(*title, Text(text=line), *note, *sql))


def refusal_card(refusal: Refusal) -> Card:
    return text_card(*(text for text in (refusal.reason, refusal.next_step) if text))


def _said(notice: Said | Alerted) -> Card:
    if isinstance(notice, Alerted):
        return Card(plain=notice.text, blocks=(Text(text=notice.text, tone=Tone.WARNING),))
    line = reviews.spoken(notice.text, notice.speaker)
    return Card(plain=line, blocks=(Text(text=line),), notify=notice.reply_to)
