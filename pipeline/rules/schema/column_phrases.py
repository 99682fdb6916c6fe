"""By which parts of its name a column may be called, and how well each of them names it."""

from collections.abc import Iterator

from pipeline.rules.schema.lexicon import NAME_JOINTS
from pipeline.rules.text.words import lemma_of
from pipeline.rules.vocabulary.nouns import LABELS, TITLES
from pipeline.rules.vocabulary.units import UNITS

# What many columns end in: the words before it say as much without it.
GENERIC_TAILS = LABELS | TITLES | {"text", "date", "type", "value"}
# Behind these no unit stands alone: `rate to eur` is no rate told in euros.
_PER = frozenset(("to", "per"))
_IN_UNITS = 0.95


def column_phrases(
    names: tuple[str, ...], owner: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], float]]:
    """The name in whole, its end, its beginning and what lies between, with how well each fits."""
    joined = bool(_PER & set(names))
    # `active_from_date` is an active date as much as `active_to_date` is.
    joints = NAME_JOINTS | {"from"} if "from" in names[1:-1] else NAME_JOINTS
    names = tuple(name for name in names if name not in joints) or names
    yield names, 1.0
    own = {lemma_of(name) for name in owner}
    for at in range(1, len(names)):
        head, tail = names[:at], names[at:]
        if {lemma_of(word) for word in head} <= own:
            yield tail, 0.97
        else:
            yield tail, 0.6 + 0.25 * len(tail) / len(names)
        generic = set(tail) <= GENERIC_TAILS
        in_units = len(tail) == 1 and tail[0] in UNITS and not joined
        is_key = tail[-1] in LABELS
        for until in range(at + 1, len(names)):
            yield names[at:until], 0.5 + 0.2 * (until - at) / len(names)
        partly = _IN_UNITS if in_units else 0.55 + 0.2 * len(head) / len(names)
        yield head, (0.7 if is_key else 0.88) if generic else partly
