"""What reviewers read."""

from bots.wording.moments import who
from pipeline.people import Person

QUESTION = "Question"
READING = "Read as"
SUMMARY = "Answer"
NOTE = "Note from the asker"
BINDING = "The SQL must keep to this"
PASSED_TO_ASKER = "I passed your question on to the person who asked."


def title(asker: Person) -> str:
    return f"{who(asker)} asks for a review"


def spoken(text: str, speaker: Person | None) -> str:
    return f"{who(speaker)}: {text}" if speaker else text
