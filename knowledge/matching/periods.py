"""Periods: the date literals of a validated SQL that stand for its question's time words."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.matching import lexicon
from knowledge.matching.reading import Reading, Span, once
from knowledge.matching.sqlshape import Literal, Shape
from knowledge.matching.tokens import Mark

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATED = re.compile(r"((?:19|20)\d{2})(-\d{2}(-\d{2})?)?\b")


@dataclass(frozen=True, slots=True)
class Place:
    """One date literal of a period and which edge of it the literal holds."""

    literal: Literal
    edge: str


@dataclass(frozen=True, slots=True)
class Period:
    """The time expression at token `token`, and every literal that follows from its range."""

    token: int
    span: Span
    places: tuple[Place, ...]


def periods_of(reading: Reading, shape: Shape) -> tuple[Period, ...]:
    """A period for each resolved time expression whose both edges the SQL holds."""
    times = [place for place, token in enumerate(reading.tokens) if token.mark is Mark.TIME]
    spans = sorted(reading.spans, key=lambda span: span.start)
    found = []
    for place, span in zip(times, spans, strict=True):
        held = tuple(_places(span, shape))
        edges = {item.edge for item in held}
        if edges & {"year", "month"} or ("first" in edges and edges & {"last", "until"}):
            found.append(Period(place, span, held))
    return tuple(found)


def _places(span: Span, shape: Shape) -> Iterator[Place]:
    for literal in shape.literals:
        edge = _edge(literal, span)
        if edge:
            yield Place(literal, edge)


def _edge(literal: Literal, span: Span) -> str:
    for edge, value in _edges(span).items():
        exact = literal.value == value
        # A time of day is kept only where it is midnight; any other is not the period's edge.
        midnight = literal.value in (f"{value} 00:00:00", f"{value}T00:00:00")
        if exact or (midnight and edge in ("first", "last")):
            return edge if _fits(edge, literal.operator) else ""
    return ""


def _fits(edge: str, operator: str) -> bool:
    allowed = {
        "first": ("gte", "between"),
        "last": ("lt",),
        "until": ("lte", "between"),
        "year": ("eq",),
        "month": ("eq",),
    }
    return operator in allowed[edge]


def _edges(span: Span) -> dict[str, str]:
    """What the SQL may hold for the range: its edges, or a whole year or month by name."""
    if span.first is None or span.last is None:
        return {}
    first, last = dt.date.fromisoformat(span.first), dt.date.fromisoformat(span.last)
    edges = {
        "first": first.isoformat(),
        "last": last.isoformat(),
        "until": (last - dt.timedelta(days=1)).isoformat(),
    }
    if (first.month, first.day) == (1, 1) and last == first.replace(year=first.year + 1):
        edges["year"] = str(first.year)
    if first.day == 1 and last == _month_after(first):
        edges["month"] = first.strftime("%Y-%m")
    return edges


def _month_after(first: dt.date) -> dt.date:
    return (first.replace(day=28) + dt.timedelta(days=4)).replace(day=1)


def moved(period: Period, span: Span) -> tuple[tuple[Literal, str], ...] | None:
    """The period's literals for another range; None if that range cannot be said this way."""
    edges = _edges(span)
    if any(place.edge not in edges for place in period.places):
        return None
    return tuple(
        (place.literal, place.literal.value.replace(_said(period, place), edges[place.edge]))
        for place in period.places
    )


def _said(period: Period, place: Place) -> str:
    return _edges(period.span)[place.edge]


def fixed_dates(shape: Shape, periods: tuple[Period, ...]) -> list[Literal]:
    """The date literals of the SQL that no period moves."""
    held = {place.literal.number for period in periods for place in period.places}
    return [
        literal
        for literal in shape.literals
        if literal.number not in held and literal.is_text and _DATED.match(literal.value)
    ]


_RELATIVE = re.compile(
    r"\b(this|last|next|past|previous|current|ago|today|yesterday|tomorrow|now|since|ytd|mtd|"
    r"qtd|to date|so far|recent|trailing)\b",
    re.IGNORECASE,
)


@once
def speaks_of_now(reading: Reading) -> bool:
    """Whether the words mean other days when asked on another day."""
    texts = [reading.text[span.start : span.end] for span in reading.spans]
    if any(_RELATIVE.search(text) for text in texts):
        return True
    return any(
        key in lexicon.RELATIVE_TIMES or key.startswith(lexicon.RELATIVE_PREFIXES)
        for key in reading.operators
    ) or _last_n(reading)


def _last_n(reading: Reading) -> bool:
    """`the last 30 days`."""
    tokens = reading.tokens
    return any(
        token.key in ("LAST", "NEXT")
        and tokens[place + 1].mark is Mark.NUMBER
        and tokens[place + 2].key in lexicon.TIME_UNITS
        for place, token in enumerate(tokens[:-2])
    )
