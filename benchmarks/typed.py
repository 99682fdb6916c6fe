"""Questions as people type them in a chat: the same words, in another manner."""

import random
from collections.abc import Callable, Mapping

_BEFORE = (
    "hi, can you tell me ", "please, ", "hey, quick question: ", "could someone tell me ",
    "I'd like to know ", "sorry to bother you, but ",
)  # fmt: skip
_BEHIND = (" please", " thanks!", " - thank you", ", so I can share it with the team", "")


def _bare(question: str) -> str:
    return question.rstrip("?. !")


def _polite(question: str) -> str:
    # The same question always gets the same words.
    chosen = random.Random(question)  # noqa: S311 - nothing is kept secret by it
    plain = _bare(question)
    return f"{chosen.choice(_BEFORE)}{plain[:1].lower()}{plain[1:]}{chosen.choice(_BEHIND)}"


MANNERS: Mapping[str, Callable[[str], str]] = {
    "polite": _polite,
    "lower": lambda question: _bare(question).lower(),
    "shouted": str.upper,
    "marks": lambda question: f"{_bare(question)}??",
    "dots": lambda question: f"{_bare(question)} ...",
}
