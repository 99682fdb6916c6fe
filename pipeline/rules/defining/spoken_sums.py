"""Sums told as deeds or as nouns: `divide A by B`, `the difference between A and B`."""

import re
from collections.abc import Callable

_ARTICLE = r"(?:(?:the|its|their|his|her|each|every|an?)\s+)?"
_AND = r",?\s+(?:and\s+)?(?:then\s+)?"
_IT = r"(?:it|that|this|them|the\s+(?:result|sum|total|difference|quotient|product|ratio|outcome))"
_SAID = r"(?:times|multiplied\s+by|minus|less|plus|divided\s+by|over|reduced\s+by|increased\s+by)"
_SIGN = re.compile(
    rf"\s{_SAID}\s(?!than\b|\d+\s+[a-z])|[*/÷×+]|\s[-–]\s",  # noqa: RUF001
    re.IGNORECASE,
)
# `who came three times in a year` is no sum.
_HOW_OFTEN = re.compile(
    r"\b(?:\d+|many|two|three|four|five|six|ten|several)\s+times\s(?:in|an?|per|last|this|during|on)\b",
    re.IGNORECASE,
)
# `sold price times rate, divided by 100`.
_LOOSE_SIGN = re.compile(rf"\s*,\s*(?:and\s+)?(?:then\s+)?(?={_SAID}\s)", re.IGNORECASE)
_FORMAL = {"reduced by": "minus", "increased by": "plus"}
_RENAMED = re.compile(r"\b(?:reduced|increased)\s+by\b", re.IGNORECASE)
_LEADS = re.compile(
    r"^(?:(?:please|simply|just|you|we|one|should|must|need\s+to|have\s+to)\s+)+", re.IGNORECASE
)
_OF_BOTH = re.compile(
    r"^(?P<one>[\w-]+)\s+(?:and|plus)\s+(?P<other>[\w-]+(?:\s+[\w-]+)*?)\s+(?P<noun>\w+s)$",
    re.IGNORECASE,
)


def as_sum(words: str) -> str:
    """The words with signs between the numbers; as they are where they tell no sum."""
    plain = _LEADS.sub("", " ".join(words.split()).rstrip(" .;,"))
    plain = _RENAMED.sub(lambda found: _FORMAL[" ".join(found[0].lower().split())], plain)
    plain = _LOOSE_SIGN.sub(" ", plain)
    for form, made in _FORMS:
        found = form.match(plain)
        if found is not None:
            return made(found)
    return words if plain == " ".join(words.split()).rstrip(" .;,") else plain


def is_sum(words: str) -> bool:
    """Whether words tell how a number is computed of others."""
    return _SIGN.search(_HOW_OFTEN.sub("", f" {as_sum(words)} ")) is not None


def _side(text: str) -> str:
    """One side of a sign, in brackets where it is a sum itself."""
    said = as_sum(re.sub(rf"^{_ARTICLE}", "", text.strip(), flags=re.IGNORECASE))
    return f"({said})" if _SIGN.search(f" {said} ") and not _is_bracketed(said) else said


def _is_bracketed(text: str) -> bool:
    return text.startswith("(") and text.find(")") == len(text) - 1


def _between(sign: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{_side(found['one'])} {sign} {_side(found['other'])}"


def _added(found: re.Match[str]) -> str:
    """`land and improvement values` are land values plus improvement values."""
    text = found["all"]
    both = _OF_BOTH.match(text)
    if both is not None:
        noun = both["noun"]
        return f"{both['one']} {noun} plus {both['other']} {noun}"
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text)
    return " plus ".join(_side(part) for part in parts)


def _percent(found: re.Match[str]) -> str:
    return f"({_side(found['one'])} divided by {_side(found['other'])}) times 100"


def _share(found: re.Match[str]) -> str:
    return f"{_side(found['one'])} times {float(found['percent']) / 100:g}"


def _further(found: re.Match[str]) -> str:
    """`divide A by B, then multiply the result by 100`."""
    sign = {"multiply": "times", "times": "times", "divide": "divided by"}[found["deed"].lower()]
    return f"{_side(found['first'])} {sign} {found['by']}"


_TAKE = r"(?:(?:take|use)\s+)?(?:the\s+)?"
_ONE, _OTHER = r"(?P<one>.+?)", r"(?P<other>.+)"
_ADDS = (
    r"(?:(?:take\s+)?(?:the\s+)?sum\s+of|add(?:ing)?(?:\s+(?:up|together))?|sum(?:ming)?(?:\s+up)?)"
)
_TAKES = r"(?:subtract(?:ing)?|deduct(?:ing)?|tak(?:e|ing)|take\s+away)"
_BETWEEN = (
    ("divided by", rf"{_ONE}{_AND}divide\s+(?:{_IT}\s+)?by\s+{_OTHER}"),
    ("times", rf"{_ONE}{_AND}multiply\s+(?:{_IT}\s+)?(?:by|with)\s+{_OTHER}"),
    ("minus", rf"take\s+{_ONE}{_AND}(?:subtract|deduct)\s+(?P<other>.+?)(?:\s+from\s+{_IT})?"),
    ("plus", rf"take\s+{_ONE}{_AND}add\s+(?P<other>.+?)(?:\s+to\s+{_IT})?"),
    ("divided by", rf"divid(?:e|ing)\s+{_ONE}\s+by\s+{_OTHER}"),
    ("times", rf"multiply(?:ing)?\s+{_ONE}\s+(?:by|with|times)\s+{_OTHER}"),
    ("minus", rf"{_TAKES}\s+(?P<other>.+?)\s+(?:away\s+)?from\s+(?P<one>.+)"),
    ("plus", r"add(?:ing)?\s+(?P<other>.+?)\s+to\s+(?P<one>.+)"),
    ("minus", rf"{_TAKE}difference\s+between\s+{_ONE}\s+and\s+{_OTHER}"),
    ("times", rf"{_TAKE}product\s+of\s+{_ONE}\s+and\s+{_OTHER}"),
    ("divided by", rf"{_TAKE}(?:ratio|quotient)\s+of\s+{_ONE}\s+(?:to|and|over)\s+{_OTHER}"),
    ("divided by", rf"{_TAKE}ratio\s+between\s+{_ONE}\s+and\s+{_OTHER}"),
)
_OTHERWISE = (
    (rf"{_ADDS}\s+{_ARTICLE}(?P<all>[^()]+?(?:,|\sand\s)[^()]+?)(?:\s+together)?", _added),
    (
        rf"{_ONE}\s+(?:expressed\s+)?(?:as|in)\s+an?\s+(?:percentage|percent|share)\s+of\s+{_OTHER}",
        _percent,
    ),
    (r"(?P<percent>\d+(?:\.\d+)?)\s*(?:%|percent|per\s+cent)\s+of\s+(?P<one>.+)", _share),
    (r"(?:take|use)\s+(?P<first>.+)", lambda found: as_sum(found["first"])),
)
_MORE = (
    rf"(?P<first>.+?){_AND}(?P<deed>multiply|divide|times)\s+(?:{_IT}\s+)?(?:by\s+)?"
    r"(?P<by>\d+(?:\.\d+)?)"
)
_FORMS = tuple(
    (re.compile(rf"^{form}$", re.IGNORECASE), made)
    for form, made in (
        (_MORE, _further),
        *((form, _between(sign)) for sign, form in _BETWEEN),
        *_OTHERWISE,
    )
)
