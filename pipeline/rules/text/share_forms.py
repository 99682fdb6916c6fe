"""How a share or a rate is to be told: as a decimal, or in percent."""

import re

_TELL = (
    r"(?:return|give|show|express|report|present|output|state|display|provide|write|round)(?:ed|n)?"
)
_IT = r"(?:it|this|that|them|both|(?:the|each|every)\s+(?:[\w-]+\s+){0,3}?[\w-]+)"
_LED = (
    rf"(?:(?P<sentence>(?:^|(?<=[.;?!]))\s*(?:please\s+)?{_TELL}\s+(?:me\s+)?{_IT}\s+)"
    rf"|,?\s*\b(?:{_TELL}\s+)?)"
)
_DECIMAL = re.compile(
    rf"{_LED}\b(?:as|in)\s+(?:an?\s+)?(?:plain\s+|simple\s+)?(?:decimal|fraction)s?"
    r"(?!\s+(?:places?|digits?|points?|of)\b)(?:\s+(?:number|value|form|fraction)s?)?"
    r"(?:\s*\(?(?:between|from)\s+0\s+(?:and|to)\s+1\)?)?(?:,?\s+please)?"
    r"|(?:^|(?<=[.;?!]))\s*(?:as\s+)?(?:an?\s+)?decimals?,?\s+please\b"
    r"|,?\s+as\s+a\s+(?:number|value)\s+(?:between|from)\s+0\s+(?:and|to)\s+1\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    rf"{_LED}\b(?:as|in)\s+(?:an?\s+)?(?:percentages?|percents?|per\s+cent|%)(?!\s*of\b)(?:,?\s+please)?",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\b(?:percentages?|percents?|per\s+cent|shares?)\b", re.IGNORECASE)
_RATIO = re.compile(r"\b(?:proportion|fraction|ratio)(?=s?\s+of\b)", re.IGNORECASE)
_PERCENT_WORDS = {"proportion": "percentage", "fraction": "percent", "ratio": "%"}
# What people show together: `return the region and the share as a decimal`.
_LISTS = re.compile(r",|\band\b", re.IGNORECASE)


def in_form(question: str) -> str:
    """The question with the form as its word for a share, every other word where it was."""
    decimal = _DECIMAL.search(question)
    if decimal is not None:
        plain = _blanked(question, decimal)
        return _SHARE.sub(lambda found: _as_ratio(found, plain), plain)
    percent = _PERCENT.search(question)
    if percent is None:
        return question
    plain = _blanked(question, percent)
    if _RATIO.search(plain):
        return _RATIO.sub(
            lambda found: _PERCENT_WORDS[found[0].lower()].ljust(len(found[0])), plain
        )
    alone = percent["sentence"] and _SHARE.search(plain)
    return plain if alone else question


def _blanked(question: str, found: re.Match[str]) -> str:
    """Without the form; a list of what is to be shown stays."""
    at = found.start()
    sentence = found.groupdict().get("sentence")
    if sentence and _LISTS.search(sentence):
        at = found.end("sentence") - 1
    return f"{question[:at]}{' ' * (found.end() - at)}{question[found.end() :]}"


def _as_ratio(found: re.Match[str], question: str) -> str:
    """Only `share of` and `what share` are numbers of the question's own."""
    behind = question[found.end() :].lstrip().lower()
    asked = behind.startswith("of ") or re.search(r"\bwhat\s+$", question[: found.start()], re.I)
    return "ratio".ljust(len(found[0])) if asked else found[0]
