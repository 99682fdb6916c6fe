"""Which columns say how many of a thing were sold, and which how long something took."""

from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.units import TIME_UNITS

QUANTITY = frozenset(("quantity", "unit", "piece", "sold"))
NO_QUANTITY = frozenset((
    "price", "cost", "rate", "per", "stock", "returned", "return", "id", "on", "reorder", "level",
    "available", "hand", "inventory", "reserved", "minimum",
))  # fmt: skip
# In a column's name these are more often the lowest one, or no unit at all.
_UNSURE = frozenset(("min", "sec", "second", "day"))
LENGTHS = frozenset(("duration", "length", "runtime", "elapsed", "lasting", "long", "wait", "time"))


def kept_in(column: str) -> int | None:
    """The unit of time that a column's name tells, in milliseconds; None where it tells none."""
    *head, tail = name_words(column)
    sure = bool(LENGTHS & set(head))
    words = [word for word in (*head, tail) if word not in _UNSURE or (sure and word == tail)]
    found = {TIME_UNITS[word] for word in words if word in TIME_UNITS}
    found |= {TIME_UNITS[lemma_of(word)] for word in words if lemma_of(word) in TIME_UNITS}
    return found.pop() if len(found) == 1 else None


def is_quantity(column: str) -> bool:
    """Whether a column of sales is called after how many were sold."""
    words = {lemma_of(word) for word in expanded(name_words(column))}
    return bool(words & QUANTITY) and not words & NO_QUANTITY
