"""What was learned: log-linear local models, word pairs, a ranker of trees, and a calibration.

One file of arrays that needs numpy alone. It carries the hash of the list of features that it was
trained with; weights of another list are refused.
"""

import hashlib
import json
import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_SOURCES = ("words.py", "linking.py", "features.py", "ranking.py", "rendering.py", "data/words.tsv")
_MOST = 30.0


class WrongWeightsError(Exception):
    """The weights were trained with another list of features than the code has."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected = expected
        self.found = found
        super().__init__(
            f"The weights belong to the feature list {found[:12]}, the code has {expected[:12]}: "
            "train again with `python -m benchmarks.reader.train`."
        )


@cache
def feature_list_hash() -> str:
    """A hash of what features are made of: the modules that name them and the word lists.

    Comments and the layout of the lines do not count.
    """
    folder = files("pipeline.reader")
    return hash_of_sources([folder.joinpath(name).read_text("utf8") for name in _SOURCES])


def hash_of_sources(texts: Iterable[str]) -> str:
    """A hash of program texts without comments, white space and trailing commas."""
    digest = hashlib.sha256()
    for text in texts:
        lines = (line.split("  # ")[0] for line in text.splitlines())
        bare = "".join("".join(line.split()) for line in lines if not line.lstrip().startswith("#"))
        digest.update(bare.replace(",)", ")").replace(",]", "]").replace(",}", "}").encode())
    return digest.hexdigest()


def feature_key(feature: str) -> int:
    """The number that stands for a feature in the weights."""
    return zlib.crc32(feature.encode())


def log_probability(probability: float) -> float:
    """The logarithm, kept away from zero."""
    return math.log(max(1e-6, min(1 - 1e-6, probability)))


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A log-linear classifier over sparse features: for each feature its weights by class.

    With one class it is a logistic regression, else a softmax ("maximum entropy": Berger, Della
    Pietra and Della Pietra, Computational Linguistics 22, 1996).
    """

    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[int, Sequence[tuple[int, float]]]

    def probability(self, keys: Iterable[int]) -> float:
        """The probability of the only class."""
        total = self.bias[0]
        for key in keys:
            for _, weight in self.weights.get(key, ()):
                total += weight
        return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, total))))

    def probabilities(self, keys: Iterable[int]) -> tuple[float, ...]:
        """The probability of each class by itself, as of so many logistic regressions."""
        scores = self._scores(keys)
        return tuple(1 / (1 + math.exp(-max(-_MOST, min(_MOST, s)))) for s in scores)

    def ranked(self, keys: Iterable[int]) -> list[tuple[float, str]]:
        """The classes with the logarithm of their probability, likeliest first."""
        scores = self._scores(keys)
        highest = max(scores)
        total = sum(math.exp(score - highest) for score in scores)
        found = [
            (score - highest - math.log(total), name)
            for score, name in zip(scores, self.classes, strict=True)
        ]
        return sorted(found, reverse=True)

    def _scores(self, keys: Iterable[int]) -> list[float]:
        scores = list(self.bias)
        for key in keys:
            for place, weight in self.weights.get(key, ()):
                scores[place] += weight
        return scores


