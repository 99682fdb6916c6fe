"""`rank`, `order`, `sort`: what is done with the rows, or a column that is called so."""

from collections.abc import Sequence

from pipeline.rules.text.words import Word, is_plural
from pipeline.rules.vocabulary import FILLERS, KEYWORDS, PREPOSITIONS

SORTING = frozenset(("order", "sort", "rank"))
# Where a sentence, or another thing to do, begins.
_OPENING = frozenset((".", "?", ",", ";", "and", "please", "then", "to", "also", "or"))
# What stands behind a noun, and never behind a verb that tells to sort something.
_BEHIND_NOUNS = frozenset((".", "?", "!", ",", ";", "and", "or", "of", "for", "is", "are", "in"))
# `the top rank`: as many rows as are said, in no order that anybody named.
_EXTREME = frozenset(("top", "maximum", "minimum"))


def named_so(words: Sequence[Word], at: int) -> bool:
    """Whether a word of sorting stands where a noun stands: `each rank`, `name and rank of ...`."""
    behind = words[at + 1].lower if at + 1 < len(words) else "."
    opens = at == 0 or words[at - 1].lower in _OPENING
    if at and words[at - 1].lower in _EXTREME:
        return False
    return words[at].lower in SORTING and (behind in _BEHIND_NOUNS if opens else True)


# The letter of a word that sorts where it names a number: `..., and their rank by sales`.
RANK = "I"
_RANKS = frozenset(("rank", "ranking"))
_SMALL = FILLERS | PREPOSITIONS | KEYWORDS.keys()
_OWNERS = frozenset(("the", "a", "their", "its", "his", "her", "'s"))


def names_a_rank(words: Sequence[Word], at: int) -> bool:
    """`the rank by total amount`, `customer rank by ...`: the place of each, and no order."""
    if words[at].lower not in _RANKS or at == 0:
        return False
    before = words[at - 1]
    # `how do customers rank by ...` tells what they do.
    said = before.lower
    noun = said.isalpha() and not is_plural(said) and said not in _SMALL
    return said in _OWNERS or said == "sales" or noun
