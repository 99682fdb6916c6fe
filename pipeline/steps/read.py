"""`read`: whether the text is a question at all, and one that may be answered here."""

import re

from pipeline.flow import Finish, Go, Outcome
from pipeline.result import Refusal
from pipeline.state import RunState

LONGEST = 2_000
# What is made is named, because people also say "create a list of"; a rate is no wish.
_WRITE = re.compile(
    r"^\s*(please\s+|can you\s+|could you\s+)?("
    r"(insert|update|delete|drop|alter|truncate|revoke|rename|merge|remove)\b"
    r"(?!\s+(in|on|of|rates?|frequency|counts?|dates?|times?)\b)"
    r"|create\s+((or|replace|a|an|the|new|unique|temporary|temp)\s+)*"
    r"(table|view|index|user|role|database|schema|column|trigger|function|procedure|record|row)\b"
    r"|grant\b.*\bto\b)"
    r"|\badd an? (index|column|table|row)\b|\bset the \w+( \w+)* (of|to)\b",
    re.IGNORECASE,
)


async def read(state: RunState) -> Outcome:
    """Refuse what is no question, is too long, or wants to change data."""
    text = state.question.strip()
    if not any(character.isalnum() for character in text):
        return _refuse(
            state,
            "empty",
            "I could not find a question in that message.",
            "Ask in a sentence, for example: How many orders did we get last month?",
        )
    if len(text) > LONGEST:
        return _refuse(
            state,
            "too_long",
            f"That message has {len(text):,} characters; I read questions of up to {LONGEST:,}.",
            "Ask for one thing in a sentence or two.",
        )
    if _WRITE.search(text):
        return _refuse(
            state,
            "write",
            "That asks to change data. I only read, so nothing was changed.",
            "Ask a question about the data, or ask the owner of the data to make the change.",
        )
    return Go(state=state)


def _refuse(state: RunState, code: str, reason: str, next_step: str) -> Finish:
    return Finish(state=state, outcome=Refusal(code=code, reason=reason, next_step=next_step))
