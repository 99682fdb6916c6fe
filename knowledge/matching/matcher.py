"""What the store has for a question: the near approved ones, and whether one has its wording."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from knowledge.embeddings import EmbeddingsError
from knowledge.matching.alignment import Word, align, content_words
from knowledge.matching.binding import Bound, bind
from knowledge.matching.differences import (
    ALWAYS,
    CONTRADICTIONS,
    Comparison,
    Difference,
    found_by,
    left_over,
)
from knowledge.matching.reading import Reading, Span, read, same_frame, same_words
from knowledge.matching.rebinding import rebound_sql
from knowledge.matching.sqlshape import Literal
from knowledge.matching.store import Entry, Pair, QuestionStore


class Tier(StrEnum):
    """How far a stored answer may be relied on by its wording alone."""

    TRUSTED = "trusted"
    REVIEW = "review"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A stored question near the asked one, and its SQL with the values of the asked one.

    `exact` says that the words are the same, values and all. What is only `left_over` does not
    contradict; what has `failed` does.
    """

    tier: Tier
    similarity: float
    candidate: Pair | None = None
    sql: str | None = None
    parameters: tuple[Bound, ...] = ()
    failed: tuple[Difference, ...] = ()
    left_over: tuple[Difference, ...] = ()
    exact: bool = False

    @property
    def reason(self) -> str:
        """What differs first; empty where it is trusted."""
        found = (each.reason for each in (*self.failed, *self.left_over))
        return next(found, "" if self.tier is Tier.TRUSTED else _ONLY_WORDING)


NOTHING = Match(
    tier=Tier.NONE,
    similarity=0.0,
    failed=(Difference("retrieval", "no approved question is near"),),
)
_ONLY_WORDING = "it is worded in another way"
_AWAY = Difference("embeddings", "the sentence model is not available")
_DISPUTED = Difference("disagreement", "two approved answers fit and differ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Similarity bounds, per workspace.

    `trusted` is for the same wording with other values, `review` for all that is offered. With
    `strict`, nothing below `trusted` is trusted whatever it means.
    """

    trusted: float = 0.88
    review: float = 0.70
    strict: bool = False


def match(
    store: QuestionStore,
    question: str,
    *,
    spans: tuple[Span, ...] = (),
    thresholds: Thresholds | None = None,
) -> Match:
    """The best stored answer for a question by its wording."""
    found = judged(store, nearest(store, question, spans=spans), thresholds=thresholds)
    return found[0] if found else NOTHING


@dataclass(frozen=True, slots=True)
class Nearest:
    """A question as it was read, and what of the store is worth comparing with it.

    Without `similar`, the sentence model was away, and words alone found the numbers.
    """

    reading: Reading
    words: tuple[Word, ...]
    numbers: tuple[int, ...]
    similar: tuple[float, ...] = ()


def nearest(store: QuestionStore, question: str, *, spans: tuple[Span, ...] = ()) -> Nearest:
    """The numbers of the stored questions that `judged` will look at, best first."""
    reading = read(question, store.values, spans)
    words = content_words(reading, store.schema)
    try:
        found = sorted(store.candidates(reading), key=lambda item: -item[1])
    except EmbeddingsError:
        return Nearest(reading, words, tuple(store.lexical_candidates(reading)))
    numbers = tuple(number for number, _ in found)
    return Nearest(reading, words, numbers, tuple(similarity for _, similarity in found))


def judged(
    store: QuestionStore, near: Nearest, *, thresholds: Thresholds | None = None
) -> tuple[Match, ...]:
    """The near ones whose pairs are there, best first; what contradicts comes last."""
    limits = thresholds or Thresholds()
    away = not near.similar
    similar = near.similar or (1.0,) * len(near.numbers)
    found: list[Match] = []
    for number, similarity in zip(near.numbers, similar, strict=True):
        if not store.has(number):
            continue
        one = _judged(store, store.entry(number), near, similarity, limits)
        found.append(replace(one, similarity=0.0) if away else one)
        if one.exact and one.tier is Tier.TRUSTED:
            # The very same words: nothing else can be nearer.
            break
    if away:
        found = [_at_most_offered(one, _AWAY) for one in found]
    return tuple(sorted(_undisputed(found), key=_rank, reverse=True))


def _at_most_offered(found: Match, why: Difference) -> Match:
    if found.tier is Tier.NONE:
        return found
    return replace(found, tier=Tier.REVIEW, left_over=(why, *found.left_over))


def _undisputed(found: Sequence[Match]) -> Sequence[Match]:
    """The matches; where two approved answers have the wording and differ, a person chooses."""
    trusted = [one for one in found if one.tier is Tier.TRUSTED]
    if any(one.exact for one in trusted):
        return found
    fewest = min((len(one.parameters) for one in trusted), default=0)
    rivals = {_plain(one.sql) for one in trusted if len(one.parameters) == fewest}
    if len(rivals) < 2:  # noqa: PLR2004 - one and another
        return found
    return [_at_most_offered(one, _DISPUTED) if one in trusted else one for one in found]


def _plain(sql: str | None) -> str:
    return "".join((sql or "").lower().split())


def _rank(found: Match) -> tuple[int, int, float]:
    """Trusted first; then the approved values themselves before re-bound ones."""
    order = {Tier.TRUSTED: 2, Tier.REVIEW: 1, Tier.NONE: 0}
    rebound = len(found.parameters) if found.tier is Tier.TRUSTED else 0
    return order[found.tier], -rebound, found.similarity - 0.05 * len(found.left_over)


def _judged(
    store: QuestionStore, entry: Entry, near: Nearest, similarity: float, limits: Thresholds
) -> Match:
    stored = entry.pair
    if entry.shape is None:
        failed = (Difference("sql", "the approved SQL no longer parses"),)
        return Match(tier=Tier.NONE, similarity=similarity, candidate=stored, failed=failed)
    if similarity < limits.review:
        failed = (Difference("similarity", "the approved question is not near"),)
        return Match(tier=Tier.NONE, similarity=similarity, candidate=stored, failed=failed)
    worded_alike = same_frame(entry.reading, near.reading)
    binding = bind(entry.reading, near.reading, entry.open_to, store.values)
    pair = Comparison(
        stored=entry.reading,
        asked=near.reading,
        shape=entry.shape,
        binding=binding,
        alignment=align(entry.words, near.words, store.similar),
        slots=entry.open_to.slots,
        periods=entry.open_to.periods,
        schema=store.schema,
    )
    contradicting = found_by(ALWAYS if worded_alike else CONTRADICTIONS, pair)
    sql = rebound_sql(entry.shape, binding.changes)
    if sql is None:
        unfit = Difference("values", "the new values do not fit the approved SQL")
        contradicting = (*contradicting, unfit)
    found = Match(
        tier=Tier.NONE if contradicting else Tier.REVIEW,
        similarity=similarity,
        candidate=stored,
        sql=sql or stored.sql,
        parameters=tuple(_bound(literal, text) for literal, text in binding.changes),
        failed=contradicting,
        left_over=() if worded_alike else left_over(pair),
        exact=same_words(entry.reading, near.reading),
    )
    trusted = worded_alike and not contradicting and similarity >= limits.trusted
    return replace(found, tier=Tier.TRUSTED) if trusted else found


def _bound(literal: Literal, text: str) -> Bound:
    name = f"{literal.table}.{literal.column}".strip(".")
    return Bound(column=name, old=literal.value, new=text)
