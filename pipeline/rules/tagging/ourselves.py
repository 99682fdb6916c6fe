"""The people who ask, of whom no row tells: `customers who have been with us since May`."""

from collections.abc import Sequence

from pipeline.rules.text.words import Word

# `customers in us` are of a country, `joined us` are of ours.
_BEFORE_US = frozenset(
    ("with", "to", "by", "for", "about", "of", "joined", "join", "left", "leave", "gave", "give",
     "gives", "pay", "paid", "pays", "owe", "owes", "owed", "cost", "costs", "sent", "told",
     "called", "contacted", "reached", "tell", "show", "remind", "let",
     "get", "find", "list")
)  # fmt: skip
_TRADED = frozenset(("buy", "order", "purchase", "get", "rent", "hire", "hear", "borrow"))


def is_ourselves(words: Sequence[Word], at: int) -> bool:
    """Whether a lower-case `us` is who asks, and no country."""
    if words[at].text != "us" or not at:
        return False
    before = words[at - 1].lower
    traded = before == "from" and any(word.lemma in _TRADED for word in words[:at])
    return before in _BEFORE_US or traded
