"""Remarks beside what a question asks: a later sentence, words in brackets or behind a dash.

Where the question is read without one of them, that is offered, and the button says which.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from pipeline.rules.asking.moves import Move
from pipeline.times.values import TimeSpan

REMARK = "remark"
_BRACKETS = re.compile(r"\([^()]*\)")
# A sentence or its part begins behind each; decimals and abbreviations have no blank behind them.
_ENDS = re.compile(r"(?<=[.?!])\s+|\s*;\s+|\s+[-\N{EN DASH}\N{EM DASH}]\s+")
# How an answer is to look: what is grouped, listed or asked as well stands behind a comma too.
_TAIL = re.compile(
    r",\s+(?=(?:as|in|rounded|if|just|regardless|including|ignoring|please)\b[^,.;?!()]+[.?!]?\s*$)",
    re.IGNORECASE,
)
_MOST, _FEWEST_WORDS, _FEWEST_LEFT = 4, 2, 3
_REMARKED, _NEXT = 1.0, 0.1
_LONGEST_TOLD = 80


def remarks_in(question: str) -> list[tuple[int, int]]:
    """Where each remark begins and ends, in the order in which they stand there."""
    found = [match.span() for match in _BRACKETS.finditer(question)]
    cuts = [match for match in _ENDS.finditer(question) if not _is_inside(match.start(), found)]
    starts = [match.start() for match in cuts]
    ends = [*starts[1:], len(question)]
    parts = list(zip(starts, ends, strict=True)) if starts else []
    tail = _TAIL.search(question, starts[-1] if starts else 0)
    parts += [(tail.start(), len(question))] if tail is not None else []
    return [span for span in sorted({*found, *parts}) if _is_aside(question, *span)][:_MOST]


def without_remark(
    question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> tuple[str, Sequence[TimeSpan]]:
    """The question with the remark blanked out that a person said to leave, and its times."""
    start, _, end = choices.get(REMARK, "").partition("-")
    if not (start.isdigit() and end.isdigit()):
        return question, times
    gone = (int(start), min(int(end), len(question)))
    left = [span for span in times if not _is_inside(span.at, [gone])]
    return question[: gone[0]] + " " * (gone[1] - gone[0]) + question[gone[1] :], left


def remark_of(question: str, choices: Mapping[str, str]) -> str:
    """The remark that is not used, as it was written; empty where all is."""
    start, _, end = choices.get(REMARK, "").partition("-")
    return _told(question[int(start) : int(end)]) if start.isdigit() and end.isdigit() else ""


def without_remarks_of(question: str, times: Sequence[TimeSpan]) -> Iterator[Move]:
    """What may be left out of the question, the last remark first: it adds the least.

    Never a time: other rows would count.
    """
    timed = [span.at for span in times]
    spans = [
        span for span in remarks_in(question) if not any(_is_inside(at, [span]) for at in timed)
    ]
    for place, (start, end) in enumerate(reversed(spans)):
        told = f"not used: “{_told(question[start:end])}”"
        yield Move(REMARK, f"{start}-{end}", _REMARKED + _NEXT * place, told)


def _told(text: str) -> str:
    plain = " ".join(text.strip(" \t\n()[];,-\N{EN DASH}\N{EM DASH}.").split())
    return plain if len(plain) <= _LONGEST_TOLD else f"{plain[: _LONGEST_TOLD - 1].rstrip()}…"


def _is_aside(question: str, start: int, end: int) -> bool:
    rest = f"{question[:start]} {question[end:]}".split()
    return len(question[start:end].split()) >= _FEWEST_WORDS and len(rest) >= _FEWEST_LEFT


def _is_inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)
