"""Remarks that say nothing about what is asked for: how to write the SQL, `or she`."""

import re

_REMARKS = re.compile(
    r",?\s*\b(?:by doing|by performing|based on|by|using|with)\s+(?:an?\s+)?"
    r"(?:left |inner |right |outer )*join(?:ing|s)?\b[^.?!]*"
    r"|,?\s*\bmatch(?:ing)?\s+[\w ]*case[- ]insensitively\b"
    r"|\s+or\s+(?:she|her|hers)\b|\(s\)(?=he\b)"
    r"|,?\s*\b(?:match(?:ed)?\s+)?case[- ]insensitiv(?:e|ely)\b",
    re.IGNORECASE,
)


def without_remarks(question: str) -> str:
    """The question with such remarks blanked out, every other word where it was."""
    return _REMARKS.sub(lambda found: " " * len(found.group()), question)
