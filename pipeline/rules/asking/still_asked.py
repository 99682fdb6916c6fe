"""Whether a reading that leaves words out still answers what kind of question was asked."""

from collections.abc import Sequence

from pipeline.intent import Compared, Intent
from pipeline.rules.vocabulary import ADJECTIVES, FORMS, KEYWORDS

# What a superlative goes by where no column says it.
_DEGREES = frozenset(("common", "count", "times", "recent"))
_RANKS, _COUNTS, _GROUPS = "stZ", "ka", "eG"


def still_asked(intent: Intent, left_out: Sequence[str]) -> bool:
    """No `most` without an order, no `number of` without a number, no `each` without groups."""
    letters = {_letter(word) for text in left_out for word in (text, *text.split())}
    ranked = bool(intent.order) or any(isinstance(c, Compared) for c in intent.filters)
    measured = bool(intent.measures)
    wanted = (
        (_RANKS, ranked or _is_extreme(intent)),
        (_COUNTS, measured),
        (_GROUPS, bool(intent.dimensions)),
    )
    return all(kept or not letters & set(kinds) for kinds, kept in wanted)


def _is_extreme(intent: Intent) -> bool:
    return any(measure.function in ("max", "min") for measure in intent.measures)


def _letter(word: str) -> str:
    said = word.lower()
    if said in FORMS or said in ADJECTIVES or said in _DEGREES:
        return "s"
    return KEYWORDS.get(said, ("",))[0]
