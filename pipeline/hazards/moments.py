"""Times that rows keep as numbers, or as texts of another form: said plainly, never dropped."""

import re
from collections.abc import Iterable, Iterator

from knowledge.catalog import Kind, Table
from knowledge.shapes import ISO_DATES, ShapeKind, column_shapes
from pipeline.hazards.reading import Reading, is_said, spoken
from pipeline.rules.outcomes import Cannot, Outcome
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import name_words, words_of

_GRAINS = r"day|week|month|quarter|year"
# `per month`, `by week`, `monthly`.
_BY_TIME = re.compile(
    rf"\b(?:(?:by|per|each|every)\s+(?:the\s+)?(?P<grain>{_GRAINS})s?|(?P<ly>dai|week|month|"
    r"quarter|year)ly)\b",
    re.IGNORECASE,
)
_REASON = "{columns}, so I cannot tell its days, months or years."
_OFFER = "Ask the owner of the data for a view that holds it as a date."
_MOST = 3


def refuse_times_not_kept(reading: Reading) -> Outcome | None:
    """Groups by a time that the statement does not make, of rows that keep no date for it."""
    found = _BY_TIME.search(reading.question)
    intent = reading.planned.intent
    if found is None or reading.tree is None or any(each.grain for each in intent.dimensions):
        return None
    grain = (found["grain"] or found["ly"]).lower().replace("dai", "day")
    if any(grain in name_words(name) for name in reading.column_names) or reading.times:
        return None
    why = times_not_kept(reading.tables, reading.about)
    return Cannot(reason=f"{why} {_OFFER}", at_once=True) if why else None


def with_why(outcome: Cannot, question: str, about: Known, *, has_times: bool) -> Outcome:
    """A refusal that says why a time cannot be read, where the rows keep it in no date."""
    if not (has_times or _BY_TIME.search(question)):
        return outcome
    said = {word.stem for word in words_of(question)}
    named = [
        table for table in about.catalog.tables
        if table.key in about.allowed
        and is_said(table.name, said)
    ]  # fmt: skip
    if any(column.kind.is_dated for table in named for column in table.columns):
        return outcome
    why = times_not_kept(named, about)
    return Cannot(reason=f"{why} {_OFFER}", at_once=True) if why else outcome


def times_not_kept(tables: Iterable[Table], about: Known) -> str:
    """Which columns keep times in a form that is not read, in a sentence; empty for none."""
    found = [sentence for table in tables for sentence in _of_table(table, about)]
    return _REASON.format(columns=listed(found[:_MOST])) if found else ""


def _of_table(table: Table, about: Known) -> Iterator[str]:
    if about.is_hushed(table.key):
        return
    for column in table.columns:
        if not (column.kind.is_number or column.kind is Kind.TEXT) or column.pii:
            continue
        for shape in column_shapes(table, column):
            name = f"{spoken(column.name)} of {spoken(table.name)}"
            if shape.kind is ShapeKind.EPOCH:
                yield f"{name} is kept as {shape.detail} since 1970"
            elif shape.kind is ShapeKind.TEXT_DATES and shape.detail != ISO_DATES:
                yield f"{name} is kept as text ({shape.detail})"
