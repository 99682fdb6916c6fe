"""An answer, as a card."""

from collections.abc import Sequence

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Image,
    Points,
    Press,
    Text,
    Tone,
    Verb,
    Vote,
)
from bots.conversation.cells import table_of
from bots.conversation.charts import can_draw
from bots.conversation.report_card import report_card
from bots.wording import answers as say
from knowledge.sentences import capital
from pipeline.result import Answer, Trust
from review.ledger.notices import Answered

_ONE_CELL = 1


def answer_card(notice: Answered, pictures: Sequence[Image] = ()) -> Card:
    """The card; `pictures` are the answer's chart, or those of its report's parts by name."""
    answer = notice.answer
    if answer.report is not None:
        return report_card(notice, answer.report, pictures)
    chart = pictures[0] if pictures else None
    blocks = (
        Text(text=answer.summary),
        *_changed(answer),
        *_reading(answer),
        *_result(answer, chart),
        *_badge(notice),
        *_review(notice),
        *_confirmed(answer),
        *assumed(answer),
        *_footer(answer),
        *_row(_buttons(notice)),
        _vote(notice.run),
    )
    return Card(plain=answer.summary, blocks=blocks)


def _row(buttons: tuple[Button, ...]) -> tuple[Buttons, ...]:
    return (Buttons(items=buttons),) if buttons else ()


def assumed(answer: Answer) -> tuple[Block, ...]:
    """What nobody confirmed."""
    items = tuple(capital(each) for each in answer.assumptions)
    return (Points(label=say.ASSUMED, items=items),) if items else ()


def _changed(answer: Answer) -> tuple[Block, ...]:
    """What is another than in the question before."""
    return (Text(text=answer.changed, tone=Tone.SUBTLE),) if answer.changed else ()


def _confirmed(answer: Answer) -> tuple[Block, ...]:
    items = tuple(capital(each) for each in answer.confirmed)
    return (Points(label=say.CONFIRMED, items=items),) if items else ()


def _reading(answer: Answer) -> tuple[Block, ...]:
    text = f"{say.READING}: {answer.reading}"
    return (Text(text=text, tone=Tone.SUBTLE),) if answer.reading else ()


def _result(answer: Answer, chart: Image | None) -> tuple[Block, ...]:
    """The table and the picture; one number is in the summary already."""
    if not answer.rows:
        return () if answer.summary else (Text(text=say.NO_ROWS),)
    if len(answer.rows) * len(answer.columns) == _ONE_CELL:
        return _chart_note(answer)
    capped = (
        (Text(text=say.capped(len(answer.rows)), tone=Tone.SUBTLE),) if answer.truncated else ()
    )
    return (*((chart,) if chart else ()), *_chart_note(answer), table_of(answer), *capped)


def _chart_note(answer: Answer) -> tuple[Block, ...]:
    """Why the chart is not the one that was wished."""
    note = answer.chart_note or (say.NO_CHARTS if answer.chart and not can_draw() else "")
    return (Text(text=note, tone=Tone.SUBTLE),) if note else ()


def _badge(notice: Answered) -> tuple[Block, ...]:
    """The reviewer's word takes the place of the badge."""
    # What is told of the database itself comes from its catalog: there is no query to vouch for.
    if notice.review in ("approved", "edited", "rejected") or not notice.answer.sql:
        return ()
    answer = notice.answer
    return (Text(text=say.badge(answer.trust, answer.trust_reason), tone=Tone.SUBTLE),)


def _review(notice: Answered) -> tuple[Block, ...]:
    line = say.reviewed(notice.review, notice.reviewer)
    if not line:
        return ()
    note = (Text(text=notice.note, tone=Tone.QUOTE),) if notice.note else ()
    return (Text(text=line), *note)


def _footer(answer: Answer) -> tuple[Block, ...]:
    line = say.footer(answer.workspace, answer.seconds, answer.data_as_of)
    return (Text(text=line, tone=Tone.SUBTLE),) if line else ()


def _buttons(notice: Answered) -> tuple[Button, ...]:
    def button(label: str, verb: Verb) -> Button:
        return Button(label=label, press=Press(verb=verb, subject=notice.run))

    if not notice.answer.sql:
        return (button(say.CSV, Verb.CSV),) if notice.answer.rows else ()
    files = (button(say.CSV, Verb.CSV), button(say.EXCEL, Verb.EXCEL)) if notice.answer.rows else ()
    reviewable = notice.review == "" and notice.answer.trust is not Trust.TRUSTED
    review = (button(say.SEND_TO_REVIEW, Verb.REVIEW),) if reviewable else ()
    if notice.answer.trust is Trust.TRUSTED and notice.answer.approved:
        review = (button(say.RECONSIDER, Verb.RECONSIDER),)
    explain = (button(say.EXPLAIN, Verb.EXPLAIN),) if notice.answer.how else ()
    return (button(say.SQL, Verb.SQL), *explain, *files, button(say.CHANGE, Verb.CHANGE), *review)


def _vote(run: str) -> Vote:
    return Vote(good=Press(verb=Verb.GOOD, subject=run), bad=Press(verb=Verb.BAD, subject=run))
