"""Best and worst of what is bad itself: the worst delay is the highest one, the best the lowest."""

import re

_BAD = (
    r"(?:delay|late(?:ness)?\b|cancel|complain|error|defect|fault|fail|accident|incident|injur|death|"
    r"downtime|outage|wait|overdue|refund|churn|damage|breakdown|violation|infection|mortality|"
    r"crime|pollution|emission|backlog|drop-?out|reject|absence|loss\b|losses\b|debt)"
)
# Beside these nobody knows which of two numbers is meant.
_GOOD = re.compile(
    r"\b(?:rating|rated|score|revenue|sales|profit|punctual|on[- ]time|reliab|success|performance)",
    re.IGNORECASE,
)
_ANY_BAD = re.compile(rf"\b{_BAD}", re.IGNORECASE)
_BETWEEN = r"(?:(?!of\b|in\b|for\b|with\b|from\b|on\b)[\w-]+\s+)"
_OF_BAD = re.compile(rf"\b(?P<way>worst|best)(?=\s+{_BETWEEN}{{0,2}}{_BAD})", re.IGNORECASE)
_NAMED_BAD = rf"(?:the\s+)?(?:number\s+of\s+)?{_BETWEEN}{{0,2}}{_BAD}"
_BY_BAD = re.compile(
    r"(?P<count>\b\w+\s+)?\b(?P<way>worst|best)(?P<number>\s+\d+)?"
    rf"(?=(?:\s+[\w-]+){{1,5}}\s+by\s+{_NAMED_BAD})",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"(?:\bby\s+(?P<by>[\w -]+),?\s+)?\b(?P<way>worst|best)(?=\s+(?:ones?\s+)?first\b)",
    re.IGNORECASE,
)
_HIGHEST = {"worst": "highest", "best": "lowest"}


def with_worst_as_highest(question: str) -> str:
    """The question with the end said that is meant: `by cancellations, highest first`."""
    if _ANY_BAD.search(question) is None or _GOOD.search(question) is not None:
        return question
    question = _BY_BAD.sub(_said_top, _OF_BAD.sub(_said, question))
    return _FIRST.sub(_said_first, question)


def _said(found: re.Match[str]) -> str:
    return _HIGHEST[found["way"].lower()]


def _said_top(found: re.Match[str]) -> str:
    """`the 3 worst routes by average delay` are the top 3 of them."""
    top = {"worst": "top", "best": "bottom"}[found["way"].lower()]
    count, number = found["count"] or "", found["number"] or ""
    if count.strip().isdigit():
        return f"{top} {count.rstrip()}"
    return f"{count}{top}{number}"


def _said_first(found: re.Match[str]) -> str:
    """What the rows are ordered by must be bad; where nothing says so, only `worst` tells it."""
    by, way = found["by"], found["way"].lower()
    bad = way == "worst" if by is None else re.match(_NAMED_BAD, by, re.I) is not None
    return found[0][: found.start("way") - found.start()] + (_HIGHEST[way] if bad else found["way"])
