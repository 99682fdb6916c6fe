"""Fits the parts of the reader's weights: needs scikit-learn and lightgbm, the product does not."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.reader.examples import Example, Labels, is_dated_text, labels_of
from pipeline.reader.features import (
    column_features,
    is_dated,
    number_features,
    number_role_features,
    operators_near,
    period_features,
    question_features,
    table_features,
    value_features,
)
from pipeline.reader.linking import LinkedQuestion, NumberMention, ValueMention
from pipeline.reader.local_scores import (
    ROLES,
    candidate_columns,
    content_words,
    dated_spans,
    keys_of,
    may_compare,
    pair_scores,
    pair_words,
)
from pipeline.reader.shapes import pattern_label, pattern_of, shape_label, shape_of
from pipeline.reader.weights import Calibration, LinearModel, Trees, Weights, WordPairs
from pipeline.reader.words import folded

_LEAST_SEEN = 3
_ALWAYS = 6.0
_MOST_CLASSES = 200
_TREES = {
    "objective": "binary", "learning_rate": 0.07, "num_leaves": 24, "min_data_in_leaf": 40,
    "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5,
    "verbose": -1, "num_threads": 1, "seed": 3,
}  # fmt: skip
_ORDER = {
    **_TREES, "objective": "lambdarank", "lambdarank_truncation_level": 5, "min_data_in_leaf": 30,
}  # fmt: skip
NO_TREES = Trees(
    feature=np.zeros(1, np.int32), threshold=np.zeros(1), left=np.full(1, -1, np.int32),
    right=np.full(1, -1, np.int32), leaf=np.zeros(1), root=np.full(1, -1, np.int32),
)  # fmt: skip
NO_CALIBRATION = Calibration(
    mean=np.zeros(1, np.float32), scale=np.ones(1, np.float32), weights=np.zeros(1, np.float32),
    bias=0.0,
)  # fmt: skip


@dataclass(slots=True)
class Rows:
    """Rows of sparse features with their labels."""

    features: list[list[int]] = field(default_factory=list)
    labels: list[Any] = field(default_factory=list)

    def add(self, features: list[str], label: object) -> None:
        self.features.append(keys_of(features))
        self.labels.append(label)


class PairCounts:
    """How often a word of a question goes with a word of a column that it does not name."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self._by_db: dict[str, tuple[Counter[Any], int]] = {}
        counts: dict[str, Counter[Any]] = defaultdict(Counter)
        totals: Counter[str] = Counter()
        for example in examples:
            if example.intent is not None:
                totals[example.db] += 1
                labels = labels_of(example.intent, example.linked.view)
                counts[example.db].update(_pairs_of(example, labels))
        self._by_db = {db: (counter, totals[db]) for db, counter in counts.items()}

    def pairs(self, without: str = "") -> WordPairs:
        """Pairs of two databases by their mutual information (Church and Hanks, 1990)."""
        joint: Counter[Any] = Counter()
        places: Counter[Any] = Counter()
        total = 0
        for db, (counter, number) in self._by_db.items():
            if db != without:
                joint.update(counter)
                places.update(counter.keys())
                total += number
        found = {}
        for key, number in joint.items():
            if key[0] != "pair" or number < 2 or places[key] < 2:
                continue
            _, word, name = key
            expected = joint["word", word, ""] * joint["name", name, ""] + 1
            score = math.log((number - 0.7) * total / expected) * min(1, places[key] / 3)
            if score > 0.05:
                found[word, name] = score
        return WordPairs(found)


def _pairs_of(example: Example, labels: Labels) -> Counter[Any]:
    linked = example.linked
    used = labels.selected | labels.aggregated | labels.grouped | labels.ordered | labels.compared
    used |= {number for number, _, _ in (*labels.texts, *labels.numbers)}
    names = {
        word
        for number in used
        if linked.column_scores[number] < 0.75
        for word in pair_words(linked.view.columns[number].short)
    }
    words = set(content_words(linked))
    found: Counter[Any] = Counter({("word", word, ""): 1 for word in words})
    found.update(("name", name, "") for name in names)
    found.update(("pair", word, name) for word in words for name in names if word != name)
    return found


