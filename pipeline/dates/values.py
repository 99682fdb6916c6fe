"""What reading a text for time gives back: plain frozen values of dates."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

Grain = Literal[
    "hour", "day", "week", "weekend", "month", "quarter", "half", "year", "decade", "century"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Another plausible meaning of the same words."""

    start: date | None
    end: date | None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRange:
    """One period, half-open; None is an open end. `explicit` needs no confirmation.

    `called` is what the words leave unsaid: in "against last year", "the current year".
    """

    start: date | None
    end: date | None
    grain: Grain
    words: str
    span: tuple[int, int]
    explanation: str
    explicit: bool = False
    readings: tuple[Reading, ...] = ()
    called: str = ""
    kind: Literal["range"] = "range"

    @property
    def name(self) -> str:
        """The person's own words, or what these leave unsaid."""
        return self.called or self.words

    @property
    def said(self) -> str:
        """The name as it is shown: only a person's own words are quoted."""
        return self.called or f"“{self.words}”"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two periods set against each other, in the order in which the text names them."""

    first: DateRange
    second: DateRange
    words: str
    span: tuple[int, int]
    explanation: str
    kind: Literal["comparison"] = "comparison"

    @property
    def explicit(self) -> bool:
        return self.first.explicit and self.second.explicit


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """Words that speak of time but cannot be turned into a period, and why."""

    words: str
    span: tuple[int, int]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrainWord:
    """How results should be grouped over time ("monthly", "by week")."""

    grain: Grain
    words: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Everything that a text says about time."""

    ranges: tuple[DateRange | Comparison, ...] = ()
    problems: tuple[Unresolved, ...] = ()
    grains: tuple[GrainWord, ...] = ()
