"""A bounded memory of embeddings, so that a text is embedded once."""

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from knowledge.embeddings.port import Embedder, Vectors


class CachedEmbedder:
    """An embedder that remembers its most recently used texts."""

    def __init__(self, inner: Embedder, *, size: int = 20_000) -> None:
        self._inner = inner
        self._size = size
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dim(self) -> int:
        return self._inner.dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        found = self._look_up(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            rows = self._inner.embed(missing)
            found.update(zip(missing, rows, strict=True))
            self._remember(missing, rows)
        return np.stack([found[text] for text in texts])

    def _look_up(self, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            for text in found:
                self._known.move_to_end(text)
            return found

    def _remember(self, texts: Sequence[str], rows: Vectors) -> None:
        with self._lock:
            self._known.update(zip(texts, rows, strict=True))
            while len(self._known) > self._size:
                self._known.popitem(last=False)
