"""Which words of a question may mean which table, column, stored value or number, with scores.

Linking of words to a schema as features of a parser: Wang et al., "RAT-SQL: Relation-Aware Schema
Encoding and Linking for Text-to-SQL Parsers" (ACL 2020). What a semantic model names is linked by
`NameFinder` too, as columns are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from knowledge.embeddings import Embedder
from knowledge.values import ValueHit
from pipeline.reader.intent import ColumnRef
from pipeline.reader.schema_view import ColumnView, SchemaView
from pipeline.reader.words import Token, folded, is_function_word, lexicon, stem, tokens_of
from pipeline.times.values import TimeSpan

STRONG = 0.8
_LEAST_MENTION, _MOST_MENTIONS = 0.3, 4
_MOST_PLACES, _LEAST_CLOSE = 12, 0.8
_NEVER_BEGINS = ("the", "and", "for", "con", "pro", "pre", "per")
_COLUMN, _TABLE, _BOTH, _VALUE, _NUMBER = "COL", "TAB", "TABCOL", "VAL", "NUM"


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens [start, end) carry words of a name; `whole` says that they carry all of them."""

    start: int
    end: int
    score: float
    whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMention:
    """Tokens [start, end) may mean the stored `value` of a column.

    `how` tells by what they were found: `exact`, `inflected`, `close`, `code` or `part`.
    """

    start: int
    end: int
    column: int
    value: str
    how: str
    as_written: bool
    quoted: bool
    capital: bool


@dataclass(frozen=True, slots=True)
class UnknownText:
    """Quoted or capitalised tokens [start, end) that no known value holds."""

    start: int
    end: int
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class NumberMention:
    """The number at token `at`."""

    at: int
    value: float


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Tokens [start, end) name a period."""

    start: int
    end: int
    span: TimeSpan


@dataclass(frozen=True, kw_only=True)
class LinkedQuestion:
    """A question with all that its words may mean. `tags` and `plain` hold one entry a token."""

    view: SchemaView
    tokens: tuple[Token, ...]
    table_mentions: tuple[tuple[Mention, ...], ...]
    column_mentions: tuple[tuple[Mention, ...], ...]
    values: tuple[ValueMention, ...]
    unknown: tuple[UnknownText, ...]
    numbers: tuple[NumberMention, ...]
    times: tuple[TimeMention, ...]
    tags: tuple[str, ...]
    plain: tuple[str, ...]
    collapsed: tuple[str, ...]
    table_scores: tuple[float, ...]
    column_scores: tuple[float, ...]
    similarity: tuple[float, ...] = field(default=())

    @cached_property
    def named_columns(self) -> tuple[tuple[int, tuple[Mention, ...]], ...]:
        """The columns that words of the question may name, with their mentions."""
        return tuple((n, mentions) for n, mentions in enumerate(self.column_mentions) if mentions)


def word_similarity(token: Token, word: str) -> float:
    """How far a word of a question is a word of a name, from 0 to 1."""
    low = token.low
    if token.lemma == word:
        return 1.0
    if len(word) > 2 and token.stem == stem(word):
        return 0.85
    if (
        len(word) > 4
        and len(low) > 4
        and low.startswith(word[:5])
        and abs(len(word) - len(low)) < 5
    ):
        return 0.55
    if len(low) > 3 and len(word) > 4 and (word.startswith(low) or word.endswith(low)):
        return 0.5
    return _by_beginning(low, word)


def _by_beginning(low: str, word: str) -> float:
    begins = len(word) > 2 and word not in _NEVER_BEGINS and len(low) >= len(word) + 3
    if begins and low.startswith(word):
        return 0.6
    if len(word) > 3 and len(low) > 5 and (low.startswith(word) or low.endswith(word)):
        return 0.45
    return 0.0


class NameFinder:
    """Finds the words of names in one question; each word is compared once."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._hits: dict[str, tuple[tuple[int, float], ...]] = {}

    def mentions(self, words: Sequence[str]) -> tuple[Mention, ...]:
        """Where the question carries the words of a name, best first."""
        hits: dict[int, list[tuple[int, float]]] = {}
        for place, word in enumerate(words):
            for at, score in self._hits_of(word):
                hits.setdefault(at, []).append((place, score))
        return self._best(hits, words) if hits else ()

    def _hits_of(self, word: str) -> tuple[tuple[int, float], ...]:
        """The tokens that a word of a name may be, with scores."""
        if word not in self._hits:
            self._hits[word] = tuple(
                (at, score)
                for at, token in enumerate(self._tokens)
                if token.is_word and (score := _said(token, word))
            )
        return self._hits[word]

    def _best(
        self, hits: dict[int, list[tuple[int, float]]], words: Sequence[str]
    ) -> tuple[Mention, ...]:
        tokens, light = self._tokens, lexicon().of("light")
        weights = [float(light.get(word, 1)) for word in words]
        total, passed = sum(weights), lexicon().of("passed_over")
        best: dict[int, Mention] = {}
        for start in sorted(hits):
            got: dict[int, float] = {}
            last = start
            for at in range(start, min(len(tokens), start + len(words) + 3)):
                for place, score in hits.get(at, ()):
                    if score > got.get(place, 0):
                        got[place], last = score, at
                if at not in hits and tokens[at].low not in passed and tokens[at].low != "-":
                    break
                if at != last:
                    continue
                score = sum(weights[place] * part for place, part in got.items()) / total
                if start not in best or score > best[start].score + 1e-9:
                    best[start] = Mention(start, at + 1, score, len(got) == len(words))
        return tuple(sorted(best.values(), key=lambda mention: -mention.score))


