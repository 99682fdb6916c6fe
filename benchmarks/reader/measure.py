"""Measures the learned readers, alone and beside the rules: figures by question set."""

import datetime as dt
import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.executed import ran
from pipeline.messages.courtesies import without_courtesies
from pipeline.reader.beside import (
    AS_READ,
    NONE,
    PRECISION,
    FirstOutcome,
    all_read,
    is_read_beside,
)
from pipeline.reader.proposals import Proposals, Readers, Sought, proposals_of, readers_with
from pipeline.reader.reader import MOST_OFFERED, LearnedReading, Row
from pipeline.reader.shipped import Learned
from pipeline.rules.outcomes import Ask, Planned
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan

_PRECISIONS = (0.97, 0.95, 0.93, 0.90, 0.85)
_MOST_ROWS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What the readings, or one, come to; `probability` is that the first offer is right.

    `signs` are what it is judged by, for each offer. `shown` is what a person gets: the one
    statement that is `answered`, or those of a card.
    """

    offered: tuple[str, ...]
    probability: float
    shown: tuple[str, ...]
    answered: bool
    signs: tuple[Mapping[str, float], ...] = ()


def alone(reading: LearnedReading, threshold: float) -> Offered:
    """The learned reading without another one."""
    offered = tuple(candidate.sql for candidate in reading.candidates)
    answered = bool(offered) and reading.confidence >= threshold
    shown = offered[:1] if answered else offered
    return Offered(offered=offered, probability=reading.confidence, shown=shown, answered=answered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One question read: which of its offers are right, and which of what a person is shown."""

    item: Mapping[str, Any]
    both: Offered
    right: tuple[bool, ...]
    shown_right: tuple[bool, ...]
    cpu_ms: float

    @property
    def probability(self) -> float:
        return self.both.probability

    @property
    def answer_is_right(self) -> bool:
        return self.right[:1] == (True,)


class LearnedBench:
    """The learned readers of the databases of one question file, as the product has them."""

    def __init__(self, root: Path, learned: Learned, *, run: bool) -> None:
        self._root, self._learned, self._run = root, learned, run
        self._readers: dict[str, Readers] = {}

    def readers(self, db: str, known: Known) -> Readers:
        if db not in self._readers:
            self._readers[db] = readers_with(known, self._learned)
        return self._readers[db]

    def run(self, item: Mapping[str, Any], sql: str) -> Sequence[Row] | None:
        """The rows of a statement; None where it fails."""
        try:
            return ran(self._root / item["db"], sql, item.get("now"))[:_MOST_ROWS]
        except sqlite3.Error:
            return None

    def alone(
        self, item: Mapping[str, Any], known: Known, times: Sequence[TimeSpan], threshold: float
    ) -> Offered:
        """The learned reading without another one, in its own form."""
        question = without_courtesies(item["question"])
        reader = self.readers(item["db"], known).public
        return alone(reader.read(question, times=times, run=self._runs(item)), threshold)

    def together(
        self,
        item: Mapping[str, Any],
        known: Known,
        times: Sequence[TimeSpan],
        first: FirstOutcome,
        *,
        must_agree: bool = False,
        precision: float = PRECISION,
    ) -> Offered:
        """All readings merged as the product merges them."""
        sought = Sought(item["question"], today(item), times)
        proposals = (
            proposals_of(sought, known, self.readers(item["db"], known))
            if is_read_beside(first.outcome)
            else Proposals()
        )
        found = all_read(
            first, proposals, self._learned, "sqlite", must_agree=must_agree, precision=precision,
            run=self._runs(item),
        )  # fmt: skip
        led = {key: each for key, each in first.options.items() if isinstance(each, Planned)}
        if isinstance(first.outcome, Planned):
            led[AS_READ] = first.outcome
        every = (*proposals.public, *proposals.business)
        led |= {each.alternative.id: each.planned for each in every}
        match found.outcome:
            case Planned() as planned:
                shown = [planned]
            case Ask(options=options):
                kept = [each.id for each in options if each.id != NONE][:MOST_OFFERED]
                shown = [led[key] for key in kept if key in led]
            case _:
                shown = []
        offers = found.offers
        return Offered(
            offered=tuple(offer.sql for offer in offers[:MOST_OFFERED]),
            probability=offers[0].probability if offers else 0.0,
            shown=tuple(each.sql for each in shown),
            answered=isinstance(found.outcome, Planned),
            signs=tuple(offer.features for offer in offers[:MOST_OFFERED]),
        )

    def _runs(self, item: Mapping[str, Any]) -> Callable[[str], Sequence[Row] | None] | None:
        return (lambda sql: self.run(item, sql)) if self._run else None


