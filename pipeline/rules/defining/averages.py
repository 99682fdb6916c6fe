"""Averages of what is computed for each row: `marks weighted by credits`, `seats / limit`."""

import re
from collections.abc import Iterator

from sqlglot import exp

from knowledge.glossary import Metric
from knowledge.sql_text import filled, write_sql
from pipeline.rules.defining.computed import columns_named
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.metrics import column_of

_AVERAGE = r"(?:average|mean|avg)"
_ONE = r"(?P<one>[\w'-]+(?: [\w'-]+){0,5}?)"
_OTHER = r"(?P<other>[\w'-]+(?: [\w'-]+){0,5})"
_WEIGHTED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:weighted\s+)?{_AVERAGE}\s+(?:of\s+)?(?:the\s+|all\s+)?{_ONE},?\s+"
        rf"weighted\s+(?:by|with)\s+{_OTHER}",
        rf"\b(?P<other>[\w]+)-weighted\s+{_AVERAGE}\s+(?:of\s+)?(?:the\s+)?"
        r"(?P<one>[\w'-]+(?: [\w'-]+){0,4})",
    )
)
_DIVIDED = re.compile(
    rf"\b{_AVERAGE}\s+of\s+(?:the\s+)?{_ONE}\s+(?:divided\s+by|over|/)\s+{_OTHER}", re.IGNORECASE
)
_RATIO = re.compile(
    rf"\b{_AVERAGE}\s+ratio\s+(?:of|between)\s+(?:the\s+)?{_ONE}\s+(?:to|and|over)\s+(?:the\s+)?"
    rf"{_OTHER}",
    re.IGNORECASE,
)
# What has no number has no weight either.
_OF_WEIGHTS = (
    "1.0 * sum(:one * :other) / nullif(sum(CASE WHEN :one IS NOT NULL THEN :other END), 0)"
)
_OF_QUOTIENTS = "avg(1.0 * :one / nullif(:other, 0))"


def average_in(said: str, about: Known) -> Metric | None:
    """The average that a text speaks of, named by its very words; None where it is none."""
    for form in (*_WEIGHTED, _DIVIDED, _RATIO):
        template = _OF_WEIGHTS if form in _WEIGHTED else _OF_QUOTIENTS
        found = form.search(said)
        made = _fitting(found, about) if found is not None else None
        if found is not None and made is not None:
            until, (one, other), table = made
            dialect = about.catalog.dialect
            number = filled(template, dialect, one=_column(one, about), other=_column(other, about))
            name = said[found.start() : until].rstrip()
            return Metric(name=name, expression=write_sql(number, dialect), table=table)
    return None


def with_averages(question: str, about: Known) -> Known:
    """What is known, with such an average of the question as a number of its own."""
    made = average_in(question, about)
    return about.defining((made,)) if made is not None else about


def _fitting(
    found: re.Match[str], about: Known
) -> tuple[int, tuple[Candidate, Candidate], str] | None:
    """The two numbers, the last of which has as many words as name one."""
    last = "other" if found.start("other") > found.start("one") else "one"
    for until in _ends(found, last):
        names = {name: found[name] for name in ("one", "other")}
        names[last] = found.string[found.start(last) : until]
        made = columns_named((names["one"], names["other"]), about)
        if made is not None:
            (one, other), table = made
            return until, (one, other), table
    return None


def _ends(found: re.Match[str], last: str) -> Iterator[int]:
    """Where the last name may end, the longest one first."""
    words = list(re.finditer(r"[\w'-]+", found[last]))
    for word in reversed(words):
        yield found.start(last) + word.end()


def _column(ref: Candidate, about: Known) -> exp.Column:
    return column_of(about.table(ref.table), about.column(ref.ref).name)
