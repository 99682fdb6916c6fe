"""Whether words stand literally in a text: what a model says was said is looked up there."""

import re
from collections.abc import Iterable, Iterator

from knowledge.matching.stem import stem

_WORD = re.compile(r"[^\W_]+")
_EMPTY = frozenset((
    "a", "an", "the", "of", "in", "on", "at", "by", "for", "to", "from", "with", "and", "or", "is",
    "are", "was", "were", "be", "been", "do", "does", "did", "has", "have", "had", "it", "its",
    "this", "that", "these", "those", "me", "my", "our", "us", "we", "you", "your", "i", "s",
    "what", "which", "who", "whom", "whose", "when", "where", "how", "many", "much", "show",
    "list", "give", "tell", "find", "get", "there", "their", "them", "they", "all", "each", "every",
    "per", "as", "than", "then", "so", "only", "just", "now", "please", "about", "into", "over",
    "within", "during", "between", "before", "after", "same", "instead",
))  # fmt: skip


def place_of(words: str, text: str) -> tuple[int, int] | None:
    """Where the words stand in the text, whole and in any case; None where they do not."""
    parts = [re.escape(part) for part in words.split()]
    if not parts:
        return None
    joined = r"\s+".join(parts)
    pattern = rf"(?<![^\W_]){joined}(?![^\W_])"
    found = re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def not_said(kind: str, phrases: Iterable[str], text: str) -> Iterator[str]:
    """A sentence for each phrase that does not stand literally in the text."""
    for words in phrases:
        if place_of(words, text) is None:
            yield f"{kind} “{words}” does not stand in the text: copy it as it is written there."


def content_words(text: str) -> dict[str, str]:
    """The words that carry meaning, by their stems."""
    found = (match.group().lower() for match in _WORD.finditer(text))
    return {stem(word): word for word in found if word not in _EMPTY}
