"""Which words of a business question may mean which part of the semantic model, with scores."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.catalog import Catalog, Kind
from knowledge.matching.stem import stem
from knowledge.semantics import Measure, MeasureKind, SemanticModel, State, TableMeaning
from knowledge.semantics.words import concepts_of, stems_of
from knowledge.value_lookup import similarity
from knowledge.values import ValueIndex
from pipeline.dates import Calendar, Comparison, DateRange, read_times
from pipeline.reader.words import is_function_word

_WORD = re.compile(r"[A-Za-z][\w'-]*|%|#|\d[\d.,]*k?")
_CLOSE = 0.8
_LEAST = 0.45
_FEW = 3
Pairs = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question: its place, its stem, and whether a period covers it."""

    at: int
    stem: str
    dated: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A part of the model that words may mean. `words` are the places of these in the question."""

    table: str
    score: float
    words: frozenset[int]
    column: str = ""
    measure: Measure | None = None
    condition: str = ""


@dataclass(frozen=True, kw_only=True)
class LinkedBusiness:
    """A question with what its words may mean; the best links first."""

    text: str
    words: tuple[Word, ...]
    ranges: tuple[DateRange, ...]
    compared: bool
    grain: str
    numbers: tuple[float, ...]
    tables: tuple[Link, ...]
    measures: tuple[Link, ...]
    columns: tuple[Link, ...]
    states: tuple[Link, ...]
    dates: tuple[Link, ...]

    content: frozenset[int] = field(default=frozenset())


def link(
    question: str,
    today: dt.date,
    model: SemanticModel,
    catalog: Catalog,
    values: ValueIndex,
    pairs: Pairs,
) -> LinkedBusiness:
    """Link a question to the model. `pairs` are learned word pairs."""
    times = read_times(question, today, Calendar())
    ranges: list[DateRange] = []
    for each in times.ranges:
        ranges += [each.first, each.second] if isinstance(each, Comparison) else [each]
    spans = [each.span for each in (*times.ranges, *times.grains)]
    vocabulary = _vocabulary(catalog, pairs)
    words, numbers = _words(question, spans, vocabulary)
    linker = _Linker(words, pairs)
    tables = [linker.of(t.table, stems_of(t.table.rpartition(".")[2])) for t in model.tables]
    measures = [
        linker.measure(t.table, measure)
        for t in model.tables
        for measure in t.measures
        if measure.refs
    ]
    columns: list[Link] = []
    dates: list[Link] = []
    states = _values(question, values, words)
    keys = {(edge.table, name) for edge in model.edges for name in edge.columns}
    keys |= {
        (t.key, name) for t in catalog.tables if len(t.primary_key) == 1 for name in t.primary_key
    }
    if len([each for each in measures if each.score >= _LEAST]) < _FEW:
        measures += _likeliest(model)
    for meaning in model.tables:
        table = catalog.table(meaning.table)
        for column in table.columns if table else ():
            if (meaning.table, column.name) in keys:
                continue
            found = linker.of(meaning.table, stems_of(column.name), column=column.name)
            (dates if column.kind.is_dated else columns).append(found)
        states += [linker.state(meaning, state) for state in meaning.states]
    content = frozenset(n for n, w in enumerate(words) if not w.dated and not w.plain)
    return LinkedBusiness(
        text=question, words=words, ranges=tuple(ranges),
        compared=any(isinstance(each, Comparison) for each in times.ranges),
        grain=times.grains[0].grain if times.grains else "", numbers=numbers,
        tables=_best(tables, 6), measures=_by_kind(measures), columns=_best(columns, 8),
        states=_best(states, 8), dates=_best(dates, 4), content=content,
    )  # fmt: skip


class _Linker:
    def __init__(self, words: Sequence[Word], pairs: Pairs) -> None:
        self._words, self._pairs = words, pairs

    def of(
        self, table: str, stems: Sequence[str], *, column: str = "", measure: Measure | None = None
    ) -> Link:
        """How well the words of the question carry a name."""
        score, used = self._carried(stems, " ".join(stems))
        return Link(table=table, score=score, words=used, column=column, measure=measure)

    def measure(self, table: str, measure: Measure) -> Link:
        """How well the words carry one of the names of a measure."""
        found = (self.of(table, stems_of(name), measure=measure) for name in measure.words)
        return max(found, key=lambda each: (each.score, len(each.words)))

    def state(self, meaning: TableMeaning, state: State) -> Link:
        best, at = 0.0, frozenset[int]()
        for words in state.words:
            stems = tuple(stem(word) for word in words.replace("_", " ").split())
            score, used = self._carried(stems, words, strict=True)
            if score > best:
                best, at = score, used
        return Link(
            table=meaning.table, score=best * (0.7 + 0.3 * state.score), words=at,
            column=state.column, condition=state.condition,
        )  # fmt: skip

    def _carried(
        self, stems: Sequence[str], name: str, *, strict: bool = False
    ) -> tuple[float, frozenset[int]]:
        if not stems:
            return 0.0, frozenset()
        total, used = 0.0, set[int]()
        for part in stems:
            scores = [0.0 if w.dated else _alike(w.stem, part) for w in self._words]
            most = max(scores, default=0.0)
            if most >= 0.5:
                total += most
                used.add(scores.index(most))
        direct = total / len(stems)
        if strict:
            return direct, frozenset(used)
        learned, at = self._learned(stems, name)
        if learned > direct:
            return learned, frozenset(at | used)
        return direct, frozenset(used)

    def _learned(self, stems: Sequence[str], name: str) -> tuple[float, set[int]]:
        """By the words that stood for such names, or for such concepts, in other databases."""
        keys = [*stems, *(f"#{concept}" for concept in concepts_of(name.replace(" ", "_")))]
        best, at = 0.0, set[int]()
        for place, word in enumerate(self._words):
            known = self._pairs.get(word.stem)
            score = max((known.get(key, 0.0) for key in keys), default=0.0) if known else 0.0
            if score > best and not word.dated:
                best, at = score, {place}
        return best * 0.9, at


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) > 3 and longer.startswith(shorter):
        return 0.75
    if 2 <= len(other) <= 4 < len(one) and one[0] == other[0] and _is_within(other, one):
        return 0.6
    return 0.0


def _is_within(short: str, word: str) -> bool:
    """Whether the letters of an abbreviation stand in a word in that order."""
    rest = iter(word)
    return all(letter in rest for letter in short)


def _likeliest(model: SemanticModel) -> list[Link]:
    """The sums that a database is most likely asked for, where words name none."""
    sums = [
        Link(t.table, _LEAST, frozenset(), measure=measure)
        for t in model.tables
        for measure in t.measures
        if measure.kind is MeasureKind.SUM and measure.score >= 0.5
    ]
    return sorted(sums, key=_by_score)[:_FEW]


def _by_score(link: Link) -> float:
    return -link.measure.score if link.measure else 0.0


def _values(question: str, values: ValueIndex, words: Sequence[Word]) -> list[Link]:
    found = []
    for start, end, hit in values.spans(question):
        at = frozenset(
            n for n, word in enumerate(words) if start <= word.at < end and not word.dated
        )
        text = hit.value.replace("'", "''")
        short = hit.table.rpartition(".")[2]
        condition = f'"{short}"."{hit.column}" = \'{text}\''
        if at:
            found.append(
                Link(hit.table, 0.98 * hit.score, at, column=hit.column, condition=condition)
            )
    return found


def _words(
    question: str, spans: Sequence[tuple[int, int]], vocabulary: frozenset[str]
) -> tuple[tuple[Word, ...], tuple[float, ...]]:
    words, numbers = [], []
    for match in _WORD.finditer(question):
        dated = any(start <= match.start() < end for start, end in spans)
        text = match[0].lower()
        if text[0].isdigit():
            if not dated:
                plain = text.rstrip("k").replace(",", "").rstrip(".")
                numbers.append(float(plain) * (1000 if text.endswith("k") else 1))
            continue
        common = is_function_word(text)
        root = stem(text) if common else _mended(text, vocabulary)
        words.append(Word(match.start(), root, dated, common))
    return tuple(words), tuple(numbers)


def _mended(word: str, vocabulary: frozenset[str]) -> str:
    """The stem of a word; of a misspelled one, the known stem that it is close to."""
    root = stem(word)
    if root in vocabulary or len(word) < 5:
        return root
    forms = {root, word, word.removesuffix("s")}
    near = (
        (max(similarity(form, each) for form in forms), each)
        for each in vocabulary
        if each[:1] == word[0]
    )
    score, best = max(near, default=(0.0, root))
    return best if score >= _CLOSE else root


def _vocabulary(catalog: Catalog, pairs: Pairs) -> frozenset[str]:
    found = set(pairs)
    for table in catalog.tables:
        found.update(stems_of(table.name))
        for column in table.columns:
            found.update(stems_of(column.name))
            if column.kind is Kind.TEXT and column.complete:
                found.update(stem(w) for value in column.values for w in value.lower().split())
    return frozenset(found)


def _by_kind(measures: Sequence[Link]) -> tuple[Link, ...]:
    """The best measures, with few that count things: every key makes one of these."""
    distinct = [m for m in measures if m.measure and m.measure.kind is MeasureKind.DISTINCT]
    rest = [m for m in measures if m.measure and m.measure.kind is not MeasureKind.DISTINCT]
    return _best(rest, 6) + _best(distinct, 2)


def _best(links: Sequence[Link], most: int) -> tuple[Link, ...]:
    kept = [each for each in links if each.score >= _LEAST]
    return tuple(sorted(kept, key=lambda each: (-each.score, -len(each.words)))[:most])
