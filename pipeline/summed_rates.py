"""Rates and percentages are never added up: their total means nothing."""

from typing import TypeAlias

from pipeline.intent import Measure, leaves
from pipeline.rules.outcomes import Ask, Cannot, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain
from pipeline.rules.text.words import name_words
from pipeline.telling.shares import SHARE
from pipeline.telling.units import documented

_Reading: TypeAlias = Planned | Ask | Cannot
_RATES = frozenset(("rate", "ratio", "percent", "percentage", "pct"))
_REASON = (
    "“{name}” is a rate, and rates are not added up: their total means nothing. "
    "Ask for the average, the lowest or the highest of them."
)


def without_summed_rates(reading: _Reading, known: Known) -> _Reading:
    """The reading, or why not: it would add up rates."""
    if not isinstance(reading, Planned):
        return reading
    for measure in (leaf for each in reading.intent.measures for leaf in leaves(each)):
        if measure.function == "sum" and _is_rate(measure, known):
            name = plain(measure.column.rpartition(".")[2])
            return Cannot(reason=_REASON.format(name=name), at_once=True)
    return reading


def _is_rate(measure: Measure, known: Known) -> bool:
    """By the column's comment, or by the last word of its name."""
    name = measure.column.rpartition(".")[2]
    if not name or measure.expression:
        return False
    words = [word.lower() for word in name_words(name)]
    return bool(words) and (words[-1] in _RATES or documented(measure.column, known) == SHARE)
