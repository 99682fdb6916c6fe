"""Words for a time that name something of the data: `first year and last year`, `fall cycle`."""

import re
from collections.abc import Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LONGEST_PHRASE, Candidate
from pipeline.rules.text.words import Word, words_of

_LEAD = re.compile(r"(?:(?:in|of|for|during|the|a)\s+)+", re.IGNORECASE)
_JOINT = re.compile(r"(?:,|\band|\bor)\s+(?:the\s+)?$", re.IGNORECASE)
_IN_FULL = 0.95


def names_no_time(question: str, at: int, until: int, known: Known) -> bool:
    """Whether question[at:until] names a column beside another, or a value of the one behind."""
    said = _LEAD.sub("", question[at:until].strip(), count=1)
    joint = _JOINT.search(question[:at])
    if joint is not None and " " in said and _columns(words_of(said), known):
        before = words_of(question[: joint.start()])[-LONGEST_PHRASE:]
        if any(_columns(before[first:], known) for first in range(len(before))):
            return True
    behind = words_of(question[until:])[:LONGEST_PHRASE]
    return any(
        said.lower() in {value.lower() for value in _stored(column, known)}
        for end in range(len(behind), 0, -1)
        for column in _columns(behind[:end], known)
    )


def _stored(column: Candidate, known: Known) -> Sequence[str]:
    return known.shown_values(column.table, known.column(column.ref))


def _columns(words: Sequence[Word], known: Known) -> list[Candidate]:
    return [c for c in known.lexicon.find(words) if c.column and c.score >= _IN_FULL]
