"""Tokens: what the text of a question is cut into."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from knowledge.matching import wordlists
from knowledge.matching.values import value_key

_EXACT = 1e15

_TOKEN = re.compile(
    r"""(?P<quoted>"[^"]{1,200}"|“[^”]{1,200}”|\u2018[^\u2019]{1,200}\u2019|`[^`']{1,200}[`'])"""
    r"""|(?P<single>(?<![\w'])'[^']{1,200}'(?!\w))"""
    r"""|(?P<date>\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4})"""
    r"""|(?P<number>(?<![\w.])[$€£]?-?\d[\d,]{0,20}(?:\.\d{1,12})?(?:st|nd|rd|th|k|m|bn|%)?(?![\w]))"""
    r"""|(?P<word>[^\W_]+(?:_[^\W_]+)*)"""
    r"""|(?P<sign>>=|<=|!=|<>|[<>≥≤≠¬]|(?<![\w!?.)"'”])!{1,3}(?=\s*["'“]?\w)"""
    r"""|(?:(?<=\bin)|(?<=\bof)|(?<=\bby)|(?<=\bon)|(?<=\bis)|(?<=\bfor)|(?<=\bfrom)|(?<=\bwith))!"""
    r"""|(?<=[\s(\[{:,=])-{1,3}(?=\s*["'“]?\w))"""
    r"""|(?P<other>[^\s\w.,;:?!'"()\[\]{}&/=-]|(?<=\w)-(?=[\s.,;:?!'")\]]|$))""",
    re.VERBOSE | re.IGNORECASE,
)
_SIGNS = {">=": "GE", "<=": "LE", ">": "GT", "<": "LT", "!=": "NOT", "<>": "NOT"} | {
    "≥": "GE",
    "≤": "LE",
    "≠": "NOT",
}
_SCALES = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
_NUMBER = re.compile(r"([$€£]?)(-?[\d,]+(?:\.\d+)?)(st|nd|rd|th|k|m|bn|%)?$", re.IGNORECASE)
# `1,5` and `1.500` are one and a half here and fifteen hundred there: nobody can tell.
_ONE_NUMBER = re.compile(r"-?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?")
_UNSURE_NUMBER = re.compile(r"-?[1-9]\d{0,2}\.\d{3}")
# What is left of `I'm` and `they're` says nothing; the same before a hyphen or alone does.
_CONTRACTED = wordlists.words("d ll m re s t ve")
_APOSTROPHES = frozenset("'\u2019\u02bc`\u00b4")
_HYPHENED = re.compile(r"[-\u2010\u2011][^\W\d_]")


class Mark(StrEnum):
    """What a token is to the matcher."""

    WORD = "word"
    OPERATOR = "operator"
    NUMBER = "number"
    QUOTED = "quoted"
    DATE = "date"
    TIME = "time"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `text` as written, `key` as compared, `measure` or `unit` where it carries one."""

    mark: Mark
    text: str
    key: str
    start: int
    end: int
    extra: str = ""


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a text, in order."""
    found = (_token(match) for match in _TOKEN.finditer(text))
    yield from (token for token in found if token is not None)


def _token(match: re.Match[str]) -> Token | None:
    kind, text = match.lastgroup, match.group()
    start, end = match.span()
    if kind in ("quoted", "single"):
        return Token(Mark.QUOTED, text, " ".join(value_key(text)), start, end)
    if kind == "date":
        return Token(Mark.DATE, text, text, start, end)
    if kind == "number":
        return _number(text, start, end)
    if kind == "sign":
        # A bang or a dash of its own before something denies it, as ! Spain.
        return Token(Mark.OPERATOR, text, _SIGNS.get(text, "NOT"), start, end)
    return Token(Mark.WORD, text, _word_key(match), start, end)


def cut_off(token: Token) -> bool:
    """Whether a small word is none where it begins another: in-patients, re-opened, T-shirts."""
    return token.key.endswith("-")


def _word_key(match: re.Match[str]) -> str:
    word, (start, end) = match.group().lower(), match.span()
    before, after = match.string[max(start - 1, 0) : start], match.string[end : end + 2]
    alone = word in _CONTRACTED and before not in _APOSTROPHES
    begins = word in wordlists.FUNCTION and before != "-" and _HYPHENED.match(after)
    return f"{word}-" if alone or begins else word


def _number(text: str, start: int, end: int) -> Token:
    match = _NUMBER.match(text)
    if match is None:
        return Token(Mark.WORD, text, text.lower(), start, end)
    currency, suffix = match.group(1), (match.group(3) or "").lower()
    digits = match.group(2).rstrip(",")
    if not _ONE_NUMBER.fullmatch(digits) or _UNSURE_NUMBER.fullmatch(digits):
        return Token(Mark.WORD, text, text.lower(), start, end)
    value = float(digits.replace(",", "")) * _SCALES.get(suffix, 1)
    unit = wordlists.CURRENCIES.get(currency, "")
    if suffix in ("st", "nd", "rd", "th", "%"):
        unit = "ordinal" if suffix != "%" else "%"
    return Token(Mark.NUMBER, text, plain_number(value), start, end, unit)


def plain_number(value: float) -> str:
    """The number without thousands separators or a needless fraction."""
    return str(int(value)) if value == int(value) and abs(value) < _EXACT else repr(value)
