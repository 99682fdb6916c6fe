"""The sentence model that is built in, loaded once for each file of tests."""

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return OnnxEmbedder()
