"""Which columns say how many of a thing were sold."""

from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words

QUANTITY = frozenset(("quantity", "unit", "piece", "sold"))
NO_QUANTITY = frozenset((
    "price", "cost", "rate", "per", "stock", "returned", "return", "id", "on", "reorder", "level",
    "available", "hand", "inventory", "reserved", "minimum",
))  # fmt: skip


def is_quantity(column: str) -> bool:
    """Whether a column of sales is called after how many were sold."""
    words = {lemma_of(word) for word in expanded(name_words(column))}
    return bool(words & QUANTITY) and not words & NO_QUANTITY
