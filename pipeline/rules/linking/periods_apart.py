"""Two periods set against each other: `how did orders grow from 2024 to 2025`."""

import re
from collections.abc import Sequence

from pipeline.dates.growing import MOVE, MOVED
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.times.values import TimeSpan

_ENDS = r"(?:\s+(?:from|between|in|for|of|during|on))?\s*$"
_HEADS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^(?:(?:by\s+)?how(?:\s+(?:much|many|far))?\s+)?(?:did|do|does|has|have)\s+(?P<said>.+?)\s+"
        rf"{MOVED}{_ENDS}",
        rf"^(?:(?:what\s+(?:is|was)|show\s+me|show|tell\s+me|give\s+me)\s+)?(?:the\s+)?(?:{MOVE}|difference)\s+"
        rf"(?:in|of)\s+(?P<said>.+?){_ENDS}",
        rf"^(?:show\s+me\s+)?(?:the\s+)?(?P<said>.+?)\s+growth{_ENDS}",
        rf"^compare\s+(?P<said>.+?){_ENDS}",
        rf"^how\s+(?:did|do|does)\s+(?P<said>.+?){_ENDS}",
    )
)
_BARE = re.compile(rf"^(?P<said>[\w' -]+?){_ENDS}", re.IGNORECASE)
_JOINT = re.compile(
    r"^,?\s*(?:compare[ds]?\s+)?(?:up\s+|down\s+)?(?:to|with|and|against|vs\.?|versus)"
    r"(?:\s+(?:the|in|of|for|those|that))*\s*$",
    re.IGNORECASE,
)
_AND = re.compile(r"^\s*and\b", re.IGNORECASE)
_QUALIFIED = re.compile(r"\s+(?:in|of|from|by|per|for|with|at)\s.*$", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper\s*cent|\bpercentage", re.IGNORECASE)
_LEAD = re.compile(r"^(?:the|our|their|all|all\s+the)\s+", re.IGNORECASE)
_POINTS = re.compile(r"^(?:this|last|next|the|yesterday|today|previous|current)\b", re.IGNORECASE)
_NAMED = 0.9


def with_periods_apart(question: str, times: Sequence[TimeSpan], about: Known) -> str:
    """The question as one for a number in one period versus another; any other as it is."""
    pair = _pair(times)
    if pair is None or _PERCENT.search(question):
        return question
    first, second = pair
    before, between = question[: first.at], question[first.until : second.at]
    said = _said(before, between, about)
    if not said:
        return question
    plain = _LEAD.sub("", said)
    asked = f"How many {plain}" if _names_rows(plain, about) else f"What was the {plain}"
    place = "" if _POINTS.match(first.words) else "on " if first.grain == "day" else "in "
    return f"{asked} {place}{first.words} vs {second.words}{question[second.until :]}"


def _pair(times: Sequence[TimeSpan]) -> tuple[TimeSpan, TimeSpan] | None:
    """The two periods of the only comparison, where nothing else is said of time."""
    apart = len(times) == 2 and times[0].comparison is not None  # noqa: PLR2004
    if not apart or times[0].comparison != times[1].comparison:
        return None
    first, second = sorted(times, key=lambda span: span.at)
    return (first, second) if first.until <= second.at else None


def _said(before: str, between: str, about: Known) -> str:
    """What moved, or is compared; nothing where the question asks for something else."""
    if not _JOINT.match(between):
        return ""
    found = next((match["said"] for form in _HEADS if (match := form.match(before))), "")
    if found or _AND.match(between):
        return found
    bare = _BARE.match(before)
    return bare["said"] if bare is not None and _is_known(bare["said"], about) else ""


def _is_known(said: str, about: Known) -> bool:
    """Whether the words before a first preposition name rows, a column or a metric."""
    words = words_of(_QUALIFIED.sub("", _LEAD.sub("", said)))
    metric = about.phrasebook.longest(words)
    return bool(about.lexicon.find(words)) or (metric is not None and metric[0] == len(words))


def _names_rows(said: str, about: Known) -> bool:
    """`paid orders` are rows; `order total`, `number of orders` and a metric are numbers."""
    words = words_of(_QUALIFIED.sub("", said))
    if about.phrasebook.longest(words) is not None:
        return False
    fits = (about.lexicon.find(words[at:])[:1] for at in range(len(words)))
    best = next((found[0] for found in fits if found), None)
    return best is not None and not best.column and best.score >= _NAMED
