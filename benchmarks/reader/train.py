"""Trains the weights of the reader from questions with gold SQL.

    python -m benchmarks.reader.train --date 2026-11-28 --questions FILE [FILE ...]
        --out pipeline/reader/data/weights.npz

Needs the packages of the extra `train`. Questions of a part other than `train` are never learned
from; those of `dev` are scored at the end. The ranker and the certainty are fitted on candidates
of databases that the local models did not see (stacking with folds: Wolpert, 1992).
"""

import argparse
import json
import resource
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.reader.examples import Databases, Example, example_of, fold_of, read_items
from benchmarks.reader.fitting import fit_calibration, fit_local, fit_order, fit_trees
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder
from pipeline.reader.candidates import Candidate, candidates_of
from pipeline.reader.intent import Intent
from pipeline.reader.local_scores import local_scores
from pipeline.reader.ranking import (
    MOST_COMPARED,
    Descriptions,
    Ranked,
    merged,
    reranked,
    second_rows,
    sorted_by_rank,
)
from pipeline.reader.reader import confidence_row, offers
from pipeline.reader.sql import sql_of
from pipeline.reader.weights import Calibration, Weights, save_weights

FOLDS = 3
MOST_ANSWERED_WRONG = (0.95, 0.93, 0.90, 0.85)


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates of a question, each with its features, and whether it is right."""

    example: Example
    candidates: tuple[Candidate, ...]
    unexplained: tuple[tuple[str, ...], ...]
    rows: npt.NDArray[np.float32]
    right: tuple[bool, ...]
    results: dict[str, Any]

    @property
    def fits(self) -> dict[Intent, bool]:
        return dict(zip((c.intent for c in self.candidates), self.right, strict=True))


def judge(example: Example, weights: Weights) -> Judged:
    """Read a question by the local models, run every candidate and compare it with the golds."""
    scores = local_scores(example.linked, weights)
    kept = merged(candidates_of(scores), example.linked.view)
    described = Descriptions(scores, weights).of(kept)
    right, results = [], {}
    for each in kept:
        sql = sql_of(each.candidate.intent, example.linked.view)
        found = example.database.run(sql)
        right.append(found is not None and example.is_right(*found))
        results[sql] = None if found is None else found[0][:5_001]
    return Judged(
        example=example,
        candidates=tuple(each.candidate for each in kept),
        unexplained=tuple(words for _, words in described),
        rows=np.array([row for row, _ in described], np.float32),
        right=tuple(right),
        results=results,
    )


def rank(judged: Judged, weights: Weights) -> list[Ranked]:
    """The candidates by the ranker of the weights."""
    return sorted_by_rank(
        judged.candidates, judged.rows.astype(np.float64), judged.unexplained, weights
    )


def fit_second(
    judged: Sequence[tuple[Judged, list[Ranked]]], weights: Weights, embedder: Embedder
) -> Weights:
    """The weights with a second judgement of the first candidates, ranked by others' weights."""
    rows: list[npt.NDArray[np.float64]] = []
    right: list[bool] = []
    for each, order in judged:
        some = order[:MOST_COMPARED]
        if some:
            example = each.example
            question = str(example.item["question"])
            rows.append(second_rows(some, question, example.linked.view, embedder))
            fits = each.fits
            right += [fits[one.candidate.intent] for one in some]
    return replace(weights, second=fit_trees(np.vstack(rows).astype(np.float32), right, rounds=150))


@dataclass(frozen=True, slots=True)
class Scored:
    """A question with its offers judged and the row of its certainty."""

    db: str
    offered: tuple[bool, ...]
    any_right: bool
    row: list[float]
    unanswerable: bool


def score(judged: Judged, weights: Weights, embedder: Embedder, *, run: bool) -> Scored:
    """What a person would be offered, and which of it is right."""
    view, question = judged.example.linked.view, str(judged.example.item["question"])
    order = reranked(rank(judged, weights), question, view, embedder, weights)
    rights = judged.fits
    written = [(each, sql_of(each.candidate.intent, view)) for each in order]
    offered = offers(written, judged.results.get if run else None)
    return Scored(
        db=judged.example.db,
        offered=tuple(rights[each.intent] for each in offered),
        any_right=any(judged.right),
        row=confidence_row(order, offered, has_run=run),
        unanswerable=bool(judged.example.item.get("unanswerable")),
    )


def fit_rankers(judged: Sequence[Judged], weights: Weights) -> Weights:
    """The weights with a ranker fitted on judged candidates."""
    some = [each for each in judged if len(each.rows)]
    rows = np.vstack([each.rows for each in some])
    right = [fits for each in some for fits in each.right]
    mixed = [each for each in some if any(each.right)]
    order = fit_order(
        np.vstack([each.rows for each in mixed]),
        [fits for each in mixed for fits in each.right],
        [len(each.right) for each in mixed],
    )
    return replace(weights, ranker=fit_trees(rows, right), order=order)


