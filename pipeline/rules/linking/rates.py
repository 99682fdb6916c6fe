"""`Refund rate`, where nobody defined one: the share of rows in that state, if a person says so."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import Column, Kind
from knowledge.glossary import Metric
from knowledge.sql_text import filled, write_sql
from pipeline.rules.linking.dates_of_deeds import is_date_of
from pipeline.rules.linking.earnings import SUGGESTED, day_of
from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.operators import literal
from pipeline.rules.text.plain_words import plain, plural
from pipeline.rules.text.words import name_words, words_of
from pipeline.rules.vocabulary.outcomes import OUTCOMES

_RATE = re.compile(
    r"\b(?:(?P<rows>[a-z]+(?:\s[a-z]+)?)\s+)?(?P<state>[a-z]+)[\s-]+rates?\b", re.IGNORECASE
)
# What the question defines itself is no guess of ours.
_DEFINED = re.compile(
    r"\brates?\s*(?:\(|=|\b(?:is|are|means?|refers|being|as)\b\s+(?!there\b))|\bdefine|\bcalculated\b|"
    r"\bdivided\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?<=\w)(?:,?\s+(?:in|as)\s+(?:an?\s+)?(?:percent(?:age)?s?|per\s+cent|%)|\s+\(%\))"
    r"(?=\s*(?:[.?!,;]|$))",
    re.IGNORECASE,
)
# In percent and from 0 to 1: a rate by itself does not say which of them people mean.
_FORMS = ((100.0, "percentage"), (1.0, "share, from 0 to 1,"))
_SHARE = ":factor * sum(CASE WHEN :met THEN 1 ELSE 0 END) / nullif(count(*), 0)"
_NAMED, _MOST = 0.7, 2
_DONE = ("ed", "d", "")


@dataclass(frozen=True, slots=True)
class _State:
    """Rows of a table in a state: the condition that they meet, and how it is told."""

    table: str
    met: exp.Expr
    told: str


def with_rates(question: str, about: Known) -> tuple[str, Known]:
    """What is known, with the shares that a rate of the question may stand for.

    `Refund rate by month in percent` settles which of them, and is left out of what is read.
    """
    if "rate" not in question.lower() or _DEFINED.search(question):
        return question, about
    told = _PERCENT.search(question)
    forms = _FORMS[:1] if told else _FORMS
    for found in _RATE.finditer(question):
        name = f"{found['state']} rate".lower()
        if _is_known(name, about):
            continue
        before = " ".join((found["rows"] or "").split())
        rows = next(_tables(before, about), "")
        states = list(_states(found["state"].lower(), rows, about))
        if 0 < len(states) <= _MOST:
            names = _names(name, before, about)
            plain = _PERCENT.sub(lambda said: " " * len(said.group()), question)
            return plain, about.defining(tuple(_shares(states, names, forms, about)))
    return question, about


def _is_known(name: str, about: Known) -> bool:
    words = words_of(name)
    if about.phrasebook.longest(words) is not None:
        return True
    defined = (said.lower() for each in about.glossary.definitions for said in each.names)
    fits = about.lexicon.find(words)
    return name in defined or any(found.column and found.score >= _NAMED for found in fits)


def _tables(before: str, about: Known) -> Iterator[str]:
    """The rows that the words before a rate name: `order refund rate`."""
    for said in _endings(before):
        fits = about.lexicon.find(words_of(said))[:1]
        yield from (found.table for found in fits if not found.column and found.score >= _NAMED)


def _endings(before: str) -> list[str]:
    words = before.split()
    return [" ".join(words[at:]) for at in range(len(words))]


def _names(name: str, before: str, about: Known) -> tuple[str, ...]:
    """What the number is called in the question: `refund rate`, `order refund rate`."""
    told = [said for said in _endings(before) if next(_tables(said, about), "")]
    return (name, *(f"{said.lower()} {name}" for said in told[:1]))


def _states(word: str, rows: str, about: Known) -> Iterator[_State]:
    """The states and the dates that are called so, of the rows that are told of or of any."""
    said = OUTCOMES.get(word, tuple(f"{word}{ending}" for ending in _DONE))
    for table in [rows] if rows else sorted(about.allowed):
        if about.table(table).view_sql is None:
            found = list(_stored(said, table, about))
            yield from found or _dated(said, table, about)


def _stored(said: Sequence[str], table: str, about: Known) -> Iterator[_State]:
    for column in about.states.get(table, ()):
        for value in about.shown_values(table, column):
            if value.lower() in said:
                met = exp.EQ(this=_column(table, column, about), expression=literal(value))
                yield _State(table, met, f"with {plain(column.name)} {value}")


def _dated(said: Sequence[str], table: str, about: Known) -> Iterator[_State]:
    """A date that only rows in the state have, or a switch that is called after it."""
    for column in about.table(table).columns:
        told = any(is_date_of(word, column.name) for word in said)
        if column.kind.is_dated and column.null_share and told:
            empty = exp.Is(this=_column(table, column, about), expression=exp.Null())
            yield _State(table, exp.Not(this=empty), f"with a {plain(column.name)}")
        elif switch_values(column) == (1, 0) and set(said) & set(name_words(column.name)):
            met = _column(table, column, about)
            if column.kind is not Kind.BOOLEAN:
                met = exp.EQ(this=met, expression=literal(1))
            yield _State(table, met, f"with {plain(column.name)}")


def _column(table: str, column: Column, about: Known) -> exp.Expr:
    return column_of(about.table(table), column.name)


def _shares(
    states: Sequence[_State],
    names: tuple[str, ...],
    forms: Sequence[tuple[float, str]],
    about: Known,
) -> Iterator[Metric]:
    """Each share in the forms that it may be told in."""
    for state in states:
        rows = plural(plain(about.table(state.table).name))
        for factor, told in forms:
            part = filled(_SHARE, about.catalog.dialect, factor=literal(factor), met=state.met)
            yield Metric(
                name=f"{told} of {rows} {state.told}", synonyms=names, table=state.table,
                expression=write_sql(part, about.catalog.dialect), source=SUGGESTED,
                time_column=day_of(about.table(state.table), about),
                description=f"what “{names[0]}” was taken for; nobody defined it here",
            )  # fmt: skip