def figures(read: Sequence[Read]) -> dict[str, Any]:
    """What becomes of the questions."""
    some = [each for each in read if not each.item.get("unanswerable")]
    hopeless = [each for each in read if each.item.get("unanswerable")]
    n = max(1, len(some))
    answered = [each for each in some if each.both.answered]
    asked = [each for each in some if not each.both.answered and each.both.shown]
    right = sum(any(each.shown_right) for each in answered)
    clicked = sum(any(each.shown_right) for each in asked)
    times = sorted(each.cpu_ms for each in read)
    return {
        "n": len(some),
        "first_right": round(sum(each.answer_is_right for each in some) / n, 4),
        "gold_in_top_4": round(sum(any(each.right) for each in some) / n, 4),
        "answered": round(len(answered) / n, 4),
        "right_at_once": round(right / n, 4),
        "precision": round(right / max(1, len(answered)), 4),
        "wrong_in_silence": round((len(answered) - right) / n, 4),
        "within_one_click": round((right + clicked) / n, 4),
        "cards_without_right_option": round(1 - clicked / max(1, len(asked)), 4),
        "curve": _curve(some),
        "said_and_found": _calibration(some),
        "unanswerable": len(hopeless),
        "unanswerable_answered": sum(each.both.answered for each in hopeless),
        "unanswerable_asked": sum(
            bool(each.both.shown) and not each.both.answered for each in hopeless
        ),
        "p50_cpu_ms": round(times[len(times) // 2], 1) if times else None,
        "p99_cpu_ms": round(times[int(len(times) * 0.99)], 1) if times else None,
    }


def _curve(some: Sequence[Read]) -> dict[str, float]:
    """Right at once at some precisions, with the threshold that this set itself would choose."""
    ranked = sorted(some, key=lambda each: -each.probability)
    right = np.cumsum([each.answer_is_right for each in ranked])
    found = {}
    for wanted in _PRECISIONS:
        enough = [at for at in range(20, len(ranked)) if right[at] / (at + 1) >= wanted]
        found[str(wanted)] = round(float(right[enough[-1]]) / len(ranked), 4) if enough else 0.0
    return found


def _calibration(some: Sequence[Read]) -> list[list[float]]:
    """For fifths of the probability: how many, what was said, what was found."""
    found = []
    for fifth in range(5):
        part = [e for e in some if fifth / 5 <= e.probability < (fifth + 1) / 5 + (fifth == 4)]
        if part:
            said = sum(each.probability for each in part) / len(part)
            true = sum(each.answer_is_right for each in part) / len(part)
            found.append([len(part), round(said, 3), round(true, 3)])
    return found


def today(item: Mapping[str, Any]) -> dt.date:
    """The day on which a question is asked."""
    return dt.date.fromisoformat(item["now"][:10]) if item.get("now") else dt.date.today()


def detail_line(read: Read) -> str:
    """One question as a line of a file of details."""
    return json.dumps({
        "id": read.item["id"], "question": read.item["question"], "gold": read.item["gold"][:1],
        "probability": round(read.probability, 4),
        "right": list(read.right), "sql": list(read.both.offered),
        "answered": read.both.answered, "shown": list(read.shown_right),
    })  # fmt: skip
