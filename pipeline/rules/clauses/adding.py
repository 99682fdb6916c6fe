"""What rows of one thing add up to: amounts and quantities, never a price or a rating."""

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words

_ADDED = frozenset(
    ("amount", "quantity", "unit", "revenue", "sale", "total", "volume", "value", "cost", "hour",
     "turnover", "income", "spend", "spending", "weight", "point", "minute", "expense", "profit")
)  # fmt: skip
_ONE_BY_ONE = frozenset(("price", "rate", "rating", "average", "median", "percent", "score"))


def said_of(item: Item) -> set[str]:
    """The words of a column item, and those of the column that it means."""
    words = (*expanded(name_words(item.candidates[0].column)), *item.text.lower().split())
    return {lemma_of(word) for word in words}


def is_called_amount(item: Item) -> bool:
    """Whether a column is called what adds up, whatever it is stored as: amounts kept as texts."""
    *_, last = expanded(name_words(item.candidates[0].column)) or ("",)
    return lemma_of(last) in _ADDED and lemma_of(item.text.lower().split()[-1]) == lemma_of(last)


def adds_up(item: Item) -> bool:
    """Whether a column item is a number that is added up where rows are taken together."""
    words = said_of(item) if is_measured(item) else set()
    return bool(words & _ADDED) and not words & _ONE_BY_ONE
