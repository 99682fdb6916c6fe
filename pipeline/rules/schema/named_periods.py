"""Seasons and weekdays that a database keeps under their names: a term of `Fall`, 2022.

The fall of a school begins when its term does, and no range of days says that a class is held on
Mondays: what is stored says both.
"""

import re
from collections.abc import Iterator, Sequence

from sqlglot import exp

from knowledge.catalog import Column, Table
from knowledge.sql_text import write_sql
from pipeline.rules.schema.holding import holds_years, switch_values
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.operators import literal
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import name_words, stem_of, words_of
from pipeline.rules.vocabulary import PREPOSITIONS
from pipeline.times.values import TimeSpan

_SEASONS = {"spring": ("spring",), "summer": ("summer",), "winter": ("winter",)} | dict.fromkeys(
    ("fall", "autumn"), ("fall", "autumn")
)
_OF_A_YEAR = re.compile(
    rf"\b(?P<words>(?P<season>{'|'.join(_SEASONS)})(?:,? (?:of )?(?:the year )?"
    r"(?P<year>(?:19|20)\d\d))?)\b",
    re.IGNORECASE,
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTENED = 3
_WEEKDAY = re.compile(rf"\b(?P<words>(?P<day>{'|'.join(_DAYS)})s?)\b", re.IGNORECASE)
_LEADS = re.compile(r"(?:(?:in|on|of|for|during|from|the|every|each)\s+)*", re.IGNORECASE)
_FEWEST_SEASONS, _FEWEST_DAYS = 2, 4
_NAMED = 0.85


def with_named_periods(
    question: str, about: Known, times: Sequence[TimeSpan]
) -> tuple[Known, Sequence[TimeSpan]]:
    """What is known with these words read as what is stored, and the times without them."""
    read = {span: test for span in times for test in (named_period(span.words, question, about),)}
    stored = {test.words: test for test in read.values() if test is not None}
    if not stored:
        return about, times
    return about.reading(stored), tuple(span for span in times if read[span] is None)


def named_period(words: str, question: str, about: Known) -> Test | None:
    """The condition that words for a time are, where rows are kept under that very name."""
    said = words[_LEADS.match(words).end() :]  # type: ignore[union-attr]
    found = _OF_A_YEAR.fullmatch(said) or _WEEKDAY.fullmatch(said)
    if found is None:
        return None
    stored = list(_stored(found, about))
    if len(stored) != 1 or _tells_days(question, stored[0][0], about):
        return None
    table, column, met = stored[0]
    meant = [Candidate(table.key, column.name, 1.0)]
    kept = Item("C", 0, 0, found["words"], candidates=meant)
    sql = write_sql(met, about.catalog.dialect)
    return Test(sql=sql, column=kept, words=found["words"])


def _stored(found: re.Match[str], about: Known) -> Iterator[tuple[Table, Column, exp.Expr]]:
    """The tables that keep such a name, where they do, and what holds of its rows."""
    for table in (about.table(key) for key in sorted(about.allowed)):
        parts = found.groupdict()
        held = (
            _held_on(parts["day"], table)
            if "day" in parts
            else _held_in(parts["season"], parts["year"], table)
        )
        if held is not None:
            yield table, *held


def _held_in(season: str, year: str | None, table: Table) -> tuple[Column, exp.Expr] | None:
    years = [c for c in table.columns if "year" in name_words(c.name) and holds_years(c)]
    seasons = [
        (column, value)
        for column in table.columns
        if len(_seasons_of(column)) >= _FEWEST_SEASONS
        for value in column.values
        if value.lower() in _SEASONS[season.lower()]
    ]
    if len(years) != 1 or len(seasons) != 1:
        return None
    column, value = seasons[0]
    met = _is(table, column, literal(value))
    if not year:
        return column, met
    told = literal(int(year) if years[0].kind.is_number else year)
    return column, exp.and_(met, _is(table, years[0], told))


def _is(table: Table, column: Column, value: exp.Expr) -> exp.Expr:
    return exp.EQ(this=column_of(table, column.name), expression=value)


def _seasons_of(column: Column) -> set[str]:
    return {value.lower() for value in column.values if value.lower() in _SEASONS}


def _held_on(day: str, table: Table) -> tuple[Column, exp.Expr] | None:
    """`monday = 'Y'`, where most days of the week have such a column."""
    days = {
        full: column
        for column in table.columns
        for full in _DAYS
        if switch_values(column) is not None and _is_short_for(full, name_words(column.name))
    }
    column = days.get(day.lower())
    values = switch_values(column) if column is not None else None
    if column is None or values is None or len(days) < _FEWEST_DAYS:
        return None
    return column, _is(table, column, literal(values[0]))


def _is_short_for(day: str, words: Sequence[str]) -> bool:
    said = [word for word in words if word not in ("on", "is")]
    return len(said) == 1 and len(said[0]) >= _SHORTENED and day.startswith(said[0])


def _tells_days(question: str, stored: Table, about: Known) -> bool:
    """Whether the question is about rows, or about a deed, that have days of their own."""
    said = [word for word in words_of(question) if word.lower not in PREPOSITIONS]
    named = {
        candidate.table
        for word in said
        for candidate in about.lexicon.find((word,))
        if not candidate.column and candidate.score >= _NAMED
    }
    stems = {word.stem for word in said}
    return any(
        key in named or stems & set(map(stem_of, name_words(column.name)))
        for key in about.allowed - {stored.key}
        for column in about.table(key).columns
        if column.kind.is_dated
    )
