"""Whether words for a time may as well be a name, or about what the data holds instead of days."""

from dataclasses import replace

from knowledge.catalog import Column, Kind
from knowledge.matching.stem import stem
from pipeline.dates import Comparison, Times
from pipeline.dates.names import calendar_names, has_a_clock, numbered_unit
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.named_periods import names_no_time
from pipeline.rules.text.words import name_words


def may_be_no_time(words: str, known: Known) -> bool:
    """Whether only a person can say that these words set a period.

    `Saturday` may be a stored word, `semester 1` a number of a column, `1pm` an hour of any day.
    """
    stored = (hit for text in (words, *calendar_names(words)) for hit in known.values.find(text))
    return (
        any(hit.score == 1 for hit in stored)
        or _is_numbered(numbered_unit(words), known)
        or (has_a_clock(words) and any(each.kind is Kind.TIME for each in _columns(known)))
    )


def without_names(times: Times, question: str, known: Known) -> Times:
    """What a question says about time, without words that name a column or a stored value."""
    kept = tuple(
        each
        for each in times.ranges
        if isinstance(each, Comparison) or not names_no_time(question, *each.span, known)
    )
    return replace(times, ranges=kept)


def _is_numbered(unit: str, known: Known) -> bool:
    """Whether rows carry such a number, as courses carry that of their semester."""
    named = (each for each in _columns(known) if not each.kind.is_dated)
    return bool(unit) and any(
        stem(unit.lower()) in {stem(part) for part in name_words(each.name)} for each in named
    )


def _columns(known: Known) -> tuple[Column, ...]:
    tables = (table for table in known.catalog.tables if table.key in known.allowed)
    return tuple(column for table in tables for column in table.columns)
