"""Remarks on rows that tie: `if several share first place, list them all`, `including ties`."""

import re
from dataclasses import dataclass
from functools import lru_cache

_TIED = r"(?:ties?|tied|tying|level|equal|equally|shares?|shared|sharing|same|joint|draw)"
_ALL = (
    r"(?:all|both|each(?: one)?|every one|everyone|ties)"
    r"(?:\s+of\s+(?:them|those|these))?(?:\s+(?:ones|those|tied ones))?"
)
_IF = r"(?:if|should|in case|in the event)"
_TIE = rf"(?:\s+of)?\s+(?:[^.;?!,()]*?\b)?{_TIED}\b[^.;?!,()]*?"
_LISTED = (
    r"(?:(?:please|then)\s+)*(?:(?:i|we)(?:'d| would)?\s+(?:want|need|like)|list|show|return|give"
    rf"|include|name|display|report|keep|print)\s+(?:to\s+see\s+)?(?:me\s+)?(?:them\s+)?{_ALL}"
)
_END = r"(?=\s*(?:[.;?!,)]|$)|\s+with\b)"
_RANK = r"(?:rank|place|position|spot)s?"
_EQUALS = r"(?:ties|(?:equal|tied|same|identical)\s+(?:\w+\s+){0,2}?\w+)"
_SHARED = (
    r"(?:shares?|gets?|receives?|ha(?:s|ve)|sharing|getting)\s+(?:an?|the|one)\s+"
    rf"(?:(?:same|equal|joint|common)\s+)?{_RANK}"
)

_REMARKS = re.compile(
    rf"\b(?:{_IF}|when|where){_TIE}[,:]?\s*\b{_LISTED}{_END}"
    rf"|\b{_LISTED},?\s+{_IF}{_TIE}{_END}"
    rf"|\b(?:including|include|incl\.?|with|keep|keeping|counting|list|show)\s+(?:all\s+|any\s+)?ties"
    rf"(?:\s+included)?{_END}|\bties\s+(?:are\s+)?included{_END}"
    rf"|\b(?:(?:if|when|where|with)\s+)?{_EQUALS}\s+(?:should\s+|must\s+|may\s+)?{_SHARED}{_END}",
    re.IGNORECASE,
)
# `only the ranks 1 to 5`: so many places, each with all that share it.
_PLACES = re.compile(
    rf"\b(?:and\s+)?(?:only|just)\s+(?:the\s+|show\s+|return\s+|list\s+)*{_RANK}\s+1\s*"
    rf"(?:to|-|–|through|until)\s*(?P<last>\d{{1,3}}){_END}"  # noqa: RUF001 - people type dashes
    rf"|\b{_RANK}\s+1\s*(?:to|-|–|through|until)\s*(?P<last2>\d{{1,3}})\s+only{_END}",  # noqa: RUF001
    re.IGNORECASE,
)


# What `rank` says anyhow.
_HIGHEST = re.compile(
    rf"\b{_RANK}\s+(?:1|one)\s+(?:being|is|for|=|goes to|means)\s+(?:the\s+)?"
    rf"(?:largest|highest|biggest|greatest|most|top|best)(?:\s+\w+)?{_END}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Remark:
    """Where a remark on ranks stands, how many places it leaves, and whether ties are kept."""

    at: int
    until: int
    places: int | None = None
    ties: bool = True


@lru_cache(maxsize=64)
def ties_said(question: str) -> tuple[Remark, ...]:
    """All such remarks of a question; it is read many times."""
    ties = (Remark(*found.span()) for found in _REMARKS.finditer(question))
    places = (
        Remark(*found.span(), int(found["last"] or found["last2"]))
        for found in _PLACES.finditer(question)
    )
    plain = (Remark(*found.span(), ties=False) for found in _HIGHEST.finditer(question))
    return (*ties, *places, *plain)
