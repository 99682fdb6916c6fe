"""What a reviewer reads when an answer is to be kept."""

from knowledge.validated.query import ParameterKind, Role
from review.ports.promotion import Changeable

_OF_A_KEY = frozenset({"name", "code", "id", "key"})
TITLE = "Approve & promote"
INTRO = (
    "From now on this query answers this question, marked as trusted. It runs once more "
    "first. If the result differs from the one you saw, nothing is saved and you can "
    "decide again."
)
QUESTION = "The question it answers"
PARAPHRASES = "Other ways to ask it, one on each line"
PROPOSED = "Asked before in these words: tick those that ask the same"
CHANGING = "Values that may change from question to question; take the tick away to fix one"
SEND = "Approve & promote"


def duplicate(question: str) -> str:
    return f"An approved question has the same words or the same query: “{question}”."


def chip(value: Changeable) -> str:
    """What the question says for a value, and what else may stand there."""
    return f"{value.words or value.value} → {_kind(value)}"


def _kind(value: Changeable) -> str:
    if value.is_period:
        return "a date range"
    if value.role is Role.LIMIT:
        return "how many rows"
    if value.kind is ParameterKind.DATE:
        return "a date"
    named = _thing(value.column)
    if value.kind is not ParameterKind.TEXT:
        return f"a number of {named}" if named else "a number"
    return f"{'an' if named[:1] in 'aeiou' else 'a'} {named}" if named else "a text"


def _thing(column: str) -> str:
    """What a column holds, by its name: `countries.country_name` holds a country."""
    words = column.rpartition(".")[2].replace("_", " ").lower().split()
    kept = words[:-1] if len(words) > 1 and words[-1] in _OF_A_KEY else words
    return " ".join(kept)
