"""Words for a time that name something of the data: `first year and last year`, `fall cycle`."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LONGEST_PHRASE, Candidate
from pipeline.rules.text.words import Word

_LEADS = frozenset(("in", "of", "for", "during", "the", "a"))
_SHOWN, _IN_FULL = "&", 0.95


def names_no_time(
    words: Sequence[Word], at: int, until: int, items: Sequence[Item], known: Known
) -> bool:
    """Whether words [at, until) are the name of a column, or a value of the column behind them."""
    while at < until and words[at].lower in _LEADS:
        at += 1
    span = words[at:until]
    listed = [item.letter for item in items[-2:]] == ["C", _SHOWN]
    if listed and len(span) > 1 and any(c.column for c in _named(span, known)):
        return True
    if not span:
        return False
    value = " ".join(word.lower for word in span)
    for end in range(min(len(words), until + LONGEST_PHRASE), until, -1):
        named = _named(words[until:end], known)
        for column in (c for c in named if c.column):
            stored = known.shown_values(column.table, known.column(column.ref))
            if value in {each.lower() for each in stored}:
                return True
    return False


def _named(words: Sequence[Word], known: Known) -> list[Candidate]:
    return [c for c in known.lexicon.find(words) if c.score >= _IN_FULL]