def _said(token: Token, word: str) -> float:
    """The similarity of a token and a word of a name; none of quoted texts and function words."""
    if token.quoted and (" " in token.text or token.low != word):
        return 0.0
    light = is_function_word(token.low) and word not in ("name", "number", "count")
    return 0.0 if light and token.low != word else word_similarity(token, word)


def link(
    question: str,
    view: SchemaView,
    *,
    times: Sequence[TimeSpan] = (),
    embedder: Embedder | None = None,
) -> LinkedQuestion:
    """All that the words of a question may mean in a database."""
    tokens = tokens_of(question)
    names = NameFinder(tokens)
    tables = tuple(names.mentions(table.words) for table in view.tables)
    columns = tuple(_column_mentions(names, column) for column in view.columns)
    values = _Values(view, tokens).found()
    unknown, parts = _unknown_texts(view, tokens, values)
    values += parts
    numbers = tuple(
        NumberMention(at, t.number) for at, t in enumerate(tokens) if t.number is not None
    )
    tags = _tags(tokens, tables, columns, values, unknown)
    scores = tuple(max((m.score for m in ms), default=0.0) for ms in columns)
    return LinkedQuestion(
        view=view,
        tokens=tokens,
        table_mentions=tables,
        column_mentions=columns,
        values=values,
        unknown=unknown,
        numbers=numbers,
        times=tuple(_time(tokens, span) for span in times),
        tags=tags,
        plain=tuple(_plain(token) for token in tokens),
        collapsed=_collapsed(tags),
        table_scores=tuple(max((m.score for m in ms), default=0.0) for ms in tables),
        column_scores=scores,
        similarity=_similarity(view, tokens, tags, columns, embedder),
    )


def _column_mentions(names: NameFinder, column: ColumnView) -> tuple[Mention, ...]:
    found = {mention.start: mention for mention in names.mentions(column.words)}
    if column.short != column.words:
        for mention in names.mentions(column.short):
            shorter = Mention(mention.start, mention.end, mention.score * 0.95, mention.whole)
            if mention.start not in found or shorter.score > found[mention.start].score:
                found[mention.start] = shorter
    good = [mention for mention in found.values() if mention.score >= _LEAST_MENTION]
    return tuple(sorted(good, key=lambda mention: -mention.score)[:_MOST_MENTIONS])


