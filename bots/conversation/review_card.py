"""A review case, as a card in the reviewers' channel."""

from bots.cards import Block, Buttons, Card, Code, Field, Fields, Text, Tone
from bots.conversation.ask_card import verdict_buttons
from bots.conversation.cells import table_of
from bots.wording import answers, asks
from bots.wording import reviews as say
from pipeline.checkpoint import Ask, Audience, CheckpointKind
from pipeline.result import Answer
from review.notices import Asked, ReviewCase


def review_card(case: ReviewCase) -> Card:
    answer = case.answer
    title = say.title(case.asker)
    blocks = (
        Text(text=title, tone=Tone.STRONG),
        Fields(items=_told(case)),
        Code(text=answer.sql),
        *_result(answer),
        *_understood(case),
        Text(text=answers.badge(answer.trust, answer.trust_reason), tone=Tone.SUBTLE),
        Buttons(items=verdict_buttons(_as_asked(case))),
        Text(text=asks.audience_line(Audience.REVIEWERS, case.asker), tone=Tone.SUBTLE),
    )
    return Card(plain=f"{title}: {answer.question}", blocks=blocks)


def _told(case: ReviewCase) -> tuple[Field, ...]:
    answer = case.answer
    lines = (
        (say.QUESTION, answer.question),
        (say.READING, answer.reading),
        (say.SUMMARY, answer.summary),
        (say.NOTE, case.asker_note),
    )
    return tuple(Field(label=label, text=text) for label, text in lines if text)


def _result(answer: Answer) -> tuple[Block, ...]:
    return (table_of(answer),) if answer.rows else (Text(text=answers.NO_ROWS),)


def _understood(case: ReviewCase) -> tuple[Block, ...]:
    binding = [Field(label=say.BINDING, text=line) for line in case.contract_lines]
    assumed = [Field(label=answers.ASSUMED, text=text) for text in case.answer.assumptions]
    return (Fields(items=(*binding, *assumed)),) if binding or assumed else ()


def _as_asked(case: ReviewCase) -> Asked:
    ask = Ask(kind=CheckpointKind.REVIEW, title="", questions=(), audience=Audience.REVIEWERS)
    return Asked(checkpoint=case.checkpoint, nonce=case.nonce, ask=ask, asker=case.asker)
