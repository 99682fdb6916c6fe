"""Limits that no list can have: `top 5.5`, `top -5`, `first 0`, `top 5%`."""

import re

_NUMBER = r"(?:[-−–]\s*\d[\d.,]*|\d*\.\d+|0+(?![\d.,]*\d)|\d[\d.,]*\s*(?:%|percent\b))"  # noqa: RUF001 - typed signs
_TIMES = r"(?!\s*(?:second|minute|hour|day|week|month|quarter|year|decade)s?\b)"
_LIMITED = re.compile(
    rf"\b(?:top|bottom|first|last|best|worst|highest|lowest|limit(?:ed)?(?:\s+to)?)\s+"
    rf"(?P<number>{_NUMBER}){_TIMES}(?![\w-])",
    re.IGNORECASE,
)


def part_of_a_row(question: str) -> str:
    """The number after `top` and its like that is not a whole positive one, else nothing."""
    found = _LIMITED.search(question)
    return found["number"] if found else ""
