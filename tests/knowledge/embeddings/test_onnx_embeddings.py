"""The embedded model gives sane, stable, unit vectors."""

import subprocess
import sys

import numpy as np
import pytest

from knowledge.adapters.onnx_embeddings import MiniLmModel, OnnxEmbedder
from knowledge.embeddings import Embedder


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return OnnxEmbedder()


def _similarity(embedder: Embedder, left: str, right: str) -> float:
    rows = embedder.embed([left, right])
    return float(rows[0] @ rows[1])


def test_every_row_has_length_one_and_384_columns(embedder: Embedder) -> None:
    rows = embedder.embed(["revenue by month", "", "¿cuántos clientes?", "x" * 5000])
    assert rows.shape == (4, 384)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_close_meanings_are_closer_than_far_ones(embedder: Embedder) -> None:
    close = _similarity(
        embedder, "How many customers do we have?", "What is the number of clients?"
    )
    far = _similarity(embedder, "How many customers do we have?", "Which ships sank in 1912?")
    assert close > 0.6
    assert far < 0.2


def test_opposite_comparators_look_the_same_to_the_model(embedder: Embedder) -> None:
    """Why similarity alone is never a reason to trust."""
    assert _similarity(embedder, "Orders over $10,000", "Orders under $10,000") > 0.9


def test_a_text_has_one_vector_whatever_it_is_embedded_with(embedder: Embedder) -> None:
    alone = MiniLmModel().embed(["top customers"])
    beside = embedder.embed(
        ["a much longer question about last year's stock levels", "top customers"]
    )
    assert np.array_equal(alone[0], beside[1])


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, 384)


def test_a_model_whose_package_cannot_be_loaded_is_not_available() -> None:
    code = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from knowledge.adapters.onnx_embeddings import MiniLmModel\n"
        "from knowledge.embeddings import EmbeddingsUnavailableError\n"
        "try:\n    MiniLmModel().embed(['top customers'])\n"
        "except EmbeddingsUnavailableError as error:\n    print(error)"
    )
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "is not available" in done.stdout