def fit_local(examples: Sequence[Example]) -> Weights:
    """The local models and word pairs; the ranker is fitted afterwards."""
    counts = PairCounts(examples)
    by_db = {db: counts.pairs(db) for db in {example.db for example in examples}}
    rows: dict[str, Rows] = defaultdict(Rows)
    seen: Counter[str] = Counter()
    for example in examples:
        seen.update({token.lemma for token in example.linked.tokens})
        if example.intent is not None:
            _add_rows(rows, example, _with_pairs(by_db[example.db]))
    models = {
        "shape": _softmax(rows["shape"]),
        "pattern": _softmax(rows["pattern"]),
        "number_role": _softmax(rows["number_role"]),
        "distinct": _logistic(
            rows["distinct"].features, [rows["distinct"].labels], ("distinct",), 0.2
        ),
        "column": _logistic(
            rows["column"].features,
            [[label[role] for label in rows["column"].labels] for role in range(len(ROLES))],
            ROLES,
            0.3,
        ),
        **{
            name: _logistic(rows[name].features, [rows[name].labels], (name,), 0.3)
            for name in ("value", "number", "period", "table")
        },
    }
    total = len(examples)
    return Weights(
        models=models,
        pairs=counts.pairs(),
        rarity={word: math.log(total / (1 + n)) for word, n in seen.items() if n > 1},
        usual_rarity=math.log(total),
        ranker=NO_TREES,
        order=NO_TREES,
        second=NO_TREES,
        confidence=NO_CALIBRATION,
        thresholds={},
        about={},
    )


def _with_pairs(pairs: WordPairs) -> Weights:
    return Weights(
        models={}, pairs=pairs, rarity={}, usual_rarity=0.0, ranker=NO_TREES, order=NO_TREES,
        second=NO_TREES, confidence=NO_CALIBRATION, thresholds={}, about={},
    )  # fmt: skip


def _add_rows(rows: Mapping[str, Rows], example: Example, pairs: Weights) -> None:
    """The rows of one question for each local model."""
    linked, intent = example.linked, example.intent
    if intent is None:
        return
    labels = labels_of(intent, linked.view)
    question = question_features(linked)
    rows["shape"].add(question, shape_label(shape_of(intent)))
    rows["pattern"].add(question, pattern_label(pattern_of(intent)))
    rows["distinct"].add(question, int(intent.distinct))
    scores = pair_scores(linked, pairs)
    columns = candidate_columns(linked, scores)
    parts = (labels.selected, labels.aggregated, labels.grouped, labels.ordered, labels.compared)
    for number in columns:
        told = [int(number in part) for part in parts]
        rows["column"].add(column_features(linked, number, scores[number]), told)
    for value in linked.values:
        rows["value"].add(value_features(linked, value), int(_is_meant(value, linked, labels)))
    for number_said in linked.numbers:
        rows["number_role"].add(
            number_role_features(linked, number_said), _number_role(number_said, labels)
        )
        for column in columns if labels.numbers else ():
            if not may_compare(linked, column):
                continue
            for rank, operator in enumerate(operators_near(linked, number_said.at)[:3]):
                features = number_features(
                    linked, number_said, column, operator, rank, scores[column]
                )
                right = _is_compared(number_said, column, operator, linked, labels)
                rows["number"].add(features, int(right))
    dated = {number for number, _, text in labels.texts if is_dated_text(text)}
    dated |= {n for n, _, _ in labels.numbers if linked.view.columns[n].kind == "date"}
    for span in dated_spans(linked) if dated else ():
        for number in columns:
            if is_dated(linked.view.columns[number]):
                rows["period"].add(period_features(linked, *span, number), int(number in dated))
    for table in linked.view.tables:
        rows["table"].add(table_features(linked, table.index), int(table.index in labels.tables))


def _is_meant(value: ValueMention, linked: LinkedQuestion, labels: Labels) -> bool:
    columns = linked.view.columns
    wanted = folded(value.value)
    texts = [(number, text.strip("%")) for number, _, text in labels.texts]
    texts += [(number, f"{each:g}") for number, _, each in labels.numbers]
    return any(
        columns[number].entity == columns[value.column].entity and folded(text) == wanted
        for number, text in texts
    )


def _number_role(number: NumberMention, labels: Labels) -> str:
    if any(abs(value - number.value) < 1e-6 for _, _, value in labels.numbers):
        return "where"
    if labels.having is not None and abs(labels.having - number.value) < 1e-6:
        return "having"
    return "limit" if labels.limit == number.value else "none"


def _is_compared(
    said: NumberMention, column: int, operator: str, linked: LinkedQuestion, labels: Labels
) -> bool:
    columns = linked.view.columns
    return any(
        columns[number].entity == columns[column].entity
        and abs(value - said.value) < 1e-6
        and operator == wanted
        for number, wanted, value in labels.numbers
    )


def _matrix(features: Sequence[Sequence[int]], least: int) -> tuple[Any, list[int]]:
    """A sparse matrix of the features that are seen often enough, and their keys."""
    from scipy.sparse import csr_matrix

    seen = Counter(key for row in features for key in set(row))
    keys = [key for key, number in seen.items() if number >= least]
    places = {key: place for place, key in enumerate(keys)}
    indices, ends = [], [0]
    for row in features:
        indices += [places[key] for key in set(row) if key in places]
        ends.append(len(indices))
    ones = np.ones(len(indices), np.float32)
    return csr_matrix((ones, indices, ends), shape=(len(features), len(keys))), keys


