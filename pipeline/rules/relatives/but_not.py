"""`Made a purchase but had no session`: two conditions that are read as questions of their own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.intent import Intent
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, readings_of
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan

_SAME_TIME = re.compile(
    r"\b(?:in|during|within|over)\s+(?:that|the|this)\s+(?:very\s+)?(?:same\s+)?"
    r"(?:period|time(?:\s+frame)?|window|timeframe|span|interval|year|month|quarter|week|days)\b",
    re.IGNORECASE,
)
# What happens in a period, told by a word that says no more than that.
_HAPPENS = re.compile(
    r"\b(?:starting|beginning|happening|occurring|taking place|held|dated|made)\s+"
    r"(?=in\b|during\b)",
    re.IGNORECASE,
)
_DENIES = r"(?:(?:had|have|has|did|do|does|were|was|are|is|made|got)\s+)?(?:not|never|no|without)\b"
_OPPOSED = re.compile(r"\b(?:but|and|yet)\b.*\b(?:not|never|no|without)\b", re.IGNORECASE)
_WHO = r"(?:who|that|which)\s+"


def parted(question: str, times: Sequence[TimeSpan], about: Known) -> Iterator[tuple[str, str]]:
    """The two questions of one that says of rows what they have, and what they have not."""
    for table in said_tables(question, about) if _OPPOSED.search(question) else ():
        rows = called(table, about)
        found = re.match(
            rf"^(?P<head>.*?\b(?:{rows}))\s+(?P<one>(?P<who>{_WHO})?[^.?!]+?),?\s+(?:but|and|yet)\s+"
            rf"(?:{_WHO})?(?P<two>{_DENIES}[^.?!]*)[.?!]?(?P<tail>\s+.*)?$",
            question, re.IGNORECASE,
        )  # fmt: skip
        if found is None:
            continue
        one, two, who = found["one"], found["two"], found["who"] or ""
        spans = [span.words for span in times if span.words.lower() in one.lower()]
        if len(spans) == 1:
            said = re.search(rf"(?:\b\w+\s+)?(?:the\s+)?{re.escape(spans[0])}", one, re.IGNORECASE)
            if _SAME_TIME.search(two):
                two = _HAPPENS.sub("", _SAME_TIME.sub(said.group() if said else spans[0], two))
        if _SAME_TIME.search(two) is None:
            tail = found["tail"] or ""
            head = found["head"]
            yield f"{head} {one}.{tail}", f"{head} {who or ''}{two}.{tail}"


def but_not(
    question: str, times: Sequence[TimeSpan], about: Known, read: Read
) -> tuple[list[Planned], bool]:
    """The readings with both conditions, and whether each of these is evident by itself."""
    for one, two in parted(question, times, about):
        (first, sure), (second, also) = readings_of(one, read), readings_of(two, read)
        found = [made for a in first for b in second if (made := _both(a, b)) is not None]
        if found:
            return found, sure and also
    return [], False


def _both(one: Planned, two: Planned) -> Planned | None:
    """Two readings of the same rows as one; None where one of them says nothing of these."""
    if one.left_out or two.left_out or not one.intent.filters or not two.intent.filters:
        return None
    if _bare(one.intent) != _bare(two.intent):
        return None
    filters = tuple(dict.fromkeys((*one.intent.filters, *two.intent.filters)))
    limited = _is_limited(one.intent) or len(filters) == len(one.intent.filters)
    made = replace(_bare(one.intent), filters=filters)
    return None if limited else replace(one, intent=made)


def _bare(intent: Intent) -> Intent:
    """An intent without its conditions; rows that are counted are what it is about."""
    subject = intent.measures[0].table if len(intent.measures) == 1 else intent.subject
    return replace(intent, filters=(), subject=subject)


def _is_limited(intent: Intent) -> bool:
    return bool(intent.limit or intent.both or intent.having or intent.compared)
