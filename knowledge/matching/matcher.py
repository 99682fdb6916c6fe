"""Matching a question with what was validated: retrieve, align, guard, re-bind, and say why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from knowledge.embeddings import Embedder, Vectors
from knowledge.matching import retrieval
from knowledge.matching.alignment import Word, align, content_words
from knowledge.matching.binding import Bound, bind, rebound_sql
from knowledge.matching.guards import Comparison, Failure, failures
from knowledge.matching.reading import Reading, Span, read, same_words
from knowledge.matching.schema import SchemaWords
from knowledge.matching.slots import Slot, slots_of
from knowledge.matching.sqlshape import Literal, Shape, shape_of
from knowledge.matching.values import ValueIndex


class Tier(StrEnum):
    """How far a stored answer may be relied on."""

    TRUSTED = "trusted"
    REVIEW = "review"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A stored question and the SQL that answers it."""

    question: str
    sql: str
    id: str = ""
    dialect: str = ""
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What the store has for a question: tier, reason, and the SQL with its values bound."""

    tier: Tier
    similarity: float
    candidate: Pair | None = None
    sql: str | None = None
    parameters: tuple[Bound, ...] = ()
    reason: str = ""
    failed: tuple[Failure, ...] = ()
    exact: bool = False


NOTHING = Match(tier=Tier.NONE, similarity=0.0, reason="no approved question is near")


@dataclass(frozen=True, slots=True)
class _Entry:
    pair: Pair
    reading: Reading
    shape: Shape | None
    slots: tuple[Slot, ...]
    words: tuple[Word, ...]


@dataclass(slots=True)
class Thresholds:
    """Similarity bounds, per workspace."""

    trusted: float = 0.50
    review: float = 0.50


class QuestionStore:
    """Stored questions of one workspace, prepared for matching."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        embedder: Embedder,
        *,
        schema: SchemaWords | None = None,
        values: ValueIndex | None = None,
    ) -> None:
        self.embedder = embedder
        self.schema = schema or SchemaWords()
        self.values = values or ValueIndex()
        shapes = [shape_of(pair.sql, pair.dialect) for pair in pairs]
        self._learn_values(shapes)
        self.entries = [self._entry(pair, shape) for pair, shape in zip(pairs, shapes, strict=True)]
        self._dense = embedder.embed([pair.question for pair in pairs])
        self._masked = embedder.embed(
            [retrieval.masked_text(entry.reading) for entry in self.entries]
        )
        self._lexical = retrieval.LexicalIndex(
            [retrieval.terms(entry.reading) for entry in self.entries]
        )

    def _learn_values(self, shapes: Iterable[Shape | None]) -> None:
        for shape in shapes:
            for literal in shape.literals if shape else ():
                if literal.is_text and literal.column and len(literal.value.strip("%")) > 1:
                    self.values.add((literal.table, literal.column), literal.value)

    def _entry(self, pair: Pair, shape: Shape | None) -> _Entry:
        reading = read(pair.question, self.values, pair.spans)
        slots = slots_of(reading, shape) if shape else ()
        return _Entry(pair, reading, shape, slots, content_words(reading, self.schema))

    def candidates(self, reading: Reading) -> list[tuple[int, float]]:
        """The numbers of the entries worth comparing, with their similarity."""
        if not self.entries:
            return []
        row = self.embedder.embed([reading.text])[0]
        masked = self.embedder.embed([retrieval.masked_text(reading)])[0]
        numbers, similarities = retrieval.nearest(self._dense, row, retrieval.DENSE)
        more, masked_similarities = retrieval.nearest(self._masked, masked, retrieval.MASKED)
        lexical = self._lexical.best(retrieval.terms(reading), retrieval.LEXICAL)
        chosen = dict.fromkeys([*numbers, *more, *lexical])
        return [
            (number, float(max(similarities[number], masked_similarities[number])))
            for number in chosen
        ]

    def similar(self, left: str, right: str) -> float:
        """How near two words are to the sentence model."""
        rows: Vectors = self.embedder.embed([left, right])
        return float(rows[0] @ rows[1])