def _logistic(
    features: Sequence[Sequence[int]],
    labels: Sequence[Sequence[int]],
    names: Sequence[str],
    c: float,
) -> LinearModel:
    """One logistic regression a class over the same features."""
    from sklearn.linear_model import LogisticRegression

    matrix, keys = _matrix(features, _LEAST_SEEN)
    weights: dict[int, list[tuple[int, float]]] = defaultdict(list)
    bias = []
    for place, wanted in enumerate(labels):
        if len(set(wanted)) == 1:
            # Too few questions: the class is as rare, or as usual, as it was seen.
            bias.append(_ALWAYS if wanted[0] else -_ALWAYS)
            continue
        model = LogisticRegression(C=c, solver="liblinear", max_iter=200).fit(matrix, wanted)
        bias.append(float(model.intercept_[0]))
        for key, weight in zip(keys, model.coef_[0], strict=True):
            if abs(weight) > 0.01:
                weights[key].append((place, round(float(weight), 3)))
    return LinearModel(tuple(names), tuple(bias), dict(weights))


def _softmax(rows: Rows) -> LinearModel:
    from sklearn.linear_model import LogisticRegression

    number = Counter(rows.labels)
    classes = {name for name, n in number.most_common(_MOST_CLASSES) if n >= _LEAST_SEEN}
    kept = [place for place, label in enumerate(rows.labels) if label in classes]
    matrix, keys = _matrix([rows.features[place] for place in kept], 4)
    wanted = [rows.labels[place] for place in kept]
    model = LogisticRegression(C=1.0, solver="lbfgs", max_iter=60, tol=1e-3).fit(matrix, wanted)
    weights: dict[int, list[tuple[int, float]]] = defaultdict(list)
    coefficients, bias = model.coef_, model.intercept_
    if len(model.classes_) == 2:
        coefficients = np.vstack([-coefficients[0] / 2, coefficients[0] / 2])
        bias = np.array([-bias[0] / 2, bias[0] / 2])
    for place, key in enumerate(keys):
        for label in np.flatnonzero(np.abs(coefficients[:, place]) > 0.04):
            weights[key].append((int(label), round(float(coefficients[label, place]), 3)))
    return LinearModel(tuple(model.classes_), tuple(float(b) for b in bias), dict(weights))


def fit_trees(rows: npt.NDArray[np.float32], right: Sequence[bool], rounds: int = 220) -> Trees:
    """A boosted ranker: the probability that a candidate is right."""
    import lightgbm

    data = lightgbm.Dataset(rows, np.array(right, int))
    return _exported(lightgbm.train(_TREES, data, rounds))


def fit_order(
    rows: npt.NDArray[np.float32], right: Sequence[bool], sizes: Sequence[int], rounds: int = 120
) -> Trees:
    """A boosted order of the candidates of a question (LambdaMART: Burges, 2010)."""
    import lightgbm

    data = lightgbm.Dataset(rows, np.array(right, int), group=list(sizes))
    return _exported(lightgbm.train(_ORDER, data, rounds))


def _exported(booster: Any) -> Trees:
    """The trees of a booster as arrays."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    leaf: list[float] = []

    def add(node: Mapping[str, Any]) -> int:
        if "leaf_value" in node:
            leaf.append(node["leaf_value"])
            return -len(leaf)
        place = len(feature)
        feature.append(node["split_feature"])
        threshold.append(node["threshold"])
        left.append(0)
        right.append(0)
        left[place] = add(node["left_child"])
        right[place] = add(node["right_child"])
        return place

    roots = [add(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]
    return Trees(
        feature=np.array(feature, np.int32), threshold=np.array(threshold),
        left=np.array(left, np.int32), right=np.array(right, np.int32), leaf=np.array(leaf),
        root=np.array(roots, np.int32),
    )  # fmt: skip


def fit_calibration(rows: Sequence[Sequence[float]], right: Sequence[bool]) -> Calibration:
    """A logistic regression over scaled numbers."""
    from sklearn.linear_model import LogisticRegression

    matrix = np.array(rows, np.float32)
    mean, scale = matrix.mean(axis=0), matrix.std(axis=0) + 1e-6
    model = LogisticRegression(C=0.3, max_iter=500).fit((matrix - mean) / scale, list(right))
    return Calibration(
        mean=mean, scale=scale, weights=model.coef_[0].astype(np.float32),
        bias=float(model.intercept_[0]),
    )  # fmt: skip