class _Values:
    """Finds stored values in a question, longest spans first."""

    def __init__(self, view: SchemaView, tokens: Sequence[Token]) -> None:
        self._view, self._tokens = view, tokens
        self._found: dict[tuple[int, int, int, str], ValueMention] = {}
        self._covered: list[tuple[int, int]] = []

    def found(self) -> tuple[ValueMention, ...]:
        text = " ".join(token.text for token in self._tokens)
        starts, ends, at = {}, {}, 0
        for place, token in enumerate(self._tokens):
            starts[at], ends[at + len(token.text)] = place, place + 1
            at += len(token.text) + 1
        for begin, until, hit in self._view.stored_values.spans(text):
            if begin in starts and until in ends:
                self._take(starts[begin], ends[until], hit)
        self._add_quoted()
        self._add_codes()
        return tuple(self._found.values())

    def _take(self, start: int, end: int, hit: ValueHit) -> None:
        only = self._tokens[start] if end - start == 1 else None
        if any(a <= start and end <= b and (a, b) != (start, end) for a, b in self._covered):
            return
        if only is not None and not only.quoted and _is_no_value(only):
            return
        self._add(start, end, hit, "exact" if hit.score == 1.0 else "inflected")
        if end - start > 1 or (only is not None and only.quoted):
            self._covered.append((start, end))

    def _add_quoted(self) -> None:
        """Quoted texts that are not a stored value as they stand."""
        have = {mention.start for mention in self._found.values()}
        for at, token in enumerate(self._tokens):
            if token.quoted and at not in have:
                for hit in self._view.stored_values.find(token.text, limit=_MOST_PLACES):
                    if hit.score >= _LEAST_CLOSE:
                        self._add(at, at + 1, hit, "exact" if hit.score == 1.0 else "close")

    def _add_codes(self) -> None:
        """Letters that stand for a word."""
        codes = lexicon().of("code")
        for at, token in enumerate(self._tokens):
            code = codes.get(token.lemma)
            for column in self._view.columns if code else ():
                for value in column.values if column.distinct <= 3 else ():
                    if value.lower() in (code, token.lemma):
                        hit = ValueHit(
                            table=column.ref.table, column=column.ref.column, value=value, score=0.9
                        )
                        self._add(at, at + 1, hit, "code")

    def _add(self, start: int, end: int, hit: ValueHit, how: str) -> None:
        column = self._view.column_at.get(ColumnRef(hit.table, hit.column))
        if column is None:
            return
        span = self._tokens[start:end]
        key = (start, end, column.index, hit.value)
        places = sum(1 for s, e, _, _ in self._found if (s, e) == (start, end))
        if key in self._found or places >= _MOST_PLACES:
            return
        named = [token for token in span if token.low not in ("of", "the", "and", "de")]
        self._found[key] = ValueMention(
            start=start,
            end=end,
            column=column.index,
            value=hit.value,
            how=how,
            as_written=hit.value == " ".join(token.text for token in span),
            quoted=any(token.quoted for token in span),
            capital=all(t.capital for t in named) and (start > 0 or end - start > 1),
        )


def _is_no_value(token: Token) -> bool:
    short = len(token.low) < 2 and not token.capital
    return token.number is not None or is_function_word(token.low) or short


def _unknown_texts(
    view: SchemaView, tokens: Sequence[Token], values: Sequence[ValueMention]
) -> tuple[tuple[UnknownText, ...], tuple[ValueMention, ...]]:
    """Quoted or capitalised texts that are no value, and values that hold them as a part."""
    unknown: list[UnknownText] = []
    parts: list[ValueMention] = []
    for text in _named_texts(tokens):
        if any(v.start <= text.start and text.end <= v.end for v in values):
            continue
        found = [_part(text, column) for column in view.columns if _holds(column, text)]
        parts += found
        if not found:
            unknown.append(text)
    return tuple(unknown), tuple(parts)


def _named_texts(tokens: Sequence[Token]) -> list[UnknownText]:
    found = [
        UnknownText(at, at + 1, t.text, quoted=True) for at, t in enumerate(tokens) if t.quoted
    ]
    at = 1
    while at < len(tokens):
        end = at
        while end < len(tokens) and _is_capital(tokens[end]):
            end += 1
        if end > at:
            text = " ".join(token.text for token in tokens[at:end])
            found.append(UnknownText(at, end, text, quoted=False))
        at = max(end, at + 1)
    return found


def _is_capital(token: Token) -> bool:
    return token.capital and not token.quoted and token.number is None


def _holds(column: ColumnView, text: UnknownText) -> bool:
    part = folded(text.text)
    if column.kind == "number" or len(part) < 2:
        return False
    for value in column.values:
        whole = folded(value)
        if (len(part) > 2 and f" {part} " in f" {whole} ") or (text.quoted and part in whole):
            return True
    return False