@dataclass(slots=True)
class _Verdict:
    match: Match
    rank: tuple[int, float] = field(default=(0, 0.0))


def match(
    store: QuestionStore,
    question: str,
    *,
    spans: tuple[Span, ...] = (),
    thresholds: Thresholds | None = None,
) -> Match:
    """The best stored answer for a question, and whether it may be trusted."""
    limits = thresholds or Thresholds()
    reading = read(question, store.values, spans)
    words = content_words(reading, store.schema)
    found = [
        _with_tier(_judged(store, store.entries[number], reading, words, similarity), limits)
        for number, similarity in store.candidates(reading)
    ]
    return _undisputed(max(found, key=_rank, default=NOTHING), found)


def _undisputed(best: Match, found: Sequence[Match]) -> Match:
    """The best match; two approved answers that differ leave the choice to a person."""
    if best.tier is not Tier.TRUSTED or best.exact:
        return best
    rivals = [
        other
        for other in found
        if other.tier is Tier.TRUSTED
        and len(other.parameters) == len(best.parameters)
        and _plain(other.sql) != _plain(best.sql)
    ]
    if not rivals:
        return best
    failure = Failure("disagreement", "two approved answers fit and differ")
    return replace(best, tier=Tier.REVIEW, reason=failure.reason, failed=(failure,))


def _plain(sql: str | None) -> str:
    return "".join((sql or "").lower().split())


def _rank(found: Match) -> tuple[int, int, float]:
    """Trusted first; then the approved values themselves before re-bound ones."""
    order = {Tier.TRUSTED: 2, Tier.REVIEW: 1, Tier.NONE: 0}
    rebound = len(found.parameters) if found.tier is Tier.TRUSTED else 0
    return order[found.tier], -rebound, found.similarity - 0.05 * len(found.failed)


def _with_tier(found: Match, limits: Thresholds) -> Match:
    if not found.failed and found.similarity >= limits.trusted:
        return replace(found, tier=Tier.TRUSTED)
    if found.similarity >= limits.review:
        return replace(found, tier=Tier.REVIEW)
    return found


def _judged(
    store: QuestionStore,
    entry: _Entry,
    asked: Reading,
    words: tuple[Word, ...],
    similarity: float,
) -> Match:
    if entry.shape is None:
        failed: tuple[Failure, ...] = (Failure("sql", "the approved SQL no longer parses"),)
        return Match(
            tier=Tier.NONE, similarity=similarity, candidate=entry.pair, failed=failed
        )
    binding = bind(entry.reading, asked, entry.slots, store.values)
    alignment = align(entry.words, words, store.similar)
    pair = Comparison(
        entry.reading, asked, entry.shape, binding, alignment, entry.words, words,
        entry.slots, store.schema, similarity,
    )
    exact = same_words(entry.reading, asked)
    found = [] if exact else failures(pair)
    changes = [
        (place, slot.prefix + value + slot.suffix)
        for slot, value in binding.values
        for place in slot.places
    ]
    sql = rebound_sql(entry.shape, changes)
    if sql is None:
        found.append(Failure("binding", "the new values do not fit the approved SQL"))
    return Match(
        tier=Tier.NONE,
        similarity=similarity,
        candidate=entry.pair,
        sql=sql or entry.pair.sql,
        parameters=tuple(_bound(slot, value) for slot, value in binding.values),
        reason=found[0].reason if found else "",
        failed=tuple(found),
        exact=exact,
    )


def _bound(slot: Slot, value: str) -> Bound:
    literal: Literal = slot.places[0]
    name = f"{literal.table}.{literal.column}".strip(".")
    return Bound(column=name, old=literal.value, new=slot.prefix + value + slot.suffix, words=value)
