"""Words made of digits: dates, years, Q3'25, FY2024/25, 3rd, 1990s."""

import re
from collections.abc import Callable, Iterator

from pipeline.dates.languages.language import Value

Piece = tuple[int, int, dict[str, Value]]

MOST_MONTHS = 12
LONGEST_CHUNK = 40
SHORT_UNITS = {
    "h": "hour", "d": "day", "w": "week", "m": "month", "mo": "month", "q": "quarter",
    "y": "year", "yr": "year",
}  # fmt: skip
APOSTROPHE = "['\u2019]"


def pieces(chunk: str) -> list[Piece] | None:
    """The date-like parts that make up a chunk, or None where it is something else."""
    if len(chunk) > LONGEST_CHUNK or not any(c.isdigit() for c in chunk):
        return None
    low = chunk.lower()
    if chunk in ("1H", "2H"):
        return _compound(low)
    for pattern, build in WHOLE:
        match = pattern.fullmatch(low)
        if match and (found := build(match)) is not None:
            return found
    return _compound(low)


def _single(match: re.Match[str], concepts: dict[str, Value]) -> list[Piece]:
    return [(match.start(), match.end(), concepts)]


def _compact_date(match: re.Match[str]) -> list[Piece] | None:
    """As in 20250314, which is a date only where a word for time comes before it."""
    year, month, day = match.group(1, 2, 3)
    if not (1 <= int(month) <= MOST_MONTHS and 1 <= int(day) <= 31):  # noqa: PLR2004 - days
        return None
    return _single(match, {"DATE": f"{year}-{month}-{day}", "COMPACT": 0})


def _iso_date(match: re.Match[str]) -> list[Piece]:
    year, month, day = match.group(1, 2, 3)
    return _single(match, {"DATE": f"{year}-{month}-{day}"})


def _numeric_date(match: re.Match[str]) -> list[Piece]:
    first, sign, second, year = match.group(1, 2, 3, 4)
    order = "d" if sign == "." else "?"
    return _single(match, {"DATE": f"{order}{first}-{second}-{year}"})


def _month_of_year(match: re.Match[str]) -> list[Piece] | None:
    year, month = int(match["year"]), int(match["month"])
    if 1 <= month <= MOST_MONTHS:
        return _single(match, {"YEARMONTH": year * 100 + month})
    if month == (year + 1) % 100:
        return _single(match, {"SPLITYEAR": year})
    return _single(match, {"YEARMONTH": year * 100 + month}) if "-" in match.group() else None


def _number(match: re.Match[str]) -> list[Piece]:
    return _single(match, number_concepts(match.group()))


def number_concepts(digits: str) -> dict[str, Value]:
    """What a bare run of digits may stand for."""
    value = int(digits[:6])
    is_year = len(digits) == 4  # noqa: PLR2004 - 1999, not 99
    concepts: dict[str, Value] = {"YEAR": value, "NUM": value} if is_year else {"NUM": value}
    if len(digits) <= 2:  # noqa: PLR2004 - small enough to number a quarter or a week
        concepts["SMALL"] = value
    if len(digits) > 4:  # noqa: PLR2004 - longer than a year
        concepts = {"BIGNUM": value}
    elif len(digits) <= 2 and value < 40:  # noqa: PLR2004 - 32 is a mistaken day, 40 is a count
        concepts["DAY"] = value
    return concepts


def _ordinal(match: re.Match[str]) -> list[Piece]:
    value = int(match.group(1))
    return _single(match, {"ORD": value, "DAY": value, "ORDDAY": value})


def _last_short(match: re.Match[str]) -> list[Piece]:
    count, unit = match.span(1), match.span(2)
    return [
        (0, count[0], {"LAST": -1}),
        (*count, {"NUM": int(match.group(1))}),
        (*unit, {"UNIT": SHORT_UNITS[match.group(2)]}),
    ]


def _short_span(match: re.Match[str]) -> list[Piece]:
    count, unit = match.span(1), match.span(2)
    number: Piece = (*count, {"NUM": int(match.group(1))})
    return [number, (*unit, {"UNIT": _unit_called(match.group(2))})]


def _unit_called(text: str) -> str:
    return SHORT_UNITS.get(text, text.removesuffix("s"))


def _decade(match: re.Match[str]) -> list[Piece]:
    digits = int(match.group(1))
    if digits < 100:  # noqa: PLR2004 - two digits
        digits += 1900 if digits > 20 else 2000  # noqa: PLR2004 - "the 20s" are ours
    return _single(match, {"DECADE": digits})


