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
)
from bots.conversation.cells import table_of
from bots.conversation.charts import can_draw, cut_of, drawn_as
from bots.conversation.report_card import report_card
from bots.wording import answers as say
from knowledge.sentences import capital, ended
from pipeline.result import Answer, Trust, is_of_files
from review.ledger.notices import Answered

_ONE_CELL = 1
# A longer one is cut behind its first sentence, which a mere number of rows is none of.
_LONGEST_HEADLINE = 120
_SHORTEST_HEADLINE = 30
_BADGES = {Trust.TRUSTED: Tone.GOOD, Trust.SEMI_TRUSTED: Tone.CAUTION, Trust.GENERATED: Tone.NEW}
_REVIEWED = {
    "open": Tone.CAUTION,
    "approved": Tone.GOOD,
    "edited": Tone.GOOD,
    "rejected": Tone.CAUTION,
}


def answer_card(notice: Answered, pictures: Sequence[Image] = ()) -> Card:
    """The card; `pictures` are the answer's chart, or those of its report's parts by name."""
    answer = notice.answer
    if answer.report is not None:
        return report_card(notice, answer.report, pictures)
    chart = pictures[0] if pictures else None
    blocks = (
        *_headline(answer),
        *_badge(notice),
        *_review(notice),
        *_changed(answer),
        *_reading(answer),
        *_counted(answer),
        *_result(answer, chart),
        *_confirmed(answer),
        *_footer(answer),
        _buttons(notice),
        *_next_questions(notice),
    )
    return Card(plain=answer.summary, blocks=blocks)


def _headline(answer: Answer) -> tuple[Block, ...]:
    """The first line stands out; what else there is to say follows it."""
    first, _, rest = answer.summary.partition("\n")
    end = first.find(". ", _SHORTEST_HEADLINE) + 1
    if not rest and len(first) > _LONGEST_HEADLINE and end:
        first, rest = first[:end], first[end:]
    lines = (Text(text=first, tone=Tone.STRONG), Text(text=rest.strip()))
    return tuple(line for line in lines if line.text)


def _changed(answer: Answer) -> tuple[Block, ...]:
    """What is another than in the question before."""
    return (Text(text=answer.changed, tone=Tone.SUBTLE),) if answer.changed else ()


def _confirmed(answer: Answer) -> tuple[Block, ...]:
    items = tuple(capital(each) for each in answer.confirmed)
    return (Points(label=say.CONFIRMED, items=items),) if items else ()


def _reading(answer: Answer) -> tuple[Block, ...]:
    text = f"{say.READING}: {answer.reading}"
    return (Text(text=text, tone=Tone.SUBTLE),) if answer.reading else ()


def _counted(answer: Answer) -> tuple[Block, ...]:
    """The definitions and rules behind the numbers, in one paragraph."""
    told = " ".join(ended(capital(each)) for each in answer.assumptions)
    return (Text(text=f"{say.ASSUMED}: {told}", tone=Tone.SUBTLE),) if told else ()


def _result(answer: Answer, chart: Image | None) -> tuple[Block, ...]:
    """The table and the picture; one number is in the summary already."""
    if not answer.rows:
        return () if answer.summary else (Text(text=say.NO_ROWS),)
    if len(answer.rows) * len(answer.columns) == _ONE_CELL:
        return _chart_note(answer)
    capped = (
        (Text(text=say.capped(len(answer.rows)), tone=Tone.SUBTLE),) if answer.truncated else ()
    )
    drawn = drawn_as(answer) if chart else None
    cut = cut_of(answer, drawn) if drawn else ""
    drawing = (*((chart,) if chart else ()), *((Text(text=cut, tone=Tone.SUBTLE),) if cut else ()))
    return (*drawing, *_chart_note(answer), table_of(answer), *capped)


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
    text = say.badge(answer.trust, answer.trust_reason)
    return (Text(text=text, tone=_BADGES[answer.trust]),)


def _review(notice: Answered) -> tuple[Block, ...]:
    line = say.reviewed(notice.review, notice.reviewer)
    if not line:
        return ()
    note = (Text(text=notice.note, tone=Tone.QUOTE),) if notice.note else ()
    return (Text(text=line, tone=_REVIEWED[notice.review]), *note)


def _footer(answer: Answer) -> tuple[Block, ...]:
    place = say.THREAD_FILES if is_of_files(answer.workspace) else answer.workspace
    line = say.footer(place, answer.seconds, answer.data_as_of)
    return (Text(text=line, tone=Tone.SUBTLE),) if line else ()


def _next_questions(notice: Answered) -> tuple[Block, ...]:
    """What people ask next, in a row of its own below the buttons."""
    items = tuple(
        Button(
            label=capital(words),
            press=Press(verb=Verb.FOLLOW, subject=notice.run, choice=words),
        )
        for words in notice.answer.next_questions
    )
    return (Text(text=say.ASK_NEXT, tone=Tone.SUBTLE), Buttons(items=items)) if items else ()


def _buttons(notice: Answered) -> Buttons:
    """Votes, what reviewers may do, and all else behind *More...*."""
    answer = notice.answer

    def button(label: str, verb: Verb) -> Button:
        return Button(label=label, press=Press(verb=verb, subject=notice.run))

    votes = (button(say.GOOD, Verb.GOOD), button(say.BAD, Verb.BAD))
    files = (button(say.CSV, Verb.CSV), button(say.EXCEL, Verb.EXCEL)) if answer.rows else ()
    if not answer.sql:
        return Buttons(items=(*votes, *files[:1]))
    reviewable = notice.review == "" and answer.trust is not Trust.TRUSTED
    review = (button(say.SEND_TO_REVIEW, Verb.REVIEW),) if reviewable else ()
    if answer.trust is Trust.TRUSTED and answer.approved:
        review = (button(say.RECONSIDER, Verb.RECONSIDER),)
    explain = (button(say.EXPLAIN, Verb.EXPLAIN),) if answer.how else ()
    change = button(say.CHANGE, Verb.CHANGE)
    more = (button(say.SQL, Verb.SQL), *explain, *files, change)
    larger = (button(say.ASK_LARGER, Verb.LARGER),) if answer.larger else ()
    return Buttons(items=(*votes, *review, *larger), more=more)
