"""What a search for tables found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHit:
    """A table that a question may be about; `meaning` is a cosine, `words` a BM25 score."""

    key: str
    score: float
    meaning: float
    words: float
