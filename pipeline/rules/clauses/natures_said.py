"""What a column holds, said behind its name: `the rating ratio`, `arrival times`."""

import re

from knowledge.catalog import Column, Kind
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words

_SHARES = frozenset(("ratio", "percentage", "percent", "pct", "share", "proportion", "rate"))
_PERCENT = frozenset(("percentage", "percentages", "percent", "pct"))
_MOMENTS = frozenset(("time", "date"))
_NUMBERS = frozenset(("figure", "level", "amount", "number", "value"))
# An address of these is no street.
_REACHED = frozenset(("email", "mail", "ip", "web"))
_WHOLE = 100.0
_CLOCK = re.compile(r"\d{1,2}[:.h]\d\d\b.*", re.DOTALL)
_SEEN = 20


def natures_said(stream: Stream, known: Known) -> None:
    """Take out a noun that only says what the column before it holds anyway."""
    stream.rewrite(r"(?P<c>C)(?P<x>[x%])(?!C)", lambda run: _named(run, known))
    stream.rewrite(r"(?P<c>C)(?P<x>C)", lambda run: _of_such(run, known))
    stream.rewrite(r"(?P<x>%)(?P<c>C)(?=[.p&hr]|$)", lambda run: _led(run, known))


def _named(run: Run, known: Known) -> Item | None:
    """`the rating ratio`, `arrival times`."""
    column, noun = run["c"], lemma_of(run["x"].text.lower())
    if run["x"].first != column.last or not column.candidates[0].column:
        return None
    held = known.column(column.candidates[0].ref)
    if not _holds(held, noun):
        return None
    column.last, column.text = run.last, run.text
    return column


def _of_such(run: Run, known: Known) -> Item | None:
    """`the closing price`, where prices keep no number of that name but what they closed at."""
    column, noun = run["c"], run["x"]
    best = column.candidates[0]
    if not (column.text.lower().endswith("ing") and best.column and noun.first == column.last):
        return None
    own = [c for c in noun.candidates if c.table == best.table]
    numbers = [c for c in own if c.column and known.column(c.ref).kind.is_number]
    if numbers or not any(not c.column for c in own) or not known.column(best.ref).kind.is_number:
        return None
    column.last, column.text = run.last, run.text
    return column


def _led(run: Run, known: Known) -> Item | None:
    """`the percentage of seniors`, where a column holds that of each row."""
    column = run["c"]
    parts = _PERCENT & set(run["x"].text.lower().split())
    told = bool(parts) and run["x"].last == column.first and bool(column.candidates[0].column)
    held = known.column(column.candidates[0].ref) if told else None
    if held is None or not (_is_called_share(held) or _has_fractions(held)):
        return None
    column.first = run.first
    return column


def _holds(column: Column, noun: str) -> bool:
    """Whether a noun says no more of a column than its name and values do."""
    if noun in _SHARES:
        return _is_called_share(column) or (noun in _PERCENT and _is_of_hundred(column))
    if noun in _MOMENTS:
        return column.kind.is_dated or column.kind is Kind.TIME or _is_clock(column)
    if noun == "address":
        return bool(_REACHED & set(expanded(name_words(column.name))))
    return noun in _NUMBERS and looks_numeric(column)


def _is_called_share(column: Column) -> bool:
    return bool(_SHARES & set(expanded(name_words(column.name))))


def _has_fractions(column: Column) -> bool:
    """Whether it holds parts of a hundred that are no counts of anything."""
    return column.kind is Kind.NUMBER and _is_of_hundred(column)


def _is_of_hundred(column: Column) -> bool:
    ends = (column.low, column.high) if column.kind.is_number else ()
    return bool(ends) and all(end is not None and 0 <= float(end) <= _WHOLE for end in ends)


def _is_clock(column: Column) -> bool:
    seen = column.values[:_SEEN]
    return bool(seen) and all(_CLOCK.fullmatch(value) for value in seen)
