"""A bounded memory of embeddings, so that a text is embedded once."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future

import numpy as np

from knowledge.embeddings.port import Embedder, Vectors


class CachedEmbedder:
    """An embedder that remembers its most recently used texts.

    What another thread is embedding right now is waited for.
    """

    def __init__(self, inner: Embedder, *, size: int = 20_000) -> None:
        self._inner = inner
        self._size = size
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._coming: dict[str, Future[Vectors]] = {}
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
        found, coming, missing = self._look_up(texts)
        if missing:
            found |= self._embedded(missing)
        # One's own are embedded first, so that no two threads wait for each other.
        found |= {text: row.result() for text, row in coming.items()}
        return np.stack([found[text] for text in texts])

    def _look_up(
        self, texts: Sequence[str]
    ) -> tuple[dict[str, Vectors], dict[str, Future[Vectors]], dict[str, Future[Vectors]]]:
        """The rows that are known, those that another thread will have, and those it waits for."""
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            for text in found:
                self._known.move_to_end(text)
            others = [text for text in texts if text not in found]
            coming = {text: self._coming[text] for text in others if text in self._coming}
            missing = {text: Future[Vectors]() for text in others if text not in coming}
            self._coming |= missing
            return found, coming, missing

    def _embedded(self, wanted: dict[str, Future[Vectors]]) -> dict[str, Vectors]:
        try:
            rows = dict(zip(wanted, self._inner.embed(list(wanted)), strict=True))
        except BaseException as error:
            self._let_go(wanted)
            for future in wanted.values():
                future.set_exception(error)
            raise
        self._let_go(wanted, rows)
        for text, future in wanted.items():
            future.set_result(rows[text])
        return rows

    def _let_go(
        self, wanted: dict[str, Future[Vectors]], rows: dict[str, Vectors] | None = None
    ) -> None:
        """What comes after asks anew, or knows the rows."""
        with self._lock:
            for text in wanted:
                del self._coming[text]
            self._known.update(rows or {})
            while len(self._known) > self._size:
                self._known.popitem(last=False)
