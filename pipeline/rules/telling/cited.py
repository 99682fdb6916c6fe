"""The words that a refusal cites: the person's own, none that the rules put in their place."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.rules.outcomes import Cannot, Outcome
from pipeline.rules.tagging.tag import Tagged

NOT_TOGETHER = (
    "I know the words of this question, but not how they connect. Please say it in another way."
)
_WORD = re.compile(r"\w+")


def unread(words: Sequence[str]) -> str:
    """Why a question is refused in which these words found no place."""
    listed = " and ".join(f"“{word}”" for word in words)
    return f"I cannot tell what this means here: {listed}." if words else NOT_TOGETHER


def cited(failed: Sequence[str], tags: Tagged) -> tuple[str, ...]:
    """What found no place, as it stands in the question that was read."""
    own = (text if is_said(text, tags.question) else _in_place_of(text, tags) for text in failed)
    return tuple(dict.fromkeys(text for text in own if text))


def in_own_words(outcome: Outcome, question: str) -> Outcome:
    """A refusal that cites nothing but the words of the question as it was written."""
    if not isinstance(outcome, Cannot) or all(is_said(text, question) for text in outcome.cited):
        return outcome
    kept = tuple(text for text in outcome.cited if is_said(text, question))
    reason = outcome.reason.replace(unread(outcome.cited), unread(kept))
    return replace(outcome, reason=reason, cited=kept)


def is_said(text: str, question: str) -> bool:
    """Whether all words of a text stand in a question."""
    words = _WORD.findall(text.lower())
    return bool(words) and set(words) <= set(_WORD.findall(question.lower()))


def _in_place_of(text: str, tags: Tagged) -> str:
    """What was written where the rules read another word: `never` as without, `most` as a count."""
    for word in tags.words:
        if word.lower == text:
            return tags.question[word.at : word.until]
    told = (
        i.text for i in tags.items if isinstance(i.payload, tuple) and text and text in i.payload
    )
    return next((said for said in told if is_said(said, tags.question)), "")
