"""Questions as people type them: `WHATS THE TOTAL??` is read as `what is the total?`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.times.values import TimeSpan

_MARKS = re.compile(r"(?:\s*(?:\.{2,}|\u2026|[?!]+))+\s*$")
_BEGINNING = re.compile(
    r"^(?P<asks>what|who|where)(?:(?:['\u2019]?s)|(?P<many>['\u2019]re))(?=\s)", re.IGNORECASE
)
_WISH = re.compile(
    r"^(?:i|we)(?:\s+(?:would|really))?\s*['\u2019]?\s*(?:d\s+)?(?:need|want|require|like|love)\s+"
    r"(?:to\s+(?:see|have|get|know)\s+)?(?=(?:the|an?|all|every|each|our|how|which)\b)",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^(?:(?:tell|show|give|get)\s+me\s+)?an?\s+(?:full\s+|complete\s+)?list\s+of\s+"
    r"(?=(?:all|the|every)\b)",
    re.IGNORECASE,
)
_SHORT = re.compile(r"(?<!\S)w/(?P<out>o)?(?=\s)", re.IGNORECASE)
_QUOTES = frozenset("\"'`\u2018\u2019\u201c\u201d")
_FEWEST_SHOUTED = 3


def as_written(question: str, times: Sequence[TimeSpan]) -> tuple[str, tuple[TimeSpan, ...]]:
    """The question with one mark at its end and its first words in full, and its times in it.

    What is written in capitals throughout is taken for small letters, but for quoted texts.
    """
    plain = _MARKS.sub("?", question.rstrip())
    plain = f"{plain}?" if plain[-1:].isalnum() else plain
    if plain.isupper() and len(plain.split()) >= _FEWEST_SHOUTED and not _QUOTES & set(plain):
        plain = plain.lower()
    full = _LIST.sub("list ", _WISH.sub("tell me ", _BEGINNING.sub(_in_full, plain)))
    moved = len(full) - len(plain)
    placed = tuple(replace(span, at=span.at + moved, until=span.until + moved) for span in times)
    return _spelled_out(full, placed)


def _spelled_out(question: str, times: tuple[TimeSpan, ...]) -> tuple[str, tuple[TimeSpan, ...]]:
    """`tracks w/o composer` in full, and the times behind it where they are then."""
    for found in reversed([*_SHORT.finditer(question)]):
        word = "without" if found["out"] else "with"
        more = len(word) - len(found[0])
        question = f"{question[: found.start()]}{word}{question[found.end() :]}"
        times = tuple(
            replace(span, at=span.at + more, until=span.until + more)
            if span.at >= found.end() else span
            for span in times
        )  # fmt: skip
    return question, times


def _in_full(match: re.Match[str]) -> str:
    return f"{match['asks']} {'are' if match['many'] else 'is'}"
