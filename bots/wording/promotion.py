"""What a reviewer reads when an answer is to be kept."""

TITLE = "Approve & promote"
INTRO = (
    "From now on this query answers this question, marked as trusted. It runs once more "
    "first. If the result differs from the one you saw, nothing is saved and you can "
    "decide again."
)
QUESTION = "The question it answers"
PARAPHRASES = "Other ways to ask it, one on each line"
CHANGING = "Values that may change from question to question"
SEND = "Approve & promote"


def duplicate(question: str) -> str:
    return f"An approved question has the same words or the same query: “{question}”."


def changeable(words: str, value: str) -> str:
    """What the question says for a value, and what stands in the query."""
    return f"{words}: {value}" if words and words.lower() != value.lower() else value
