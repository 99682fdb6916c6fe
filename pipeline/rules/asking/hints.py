"""Remarks that say nothing about what is asked for: how to write the SQL, `or she`, `(s)`."""

import re

_REMARKS = re.compile(
    r",?\s*\b(?:by doing|by performing|based on|by|using|with)\s+(?:an?\s+)?"
    r"(?:left |inner |right |outer )*join(?:ing|s)?\b[^.?!]*"
    r"|,?\s*\bmatch(?:ing)?\s+[\w ]*case[- ]insensitively\b"
    r"|\s+or\s+(?:she|her|hers)\b|\(s\)(?=he\b)"
    r"|(?<=\w)\(e?s\)|\b(?!i\.e\b\.?,?[^.;?!]*?"
    r"(?:\b(?:divided by|minus|plus|times|less|multiplied by)\b|\w\s*/\s*\w))(?:i\.e|e\.g)\b\.?,?"
    r"|,?\s*\b(?:match(?:ed)?\s+)?case[- ]insensitiv(?:e|ely)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:right now|at the moment|at present|as of now|at this time)\b", re.IGNORECASE
)
# Weeks and quarters are told by their first day anyway.
_FIRST_DAY = (
    r"(?:the|its)\s+(?:first|start|starting|beginning)\s+(?:date|day)"
    r"(?:\s+(?:of|in)\s+(?:the|that|each)\s+(?:quarter|week))?"
)
_AS_DATES = re.compile(
    r"\b(?:represent|show|display|format|express|give|return)\s+(?:each|the|every)\s+"
    rf"(?:quarter|week)\s+(?:as|by|with)\s+{_FIRST_DAY}\s*(?:\.|$)"
    rf"|,?\s*(?:with\s+)?(?:each|the|every)\s+(?:week|quarter)\s+represented\s+(?:as|by)\s+{_FIRST_DAY}"
    rf"|(?:(?<=week )|(?<=quarter ))\((?:as\s+a\s+date|as\s+{_FIRST_DAY})\)",
    re.IGNORECASE,
)
# Dates are written so anyway: `formatted as YYYY-MM`, `(in YYYY-MM-DD format)`.
_WRITTEN = re.compile(
    r",?\s*\(?\b(?:(?:(?:date|month|day)s?\s+)?(?:formatted|written|shown|displayed|given)\s+)?"
    r"(?:(?:in|as|using)\s+)?(?:the\s+)?(?:format\s+)?['\"]?YYYY-MM(?:-DD)?['\"]?"
    r"(?:\s+format)?\)?",
    re.IGNORECASE,
)
# `(inclusive of start and end dates)` says no more than `inclusive`.
_BOTH_ENDS = re.compile(
    r"(?<=inclusive)\s+of\s+(?:both\s+)?(?:the\s+)?(?:start|first)\s+(?:(?:date|day)\s+)?and\s+"
    r"(?:the\s+)?(?:end|last)(?:\s+(?:date|day)s?)?",
    re.IGNORECASE,
)
# What is listed is shown as it is listed anyway: `the name, the town and the age, in that order`.
_AS_LISTED = re.compile(
    r"(?<=\w),?\s+in (?:that|this|the (?:given|same|stated|above))(?: exact)? order"
    r"(?=\s*(?:[.?!;]|$))",
    re.IGNORECASE,
)
# `in the entirety of last week`, `over the course of 2023`.
_WHOLE = re.compile(
    r"(?<=\s)the\s+(?:entirety|course|span)\s+of(?=\s+(?:the\s+)?(?:last|past|previous|prior|"
    r"current|next|this|first|second|(?:19|20)\d\d)\b)",
    re.IGNORECASE,
)
# `price (in euros)`: what is measured in belongs to the name before it.
_UNIT = re.compile(r"\((in\s+[^\W\d_]+)\)", re.IGNORECASE)
# `what share does each mode account for`, `share by plan, in percent`: said by the share itself.
_OF_SHARES = re.compile(r"\b(?:share|percentage|proportion|percent)s?\b", re.IGNORECASE)
_PARTED = re.compile(
    r"(?<=\w)\s+(?:accounts? for|makes? up|contributes?(?: to)?|represents?|constitutes?)"
    r"(?=\s*(?:[.?!]|$))"
    r"|(?<=\w),?\s+(?:in percent|in %|as (?:a )?percentages?|as (?:a )?percent)(?=\s*(?:[.?!,]|$))",
    re.IGNORECASE,
)
# `starting from the best ratings to the lowest`: the noun behind both ends is read already.
_MOST = "highest|best|most|largest|biggest|greatest|top"
_LEAST = "lowest|worst|least|fewest|smallest|bottom"
_ENDS = re.compile(
    r"\b(?:(?:start|begin)(?:ing|s)?\s+)?from\s+(?:the\s+)?"
    rf"(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\s+(?P<noun>(?!(?:paid|rated)\b)(?:[a-z']+\s+){{1,4}}?)"
    rf"to\s+(?:the\s+)?(?(most)(?:{_LEAST})|(?:{_MOST}))\b",
    re.IGNORECASE,
)
_COUNTED = frozenset(("most", "least", "fewest"))

# `how did each country do in net revenue` asks for the number of each.
_DOING = re.compile(
    r"^(\s*)(how (?:did|does|do|is|are|has|have))(?= )(.+?) (doing|done|do|performing|performed"
    r"|perform)(?= (?:in|on|by|with|for)\b)",
    re.IGNORECASE,
)
# `how much did we sell last year`: what is sold is told in sales.
_SOLD = re.compile(
    r"\bhow much (?:money )?(?:did|do|have|has) (?:we|the company|our company) (?:sell|sold|earn"
    r"|earned)\b",
    re.IGNORECASE,
)


def without_remarks(question: str) -> str:
    """The question with such remarks blanked out, every other word where it was."""
    plain = _REMARKS.sub(_blank, question)
    plain = _AS_DATES.sub(_blank, plain)
    plain = _WRITTEN.sub(_blank, plain)
    plain = _BOTH_ENDS.sub(_blank, plain)
    plain = _WHOLE.sub(_blank, plain)
    plain = _AS_LISTED.sub(_blank, plain)
    plain = _NOW.sub(lambda found: "currently".ljust(len(found.group())), plain)
    if _OF_SHARES.search(_PARTED.sub("", plain)):
        plain = _PARTED.sub(_blank, plain)
    plain = _DOING.sub(_blanked, plain)
    plain = _SOLD.sub(lambda found: "total sales".ljust(len(found.group())), plain)
    plain = _ENDS.sub(_from_end_to_end, plain)
    return _UNIT.sub(lambda found: f" {found[1]} ", plain)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _blanked(found: re.Match[str]) -> str:
    lead, asking, said, doing = found.groups()
    return f"{lead}{' ' * len(asking)}{said}{' ' * (len(doing) + 1)}"


def _from_end_to_end(found: re.Match[str]) -> str:
    """The same with its noun behind both ends, every word behind it where it was."""
    first = (found["most"] or found["least"]).lower()
    ends = ("high", "low") if found["most"] else ("low", "high")
    if first in _COUNTED:
        ends = ("most", "least") if found["most"] else ("least", "most")
    noun = found["noun"].strip()
    return f"from {ends[0]} to {ends[1]} {noun}".ljust(len(found.group()))
