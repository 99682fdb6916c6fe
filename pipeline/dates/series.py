"""Series: in `orders per month and the change versus the previous month` each has its own."""

import re
from collections.abc import Collection

_STEP_BACK = re.compile(
    r"(?:from |since |to |over )?(?:the )?"
    r"(?:(?:previous|prior|preceding|last) (?P<unit>\w+)|(?P<before>\w+) before)",
    re.IGNORECASE,
)
_OWNED = re.compile(r"['\u2019]s?\b")
_MOVES = re.compile(
    r"\b(?:chang(?:e|es|ed|ing)|differ(?:s|ence|ences)?|growth|grew|growing|increase|decrease|"
    r"compared?|versus|vs|against|relative|beside|alongside|next to)\b",
    re.IGNORECASE,
)


def is_of_each(text: str, span: tuple[int, int], grains: Collection[str]) -> bool:
    """Whether a period is the one before each of a series, and none of the calendar."""
    start, end = span
    found = _STEP_BACK.fullmatch(text[start:end])
    if found is None or (found["unit"] or found["before"]).lower() not in grains:
        return False
    owned = _OWNED.match(text, end) is not None
    return owned or _MOVES.search(f"{text[:start]} {text[end:]}") is not None
