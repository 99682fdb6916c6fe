"""Questions as people type them in a hurry: lower case, no marks, short forms, slips."""

import random
import re

_SHORT = (
    ("number of", "nr of"), ("number of", "# of"), ("average", "avg"), ("percentage", "pct"),
    ("percentage", "%"), ("versus", "vs"), ("please", "pls"), ("how many", "how mnay"),
    ("what is", "whats"), ("quarter", "qtr"), ("customers", "custs"), ("compared to", "vs"),
    ("per month", "monthly"), ("revenue", "rev"),
)  # fmt: skip
_BEFORE = ("hi, ", "hey can you pull ", "pls: ", "quick one: ", "need ", "can i get ")
_BEHIND = (" thx", " pls", "??", " asap", " for the board deck")


def type_sloppily(question: str, pick: random.Random, *, keep: str) -> str:
    """The question in one of the ways in which people type; the name `keep` stays readable."""
    text, kind = question, pick.random()
    if kind < 0.18:
        return text[:1].upper() + text[1:]
    if kind < 0.28:
        text = _shorter(text, pick)
    if 0.28 <= kind < 0.38:
        text = _slipped(text, pick, keep)
    if 0.38 <= kind < 0.45:
        text = _around(text, pick)
    if pick.random() < 0.55:
        text = text.rstrip("?. ").lower()
    return text


def _shorter(text: str, pick: random.Random) -> str:
    fitting = [(long, short) for long, short in _SHORT if long in text]
    if not fitting:
        return text
    long, short = pick.choice(fitting)
    return text.replace(long, short, 1)


def _slipped(text: str, pick: random.Random, keep: str) -> str:
    """Two letters in the wrong order, one lost or one doubled, in a word that is no name."""
    words = [w for w in re.findall(r"[a-z]{6,}", text) if w not in keep]
    if not words:
        return text
    word = pick.choice(words)
    place = pick.randint(1, len(word) - 3)
    kind = pick.randrange(3)
    turned = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    typed = (turned, word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:])
    return text.replace(word, typed[kind], 1)


def _around(text: str, pick: random.Random) -> str:
    if pick.random() < 0.5:
        begin = pick.choice(_BEFORE)
        if re.match(r"(how|which|what|who|is|are|list|show|by|in)\b", text, re.IGNORECASE):
            begin = pick.choice(("hi, ", "quick one: ", "pls: "))
        return begin + text
    return text.rstrip("?. ") + pick.choice(_BEHIND)
