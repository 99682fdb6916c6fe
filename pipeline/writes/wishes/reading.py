"""Whether words are a wish for a change, and every way to read it."""

# ruff: noqa: RUF001 - people type typographic quotes

import re

from pipeline.writes.wishes.kinds import AddIndex, ChangeWish, Destroy, Remove, Rename
from pipeline.writes.wishes.of_rows import ROW_FORMS
from pipeline.writes.wishes.of_schema import SCHEMA_FORMS
from pipeline.writes.wishes.parts import Form

_POLITE = re.compile(
    r"^\W*(?:(?:hi|hello|hey|ok|okay|so|now|then|and|also|kindly|please|pls)\b[\s,!]*|"
    r"(?:can|could|would|will)\s+(?:you|we|i)\s+(?:please\s+)?|"
    r"(?:i|we)(?:'d|’d| would)?\s+(?:like|want|need|have)\s+(?:you\s+)?to\s+|let'?s\s+|"
    r"(?:i|we)\s+(?:must|should)\s+|go ahead and\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,]+(?:please|pls|thanks|thank you|for me|right away|now|asap)?[\s.!?]*$", re.IGNORECASE
)
# "change in revenue", "set of customers": nouns, and no wish.
_NOUN = re.compile(r"\w+\s+(?:in|of|on|for|from|by|over|between|to|me|us)\b", re.IGNORECASE)
# "refund rate per category", "ship dates last month": a number is named, and nothing to be done.
_NUMBER_OF = re.compile(
    r"(?:cancel|close|block|ship|refund|verify|approve|pause|expire|reject)\s+"
    r"(?:rate|ratio|share|percentage|percent|count|volume|total|amount|value|cost|reason|time|"
    r"date)s?(?:\s+(?:in|of|on|for|from|by|per|over|between|since|during|last|this|each|and|vs)\b|$)",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"[\s,]+(?:(?:in order )?to (?:speed|make|help|improve|allow|support|avoid|optimi[sz]e)\b|"
    r"so that\b|because\b|since it\b|as it is slow|for faster\b|for (?:better|quicker)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
# What follows "because" or "to speed up" is no part of these; of a value it may be one.
_WITH_REASON = (AddIndex, Remove, Rename, Destroy)


def wish_in(words: str) -> tuple[ChangeWish, ...]:
    """The ways to read the words as one change, the likeliest first."""
    text = _TAIL.sub("", _POLITE.sub("", words.strip()) + " ").strip()
    if words.strip().endswith("?") and not _POLITE.match(words.strip()):
        return ()
    text = text.rstrip(" .!?")
    if _NOUN.match(text) or _NUMBER_OF.match(text):
        return ()
    read = (_read(form, text) for form in (*SCHEMA_FORMS, *ROW_FORMS))
    return tuple(dict.fromkeys(wish for wish in read if wish is not None))


def _read(form: Form, text: str) -> ChangeWish | None:
    pattern, make = form
    without = pattern.fullmatch(_WHY.sub("", text))
    wish = make(without) if without else None
    if isinstance(wish, _WITH_REASON):
        return wish
    whole = pattern.fullmatch(text)
    return make(whole) if whole else None
