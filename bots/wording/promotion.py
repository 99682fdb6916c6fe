"""What a reviewer reads when an answer is to be kept."""

TITLE = "Approve & promote"
INTRO = (
    "Whoever asks this from now on gets the answer of this query, marked as trusted. "
    "I run it once more first: if the numbers are not the ones you saw, I keep nothing and you "
    "can decide again."
)
QUESTION = "The question that it answers"
PARAPHRASES = "Other ways to ask it, one a line"
CHANGING = "What may differ from question to question (the rest is always as here)"
SEND = "Approve & promote"


def duplicate(question: str) -> str:
    return f"Kept already, with the same words or the same query: “{question}”."


def changeable(words: str, value: str) -> str:
    """What the question says for a value, and what stands in the query."""
    return f"{words}: {value}" if words and words.lower() != value.lower() else value
