"""`The last order date of each customer`: the latest of such dates, and no last name."""

import re

from pipeline.rules.linking.delays_said import with_delays_said
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of

_SAID = re.compile(r"\b(first|last)\s+((?:[a-z]+\s+){1,3}?(?:date|day|timestamp|time))\b", re.I)
_MEANT = {"first": "earliest", "last": "latest"}
_NAMED = 0.9


def with_ends_said(question: str, about: Known) -> str:
    """The question, with the first or last of a date, and how late rows were, said plainly."""

    def plainly(found: re.Match[str]) -> str:
        fits = about.lexicon.find(words_of(found[2]))[:1]
        dated = any(
            c.column and c.score >= _NAMED and about.column(c.ref).kind.is_dated for c in fits
        )
        whole = about.lexicon.find(words_of(found[0]))[:1]
        named = bool(whole) and bool(fits) and whole[0].score > fits[0].score
        return found[0] if named or not dated else f"{_MEANT[found[1].lower()]} {found[2]}"

    return with_delays_said(_SAID.sub(plainly, question), about)