def _part(text: UnknownText, column: ColumnView) -> ValueMention:
    return ValueMention(
        start=text.start,
        end=text.end,
        column=column.index,
        value=text.text,
        how="part",
        as_written=False,
        quoted=text.quoted,
        capital=not text.quoted,
    )


def _time(tokens: Sequence[Token], span: TimeSpan) -> TimeMention:
    inside = [at for at, token in enumerate(tokens) if span.at <= token.at < span.until]
    return TimeMention(inside[0] if inside else 0, inside[-1] + 1 if inside else 0, span)


def _tags(
    tokens: Sequence[Token],
    tables: Sequence[Sequence[Mention]],
    columns: Sequence[Sequence[Mention]],
    values: Sequence[ValueMention],
    unknown: Sequence[UnknownText],
) -> tuple[str, ...]:
    """Each token as what it most likely is: a column, a table, a value, a number, or its lemma."""
    tags = _named_tags(tokens, tables, columns)
    named = (_COLUMN, _TABLE, _BOTH)
    for value in values:
        plain = tags[value.start] not in named and not is_function_word(tokens[value.start].low)
        if value.quoted or value.capital or value.end - value.start > 1 or plain:
            tags[value.start : value.end] = [_VALUE] * (value.end - value.start)
    for text in unknown:
        if text.quoted or tags[text.start] not in named:
            tags[text.start : text.end] = [_VALUE] * (text.end - text.start)
    for at, token in enumerate(tokens):
        if token.number is not None and tags[at] != _VALUE:
            tags[at] = _NUMBER
    return tuple(tags)


def _named_tags(
    tokens: Sequence[Token],
    tables: Sequence[Sequence[Mention]],
    columns: Sequence[Sequence[Mention]],
) -> list[str]:
    """The lemmas of a question with the names of columns and tables as their kinds."""
    tags = [token.lemma for token in tokens]
    strong = [m for mentions in columns for m in mentions if m.score >= STRONG]
    for mention in strong:
        tags[mention.start : mention.end] = [_COLUMN] * (mention.end - mention.start)
    for mention in (m for mentions in tables for m in mentions if m.score >= STRONG):
        for at in range(mention.start, mention.end):
            tags[at] = _BOTH if tags[at] in (_COLUMN, _BOTH) else _TABLE
    return tags


def _plain(token: Token) -> str:
    if token.number is not None:
        return _NUMBER
    return _VALUE if token.quoted else token.lemma


def _collapsed(tags: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for tag in tags:
        if not (found and found[-1] == tag and tag in (_COLUMN, _TABLE, _VALUE, _BOTH)):
            found.append(tag)
    return tuple(found)


_ASKING = ("who", "when", "where")


def _similarity(
    view: SchemaView,
    tokens: Sequence[Token],
    tags: Sequence[str],
    columns: Sequence[Sequence[Mention]],
    embedder: Embedder | None,
) -> tuple[float, ...]:
    """For each column that no word names: its nearness to the nearest unexplained word."""
    if embedder is None or not view.columns:
        return (0.0,) * len(view.columns)
    strong = {at for ms in columns for m in ms if m.score >= 0.9 for at in range(m.start, m.end)}
    words = [
        token.low
        for at, token in enumerate(tokens)
        if at not in strong
        and tags[at] not in (_VALUE, _NUMBER)
        and token.is_word
        and not token.quoted
        and (not is_function_word(token.low) or token.low in _ASKING)
    ]
    if not words:
        return (0.0,) * len(view.columns)
    names = embedder.embed([" ".join(column.short) for column in view.columns])
    nearest = (names @ embedder.embed(words).T).max(axis=1)
    best = [max((m.score for m in ms), default=0.0) for ms in columns]
    return tuple(
        float(near) if score < 0.75 else 0.0 for near, score in zip(nearest, best, strict=True)
    )


def grouped_values(values: Sequence[ValueMention]) -> list[list[ValueMention]]:
    """Mentions of values that lie over each other: at most one of each group is meant."""
    groups: list[list[ValueMention]] = []
    end = -1
    for value in sorted(values, key=lambda v: (v.start, -v.end)):
        if value.start < end:
            groups[-1].append(value)
        else:
            groups.append([value])
        end = max(end, value.end)
    return groups
