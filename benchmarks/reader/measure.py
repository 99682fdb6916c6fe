"""Measures the learned reading, alone and beside the rules: figures by question set."""

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.executed import ran
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.catalog import Catalog
from knowledge.values import ValueIndex
from pipeline.reader.agreement import (
    AgreementKind,
    FirstReading,
    Sameness,
    agreement_row,
    kind_of,
    offers_of,
)
from pipeline.reader.reader import LearnedReading, Reader, Row
from pipeline.reader.schema_view import view_of
from pipeline.reader.weights import Weights
from pipeline.times.values import TimeSpan

PRECISION = 0.93
_PRECISIONS = (0.97, 0.95, 0.93, 0.90, 0.85)
_MOST_ROWS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What a person would get: the first offer is the answer, with its probability.

    `kind` is that of the agreement with the rules, and `row` what it is judged by.
    """

    offered: tuple[str, ...]
    probability: float
    kind: AgreementKind | None = None
    row: tuple[float, ...] = ()


def alone(reading: LearnedReading) -> Offered:
    """The learned reading without another one."""
    offered = tuple(candidate.sql for candidate in reading.candidates)
    return Offered(offered=offered, probability=reading.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One question read: which of its offers are right."""

    item: Mapping[str, Any]
    both: Offered
    right: tuple[bool, ...]
    cpu_ms: float

    @property
    def probability(self) -> float:
        return self.both.probability

    @property
    def answer_is_right(self) -> bool:
        return self.right[:1] == (True,)


class LearnedBench:
    """Readers for the databases of one question file."""

    def __init__(self, root: Path, weights: Weights, *, run: bool) -> None:
        self._root, self._weights, self._run = root, weights, run
        self._embedder = OnnxEmbedder(cache_size=60_000)
        self._readers: dict[str, Reader] = {}

    def reader(self, db: str, catalog: Catalog, values: ValueIndex) -> Reader:
        if db not in self._readers:
            self._readers[db] = Reader(view_of(catalog, values), self._weights, self._embedder)
        return self._readers[db]

    def run(self, item: Mapping[str, Any], sql: str) -> Sequence[Row] | None:
        """The rows of a statement; None where it fails."""
        try:
            return ran(self._root / item["db"], sql, item.get("now"))[:_MOST_ROWS]
        except sqlite3.Error:
            return None

    def read(
        self, item: Mapping[str, Any], reader: Reader, times: Sequence[TimeSpan]
    ) -> tuple[LearnedReading, float]:
        """The learned reading, and what it took of the processor."""
        begin = time.process_time()
        run = (lambda sql: self.run(item, sql)) if self._run else None
        reading = reader.read(item["question"], times=times, run=run)
        return reading, (time.process_time() - begin) * 1000

    def together(
        self, item: Mapping[str, Any], first: FirstReading, reading: LearnedReading
    ) -> Offered:
        """Both readings merged."""
        run = (lambda sql: self.run(item, sql)) if self._run else None
        same = Sameness("sqlite", run)
        kind = kind_of(first, reading, same.is_same)
        row = agreement_row(kind, reading)
        fitted = self._weights.agreement
        told = fitted.probability(row) if fitted is not None else reading.confidence
        offered = offers_of(first, reading, kind, same.is_same)
        return Offered(
            offered=tuple(offer.sql for offer in offered),
            probability=told,
            kind=kind,
            row=tuple(row),
        )


def figures(read: Sequence[Read], threshold: float = PRECISION) -> dict[str, Any]:
    """What becomes of the questions where an answer needs the probability `threshold`."""
    some = [each for each in read if not each.item.get("unanswerable")]
    hopeless = [each for each in read if each.item.get("unanswerable")]
    n = max(1, len(some))
    answered = [each.probability >= threshold and bool(each.right) for each in some]
    right = [a and each.answer_is_right for a, each in zip(answered, some, strict=True)]
    click = [
        r or (not a and any(each.right)) for r, a, each in zip(right, answered, some, strict=True)
    ]
    times = sorted(each.cpu_ms for each in read)
    return {
        "n": len(some),
        "first_right": round(sum(each.answer_is_right for each in some) / n, 4),
        "gold_in_top_4": round(sum(any(each.right) for each in some) / n, 4),
        "answered": round(sum(answered) / n, 4),
        "right_at_once": round(sum(right) / n, 4),
        "precision": round(sum(right) / max(1, sum(answered)), 4),
        "wrong_in_silence": round((sum(answered) - sum(right)) / n, 4),
        "within_one_click": round(sum(click) / n, 4),
        "curve": _curve(some),
        "said_and_found": _calibration(some),
        "unanswerable": len(hopeless),
        "unanswerable_answered": sum(each.probability >= threshold for each in hopeless),
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


def by_kind(read: Sequence[Read]) -> dict[str, list[float]]:
    """For each kind of agreement how often it occurs, and how often the first offer is right."""
    found = {}
    for kind in AgreementKind:
        part = [
            each for each in read if each.both.kind is kind and not each.item.get("unanswerable")
        ]
        if part:
            share = sum(each.answer_is_right for each in part) / len(part)
            found[str(kind)] = [len(part), round(share, 3)]
    return found


def detail_line(read: Read) -> str:
    """One question as a line of a file of details."""
    return json.dumps({
        "id": read.item["id"], "question": read.item["question"], "gold": read.item["gold"][:1],
        "kind": str(read.both.kind or ""), "probability": round(read.probability, 4),
        "right": list(read.right), "sql": list(read.both.offered),
    })  # fmt: skip
