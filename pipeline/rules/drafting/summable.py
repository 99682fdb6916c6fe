"""Which columns hold amounts that people add up, and which hold rates that have an average."""

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words

_SUMMABLE = frozenset(
    ("amount", "revenue", "sales", "quantity", "cost", "total", "volume", "units", "income",
     "profit", "spend", "turnover", "expense", "expenses")
)  # fmt: skip
_RATES = frozenset(
    ("unit", "rate", "percent", "average", "price", "age", "salary", "score", "rating", "level")
)


def is_summable(item: Item) -> bool:
    """Whether a column holds amounts, which nobody means one by one."""
    return bool(_names_of(item) & _SUMMABLE) and not is_rate(item)


def is_rate(item: Item) -> bool:
    """Whether a column holds prices, ages and the like, of which the sum says little."""
    return bool(_names_of(item) & _RATES)


def _names_of(item: Item) -> set[str]:
    names = set(expanded(name_words(item.candidates[0].column)))
    return names | {word for word in item.text.lower().split() if word in _SUMMABLE}
