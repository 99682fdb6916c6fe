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
SEVERAL = "Reject several…"
SEVERAL_TITLE = "Reject imports"
SEVERAL_INTRO = (
    "None of the ones you choose will ever answer anybody. "
    "`countersign knowledge restore` takes one back."
)
SEVERAL_WHICH = "The most used first; each by its question, or by its SQL"
SEVERAL_NOTE = "Why? It is kept with each of them."
SEVERAL_SEND = "Reject"
UNTRUSTED = "None of them answers anybody before one of you says so."


def imports_wait(count: int, workspace: str) -> str:
    if not count:
        return f"No imported question waits in {workspace} any more."
    wait = "1 imported question waits" if count == 1 else f"{count:,} imported questions wait"
    return f"{wait} in {workspace}: most frequent first"


def rejected(count: int, of: int) -> str:
    told = f"Rejected: {count} of {of}."
    return told if count == of else f"{told} Somebody else was at the others already."


def waiting(question: str, used: int) -> str:
    times = "once" if used == 1 else f"{used:,} times"
    return f"{question} (asked {times})" if used else question


def title(asker: Person) -> str:
    return f"{who(asker)} asks for a review"


def spoken(text: str, speaker: Person | None) -> str:
    return f"{who(speaker)}: {text}" if speaker else text
