"""Words of definitions that a question would say otherwise: ranks, and changes as sums."""

import re

from pipeline.rules.text.words import lemma_of

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
_OF = re.compile(r"^.*\bchange\s+(?:in|of)\s+", re.IGNORECASE)
_HIGHEST_FIRST = re.compile(
    r",?\s+(?:(?:with|where|identifying|so that)\b[^.;]*\b(?:highest|most|largest|top)\b[^.;]*|"
    r"(?:in\s+)?desc(?:ending)?(?:\s+order)?|from highest to lowest|highest first)$",
    re.IGNORECASE,
)


_GRAIN = r"(?P<grain>month|quarter|year|week|day)"
_VALUE = r"(?:'s)?(?:\s+(?:value|amount|number|figure|total))?"
_NOW = rf"(?:the\s+)?(?:current|this|given)\s+{_GRAIN}{_VALUE}"
_THEN = rf"(?:the\s+)?(?:previous|prev|prior|last|preceding)\s+(?P=grain){_VALUE}"
# `(current month - previous month) / previous month * 100`, with the number or without.
_MOVED = re.compile(
    rf"^\(?\s*(?:(?P<of>[\w ]+?)\s+(?:of|in|for)\s+)?{_NOW}\s*(?:-|minus)\s*"
    rf"(?:(?P=of)\s+(?:of|in|for)\s+)?{_THEN}\s*\)?"
    rf"(?P<ratio>\s*(?:/|divided by)\s*(?:(?P=of)\s+(?:of|in|for)\s+)?{_THEN})?"
    r"(?P<percent>\s*(?:\*|times)\s*100)?$",
    re.IGNORECASE,
)
# `change in total amount from one month to the next`.
_FROM_TO = re.compile(
    rf"^(?P<way>(?:percentage |percent |relative )?change|growth)\s+(?:in|of)\s+(?P<of>[\w ]+?)\s+"
    rf"from\s+(?:one\s+{_GRAIN}\s+to\s+(?:the\s+next|another)|(?P<again>month|quarter|year|week|day)"
    r"\s+to\s+(?P=again))\b.*$",
    re.IGNORECASE,
)


def as_asked(words: str) -> str:
    """The words as a question says them; what is no such form stays."""
    return _as_change(words) or _as_rank(words) or words


def is_change(words: str) -> bool:
    """Whether words say how a number moves from period to period."""
    return re.search(r"\b(?:change|growth)\b", as_asked(words), re.IGNORECASE) is not None


def _as_change(words: str) -> str:
    """`month-over-month change in ...`, where words say the sum or the way from one to the next."""
    # `change in price = (price of given month - ...) / ...`: the sum says which kind of change.
    said, _, sum_ = words.rpartition(" = ")
    plain = re.sub(r"\s+for each\s[\w ]+$", "", sum_)
    moved = _MOVED.match(plain)
    if moved is not None and (moved["ratio"] or not moved["percent"]):
        ways = {(False, False): "change", (True, False): "relative change"}
        way = ways.get((bool(moved["ratio"]), bool(moved["percent"])), "percentage change")
        of = moved["of"] or _OF.sub("", said)
        grain = moved["grain"].lower()
        return f"{grain} over {grain} {way}" + (f" in {of}" if of else "")
    stepped = _FROM_TO.match(words)
    if stepped is None:
        return ""
    grain = (stepped["grain"] or stepped["again"]).lower()
    return f"{grain} over {grain} {stepped['way'].lower()} in {stepped['of']}"


def _as_rank(words: str) -> str:
    plain = _HIGHEST_FIRST.sub("", words)
    found = _RANKED.match(plain) or _RANKING.match(plain)
    if found is None:
        return ""
    rows = found["of"] or found.groupdict().get("own") or "the"
    *others, last = rows.split()
    return f"{' '.join((*others, lemma_of(last)))} rank by {found['by']}"
