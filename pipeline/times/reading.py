"""From what a text says about time to the spans that the layers below work with."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline.dates import Comparison, DateRange
from pipeline.times.values import TimeSpan


def spans(ranges: Iterable[DateRange | Comparison]) -> tuple[TimeSpan, ...]:
    """The spans in the order of the text, the two periods of a comparison under one number."""
    found: list[TimeSpan] = []
    for number, item in enumerate(ranges):
        match item:
            case DateRange():
                found.append(_span(item))
            case Comparison():
                found += [_span(item.first, number), _span(item.second, number)]
    return tuple(found)


def flat(ranges: Iterable[DateRange | Comparison]) -> list[DateRange]:
    """Every single period."""
    return [
        period
        for item in ranges
        for period in ((item.first, item.second) if isinstance(item, Comparison) else (item,))
    ]


def with_choices(found: Sequence[TimeSpan], chosen: Mapping[int, TimeSpan]) -> tuple[TimeSpan, ...]:
    """The spans with the bounds that a person chose, by their place."""
    return tuple(
        replace(span, start=chosen[place].start, end=chosen[place].end) if place in chosen else span
        for place, span in enumerate(found)
    )


def _span(period: DateRange, comparison: int | None = None) -> TimeSpan:
    at, until = period.span
    return TimeSpan(
        at=at,
        until=until,
        words=period.name,
        start=period.start,
        end=period.end,
        grain=period.grain,
        comparison=comparison,
    )
