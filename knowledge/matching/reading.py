"""Reading a question: its words, operators and literals, in order."""

import re
from dataclasses import dataclass
from enum import StrEnum

from knowledge.matching import lexicon, wordlists
from knowledge.matching.stem import stem
from knowledge.matching.values import LONGEST, ValueIndex, value_key

MAX_LENGTH = 600
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
    r"""|(?P<other>[^\s\w.,;:?!'"()\[\]{}&/=-])""",
    re.VERBOSE | re.IGNORECASE,
)
_SIGNS = {">=": "GE", "<=": "LE", ">": "GT", "<": "LT", "!=": "NOT", "<>": "NOT"} | {
    "≥": "GE",
    "≤": "LE",
    "≠": "NOT",
}
_SCALES = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
_NUMBER = re.compile(r"([$€£]?)(-?[\d,]+(?:\.\d+)?)(st|nd|rd|th|k|m|bn|%)?$", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class Span:
    """A resolved time expression: its place in the question and its half-open range (ISO dates)."""

    start: int
    end: int
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as the matcher sees it."""

    text: str
    tokens: tuple[Token, ...]
    spans: tuple[Span, ...] = ()
    too_long: bool = False

    @property
    def operators(self) -> tuple[str, ...]:
        return tuple(token.key for token in self.tokens if token.mark is Mark.OPERATOR)


def read(text: str, values: ValueIndex | None = None, spans: tuple[Span, ...] = ()) -> Reading:
    """The reading of a question; known values and resolved time expressions become one token."""
    plain = [_token(match) for match in _TOKEN.finditer(text[:MAX_LENGTH])]
    known = _with_spans([token for token in plain if token is not None], spans)
    if values is not None:
        known = _with_values(known, values)
    tokens = _operators(_numbers(_shared_names(_compounds(known))))
    return Reading(text=text, tokens=tuple(tokens), spans=spans, too_long=len(text) > MAX_LENGTH)


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
    return Token(Mark.WORD, text, text.lower(), start, end)


def _number(text: str, start: int, end: int) -> Token:
    match = _NUMBER.match(text)
    if match is None:
        return Token(Mark.WORD, text, text.lower(), start, end)
    currency, digits, suffix = match.group(1), match.group(2), (match.group(3) or "").lower()
    value = float(digits.replace(",", "") or 0) * _SCALES.get(suffix, 1)
    unit = wordlists.CURRENCIES.get(currency, "")
    if suffix in ("st", "nd", "rd", "th", "%"):
        unit = "ordinal" if suffix != "%" else "%"
    return Token(Mark.NUMBER, text, plain_number(value), start, end, unit)


def plain_number(value: float) -> str:
    """The number without thousands separators or a needless fraction."""
    return str(int(value)) if value == int(value) and abs(value) < _EXACT else repr(value)


def _with_spans(tokens: list[Token], spans: tuple[Span, ...]) -> list[Token]:
    if not spans:
        return tokens
    kept = [token for token in tokens if not any(_inside(token, span) for span in spans)]
    marks = [Token(Mark.TIME, "", "TIME", span.start, span.end) for span in spans]
    return sorted([*kept, *marks], key=lambda token: token.start)


def _inside(token: Token, span: Span) -> bool:
    return token.start < span.end and token.end > span.start


def _with_values(tokens: list[Token], values: ValueIndex) -> list[Token]:
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        length = _value_at(tokens, place, values)
        if length:
            first, last = tokens[place], tokens[place + length - 1]
            key = " ".join(
                part for token in tokens[place : place + length] for part in _part(token)
            )
            text = " ".join(token.text for token in tokens[place : place + length])
            out.append(Token(Mark.VALUE, text, key, first.start, last.end))
        else:
            out.append(tokens[place])
        place += max(length, 1)
    return out


def _part(token: Token) -> tuple[str, ...]:
    return value_key(token.text)


def _value_at(tokens: list[Token], place: int, values: ValueIndex) -> int:
    """How many tokens from here are one known value: the longest wins."""
    key: tuple[str, ...] = ()
    found = 0
    for length, token in enumerate(tokens[place : place + LONGEST], start=1):
        if token.mark not in (Mark.WORD, Mark.NUMBER):
            break
        part = _part(token)
        if not key and not part:
            break
        key += part
        if part and values.find(key, token.text):
            found = length
    return found


def _compounds(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    for token in tokens:
        joined = wordlists.COMPOUNDS.get((out[-1].key, token.key)) if out else None
        if joined and token.mark is out[-1].mark is Mark.WORD:
            first = out.pop()
            text = f"{first.text} {token.text}"
            out.append(Token(Mark.WORD, text, joined, first.start, token.end))
        else:
            out.append(token)
    return out


def _shared_names(tokens: list[Token]) -> list[Token]:
    """`first and last name` is a first name and a last name."""
    out = list(tokens)
    for place, token in enumerate(tokens[:-2]):
        after = tokens[place + 1].key in ("and", "or"), tokens[place + 2].key
        if token.key in ("first", "middle") and after in ((True, "lastname"), (True, "middlename")):
            out[place] = Token(Mark.WORD, token.text, token.key + "name", token.start, token.end)
    return out


def _numbers(tokens: list[Token]) -> list[Token]:
    return [
        _spelled(token, tokens[place - 1] if place else None) for place, token in enumerate(tokens)
    ]


def _spelled(token: Token, before: Token | None) -> Token:
    value = lexicon.NUMBER_WORDS.get(token.key) if token.mark is Mark.WORD else None
    if value is None or (value == "1" and not _counts(before)):
        return token
    return Token(Mark.NUMBER, token.text, value, token.start, token.end)


def _counts(before: Token | None) -> bool:
    """Whether the word before makes `one` a number: more than one, at least one, exactly one."""
    return before is not None and before.key in {"than", "least", "most", "exactly", "only", "top"}


def _operators(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        length, found = _phrase_at(tokens, place)
        if found:
            out.append(found)
        else:
            out.append(tokens[place])
        place += max(length, 1)
    return [_stemmed(token) for token in out]


def _phrase_at(tokens: list[Token], place: int) -> tuple[int, Token | None]:
    words: list[str] = []
    for token in tokens[place : place + lexicon.LONGEST_PHRASE]:
        if token.mark is not Mark.WORD:
            break
        words.append(token.key)
    for length in range(len(words), 0, -1):
        found = lexicon.PHRASES.get(" ".join(words[:length])) or lexicon.PHRASES.get(
            " ".join([*words[: length - 1], _unplural(words[length - 1])])
        )
        if found:
            first, last = tokens[place], tokens[place + length - 1]
            text = " ".join(token.text for token in tokens[place : place + length])
            return length, Token(Mark.OPERATOR, text, found[0], first.start, last.end, found[1])
    return 0, None


def _unplural(word: str) -> str:
    single = word.removesuffix("s")
    return single if single in lexicon.TIME_UNITS else word


def _stemmed(token: Token) -> Token:
    if token.mark is not Mark.WORD:
        return token
    return Token(Mark.WORD, token.text, stem(token.key), token.start, token.end, token.extra)


def same_words(left: Reading, right: Reading) -> bool:
    """Whether two questions are the same word for word, but for politeness."""
    return _said(left) == _said(right)


def _said(reading: Reading) -> list[tuple[Mark, str, str]]:
    words = [token.text.lower() for token in reading.tokens]
    first = next((place for place, _ in enumerate(words) if not _asks(words, place)), len(words))
    return [
        (token.mark, token.key, token.extra)
        for token in reading.tokens[first:]
        if token.text.lower() not in ("please", "thanks")
    ]


def _asks(words: list[str], place: int) -> bool:
    """Whether a word at the beginning is only polite; `US customers` is not `tell us`."""
    if words[place] == "us":
        return words[max(place - 1, 0)] == "tell"
    return words[place] in wordlists.POLITE
