"""`start over`: a person clears what a conversation remembers of the turns before."""

import re

from pipeline.result import Refusal

CODE = "anew"
_FORM = re.compile(
    r"^\s*(?:please\s+|ok(?:ay)?[\s,]+|let'?s\s+)*(?:"
    r"start(?:ing)?\s+(?:over|again|afresh|anew|fresh)"
    r"|(?:a\s+)?new\s+(?:topic|subject|conversation|chat)"
    r"|(?:clear|reset|delete|wipe|forget)\s+(?:the\s+|this\s+|our\s+|your\s+)?"
    r"(?:conversation|history|context|memory|chat|thread)"
    r"|forget\s+(?:everything\s+|all\s+|what\s+)?(?:that\s+)?(?:we|i|you)\s+"
    r"(?:have\s+)?(?:said|asked|talked about|discussed)(?:\s+(?:before|so far|here))?"
    r")[\s.!]*$",
    re.IGNORECASE,
)
LEFT_BEHIND = Refusal(
    code=CODE,
    reason="The earlier questions in this thread are cleared.",
    next_step=(
        "Your next question starts anew. Your saved choices are kept. Write “forget” to see them."
    ),
)


def starts_anew(text: str) -> bool:
    """Whether the message only asks to leave the turns before behind."""
    return _FORM.match(text) is not None
