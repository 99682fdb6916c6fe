"""What reviewers read."""

from bots.wording.moments import who
from pipeline.people import Person

QUESTION = "Question"
READING = "Read as"
SUMMARY = "Answer"
NOTE = "Note from the asker"
BINDING = "The SQL must keep to this"
PASSED_TO_ASKER = "I passed your question on to the person who asked."


NEXT = "Review next"
UNTRUSTED = "None of them answers anybody before one of you says so."


def imports_wait(count: int, workspace: str) -> str:
    if not count:
        return f"No imported question waits in {workspace} any more."
    wait = "1 imported question waits" if count == 1 else f"{count:,} imported questions wait"
    return f"{wait} in {workspace}: most frequent first"


def title(asker: Person) -> str:
    return f"{who(asker)} asks for a review"


def spoken(text: str, speaker: Person | None) -> str:
    return f"{who(speaker)}: {text}" if speaker else text
