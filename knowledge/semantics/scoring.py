"""Log-linear scores: features with learned weights, kept in a data file."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

Features = Mapping[str, float]
_WEIGHTS = Path(__file__).parent / "weights.json"


@cache
def weights(element: str) -> Mapping[str, float]:
    """The weights for one kind of element."""
    found: Mapping[str, Mapping[str, float]] = json.loads(_WEIGHTS.read_text("utf8"))["weights"]
    return found.get(element, {})


def score(features: Features, learned: Mapping[str, float]) -> float:
    """The weighted sum."""
    return sum(learned.get(name, 0.0) * value for name, value in features.items())


def chosen(element: str, every: Sequence[Features]) -> list[float]:
    """How likely each of several exclusive choices is."""
    learned = weights(element)
    return softmax([score(features, learned) for features in every])


def softmax(scores: Sequence[float]) -> list[float]:
    """Scores of exclusive choices as probabilities that sum to one."""
    most = max(scores, default=0.0)
    parts = [math.exp(each - most) for each in scores]
    return [part / sum(parts) for part in parts]


def likely(element: str, features: Features) -> float:
    """How likely one thing holds by itself."""
    value = score(features, weights(element))
    return 1 / (1 + math.exp(-max(min(value, 30.0), -30.0)))


def flags(names: Iterable[str], prefix: str = "") -> dict[str, float]:
    """Features that are there or not."""
    return {f"{prefix}{name}": 1.0 for name in names}
