"""Names as the schema writes them: `payment_method`, `business.name`, `sale_price` in quotes."""

from collections.abc import Sequence
from itertools import pairwise

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import Word

_DOT, _GLUE = ".", "_"


def written_name(
    words: Sequence[Word], at: int, known: Known
) -> tuple[int, list[Candidate]] | None:
    """The word behind a name that is written so in the schema, and what is called that."""
    until = _end(words, at)
    rows = _called(words, at, until, known)
    behind = until + 1
    if rows and behind < len(words) and words[until].text == _DOT and _touches(words, until):
        last = _end(words, behind)
        owners = {one.table for one in rows if not one.column}
        columns = [c for c in _called(words, behind, last, known) if c.column]
        own = [c for c in columns if c.table in owners]
        if own:
            return last, own
    told = _is_a_name(words[at].text) if words[at].quoted else until > at + 1
    return (until, rows) if rows and told else None


def _is_a_name(quoted: str) -> bool:
    """Whether a text in quotes is written as no word of a sentence is."""
    return _GLUE in quoted or any(
        one.islower() and other.isupper() for one, other in pairwise(quoted)
    )


def _end(words: Sequence[Word], at: int) -> int:
    until = at + 1
    while until < len(words) and words[until].glued:
        until += 1
    return until


def _called(words: Sequence[Word], at: int, until: int, known: Known) -> list[Candidate]:
    return known.lexicon.called(_GLUE.join(word.lower for word in words[at:until]))


def _touches(words: Sequence[Word], dot: int) -> bool:
    """Whether a dot stands between two words without a gap: no sentence ends there."""
    return words[dot - 1].until == words[dot].at and words[dot].until == words[dot + 1].at
