"""A number for each of what was shown: read as one number for all, it would answer in silence."""

import re

from pipeline.intent import Intent

_EACH = re.compile(
    r"\b(?:each|every)(?:\s+(?:single\s+)?one)?\s+of\s+(?:them|those|these)\b|"
    r"\b(?:for|per|in|at|of)\s+each(?:\s+one)?\s*[?.!]*$",
    re.IGNORECASE,
)


def loses_each(question: str, intent: Intent) -> bool:
    """Whether it asks for a number of each one, and the intent has one for all together."""
    return bool(_EACH.search(question) and intent.measures and not intent.dimensions)
