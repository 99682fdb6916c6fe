"""Words of definitions that a question would say otherwise: ranks, and changes as sums."""

import re

from pipeline.rules.words import lemma_of

_RANKED = re.compile(
    r"^(?:the\s+)?(?P<own>(?:[\w'-]+\s+){0,3}?)rank(?:ing)?"
    r"(?:\s+(?:of|for|among)\s+(?:each|every|the|all)\s+(?P<of>[\w'-]+(?:\s+(?!ordered|determined|computed|calculated|given|sorted|by|based|"
    r"according|in)[\w'-]+)?))?,?\s+"
    r"(?:(?:ordered|determined|computed|calculated|given|sorted)\s+)?"
    r"(?:by|based on|according to|in terms of)\s+(?:(?:their|its|the|his|her)\s+)?(?P<by>.+?)$",
    re.IGNORECASE,
)
_RANKING = re.compile(
    r"^rank\s+(?:the\s+)?(?P<of>[\w'-]+(?:\s+[\w'-]+)?)\s+(?:by|based on|according to)\s+"
    r"(?:(?:their|its|the)\s+)?(?P<by>.+?)$",
    re.IGNORECASE,
)
# `with rank 1 being the one with the highest total`, `in descending order`.
_HIGHEST_FIRST = re.compile(
    r",?\s+(?:(?:with|where|identifying|so that)\b[^.;]*\b(?:highest|most|largest|top)\b[^.;]*|"
    r"(?:in\s+)?desc(?:ending)?(?:\s+order)?|from highest to lowest|highest first)$",
    re.IGNORECASE,
)


def as_asked(words: str) -> str:
    """The words as a question says them; what is no such form stays."""
    plain = _HIGHEST_FIRST.sub("", words)
    found = _RANKED.match(plain) or _RANKING.match(plain)
    if found is None:
        return words
    rows = found["of"] or found.groupdict().get("own") or "the"
    *others, last = rows.split()
    return f"{' '.join((*others, lemma_of(last)))} rank by {found['by']}"