@dataclass(frozen=True, slots=True)
class WordPairs:
    """Words of questions and words of column names that go together, with their scores."""

    scores: Mapping[tuple[str, str], float]

    def score(self, words: Iterable[str], names: Iterable[str]) -> float:
        """The best pair of a word of the question and a word of a name."""
        wanted = tuple(names)
        return max((self.scores.get((w, n), 0.0) for w in words for n in wanted), default=0.0)


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted regression trees (Friedman, "Greedy function approximation", 2001) as arrays.

    Node n of tree t: go to `left` where the feature is at most the threshold, else to `right`;
    a negative child -k-1 is leaf k.
    """

    feature: npt.NDArray[np.int32]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    leaf: npt.NDArray[np.float64]
    root: npt.NDArray[np.int32]

    def scores(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The sum of the leaves that each row falls into."""
        if not len(rows):
            return np.zeros(0)
        node = np.tile(self.root, (len(rows), 1))
        line = np.arange(len(rows))[:, None]
        while True:
            inner = node >= 0
            if not inner.any():
                break
            at = np.where(inner, node, 0)
            goes_left = rows[line, self.feature[at]] <= self.threshold[at]
            node = np.where(inner, np.where(goes_left, self.left[at], self.right[at]), node)
        return np.asarray(self.leaf[-node - 1].sum(axis=1))


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression over a few numbers: a probability that may be said."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: float

    def probability(self, row: Sequence[float]) -> float:
        scaled = (np.asarray(row, np.float32) - self.mean) / self.scale
        total = float(scaled @ self.weights) + self.bias
        return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, total))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Everything learned. `about` tells date, training data and scores of the training.

    `thresholds` are pairs of a precision and the least probability that reached it on databases
    kept apart, for the learned reading alone.
    """

    models: Mapping[str, LinearModel]
    pairs: WordPairs
    rarity: Mapping[str, float]
    usual_rarity: float
    ranker: Trees
    order: Trees
    second: Trees
    confidence: Calibration
    thresholds: Mapping[str, Sequence[tuple[float, float]]]
    about: Mapping[str, Any]

    def threshold(self, precision: float) -> float:
        """The least probability at which answers keep the precision; above 1 where none does."""
        known = self.thresholds.get("learned", ())
        return next((least for reached, least in sorted(known) if reached >= precision), 2.0)


def save_weights(weights: Weights, path: Path) -> None:
    """Write the weights with the hash of the present feature list."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    classes: dict[str, list[str]] = {}
    for name, model in weights.models.items():
        keys = sorted(model.weights)
        entries = [pair for key in keys for pair in model.weights[key]]
        arrays[f"{name}.keys"] = np.array(keys, np.uint32)
        arrays[f"{name}.counts"] = np.array([len(model.weights[k]) for k in keys], np.uint16)
        arrays[f"{name}.places"] = np.array([place for place, _ in entries], np.uint8)
        arrays[f"{name}.weights"] = np.array([weight for _, weight in entries], np.float16)
        arrays[f"{name}.bias"] = np.array(model.bias, np.float32)
        classes[name] = list(model.classes)
    for name, trees in (
        ("ranker", weights.ranker),
        ("order", weights.order),
        ("second", weights.second),
    ):
        for part in Trees.__dataclass_fields__:
            arrays[f"{name}.{part}"] = getattr(trees, part)
    for part in ("mean", "scale", "weights"):
        arrays[f"confidence.{part}"] = getattr(weights.confidence, part)
    arrays["confidence.bias"] = np.array([weights.confidence.bias], np.float32)
    told = {
        "feature_list": feature_list_hash(),
        "about": dict(weights.about),
        "classes": classes,
        "pairs": [[*pair, round(score, 2)] for pair, score in sorted(weights.pairs.scores.items())],
        "rarity": {word: round(value, 2) for word, value in sorted(weights.rarity.items())},
        "usual_rarity": weights.usual_rarity,
        "thresholds": {name: list(map(list, known)) for name, known in weights.thresholds.items()},
    }
    arrays["told"] = np.frombuffer(json.dumps(told).encode(), np.uint8)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def load_weights(path: Path) -> Weights:
    """The weights of a file; raises WrongWeightsError where they are of another feature list."""
    with np.load(path, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    told = json.loads(arrays["told"].tobytes())
    if told["feature_list"] != feature_list_hash():
        raise WrongWeightsError(feature_list_hash(), told["feature_list"])
    return Weights(
        models={name: _model(arrays, name, names) for name, names in told["classes"].items()},
        pairs=WordPairs({(one, other): score for one, other, score in told["pairs"]}),
        rarity=told["rarity"],
        usual_rarity=told["usual_rarity"],
        ranker=_trees(arrays, "ranker"),
        order=_trees(arrays, "order"),
        second=_trees(arrays, "second"),
        confidence=_calibration(arrays, "confidence"),
        thresholds={
            name: [(reached, least) for reached, least in known]
            for name, known in told["thresholds"].items()
        },
        about=told["about"],
    )


@cache
def shipped_weights() -> Weights:
    """The weights that come with the product."""
    return load_weights(Path(str(files("pipeline.reader").joinpath("data/weights.npz"))))


def _model(arrays: Mapping[str, npt.NDArray[Any]], name: str, classes: list[str]) -> LinearModel:
    places = arrays[f"{name}.places"].tolist()
    values = arrays[f"{name}.weights"].astype(np.float32).tolist()
    pairs = list(zip(places, values, strict=True))
    weights: dict[int, Sequence[tuple[int, float]]] = {}
    at = 0
    counts = arrays[f"{name}.counts"].tolist()
    for key, count in zip(arrays[f"{name}.keys"].tolist(), counts, strict=True):
        weights[key] = pairs[at : at + count]
        at += count
    return LinearModel(tuple(classes), tuple(arrays[f"{name}.bias"].tolist()), weights)


def _trees(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> Trees:
    return Trees(**{part: arrays[f"{name}.{part}"] for part in Trees.__dataclass_fields__})


def _calibration(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> Calibration:
    return Calibration(
        mean=arrays[f"{name}.mean"],
        scale=arrays[f"{name}.scale"],
        weights=arrays[f"{name}.weights"],
        bias=float(arrays[f"{name}.bias"][0]),
    )
