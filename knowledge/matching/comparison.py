"""Two questions side by side, as every guard sees them."""

from collections.abc import Callable
from dataclasses import dataclass

from knowledge.matching.alignment import Alignment, Word
from knowledge.matching.binding import Binding
from knowledge.matching.periods import Period
from knowledge.matching.reading import Reading
from knowledge.matching.schema import SchemaWords
from knowledge.matching.slots import Slot
from knowledge.matching.sqlshape import Shape


@dataclass(frozen=True, slots=True)
class Failure:
    """A guard that did not hold, in words for a person."""

    guard: str
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two questions side by side, with the SQL that answers the stored one."""

    stored: Reading
    asked: Reading
    shape: Shape
    binding: Binding
    alignment: Alignment
    stored_words: tuple[Word, ...]
    asked_words: tuple[Word, ...]
    slots: tuple[Slot, ...]
    periods: tuple[Period, ...]
    schema: SchemaWords
    cosine: float


Guard = Callable[[Comparison], Failure | None]
