"""Weights are loaded only with the features that they were trained with."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pipeline.reader.weights import (
    Calibration,
    LinearModel,
    Trees,
    WordPairs,
    WrongWeightsError,
    feature_key,
    feature_list_hash,
    hash_of_sources,
    load_weights,
    save_weights,
    shipped_weights,
)

STUMP = Trees(
    feature=np.array([0, 1], np.int32),
    threshold=np.array([0.5, 2.0]),
    left=np.array([-1, -3], np.int32),
    right=np.array([1, -2], np.int32),
    leaf=np.array([1.0, 2.0, 3.0]),
    root=np.array([0], np.int32),
)


def test_the_shipped_weights_belong_to_the_code() -> None:
    weights = shipped_weights()
    assert weights.about["date"]
    assert weights.about["questions"]
    assert weights.about["scores"]
    assert set(weights.models) == {
        "shape", "pattern", "number_role", "distinct", "column", "value", "number", "period",
        "table",
    }  # fmt: skip


def test_the_shipped_weights_are_small() -> None:
    assert len(files("pipeline.reader").joinpath("data/weights.npz").read_bytes()) < 5_000_000
    assert len(files("pipeline.reader").joinpath("data/words.tsv").read_bytes()) < 1_000_000


def test_weights_of_other_features_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    save_weights(shipped_weights(), path)
    assert load_weights(path).about == shipped_weights().about
    arrays = dict(np.load(path))
    told = json.loads(arrays["told"].tobytes())
    assert told["feature_list"] == feature_list_hash()
    arrays["told"] = np.frombuffer(json.dumps({**told, "feature_list": "other"}).encode(), np.uint8)
    np.savez_compressed(path, allow_pickle=False, **arrays)
    with pytest.raises(WrongWeightsError):
        load_weights(path)


def test_saved_weights_give_the_same_scores(tmp_path: Path) -> None:
    model = LinearModel(("a", "b"), (0.5, -0.5), {feature_key("x"): [(0, 1.0), (1, -2.0)]})
    weights = replace(
        shipped_weights(),
        models={"one": model},
        pairs=WordPairs({("live", "city"): 1.5}),
        second=STUMP,
        confidence=Calibration(
            mean=np.zeros(2, np.float32),
            scale=np.ones(2, np.float32),
            weights=np.array([1.0, -1.0], np.float32),
            bias=0.25,
        ),
    )
    path = tmp_path / "weights.npz"
    save_weights(weights, path)
    loaded = load_weights(path)
    assert loaded.models["one"].ranked([feature_key("x")]) == model.ranked([feature_key("x")])
    assert loaded.pairs.score(["live"], ["city"]) == 1.5
    assert loaded.confidence.probability([1.0, 0.5]) == weights.confidence.probability([1.0, 0.5])
    assert loaded.second.scores(np.array([[0.0, 9.0]])).tolist() == [1.0]


def test_a_threshold_is_the_least_probability_that_keeps_a_precision() -> None:
    weights = replace(shipped_weights(), thresholds={"learned": [(0.9, 0.6), (0.95, 0.8)]})
    assert weights.threshold(0.93) == 0.8
    assert weights.threshold(0.99) > 1


def test_trees_send_a_row_down_to_its_leaf() -> None:
    rows = np.array([[0.5, 0.0], [0.6, 2.0], [0.6, 2.1]])
    assert STUMP.scores(rows).tolist() == [1.0, 3.0, 2.0]


def test_layout_and_comments_do_not_change_the_hash() -> None:
    one = "x = f(a, b)\n"
    other = "# A comment.\nx = f(\n    a,\n    b,\n)  # fmt: skip\n"
    assert hash_of_sources([one]) == hash_of_sources([other])
    assert hash_of_sources([one]) != hash_of_sources(["x = f(a, c)\n"])
