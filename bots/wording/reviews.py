"""What reviewers read."""

from bots.wording.moments import who
from pipeline.people import Person

QUESTION = "Question"
READING = "Read as"
SUMMARY = "Answer"
NOTE = "Note from the asker"
BINDING = "Confirmed, and checked in the SQL"
PASSED_TO_ASKER = "I passed your question on to the person who asked."


NEXT = "Review next"
SEVERAL = "Reject several…"
SEVERAL_TITLE = "Reject imports"
SEVERAL_INTRO = (
    "The questions you choose are never used. `countersign knowledge restore` restores one."
)
SEVERAL_WHICH = "Which ones? The most used come first"
SEVERAL_NOTE = "Why? The reason is saved with each of them."
SEVERAL_SEND = "Reject"
UNTRUSTED = "None of them is used before a reviewer approves it."


def imports_wait(count: int, workspace: str) -> str:
    if not count:
        return f"No imported questions are waiting in {workspace}."
    wait = (
        "1 imported question is waiting for review"
        if count == 1
        else (f"{count:,} imported questions are waiting for review")
    )
    return f"{wait} in {workspace}, the most frequent first"


def rejected(count: int, of: int) -> str:
    told = f"Rejected: {count} of {of}."
    return told if count == of else f"{told} The others were already decided."


def waiting(question: str, used: int) -> str:
    times = "once" if used == 1 else f"{used:,} times"
    return f"{question} (asked {times})" if used else question


def title(asker: Person) -> str:
    return f"{who(asker)} asks for a review"


def spoken(text: str, speaker: Person | None) -> str:
    return f"{who(speaker)}: {text}" if speaker else text
