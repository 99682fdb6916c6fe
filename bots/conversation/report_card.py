"""A report, as one card: what it says in short, and each of its parts; the file holds the rest."""

from collections.abc import Sequence

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Fields,
    Image,
    Points,
    Press,
    Text,
    Tone,
    Verb,
)
from bots.cards import Field as Labelled
from bots.conversation.cells import table_of
from bots.conversation.charts import name_of
from bots.wording import answers as say
from knowledge.sentences import capital
from pipeline.result import Answer, Finding, Part, Report
from review.ledger.notices import Answered

_MOST_LINES = 5
_ONE_CELL = 1


def report_card(notice: Answered, report: Report, pictures: Sequence[Image] = ()) -> Card:
    """The card; `pictures` are the charts of the parts, by name."""
    drawn = {image.name: image for image in pictures}
    said = [finding.text for finding in report.findings]
    period = (Text(text=report.period, tone=Tone.SUBTLE),) if report.period else ()
    blocks = (
        Text(text=report.title, tone=Tone.STRONG),
        *period,
        Points(label=say.IN_SHORT, items=tuple(_numbered(each) for each in report.findings)),
        *(
            block
            for at, part in enumerate(report.parts)
            for block in _part(at, part, drawn.get(name_of(at)), said)
        ),
        *(Text(text=note, tone=Tone.WARNING) for note in report.notes),
        *_footer(notice.answer, report),
        Buttons(items=_buttons(notice.run)),
    )
    return Card(plain=f"{report.title}: {notice.answer.summary}", blocks=blocks)


def _numbered(finding: Finding) -> str:
    """The sentence with the numbers of the parts that its figures stand in."""
    parts = sorted({figure.part + 1 for figure in finding.figures})
    return f"{finding.text} {''.join(f'[{part}]' for part in parts)}".rstrip()


def _part(at: int, part: Part, chart: Image | None, said: Sequence[str]) -> tuple[Block, ...]:
    title = Text(text=f"{at + 1}. {capital(part.title)}", tone=Tone.STRONG)
    if not isinstance(part.outcome, Answer):
        return (title, Text(text=f"{say.NOT_ANSWERED}: {part.outcome.reason}", tone=Tone.SUBTLE))
    sentence = part.finding.text
    shown = (chart,) if chart else _lines(part.outcome)
    # What stands above is told once more only where the part would be empty without it.
    told = sentence if sentence not in said or not shown else ""
    return (title, *((Text(text=told),) if told else ()), *shown)


def _lines(answer: Answer) -> tuple[Block, ...]:
    """The head of a result that has no chart: a surface takes one table in a message at most."""
    if len(answer.rows) * len(answer.columns) <= _ONE_CELL:
        return ()
    table = table_of(answer)
    if len(table.rows) == 1:
        pairs = zip(table.columns, table.rows[0], strict=True)
        return (Fields(items=tuple(Labelled(label=head, text=cell) for head, cell in pairs)),)
    more = say.in_the_file(len(answer.rows), _MOST_LINES)
    items = tuple(
        Labelled(label=row[0], text=" · ".join(row[1:]) or say.NOTHING)
        for row in table.rows[:_MOST_LINES]
    )
    rest = (Text(text=more, tone=Tone.SUBTLE),) if more else ()
    return (Fields(items=items), *rest)


def _footer(answer: Answer, report: Report) -> tuple[Block, ...]:
    parts = sum(isinstance(part.outcome, Answer) for part in report.parts)
    line = " · ".join((say.footer(answer.workspace, answer.seconds, None), say.of_parts(parts)))
    return (Text(text=line, tone=Tone.SUBTLE),)


def _buttons(run: str) -> tuple[Button, ...]:
    labels = {
        Verb.GOOD: say.GOOD,
        Verb.BAD: say.BAD,
        Verb.REPORT: say.REPORT,
        Verb.CHANGE: say.CHANGE,
    }
    return tuple(
        Button(label=label, press=Press(verb=verb, subject=run)) for verb, label in labels.items()
    )
