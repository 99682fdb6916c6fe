"""What the texts of a column are, judged by some of them: dates, numbers, yes and no, missing."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The forms of dates and of numbers that compare rightly as they are.
ISO_DATES, IN_DIGITS = "year-month-day", "in digits"
_MISSING = frozenset(
    ("", "-", "--", "---", ".", "?", "none", "(none)", "null", "(null)", "nil", "nan", "n/a",
     "n.a.", "na", "#n/a", "not available", "not applicable", "missing", "(blank)")
)  # fmt: skip
_BOOLEANS = (
    frozenset(("y", "n")), frozenset(("yes", "no")), frozenset(("t", "f")),
    frozenset(("true", "false")), frozenset(("0", "1")), frozenset(("on", "off")),
)  # fmt: skip
_MOST_OF_THEM = 0.9
_NUMBER = re.compile(
    r"[-+]?\s*(?P<sign>[$€£¥]|EUR|USD|GBP)?\s*[-+]?"
    r"(?P<whole>\d{1,3}(?:(?P<sep>[.,' ])\d{3})+|\d+)"
    r"(?:(?P<point>[.,])(?P<rest>\d+))?\s*(?P<tail>[%€$£]|EUR|USD|GBP)?"
)
_MONTHS = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
# The order of the parts is settled by values above 12.
_PARTED = re.compile(r"(?P<one>\d{1,2})(?P<sign>[/.-])(?P<two>\d{1,2})(?P=sign)(?:\d{4}|\d{2})\b.*")
_FORMATS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (ISO_DATES, re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T].*)?")),
    ("year/month/day", re.compile(r"\d{4}/\d{1,2}/\d{1,2}(?: .*)?")),
    ("year, month and day without signs", re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d")),
    ("day and month in words", re.compile(rf"(?i)\d{{1,2}}[ -]{_MONTHS}[ -,]+\d{{2,4}}.*")),
    ("month in words first", re.compile(rf"(?i){_MONTHS} \d{{1,2}},? \d{{4}}.*")),
)
# `0000-00-00 00:00:00` and `00/00/0000` are no dates; `2024-00-15` and `00/03/2024` only a part.
_NO_DATE = re.compile(r"0{4}[-/.]00?[-/.]00?(?:[ T][0:.]+)?|00?[-/.]00?[-/.](?:0{4}|00)")
_PART_OF_DATE = re.compile(
    r"\d{4}[-/.](?:00?[-/.]\d{1,2}|\d{1,2}[-/.]00?)(?:[ T].*)?"
    r"|(?:00?[-/.]\d{1,2}|\d{1,2}[-/.]00?)[-/.]\d{4}"
)
_LAST_MONTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """How many of the texts fit, and in which form."""

    detail: str
    fitting: int
    seen: int


def is_missing_text(text: str) -> bool:
    """Whether a stored text most likely says that there is no value."""
    return text.strip().casefold() in _MISSING or bool(_NO_DATE.fullmatch(text.strip()))


def is_part_of_date(text: str) -> bool:
    """Whether a stored text is a date whose day or month is not known."""
    return not is_missing_text(text) and bool(_PART_OF_DATE.fullmatch(text.strip()))


def said_texts(values: Iterable[str]) -> tuple[str, ...]:
    """The texts that are values, and do not stand for a missing one."""
    return tuple(value for value in values if not is_missing_text(value))


def same_text(text: str) -> str:
    """What two texts share that differ only by case or by blanks around and between words."""
    return " ".join(text.split()).casefold()


def variants_of(values: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The values that differ only by case or blanks, those of one meaning together."""
    alike: dict[str, list[str]] = defaultdict(list)
    for value in dict.fromkeys(values):
        alike[same_text(value)].append(value)
    return tuple(tuple(group) for key, group in alike.items() if len(group) > 1 and key)


def as_dates(values: Sequence[str]) -> Judged | None:
    """The form of the dates that nearly all texts are."""
    texts = [value.strip() for value in said_texts(values)]
    for form, pattern in _FORMATS:
        fitting = sum(bool(pattern.fullmatch(text)) for text in texts)
        if _are_most(fitting, len(texts)):
            return Judged(detail=form, fitting=fitting, seen=len(texts))
    found = [match for text in texts if (match := _PARTED.fullmatch(text))]
    if not _are_most(len(found), len(texts)):
        return None
    sign = found[0]["sign"]
    first, second = ({int(match[part]) > _LAST_MONTH for match in found} for part in ("one", "two"))
    if True in first and True in second:
        return None
    form = f"day{sign}month{sign}year or month{sign}day{sign}year"
    if True in first:
        form = f"day{sign}month{sign}year"
    elif True in second:
        form = f"month{sign}day{sign}year"
    return Judged(detail=form, fitting=len(found), seen=len(texts))


def as_numbers(values: Sequence[str]) -> Judged | None:
    """How the numbers are written that nearly all texts are; none where they are codes."""
    texts = [value.strip() for value in said_texts(values)]
    found = [match for text in texts if (match := _NUMBER.fullmatch(text))]
    if not _are_most(len(found), len(texts)) or _are_codes(texts):
        return None
    details = [
        "with a decimal comma" if any(_has_comma(match) for match in found) else "",
        "with a currency" if any(_has_currency(match) for match in found) else "",
        "with a percent sign" if any(match["tail"] == "%" for match in found) else "",
    ]
    said = " and ".join(part for part in details if part)
    return Judged(detail=said or IN_DIGITS, fitting=len(found), seen=len(texts))


def as_booleans(values: Sequence[str]) -> Judged | None:
    """Whether the texts only say yes and no."""
    texts = said_texts(values)
    folded = {text.strip().casefold() for text in texts}
    if len(folded) > 1 and any(folded <= pair for pair in _BOOLEANS):
        return Judged(detail=" and ".join(sorted(texts)), fitting=len(texts), seen=len(texts))
    return None


def _are_most(fitting: int, seen: int) -> bool:
    return seen > 0 and fitting >= _MOST_OF_THEM * seen


def _are_codes(texts: Sequence[str]) -> bool:
    """A zero in front, or one length of many digits: nobody adds these up."""
    return any(len(text) > 1 and text[0] == "0" and text.isdigit() for text in texts)


def _has_comma(match: re.Match[str]) -> bool:
    return match["point"] == "," or (match["sep"] == "." and match["point"] != ".")


def _has_currency(match: re.Match[str]) -> bool:
    return bool(match["sign"]) or match["tail"] not in (None, "%")
