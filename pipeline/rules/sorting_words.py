"""`rank`, `order`, `sort`: what is done with the rows, or a column that is called so."""

from collections.abc import Sequence

from pipeline.rules.words import Word

SORTING = frozenset(("order", "sort", "rank"))
# Where a sentence, or another thing to do, begins.
_OPENING = frozenset((".", "?", ",", ";", "and", "please", "then", "to", "also", "or"))
# What stands behind a noun, and never behind a verb that tells to sort something.
_BEHIND_NOUNS = frozenset((".", "?", "!", ",", ";", "and", "or", "of", "for", "is", "are", "in"))
# Whether rank 1 is the highest, and how ranks in words follow each other, no column tells.
_EXTREME = frozenset(("highest", "lowest", "top", "best", "worst", "maximum", "minimum"))


def named_so(words: Sequence[Word], at: int) -> bool:
    """Whether a word of sorting stands where a noun stands: `each rank`, `name and rank of ...`."""
    behind = words[at + 1].lower if at + 1 < len(words) else "."
    opens = at == 0 or words[at - 1].lower in _OPENING
    if at and words[at - 1].lower in _EXTREME:
        return False
    return words[at].lower in SORTING and (behind in _BEHIND_NOUNS if opens else True)