def figures(scored: Sequence[Scored], calibration: Calibration) -> dict[str, float]:
    """First right, among four, among all, and right at once at some precisions."""
    answerable = [each for each in scored if not each.unanswerable]
    n = max(1, len(answerable))
    first = np.array([bool(each.offered and each.offered[0]) for each in answerable])
    told = np.array([calibration.probability(each.row) for each in answerable])
    ranked = first[np.argsort(-told)]
    precision = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    found = {
        "n": n,
        "first_right": round(float(first.mean()), 4),
        "gold_in_top_4": round(sum(any(each.offered) for each in answerable) / n, 4),
        "gold_among_all": round(sum(each.any_right for each in answerable) / n, 4),
    }
    for wanted in MOST_ANSWERED_WRONG:
        enough = [at for at in range(20, len(ranked)) if precision[at] >= wanted]
        at_once = ranked[: enough[-1] + 1].sum() / n if enough else 0.0
        found[f"right_at_once_at_{wanted}"] = round(float(at_once), 4)
    return found


def _examples(
    files: Sequence[Path], parts: Sequence[str], limit: int | None, embedder: Embedder
) -> list[Example]:
    databases = Databases()
    items = [item for file in files for item in read_items(file) if item["split"] in parts]
    if limit is not None:
        items = items[:: max(1, len(items) // limit)]
    return [example_of(item, databases, embedder) for item in items]


def train(files: Sequence[Path], *, date: str, limit: int | None = None) -> Weights:
    """The weights of all training questions, with their scores in `about`."""
    embedder = OnnxEmbedder(cache_size=200_000)
    examples = _examples(files, ("train", "dev"), limit, embedder)
    known = [e for e in examples if e.item["split"] == "train" and not e.item.get("unanswerable")]
    dev = [e for e in examples if e.item["split"] == "dev"]
    _say("examples", train=len(known), dev=len(dev))
    _say("in the form", train=sum(e.intent is not None for e in known))
    folds: list[list[Judged]] = []
    for fold in range(FOLDS):
        weights = fit_local([e for e in known if fold_of(e.db, FOLDS) != fold])
        folds.append([judge(e, weights) for e in known if fold_of(e.db, FOLDS) == fold])
        _say(f"fold {fold} judged", questions=len(folds[-1]))
    weights = fit_local(known)
    by_fold = [
        fit_rankers([e for n, other in enumerate(folds) if n != fold for e in other], weights)
        for fold in range(FOLDS)
    ]
    first = [
        [(each, rank(each, by_fold[fold])) for each in part] for fold, part in enumerate(folds)
    ]
    scored: dict[bool, list[tuple[Judged, Scored]]] = {True: [], False: []}
    for fold, part in enumerate(first):
        others = [pair for n, other in enumerate(first) if n != fold for pair in other]
        fold_weights = fit_second(others, by_fold[fold], embedder)
        for run in (True, False):
            scored[run] += [(e, score(e, fold_weights, embedder, run=run)) for e, _ in part]
    told = [each for run in (True, False) for _, each in scored[run]]
    confidence = fit_calibration(
        [each.row for each in told], [bool(each.offered and each.offered[0]) for each in told]
    )
    weights = fit_rankers([each for part_judged in folds for each in part_judged], weights)
    weights = fit_second([pair for part in first for pair in part], weights, embedder)
    weights = replace(weights, confidence=confidence)
    report: dict[str, Any] = {}
    for run, name in ((True, "local files"), (False, "never")):
        for source in sorted({str(e.item["source"]) for e in known}):
            of_source = [s for j, s in scored[run] if j.example.item["source"] == source]
            report[f"cross-fit {source} ({name})"] = figures(of_source, confidence)
    judged = [judge(each, weights) for each in dev]
    for run, name in ((True, "local files"), (False, "never")):
        for source in sorted({str(e.item["source"]) for e in dev}):
            some = [
                score(each, weights, embedder, run=run)
                for each in judged
                if each.example.item["source"] == source
            ]
            report[f"dev {source} ({name})"] = figures(some, confidence)
    for name, line in report.items():
        _say(name, **line)
    weights = replace(
        weights,
        thresholds={
            "learned": thresholds_of([
                (confidence.probability(each.row), each.offered[:1] == (True,))
                for _, each in scored[True]
            ]),
        },
    )  # fmt: skip
    about = {
        "date": date,
        "files": [file.name for file in files],
        "questions": dict(Counter(str(e.item["source"]) for e in known)),
        "databases": len({e.db for e in known}),
        "scores": report,
    }
    return replace(weights, about=about)


def thresholds_of(judged: Sequence[tuple[float, bool]]) -> list[tuple[float, float]]:
    """For each precision the least probability at which the answers above it reach it."""
    ranked = sorted(judged, reverse=True)
    right = np.cumsum([fits for _, fits in ranked])
    # Equal probabilities are answered together.
    ends = [
        at
        for at in range(50, len(ranked))
        if at + 1 == len(ranked) or ranked[at + 1][0] < ranked[at][0]
    ]
    found = []
    for percent in range(70, 100):
        enough = [at for at in ends if right[at] / (at + 1) >= percent / 100]
        if enough:
            found.append((percent / 100, float(ranked[enough[-1]][0])))
    return found


def _say(what: str, **numbers: object) -> None:
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(f"[{seconds:6.0f} s of CPU] {what}: {json.dumps(numbers)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--date", required=True, help="written into the weights")
    parser.add_argument("--limit", type=int, help="questions to learn from, for a quick look")
    options = parser.parse_args()
    weights = train(options.questions, date=options.date, limit=options.limit)
    save_weights(weights, options.out)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
