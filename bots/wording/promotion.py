"""What a reviewer reads when an answer is to be kept."""

TITLE = "Approve & promote"
INTRO = (
    "From now on this query answers such questions. It runs once more before it is kept; "
    "if the result differs, nothing is kept and the case stays open."
)
QUESTION = "Question"
PARAPHRASES = "Other wordings of it, one a line"
CHANGING = "Values that may change from question to question"
SEND = "Approve & promote"


def duplicate(question: str) -> str:
    return f"Kept already, with the same words or the same query: “{question}”."


def changeable(words: str, value: str) -> str:
    """What the question says for a value, and what stands in the query."""
    return f"{words}: {value}" if words and words.lower() != value.lower() else value
