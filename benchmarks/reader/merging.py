"""Fits how probable an offer of several readings is by who makes it.

    python -m benchmarks.reader.merging --questions FILE [FILE ...] --every 3
        --out pipeline/reader/data/merging.json

Only questions of the part `dev` are used: no reading was trained on their databases or templates.
The figures are those of databases left out in turn.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.reader.examples import fold_of, read_items
from benchmarks.reader.measure import LearnedBench, Read
from benchmarks.text_to_sql import Bench, read_beside
from pipeline.reader.shipped import shipped

FOLDS, STEPS, RIDGE = 5, 60, 0.3
_Row = tuple[Mapping[str, float], bool]


def fit_merging(rows: Sequence[_Row]) -> dict[str, float]:
    """A logistic regression with a ridge, by Newton's method; weights by the names of features."""
    names = sorted({name for features, _ in rows for name in features})
    place = {name: n for n, name in enumerate(names)}
    signs = np.zeros((len(rows), len(names)))
    right = np.array([float(good) for _, good in rows])
    for n, (features, _) in enumerate(rows):
        for name, value in features.items():
            signs[n, place[name]] = value
    weights = np.zeros(len(names))
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (said - right) + RIDGE * weights
        bend = signs.T @ (signs * (said * (1 - said))[:, None]) + RIDGE * np.eye(len(names))
        weights -= np.linalg.solve(bend, slope)
    return dict(zip(names, weights.round(3).tolist(), strict=True))


def rows_of(read: Sequence[Read]) -> list[_Row]:
    """The offers of questions, each with whether it is right."""
    return [
        (signs, right)
        for each in read
        for signs, right in zip(each.both.signs, each.right, strict=True)
    ]


def said_and_found(read: Sequence[Read]) -> list[tuple[float, bool]]:
    """What databases left out say of the most probable offer, and whether it is right."""
    found = []
    folds = [fold_of(str(each.item["db_id"]), FOLDS) for each in read]
    for fold in sorted(set(folds)):
        others = [each for each, at in zip(read, folds, strict=True) if at != fold]
        weights = fit_merging(rows_of(others))
        for each, at in zip(read, folds, strict=True):
            if at == fold and each.both.signs:
                scores = [
                    sum(weights.get(name, 0.0) * value for name, value in signs.items())
                    for signs in each.both.signs
                ]
                best = int(np.argmax(scores))
                found.append((float(1 / (1 + np.exp(-scores[best]))), each.right[best]))
    return found


def read_all(files: Sequence[Path], every: int) -> list[Read]:
    """The questions of the development part, read by all readings with rows compared."""
    found: list[Read] = []
    for file in files:
        items: list[dict[str, Any]] = [item for item in read_items(file) if item["split"] == "dev"][
            ::every
        ]
        learned = LearnedBench(file.parent, shipped(), run=True)
        bench = Bench(Path(items[0]["root"]) if items else file.parent)
        found += read_beside(bench, items, learned, rules=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="each n-th question only")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    read = read_all(options.questions, options.every)
    told = sorted(said_and_found(read), reverse=True)
    for least in (0.93, 0.9, 0.8, 0.5):
        some = [right for said, right in told if said >= least]
        print(f"said {least}: {len(some)} offers, right {sum(some) / max(len(some), 1):.3f}")
    weights = fit_merging(rows_of(read))
    text = json.dumps({"questions": len(read), "weights": weights}, indent=0)
    options.out.write_text(f"{text}\n", "utf8")


if __name__ == "__main__":
    main()
