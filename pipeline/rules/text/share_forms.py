"""How a number is to be told: as a decimal, in percent, or rounded."""

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
# `rounded to 2 decimals`, `(rounded to the nearest whole number)`, `Round the rate to two places.`
_PLACES = {
    "no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "tenth": 1, "cent": 2, "hundredth": 2, "thousandth": 3,
}  # fmt: skip
_ROUNDED = re.compile(
    r"[,;]?\s*\(?\b(?:and\s+)?round(?:ed|ing)?(?:\s+off)?\s+"
    rf"(?:(?:all|{_IT})\s+)?(?:to|at)\s+"
    rf"(?:(?P<places>\d|{'|'.join(list(_PLACES)[:8])})\s*"
    r"(?:dp|decimals?(?:\s+(?:places?|digits?|points?))?|(?:digits|places)(?:\s+after\s+the\s+"
    r"(?:decimal\s+)?point)?)\b|(?:an?|the\s+nearest)\s+"
    rf"(?:(?P<nearest>{'|'.join(list(_PLACES)[8:])})|whole\s+number|integer|unit)\b)\)?",
    re.IGNORECASE,
)


def rounded(question: str) -> tuple[str, int | None]:
    """The question without the rounding that it asks for, and to how many decimals."""
    found = _ROUNDED.search(question)
    if found is None or _ROUNDED.search(question, found.end()):
        return question, None
    told = (found["places"] or found["nearest"] or "zero").lower()
    blank = " " * (found.end() - found.start())
    plain = f"{question[: found.start()]}{blank}{question[found.end() :]}"
    return plain, int(told) if told.isdigit() else _PLACES[told]


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
