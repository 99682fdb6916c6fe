"""Columns of a result as words: `count_orders` is "Number of orders"."""

import re

from knowledge.sentences import capital, uncapital
from pipeline.rules.text.plain_words import many, with_function
from pipeline.rules.text.words import is_past, is_plural

_AGGREGATES = {
    "count": "number of",
    "sum": "total",
    "avg": "average",
    "min": "lowest",
    "max": "highest",
}
_PERCENT = frozenset(("percent", "percentage", "pct"))
_CHANGE = " change"
# What stands before a number, which says itself what it is of.
_LEADS = re.compile(r"(rank_by|running)_(.+)", re.IGNORECASE)
# Two numbers in one, of which the second says that it is one.
_JOINED = re.compile(
    rf"(.+?)_(per|minus|times|plus)_((?:{'|'.join(_AGGREGATES)})_.+)", re.IGNORECASE
)
_RATIO = re.compile(r"(ratio|percent)_(.+?)_to_(.+)", re.IGNORECASE)
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
# A period that is part of a column's name: `1 jul 30 sep 2026`.
_DAYS = re.compile(rf"\b(\d{{1,2}}) ({_MONTHS})\b", re.IGNORECASE)
# A month or a quarter of a year: `october 2026`, `q3 2026`.
_NAMED_PERIOD = re.compile(
    rf"\b(?:(?:{_MONTHS})[a-z]*|q[1-4]) (?=(?:19|20)\d{{2}}\b)", re.IGNORECASE
)
_BETWEEN_DAYS = re.compile(r"\b(\d{1,2} [A-Z][a-z]{2}(?: \d{4})?) (\d{1,2} [A-Z][a-z]{2} \d{4})")


def title(column: str) -> str:
    """A column's name as words."""
    return _of_two(column) or (_share(column) if is_percent(column) else _of_one(column))


def be_of(told: str) -> str:
    """`is` or `are`, behind a title: net sales are, their number is, and so is a share of them."""
    words = re.split(r" (?:of|in|per|by) ", told.lower())[0].split()
    while words and (is_past(words[-1]) or not words[-1].isalpha()):
        words.pop()
    return "are" if words and words[-1].isascii() and is_plural(words[-1]) else "is"


def is_percent(column: str) -> bool:
    """Whether a column's numbers are percentages, by its name."""
    words = column.lower().split("_")
    return len(words) > 1 and bool(_PERCENT & {words[0], words[-1]})


def _of_two(column: str) -> str:
    """A number that is made of others; empty where it is not."""
    lead, joined, ratio = (form.fullmatch(column) for form in (_LEADS, _JOINED, _RATIO))
    if lead:
        return f"{capital(lead[1].lower().replace('_', ' '))} {_inner(lead[2])}"
    if ratio and ratio[1].lower() == "percent":
        return f"{title(ratio[2])} in percent of {_inner(ratio[3])}"
    if ratio:
        return f"Ratio of {_inner(ratio[2])} to {_inner(ratio[3])}"
    return f"{title(joined[1])} {joined[2].lower()} {_inner(joined[3])}" if joined else ""


def _inner(column: str) -> str:
    return uncapital(title(column))


def _of_one(column: str) -> str:
    head, _, rest = column.partition("_")
    of = _AGGREGATES.get(head.lower(), "") if rest else ""
    if rest.partition("_")[0].lower() in _AGGREGATES and "_" in rest:
        return capital(with_function(of or head.lower(), _inner(rest)))
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", " ", rest if of else column).strip()
    if words.endswith(_CHANGE):
        return f"Change in {_inner(column[: -len(_CHANGE)])}"
    words = _BETWEEN_DAYS.sub(r"\1 - \2", _DAYS.sub(_day, words))
    words = _NAMED_PERIOD.sub(lambda found: capital(found[0].lower()), words)
    if head.lower() == "count" and of:
        words = many(words)
    return capital(with_function(of, words) if of else words)


def _day(found: re.Match[str]) -> str:
    return f"{found[1]} {capital(found[2].lower())}"


def _share(column: str) -> str:
    """`orders_percent` is a share of orders, `sum_net_growth_percent` the growth of total net."""
    words = column.split("_")
    if words[0].lower() in _PERCENT and words[1:] == ["change"]:
        return "Percentage change"
    if words[0].lower() in _PERCENT:
        return f"Percentage of {' '.join(words[1:])}"
    rest = words[:-1]
    grows = rest[-1].lower() == "growth" and len(rest) > 1
    of = title("_".join(rest[:-1] if grows else rest))
    return f"{'Growth' if grows else 'Share'} of {uncapital(of)}"
