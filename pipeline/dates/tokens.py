"""Text to tokens: each with its place in the text and the concepts that it may stand for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pipeline.dates.languages.language import Language, Value, folded
from pipeline.dates.numerals import pieces

Concepts = Mapping[str, Value]

CHUNK = re.compile(r"\S+")
QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|(?<!\w)'[^'\n]{2,80}'(?!\w)")
OPENING = '([{"\u201c<\u00bf\u00a1'
CLOSING = ')]}"\u201d>.,;:!?\u2026'
DASHES = frozenset({"-", "--", "\u2013", "\u2014", "\u2192", "->", "..", "~"})
SPLIT = re.compile(
    r"\s*(?:\.\.+|\u2013|\u2014|\u2192|->)\s*|(?<=\w)-(?=[\w'])|(?<=[A-Za-z])/(?=\w)|(?<=[A-Za-z])(?=['\u2019]\d\d$)"
)
JOINED = re.compile(r"\.\.+|\u2013|\u2014|\u2192|->|/")
OPAQUE_START = "#$\u20ac\u00a3@"
# The same kind of word on both sides makes a hyphen mean "to": Jan-Mar, 2020-2023, 3-5.
RANGED = ("MONTH", "YEAR", "QUARTER", "HALF", "WEEKDAY", "DATE", "NUM", "FY")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign, and what it may mean for time."""

    text: str
    word: str
    start: int
    end: int
    concepts: Concepts = field(default_factory=dict)
    breaks: bool = False

    @property
    def capitalised(self) -> bool:
        return self.text[:1].isupper() and self.text[1:].islower()


def tokens_of(text: str, language: Language) -> list[Token]:
    """The tokens of a text as one language reads them."""
    raw = list(_raw_tokens(text, language))
    return _with_dashes(_with_phrases(raw, language))


def _raw_tokens(text: str, language: Language) -> Iterator[Token]:
    quoted = [m.span() for m in QUOTED.finditer(text) if any(c.isalpha() for c in m.group())]
    for match in CHUNK.finditer(text):
        start, end = match.span()
        if any(left <= start < right for left, right in quoted):
            yield Token(match.group(), "", start, end, breaks=True)
        else:
            yield from _chunk_tokens(match.group(), start, language)


def _chunk_tokens(chunk: str, at: int, language: Language) -> Iterator[Token]:
    if chunk in DASHES:
        yield Token(chunk, "-", at, at + len(chunk), {"DASH": 0})
        return
    core = chunk.lstrip(OPENING)
    at += len(chunk) - len(core)
    body = core.rstrip(CLOSING)
    tail = core[len(body) :]
    ordinal = language.dotted_ordinals and tail[:1] == "." and body.isdigit()
    for token in _body_tokens(body, at, language) if body else ():
        yield _as_ordinal(token) if ordinal else token
    yield from _tail_tokens(tail, body, at + len(body))


def _as_ordinal(token: Token) -> Token:
    """A German number with a dot: "im 1. Quartal"."""
    if "DAY" not in token.concepts:
        return token
    value = token.concepts["DAY"]
    return replace(token, concepts={**token.concepts, "ORD": value, "ORDDAY": value})


def _tail_tokens(tail: str, body: str, at: int) -> Iterator[Token]:
    if not tail or (tail == "." and _is_abbreviated(body)) or not tail.strip(')]}"\u201d'):
        return
    if tail[-1] == ",":
        yield Token(tail, tail, at, at + len(tail), {"COMMA": 0})
    else:
        yield Token(tail, tail, at, at + len(tail), {"END_OF_TEXT": 0}, breaks=True)


def _is_abbreviated(body: str) -> bool:
    return (body.isdigit() and len(body) <= 2) or (body.isalpha() and len(body) <= 4)  # noqa: PLR2004 - "3.", "Sept."


def _body_tokens(body: str, at: int, language: Language) -> Iterator[Token]:
    whole = pieces(body)
    if whole is not None:
        for left, right, concepts in whole:
            yield Token(body[left:right], folded(body[left:right]), at + left, at + right, concepts)
        return
    if body[0] in OPAQUE_START or body[-1] == "%":
        yield _opaque(body, at)
        return
    if folded(body) in language.phrases:
        yield Token(body, folded(body), at, at + len(body))
        return
    if bounds := _interval(body):
        left, right = bounds
        yield from _body_tokens(body[:left], at, language)
        yield Token(body[left:right], "-", at + left, at + right, {"DASH": 0})
        yield from _body_tokens(body[right:], at + right, language)
        return
    base = _without_possessive(body)
    parts = list(_parts(base, at, language))
    yield from parts if parts else [_opaque(body, at)]
    if base != body:
        yield Token(body[len(base) :], "'s", at + len(base), at + len(body), {"POSS": 0})