WHOLE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Piece] | None]], ...] = (
    (re.compile(r"(\d{1,4})"), _number),
    (re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)"), _compact_date),
    (re.compile(r"\d{5,40}"), _number),
    (
        re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?|\d{1,2}[ap]m"),
        lambda m: _single(m, {"CLOCK": 0}),
    ),
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:t[\d:.]+(?:z|[+-]\d\d:?\d\d)?)?"), _iso_date),
    (re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})"), _iso_date),
    (re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})"), _numeric_date),
    (re.compile(r"(\d{1,2})(/)(\d{1,2})/(\d{2})"), _numeric_date),
    (re.compile(r"(\d\d)(\.)(\d\d)\.(\d\d)"), _numeric_date),
    (re.compile(r"(\d{1,2})/(\d{1,2})"), lambda m: _single(m, {"DAYMONTH": f"{m[1]}-{m[2]}"})),
    (re.compile(r"(?P<year>\d{4})[-/](?P<month>\d{2})"), _month_of_year),
    (re.compile(r"(?P<month>\d{1,2})/(?P<year>\d{4})"), _month_of_year),
    (re.compile(r"(\d{1,2})(?:st|nd|rd|th|\u00ba|\u00aa|er|ro|ra)"), _ordinal),
    (re.compile(r"[lt](\d{1,3})(d|w|m|q|y)"), _last_short),
    (re.compile(r"(\d{1,3})(d|w|m|mo|y|yr|h|days?|weeks?|months?|quarters?|years?)"), _short_span),
    (re.compile(rf"{APOSTROPHE}?(\d0|\d{{3}}0)(?:s|ern?|'s)"), _decade),
    (
        re.compile(r"(\d{4})-?w(\d{1,2})"),
        lambda m: _single(m, {"ISOWEEK": int(m[1]) * 100 + int(m[2])}),
    ),
)

PARTS = re.compile(
    rf"(?P<fiscal>f)?q(?P<quarter>[1-9])|(?P<lead>[1-4])q|(?P<spanish>[1-4])?t(?P<tercio>[1-4])?"
    rf"|h(?P<half>[12])|(?P<leadhalf>[12])h"
    rf"|fy{APOSTROPHE}?(?P<split>\d\d(?:\d\d)?[/-]\d\d(?:\d\d)?)"
    rf"|fy{APOSTROPHE}?(?P<fy>\d{{4}}|\d\d)|(?:kw|cw|w|wk)(?P<week>\d{{1,2}})"
    rf"|{APOSTROPHE}?(?P<year>\d{{4}}|\d\d)"
)
SEPARATOR = re.compile(r"[-/_ ]?")


def _compound(low: str) -> list[Piece] | None:
    found: list[Piece] = []
    place = 0
    while place < len(low):
        match = PARTS.match(low, place)
        if match is None or match.end() == place:
            return None
        found.extend(_compound_piece(match))
        gap = SEPARATOR.match(low, match.end())
        place = gap.end() if gap else match.end()
        if place == len(low) and match.end() != place:
            return None
    kinds = [concept for *_, concepts in found for concept in concepts]
    if len(kinds) != len(set(kinds)) and "FISCAL" not in kinds:
        return None
    lone_year = all("SHORTYEAR" in concepts or "YEAR" in concepts for *_, concepts in found)
    return None if lone_year and not low.startswith(("'", "\u2019")) else found


def _compound_piece(match: re.Match[str]) -> Iterator[Piece]:
    groups = {name: text for name, text in match.groupdict().items() if text is not None}
    if "fiscal" in groups:
        yield (match.start(), match.start(), {"FISCAL": 0})
    for name, text in groups.items():
        if build := PIECE_OF.get(name):
            yield (*match.span(), build(text))
            return
    yield (*match.span(), {})


def _year_piece(text: str) -> dict[str, Value]:
    return {"YEAR": int(text)} if len(text) == 4 else {"SHORTYEAR": full_year(int(text))}  # noqa: PLR2004 - digits of a year


def full_year(short: int) -> int:
    """A two-digit year in full; those from 70 on belong to the 1900s."""
    return short + (1900 if short >= 70 else 2000)  # noqa: PLR2004 - as POSIX reads them


def _split_piece(text: str) -> dict[str, Value]:
    first = int(re.split("[/-]", text)[0])
    return {"SPLITYEAR": first if first > 99 else full_year(first), "FISCAL": 0}  # noqa: PLR2004 - two digits


PIECE_OF: dict[str, Callable[[str], dict[str, Value]]] = {
    "quarter": lambda text: {"QUARTER": int(text)},
    "lead": lambda text: {"QUARTER": int(text)},
    "spanish": lambda text: {"QUARTER": int(text)},
    "tercio": lambda text: {"QUARTER": int(text)},
    "half": lambda text: {"HALF": int(text)},
    "leadhalf": lambda text: {"HALF": int(text)},
    "split": _split_piece,
    "fy": lambda text: {"FY": int(text) if len(text) == 4 else full_year(int(text))},  # noqa: PLR2004 - digits of a year
    "week": lambda text: {"WEEKNO": int(text)},
    "year": _year_piece,
}
