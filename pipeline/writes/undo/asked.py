"""Whether somebody wants the change that was just written taken back."""

# ruff: noqa: RUF001 - people type typographic quotes

import re

_IT = (
    r"(?:it|that|this|(?:the|that|this|my|our|your)\s+(?:last\s+|latest\s+|previous\s+)?"
    r"(?:change|update|write|edit|statement|one)|what\s+(?:you|i|we)\s+(?:just\s+)?did)"
)
_AGAIN = r"(?:\s+(?:again|please|now|for\s+me|to\s+(?:how|what)\s+it\s+was|as\s+it\s+was))*"
_UNDO = re.compile(
    r"(?:(?:please|pls|oops|sorry|no|ok|okay|wait|actually)[\s,!.]+)*"
    r"(?:(?:can|could|would)\s+(?:you|we)\s+(?:please\s+)?|let'?s\s+|(?:i|we)(?:'d|’d|\s+would)?\s+"
    r"(?:like|want|need)\s+to\s+)?"
    rf"(?:(?:undo|revert|reverse|roll\s*back|take\s+back)(?:\s+{_IT})?|"
    rf"(?:take|put|change|set|turn|roll)\s+{_IT}\s+back|(?:put|change|set|turn)\s+back\s+{_IT})"
    rf"{_AGAIN}\W*",
    re.IGNORECASE,
)


def asks_to_undo(words: str) -> bool:
    """Whether the words are nothing but that; which change they mean, the thread says."""
    return _UNDO.fullmatch(words.strip()) is not None
