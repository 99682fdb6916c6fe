"""A validated query as the matcher compares it: one pair for each wording."""

import datetime as dt

from knowledge.matching import Pair, Span
from knowledge.matching.reading import read, same_words
from knowledge.validated.query import Parameter, ParameterKind, Role, ValidatedQuery


def pairs_of(query: ValidatedQuery) -> list[Pair]:
    """One pair for each wording, open to re-binding only where the reviewer left a parameter."""
    open_literals = frozenset(
        number
        for parameter in query.parameters
        if not parameter.fixed
        for number in parameter.literals
    )
    return [
        Pair(
            id=query.id,
            question=wording,
            sql=query.sql,
            dialect=query.dialect,
            spans=spans_of(query, wording),
            open_literals=open_literals,
        )
        for wording in query.wordings
    ]


def spans_of(query: ValidatedQuery, wording: str) -> tuple[Span, ...]:
    """Where a wording says the query's periods, with the ranges they were approved for."""
    periods: dict[str, list[Parameter]] = {}
    for parameter in query.parameters:
        if parameter.period:
            periods.setdefault(parameter.period, []).append(parameter)
    found = (_span(parameters, wording) for parameters in periods.values())
    return tuple(sorted((span for span in found if span), key=lambda span: span.start))


def _span(parameters: list[Parameter], wording: str) -> Span | None:
    words = parameters[0].words
    start = wording.lower().find(words.lower())
    if not words or start < 0:
        return None
    first, last = _range(parameters)
    return Span(start, start + len(words), first, last)


def _range(parameters: list[Parameter]) -> tuple[str | None, str | None]:
    named = next((item for item in parameters if item.kind is ParameterKind.TEXT), None)
    if named is not None:
        return _named_range(named.default)
    first = next((item.default[:10] for item in parameters if item.role is Role.START), None)
    end = next((item for item in parameters if item.role is Role.END), None)
    if end is None:
        return first, None
    last = dt.date.fromisoformat(end.default[:10]) + dt.timedelta(days=int(end.inclusive))
    return first, last.isoformat()


def _named_range(name: str) -> tuple[str, str]:
    """The range of `2024` or `2024-03`."""
    year, _, month = name.partition("-")
    first = dt.date(int(year), int(month or 1), 1)
    following = first.replace(year=first.year + 1) if not month else _next_month(first)
    return first.isoformat(), following.isoformat()


def _next_month(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=31)).replace(day=1)


def says_what_was_approved(query: ValidatedQuery, question: str) -> bool:
    """Whether a question is one of the accepted wordings, word for word but for politeness.

    No single asker's refusal may take those words from everybody.
    """
    asked = read(question)
    return any(same_words(asked, read(wording)) for wording in query.wordings)
