"""The title of an approved answer: its question, tidied of how it was typed."""

import re

from knowledge.sentences import capital
from pipeline.messages.courtesies import without_courtesies
from pipeline.rules.text.as_typed import as_written

_ASKS = re.compile(
    r"(?:what|which|who|whose|whom|how|when|where|why|is|are|was|were|do|does|did|has|have|can)\b",
    re.IGNORECASE,
)
# What asks somebody to ask, before the question or the wish itself.
_POLITELY = re.compile(
    r"^(?:(?:can|could|would|will)\s+(?:you|someone|somebody|anyone|anybody)\s+)"
    r"(?:(?:please|pls|kindly)\s+)?(?=(?:tell|show|give|list|find|get|count|compare|explain)\b)",
    re.IGNORECASE,
)
_TELL = re.compile(rf"^(?:tell|show)\s+(?:me|us)\s+(?={_ASKS.pattern})", re.IGNORECASE)


def title_of(question: str) -> str:
    """`hi, whats our revenue??` is kept as `What is our revenue?`; a plain wish gets no mark."""
    alone = " ".join(without_courtesies(question).split())
    plain = as_written(_TELL.sub("", _POLITELY.sub("", alone, count=1), count=1), ())[0].rstrip(
        " ?"
    )
    asks = "?" in alone or _ASKS.match(plain)
    # A name keeps its own letters: `iPhone sales`.
    named = not plain.partition(" ")[0].islower()
    return f"{plain if named else capital(plain)}{'?' if asks else ''}"
