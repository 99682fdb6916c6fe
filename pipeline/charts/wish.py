"""Reads a wish for a chart out of a message: "plot orders by month", "... as a pie chart"."""

import re
from collections.abc import Mapping
from dataclasses import replace

from pipeline.chart import ChartWish, Kind

_KINDS: Mapping[str, Kind] = {
    "bar": "bar", "bars": "bar", "horizontal bar": "bar", "column": "column", "columns": "column",
    "vertical bar": "column", "line": "line", "lines": "line", "trend": "line",
    "time series": "line", "area": "area", "pie": "pie", "donut": "donut", "doughnut": "donut",
    "scatter": "scatter",
}  # fmt: skip
_LOOK = r"(?:(?P<look>dark|light|stacked|grouped)\s+)?(?:(?P<look2>dark|light|stacked|grouped)\s+)?"
_KIND = rf"(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))})"
_NOUN = r"(?:charts?|graphs?|plots?|diagrams?)"
# "as a pie" names a chart without the noun; "as a line" or "as columns" may mean something else.
_MARK = _LOOK.replace("look", "mark")
_BARE = r"(?P<bare>pie|donut|doughnut|bars|lines)"
_DRAWN = rf"(?:{_LOOK}(?:{_KIND}[\s-]*)?(?P<noun>{_NOUN})|{_MARK}{_BARE})"
_POLITE = (
    r"(?:please\s+|(?:can|could|would) you\s+|let me see\s+"
    r"|i(?:'d| would) like(?: to see)?\s+|i want(?: to see)?\s+)*"
)
_MAKE = (
    r"(?:(?:draw|show|make|give|create|plot|display|build|generate|render|get)\s+(?:me\s+|us\s+)?)"
)
_IT = r"(?:(?:it|this|that|them|the (?:result|results|answer|data|table))\s+)"
_DARK = re.compile(r"[\s,]+(?:in\s+)?(?:a\s+)?dark(?:\s+(?:mode|theme))?[\s.!?]*$", re.IGNORECASE)
_AS = r"(?:as|in|into|using)"
_END = r"(?:[\s,]+please)?[\s.!?]*$"
_TAIL = re.compile(
    rf"^(?P<rest>.*?\S)[\s,;]+(?:and\s+)?(?:{_MAKE}{_IT}?)?{_AS}\s+(?:an?\s+)?{_DRAWN}{_END}",
    re.IGNORECASE | re.DOTALL,
)
_LEAD = re.compile(
    rf"^{_POLITE}{_MAKE}?(?:an?\s+|the\s+)?{_DRAWN}\s+(?:of|for|showing|with|about)\s+(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_VERB = re.compile(
    rf"^{_POLITE}(?:plot|chart|graph|visuali[sz]e|draw)\s+(?:me\s+|us\s+)?(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ALONE = re.compile(
    rf"^(?:now\s+|and\s+|ok\s+|so\s+)*{_POLITE}(?:{_MAKE}{_IT}?|turn\s+{_IT}|{_IT})?"
    rf"(?:{_AS}\s+|to\s+)?(?:an?\s+|the\s+)?{_DRAWN}(?:\s+instead)?{_END}",
    re.IGNORECASE,
)
_IT_ALONE = re.compile(
    rf"^(?:now\s+|and\s+)*{_POLITE}(?:plot|chart|graph|visuali[sz]e|draw)\s+"
    rf"(?:it|this|that|them|the (?:result|results|answer|data|table)){_END}",
    re.IGNORECASE,
)


def chart_wish(text: str, *, may_be_names: bool = False) -> tuple[str, ChartWish | None]:
    """The message without its wish for a chart, and the wish; all of the message without one.

    `may_be_names` says that "chart", "plot" and the like are names in the data: then only a kind
    such as "pie chart" makes a wish.
    """
    light = _DARK.sub("", text)
    rest, wish = _read(light, may_be_names=may_be_names)
    if wish is None:
        return text, None
    return (text if wish.alone else rest), replace(wish, dark=wish.dark or light != text)


def _read(text: str, *, may_be_names: bool) -> tuple[str, ChartWish | None]:
    alone = _ALONE.match(text)
    if alone and (alone["kind"] or alone["bare"] or not may_be_names):
        return text, _wish(alone, alone=True)
    if _IT_ALONE.match(text):
        return text, ChartWish(alone=True)
    for form in (_TAIL, _LEAD):
        found = form.match(text)
        if found and (found["kind"] or found["bare"] or not may_be_names):
            rest, inner = _read(found["rest"], may_be_names=may_be_names)
            return (found["rest"] if inner and inner.alone else rest), _wish(found)
    verb = _VERB.match(text)
    if verb and not may_be_names:
        return verb["rest"], ChartWish()
    return text, None


def _wish(found: re.Match[str], *, alone: bool = False) -> ChartWish:
    groups = found.groupdict()
    words = {(groups.get(name) or "").lower() for name in ("look", "look2", "mark", "mark2")}
    kind = re.sub(r"\s+", " ", (groups.get("kind") or groups.get("bare") or "").lower())
    return ChartWish(
        kind=_KINDS.get(kind), stacked="stacked" in words, dark="dark" in words, alone=alone
    )
