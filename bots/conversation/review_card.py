"""A review case, as a card in the reviewers' channel."""

from bots.cards import Block, Buttons, Card, Code, Field, Fields, Points, Text, Tone
from bots.conversation.answer_card import assumed, reading_of
from bots.conversation.ask_card import claimed_line, verdict_buttons
from bots.conversation.cells import table_of
from bots.conversation.sql_lines import in_lines
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
        Code(text=in_lines(answer.sql)),
        *_result(answer),
        *_binding(case),
        *assumed(answer),
        Text(text=answers.badge(answer.trust, answer.trust_reason), tone=Tone.SUBTLE),
        Buttons(items=verdict_buttons(_as_asked(case))),
        *claimed_line(case.claimed_by),
        Text(text=asks.audience_line(Audience.REVIEWERS, case.asker), tone=Tone.SUBTLE),
    )
    return Card(plain=f"{title}: {answer.question}", blocks=blocks)


def _told(case: ReviewCase) -> tuple[Field, ...]:
    answer = case.answer
    lines = (
        (say.QUESTION, answer.question),
        (say.READING, reading_of(answer)),
        (say.SUMMARY, answer.summary),
        (say.NOTE, case.asker_note),
    )
    return tuple(Field(label=label, text=text) for label, text in lines if text)


def _result(answer: Answer) -> tuple[Block, ...]:
    return (table_of(answer),) if answer.rows else (Text(text=answers.NO_ROWS),)


def _binding(case: ReviewCase) -> tuple[Block, ...]:
    """What the SQL must keep to; a line that differs in its quotes only is told once."""
    lines = tuple({line.replace('"', ""): None for line in case.contract_lines})
    return (Points(label=say.BINDING, items=lines),) if lines else ()


def _as_asked(case: ReviewCase) -> Asked:
    ask = Ask(kind=CheckpointKind.REVIEW, title="", questions=(), audience=Audience.REVIEWERS)
    return Asked(
        checkpoint=case.checkpoint,
        nonce=case.nonce,
        ask=ask,
        asker=case.asker,
        claimed_by=case.claimed_by,
    )
