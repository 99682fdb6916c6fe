"""A question with a list of what is to be shown behind it: `... Return the name and the rate`."""

import re
from dataclasses import dataclass, replace

from pipeline.rules.showing.order_said import Ordered, without_order
from pipeline.rules.text.share_forms import rounded

_VERB = (
    r"(?:(?:please\s+|also\s+|then\s+)*"
    r"(?:return|show|list|display|include|give|output|report|provide|present)(?:\s+(?:me|us))?"
    r"|(?:your|the)\s+(?:answer|output|results?|table|report)\s+(?:should|must|needs?\s+to)\s+"
    r"(?:only\s+)?(?:have|show|include|contain|list|consist\s+of))"
)
_LIST = re.compile(
    rf"(?:(?<=[.?!])|;|,\s*(?:and(?:\s+then)?|then))\s+{_VERB}\s*:?\s+"
    r"(?P<list>(?:[^.?!;]|\.(?=\d))+)(?:[.?!;]+|$)",
    re.IGNORECASE,
)
_SORTED = re.compile(
    r"^\s*(?:and\s+)?(?P<order>(?:order|sort|rank|arrange)(?:ed)?\s+(?:[^.?!;]|\.(?=\d))+)[.?!]*\s*$",
    re.IGNORECASE,
)
# `Compare rents by city. Show city and total`: the list says which numbers of the rents.
_FRAME = re.compile(
    r"^\s*(?:please\s+)?(?:compare|summari[sz]e|analy[sz]e|break(?:\s+down)?|split(?:\s+up)?|group)"
    r"\s+(?:(?:the|our|all)\s+)*(?P<rows>[^.?!;,]+?)(?:\s+(?:down|up))?\s+"
    r"(?:by|per|across|for\s+each|for\s+every)\s+(?:the\s+)?(?P<by>[^.?!;]+)[.?!;]*\s*$",
    re.IGNORECASE,
)
# What is shown beside the answer, and does not take its place.
_BESIDE = re.compile(r"\b(?:as\s+well|too|also|include)\b", re.IGNORECASE)
_ENDS = re.compile(
    r"[\s,]+(?:as\s+well|too|please|in\s+(?:your|the)\s+(?:answer|output|results?))\s*$",
    re.IGNORECASE,
)
_JOINTS = re.compile(
    r"\s*,\s*(?:and\s+|plus\s+|as\s+well\s+as\s+)?"
    r"|\s+(?:and|plus|along\s+with|together\s+with|as\s+well\s+as)\s+|\s*&\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:both|only|just|also|all|the|an?|their|its|his|her|each|every|corresponding|respective"
    r"|associated|following|columns?|fields?)(?:\s+|\s*:\s*))+",
    re.IGNORECASE,
)
# Less than a verb and what it is about is no question of its own.
_FEWEST_WORDS, _LONGEST_ITEM, _MOST = 3, 8, 10


@dataclass(frozen=True, slots=True)
class Listed:
    """A question without its closing list, what this names, and the order that it asks for.

    What is `beside` is shown with the answer, not in its place; `framed` where the question names
    only rows and what to group them by, so that each number is in the list. Numbers are rounded
    to so many `digits` where that is said; without `items` nothing else is.
    """

    question: str
    items: tuple[str, ...]
    order: tuple[Ordered, ...] = ()
    beside: bool = False
    framed: bool = False
    digits: int | None = None


def listed_in(question: str) -> Listed | None:
    """The question, its closing list and its rounding apart; None where it has neither."""
    plain, digits = rounded(question)
    listed = _parted(plain)
    if listed is not None:
        return replace(listed, digits=digits)
    return Listed(plain, (), digits=digits) if digits is not None else None


def _parted(question: str) -> Listed | None:
    found = list(_LIST.finditer(question))
    if not found:
        return None
    last = found[-1]
    behind = question[last.end() :]
    sorted_ = _SORTED.match(behind)
    rest = question[: last.start()].rstrip(" ,")
    if behind.strip() and sorted_ is None:
        rest = f"{rest} {behind.strip()}"
    if len(rest.split()) < _FEWEST_WORDS:
        return None
    text = _ENDS.sub("", " ".join(last["list"].split()))
    if sorted_ is not None:
        text = f"{text}, {sorted_['order'].strip()}"
    parted = without_order(text)
    if parted is None:
        return None
    text, order = parted
    items = tuple(_LEAD.sub("", item.strip()) for item in _JOINTS.split(_ENDS.sub("", text)))
    if not 0 < len(items) <= _MOST or any(not item for item in items):
        return None
    beside = _BESIDE.search(last.group()) is not None
    frame = _FRAME.match(rest)
    if frame is not None:
        rest = f"Number of {frame['rows']} by {frame['by']}"
    listed = Listed(rest, items, order, beside, frame is not None)
    return listed if all(map(_is_short, items)) else None


def _is_short(item: str) -> bool:
    return len(item.split()) <= _LONGEST_ITEM
