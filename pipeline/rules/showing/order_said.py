"""The order at the end of a list of what is shown: `..., from the highest to the lowest rate`."""

import re
from dataclasses import dataclass

_MOST = r"(?:highest|largest|biggest|greatest|most\s+recent|most|high|large|best|newest|latest)"
_LEAST = r"(?:lowest|smallest|fewest|least|low|small|worst|oldest|earliest)"
_DOWN = re.compile(
    rf"(?:in\s+)?(?:descending|decreasing)(?:\s+order)?|\bdesc\b"
    rf"|(?:from\s+)?(?:the\s+)?{_MOST}\s+to\s+(?:the\s+)?{_LEAST}"
    rf"|(?:with\s+)?(?:the\s+)?{_MOST}(?=(?:\s+\w+){{0,3}}\s+first\b)",
    re.IGNORECASE,
)
_UP = re.compile(
    rf"(?:in\s+)?(?:ascending|increasing)(?:\s+order)?|\basc\b"
    rf"|(?:from\s+)?(?:the\s+)?{_LEAST}\s+to\s+(?:the\s+)?{_MOST}"
    rf"|(?:with\s+)?(?:the\s+)?{_LEAST}(?=(?:\s+\w+){{0,3}}\s+first\b)",
    re.IGNORECASE,
)
_TIMELY = re.compile(r"\b(?:recent|newest|latest|oldest|earliest)\b", re.IGNORECASE)
_LED = re.compile(
    r"(?:^|,|\s)\s*(?:and\s+)?(?:ordered|order|sorted|sort|ranked|rank|arranged|arrange)\s+"
    r"(?:(?:it|them|(?:the\s+)?(?:results?|rows|list|output))\s+)?(?=(?:by|on|in|from|with)\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"(?:,\s*|\s+)(?={_DOWN.pattern}|{_UP.pattern})(?:in\s+|from\s+|(?:with\s+)?(?:the\s+)?)?"
    rf"(?P<order>(?:(?:descending|ascending|decreasing|increasing)\s+order\b|{_MOST}\s+to\b"
    rf"|{_LEAST}\s+to\b|(?:{_MOST}|{_LEAST})(?:\s+\w+){{0,3}}\s+first\b).*)$",
    re.IGNORECASE,
)
_KEYS = re.compile(
    r"\s*,\s*(?:and\s+)?(?:then\s+)?(?:by\s+)?|\s+(?:and\s+)?then\s+(?:by\s+)?|\s+and\s+(?:by\s+)?",
    re.IGNORECASE,
)
_IDLE = re.compile(
    r"\b(?:by|on|of|in|from|with|order|the|first|their|its|values?)\b|[,()]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ordered:
    """What rows are sorted by, in the question's words, empty where it is plain; and which way.

    `timely` where the way tells that it is a date: `most recent first`.
    """

    by: str
    descending: bool
    timely: bool = False


def without_order(text: str) -> tuple[str, tuple[Ordered, ...]] | None:
    """A list without the order behind it, and this; None where the order cannot be told."""
    led = _LED.search(text)
    alone = None if led else _ALONE.search(text)
    found = led or alone
    if found is None:
        return text, ()
    told = text[found.end() :] if led else text[found.start() :]
    keys = [_ordered(part) for part in _KEYS.split(told.strip(" ,")) if part.strip()]
    kept = tuple(key for key in keys if key is not None)
    if not kept or len(kept) < len(keys) or (len(kept) > 1 and not all(k.by for k in kept)):
        return None
    return text[: found.start()].rstrip(" ,"), kept


def _ordered(told: str) -> Ordered | None:
    down, up = _DOWN.search(told), _UP.search(told)
    if down and up:
        return None
    way = down or up
    rest = f"{told[: way.start()]} {told[way.end() :]}" if way else told
    by = " ".join(_IDLE.sub(" ", rest).split())
    timely = way is not None and _TIMELY.search(way.group()) is not None
    return Ordered(by, descending=down is not None, timely=timely)