def _interval(body: str) -> tuple[int, int] | None:
    """Where two dates written without spaces are joined: 2026-03-01..2026-03-31."""
    for match in JOINED.finditer(body):
        left, right = match.span()
        if pieces(body[:left]) is not None and pieces(body[right:]) is not None:
            return left, right
    return None


def _opaque(body: str, at: int) -> Token:
    return Token(body, "\0", at, at + len(body))


def _without_possessive(body: str) -> str:
    low = body.lower().replace("\u2019", "'")
    if low.endswith("'s"):
        return body[:-2]
    return body[:-1] if low.endswith("s'") else body


def _parts(body: str, at: int, language: Language) -> Iterator[Token]:
    """The words inside a hyphenated chunk; none when one of them is part of an identifier."""
    bounds = [0, *(edge for m in SPLIT.finditer(body) for edge in m.span()), len(body)]
    spans = list(zip(bounds[::2], bounds[1::2], strict=True))
    found: list[Token] = []
    for index, (left, right) in enumerate(spans):
        if index:
            found.append(Token("-", "-", at + spans[index - 1][1], at + left, {"HYPHEN": 0}))
        some = list(_part(body[left:right], at + left, language, alone=len(spans) == 1))
        if not some:
            return
        found.extend(some)
    if not _mixes_numbers(body):
        yield from found


def _mixes_numbers(body: str) -> bool:
    """Numbers of different lengths around a hyphen are an identifier: 555-2024."""
    lengths = {len(part) for part in body.split("-") if part.isdigit()}
    return len(lengths) > 1 and max(lengths) > 2 and body.replace("-", "").isdigit()  # noqa: PLR2004 - longer than a day


def _part(text: str, at: int, language: Language, *, alone: bool) -> Iterator[Token]:
    known = pieces(text)
    if known is not None:
        for left, right, concepts in known:
            yield Token(text[left:right], folded(text[left:right]), at + left, at + right, concepts)
        return
    word = folded(text)
    if alone or word in language.phrases or (text.islower() and text.isalpha()):
        yield Token(text, word, at, at + len(text))


def _with_phrases(raw: list[Token], language: Language) -> list[Token]:
    """Word groups merged and looked up: "no later than" is one token."""
    tokens: list[Token] = []
    place = 0
    while place < len(raw):
        length, concepts = _phrase_at(raw, place, language)
        token = raw[place]
        if length > 1:
            last = raw[place + length - 1]
            text = " ".join(part.text for part in raw[place : place + length])
            token = Token(text, token.word, token.start, last.end, concepts)
        elif concepts:
            token = replace(token, concepts={**concepts, **token.concepts})
        tokens.append(token)
        place += length
    return tokens


def _phrase_at(raw: list[Token], place: int, language: Language) -> tuple[int, dict[str, Value]]:
    best, concepts = 1, dict[str, Value]()
    for words, concept, value in language.phrases.get(raw[place].word, ()):
        length = _matched_length(raw, place, words)
        if length and length >= best:
            if length > best:
                best, concepts = length, {}
            concepts.setdefault(concept, value)
    return best, concepts


def _matched_length(raw: list[Token], place: int, words: tuple[str, ...]) -> int:
    """How many tokens a word group takes, stepping over its hyphens; 0 where it is absent."""
    at = place
    for index, word in enumerate(words):
        if index and at < len(raw) and "HYPHEN" in raw[at].concepts:
            at += 1
        if at >= len(raw) or raw[at].word != word:
            return 0
        at += 1
    return at - place


def _with_dashes(tokens: list[Token]) -> list[Token]:
    """Dashes as "to" between like and like, and gone inside one expression."""
    kept: list[Token] = []
    for index, token in enumerate(tokens):
        if "HYPHEN" not in token.concepts and "DASH" not in token.concepts:
            kept.append(token)
        elif "DASH" in token.concepts or _joins_like(tokens, index):
            kept.append(replace(token, concepts={"TO": 0}))
    return kept


def _joins_like(tokens: list[Token], index: int) -> bool:
    if token_text := tokens[index].text.strip("- "):
        return bool(token_text)
    left, right = tokens[index - 1].concepts, tokens[index + 1].concepts
    if left.keys() & {"YEAR", "SHORTYEAR"} and "QUARTER" in right and index > 1:
        left = tokens[index - 2].concepts
    return any(kind in left and kind in right for kind in RANGED)
