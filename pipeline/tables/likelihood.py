"""How likely each candidate is meant, by what speaks for it: words that code derives, and why."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from typing_extensions import override

_CLEAR, _FAINT = 0.9, 0.5
_AHEAD = 0.15
_STALE = dt.timedelta(days=90)
_LIKELY, _POSSIBLE = 3, 1


class Likely(StrEnum):
    """How likely a candidate is meant."""

    LIKELY = "Likely"
    POSSIBLE = "Possible"
    DOUBTFUL = "Doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for a candidate.

    `link` is how well the words fit its name, from 0 to 1; `latest` is the ISO day of its newest
    rows, where they are dated; `described` that somebody wrote what it is.
    """

    link: float
    latest: str = ""
    described: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """The word for a candidate, and what it rests on."""

    word: Likely
    because: str

    @override
    def __str__(self) -> str:
        return f"{self.word}: {self.because}"


def rated(candidates: Mapping[str, Evidence]) -> dict[str, Rated]:
    """Each candidate by its own words, by how far it is ahead, how fresh it is and described."""
    freshest = max((_day(each.latest) for each in candidates.values()), default=dt.date.min)
    return {
        key: _rated(evidence, _others(key, candidates), freshest)
        for key, evidence in candidates.items()
    }


def _others(key: str, candidates: Mapping[str, Evidence]) -> float:
    """The best link among the others; nothing to be ahead of where there are none."""
    return max((each.link for other, each in candidates.items() if other != key), default=-1.0)


def _rated(evidence: Evidence, best: float, freshest: dt.date) -> Rated:
    points, reasons = 0, list[str]()
    if evidence.link >= _CLEAR:
        points, reasons = 2, ["fits the words"]
    elif evidence.link >= _FAINT:
        points, reasons = 1, ["fits the words in part"]
    else:
        reasons = ["does not fit the words"]
    if evidence.link - best >= _AHEAD:
        points, reasons = points + 1, [*reasons, "better than any other"]
    elif best - evidence.link >= _AHEAD:
        points, reasons = points - 1, [*reasons, "another fits better"]
    if evidence.described:
        points, reasons = points + 1, [*reasons, "described"]
    latest = _day(evidence.latest)
    if evidence.latest and freshest - latest > _STALE:
        points, reasons = points - 2, [*reasons, f"nothing newer than {evidence.latest}"]
    word = Likely.LIKELY if points >= _LIKELY else Likely.POSSIBLE
    # However well it is described: what the words do not name is not what they mean.
    doubtful = points < _POSSIBLE or evidence.link < _FAINT
    return Rated(word=Likely.DOUBTFUL if doubtful else word, because=", ".join(reasons))


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return dt.date.min
