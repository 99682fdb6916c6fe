"""The value index: which text values the database holds, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueHit:
    """A value of `table`.`column` that text may mean.

    `score` is 1.0 for equal apart from case and accents.
    """

    table: str
    column: str
    value: str
    score: float


class ValueIndex(Protocol):
    """Finds stored text values. Pure look-ups in memory: never a query on the warehouse."""

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        """Values equal or close to all of `text` (typos, case, accents, plurals), best first."""
        ...

    def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
        """The values of one column that share the most letters with the text, best first."""
        ...

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        """Spans of the question (offsets) that equal a stored value, longest first."""
        ...
