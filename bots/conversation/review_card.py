"""A review case, as a card in the reviewers' channel."""

from dataclasses import replace
from typing import TypeAlias

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Code,
    Field,
    Fields,
    Points,
    Press,
    Style,
    Text,
    Tone,
    Verb,
)
from bots.conversation.ask_card import claimed_line, verdict_buttons
from bots.conversation.cells import table_of
from bots.conversation.sql_lines import in_lines
from bots.wording import answers, asks
from bots.wording import reviews as say
from knowledge.sentences import capital
from pipeline.checkpoint import Ask, Audience, CheckpointKind
from pipeline.result import Answer
from review.ledger.notices import Asked, ImportsWait, ReviewCase

OfReview: TypeAlias = ReviewCase | ImportsWait


def of_review(notice: OfReview) -> Card:
    """What reviewers read in their channel."""
    return review_card(notice) if isinstance(notice, ReviewCase) else imports_card(notice)


def review_card(case: ReviewCase) -> Card:
    answer = case.answer
    title = say.title(case.asker)
    blocks = (
        Text(text=title, tone=Tone.STRONG),
        Fields(items=_told(case)),
        Code(text=in_lines(answer.sql)),
        *_result(answer),
        *_binding(case),
        *_assumed(answer),
        Text(text=answers.badge(answer.trust, answer.trust_reason), tone=Tone.SUBTLE),
        Buttons(items=_verdicts(case)),
        *claimed_line(case.claimed_by),
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


def _binding(case: ReviewCase) -> tuple[Block, ...]:
    """What the SQL must keep to; a line that differs in its quotes only is told once."""
    lines = tuple({line.replace('"', ""): None for line in case.contract_lines})
    return (Points(label=say.BINDING, items=lines),) if lines else ()


def _assumed(answer: Answer) -> tuple[Block, ...]:
    """What nobody confirmed."""
    items = tuple(capital(each) for each in answer.assumptions)
    return (Points(label=answers.ASSUMED, items=items),) if items else ()


def _verdicts(case: ReviewCase) -> tuple[Button, ...]:
    """Where nobody asked, there is nobody to ask back, and no answer to approve for once."""
    items = verdict_buttons(_as_asked(case))
    if not case.unasked:
        return items
    return tuple(each for each in items if each.press.verb not in (Verb.ASK_BACK, Verb.APPROVE))


def imports_card(notice: ImportsWait) -> Card:
    """How many imported questions wait, with a way to the next, and one to be rid of several."""
    line = say.imports_wait(notice.waiting, notice.workspace)
    press = Press(verb=Verb.NEXT, subject=notice.workspace, nonce=notice.digest)
    buttons = (
        Button(label=say.NEXT, press=press, style=Style.PRIMARY),
        Button(label=say.SEVERAL, press=replace(press, verb=Verb.SEVERAL)),
    )
    more = (Text(text=say.UNTRUSTED, tone=Tone.SUBTLE), Buttons(items=buttons))
    shown = Text(text=line, tone=Tone.STRONG if notice.waiting else Tone.SUBTLE)
    return Card(plain=line, blocks=(shown, *(more if notice.waiting else ())))


def _as_asked(case: ReviewCase) -> Asked:
    ask = Ask(kind=CheckpointKind.REVIEW, title="", questions=(), audience=Audience.REVIEWERS)
    return Asked(
        checkpoint=case.checkpoint,
        nonce=case.nonce,
        ask=ask,
        asker=case.asker,
        claimed_by=case.claimed_by,
    )
