"""A report as one HTML file: texts, tables and pictures, nothing fetched, everything escaped."""

import base64
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, Template

from bots.cards import File
from bots.conversation.cells import table_of
from bots.conversation.chart_spec import DARK, LIGHT
from bots.conversation.charts import alt_of, drawn_as, svg_of
from bots.conversation.sql_lines import in_lines
from bots.wording import answers as say
from knowledge.sentences import capital
from pipeline.result import Answer, Figure, Finding, Part, Report

_FOLDER = Path(__file__).parent
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a sentence; a figure links to the place it came from."""

    text: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One part of the report, written for the file."""

    number: int
    title: str
    problem: str = ""
    sentence: tuple[Piece, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[int, ...] = ()
    shown: str = ""
    light: str = ""
    dark: str = ""
    alt: str = ""
    sql: str = ""
    notes: tuple[str, ...] = ()


def report_file(answer: Answer) -> File:
    """The file. Draws its pictures, so call it in a thread."""
    report = answer.report or Report(title=answer.question)
    text = _template().render(
        report=report,
        findings=[_pieces(finding) for finding in report.findings],
        chapters=[_chapter(at, part) for at, part in enumerate(report.parts)],
        footer=say.footer(answer.workspace, answer.seconds, answer.data_as_of),
        say=say,
    )
    words = re.findall(r"[a-z0-9]+", f"{report.title} {report.period}".lower())
    stem = "-".join(words)[:60].strip("-") or "report"
    return File(name=f"{stem}.html", title=report.title, content=text.encode())


@cache
def _template() -> Template:
    made = Environment(
        loader=FileSystemLoader(_FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["plain"] = lambda text: _CONTROL.sub(" ", str(text))
    return made.get_template("report.html.j2")


def _chapter(at: int, part: Part) -> Chapter:
    title, answer = capital(part.title), part.outcome
    if not isinstance(answer, Answer):
        problem = " ".join(text for text in (answer.reason, answer.next_step) if text)
        return Chapter(number=at + 1, title=title, problem=problem)
    table, chart = table_of(answer), drawn_as(answer)
    light, dark = (svg_of(answer, chart, LIGHT), svg_of(answer, chart, DARK)) if chart else ("", "")
    return Chapter(
        number=at + 1,
        title=title,
        sentence=_pieces(part.finding),
        columns=table.columns,
        rows=table.rows,
        numeric=table.numeric,
        shown=say.shown(len(table.rows), table.total, capped=table.capped),
        light=base64.b64encode(light.encode()).decode(),
        dark=base64.b64encode(dark.encode()).decode(),
        alt=alt_of(answer, chart) if chart else "",
        sql=in_lines(answer.sql),
        notes=tuple(filter(None, (answer.changed, *answer.confirmed, *answer.assumptions))),
    )


def _pieces(finding: Finding) -> tuple[Piece, ...]:
    """The sentence cut at its figures."""
    pieces: list[Piece] = []
    at = 0
    for figure in finding.figures:
        pieces.append(Piece(text=finding.text[at : figure.start]))
        text = finding.text[figure.start : figure.end]
        pieces.append(Piece(text=text, target=_target(figure)))
        at = figure.end
    pieces.append(Piece(text=finding.text[at:]))
    return tuple(piece for piece in pieces if piece.text)


def _target(figure: Figure) -> str:
    if figure.row < 0:
        return f"part-{figure.part + 1}"
    return f"cell-{figure.part + 1}-{figure.row}-{figure.column}"
