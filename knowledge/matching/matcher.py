"""Matching a question with what was validated: retrieve, align, guard, re-bind, and say why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from knowledge.embeddings import EmbeddingsError
from knowledge.matching.alignment import Alignment, Word, align, content_words, unlike
from knowledge.matching.binding import Bound, bind
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.guards.in_order import already_fails, failures
from knowledge.matching.nearness import asks_of_another_thing, differences
from knowledge.matching.reading import Reading, Span, read, same_words
from knowledge.matching.rebinding import rebound_sql
from knowledge.matching.sqlshape import Literal
from knowledge.matching.store import Entry, Pair, QuestionStore


class Tier(StrEnum):
    """How far a stored answer may be relied on."""

    TRUSTED = "trusted"
    REVIEW = "review"
    NONE = "none"


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
    of_another_thing: bool = False


NOTHING = Match(tier=Tier.NONE, similarity=0.0, reason="no approved question is near")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Similarity bounds, per workspace, and how many differences a person may be asked to compare.

    Without `most_differences` somebody vouches that it is near: neither their number nor another
    subject matters.
    """

    trusted: float = 0.50
    review: float = 0.50
    most_differences: int | None = 2


def match(
    store: QuestionStore,
    question: str,
    *,
    spans: tuple[Span, ...] = (),
    thresholds: Thresholds | None = None,
) -> Match:
    """The best stored answer for a question, and whether it may be trusted."""
    return judged(store, nearest(store, question, spans=spans), thresholds=thresholds)


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


def judged(store: QuestionStore, near: Nearest, *, thresholds: Thresholds | None = None) -> Match:
    """The best of the near ones whose pairs are there, and whether it may be trusted."""
    limits = thresholds or Thresholds()
    if not near.similar:
        return _without_model(store, near, limits)
    found: dict[int, Match] = {}
    failing: dict[int, _Beside] = {}
    for place, (number, similarity) in enumerate(zip(near.numbers, near.similar, strict=True)):
        if not store.has(number):
            continue
        beside = _beside(store, store.entry(number), near, similarity)
        if beside.fails and not beside.exact:
            failing[place] = beside
            continue
        one = found[place] = _with_tier(_judged(store, beside), limits)
        if one.exact and one.tier is Tier.TRUSTED:
            # The very same words: nothing else can be nearer.
            break
    if all(one.tier is not Tier.TRUSTED for one in found.values()):
        # What fails is never trusted: it counts, and why it fails, only where nothing else is.
        found |= {
            place: _with_tier(_judged(store, each), limits) for place, each in failing.items()
        }
    ordered = [found[place] for place in sorted(found)]
    return _undisputed(max(ordered, key=_rank, default=NOTHING), ordered)


def _without_model(store: QuestionStore, near: Nearest, limits: Thresholds) -> Match:
    """The best match by shared words alone, which a person must look at."""
    away = Failure("embeddings", "the sentence model is not available")
    found = [
        _judged(store, _beside(store, store.entry(number), near, 0.0))
        for number in near.numbers
        if store.has(number)
    ]
    found = [each for each in found if _can_be_compared(each, limits.most_differences)]
    if not found:
        return NOTHING
    best = min(found, key=lambda match_: len(match_.failed))
    failed = (away, *best.failed)
    return replace(best, tier=Tier.REVIEW, reason=away.reason, failed=failed)


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
    if found.similarity >= limits.review and _can_be_compared(found, limits.most_differences):
        return replace(found, tier=Tier.REVIEW)
    return found


def _can_be_compared(found: Match, most: int | None) -> bool:
    """Whether it is about the same thing, and few things differ."""
    if most is None:
        return True
    return not found.of_another_thing and len(differences(found.failed)) <= most


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """A stored question beside the asked one; without `pair`, its SQL no longer parses.

    `fails` is told by the guards that need no alignment of words.
    """

    entry: Entry
    similarity: float
    pair: Comparison | None = None
    fails: bool = True
    exact: bool = False


def _beside(store: QuestionStore, entry: Entry, near: Nearest, similarity: float) -> _Beside:
    if entry.shape is None:
        return _Beside(entry=entry, similarity=similarity)
    pair = Comparison(
        stored=entry.reading,
        asked=near.reading,
        shape=entry.shape,
        binding=bind(entry.reading, near.reading, entry.open_to, store.values),
        alignment=Alignment(),
        stored_words=entry.words,
        asked_words=near.words,
        slots=entry.open_to.slots,
        periods=entry.open_to.periods,
        schema=store.schema,
        cosine=similarity,
    )
    return _Beside(
        entry=entry,
        similarity=similarity,
        pair=pair,
        fails=already_fails(pair),
        exact=same_words(entry.reading, near.reading),
    )


def _judged(store: QuestionStore, beside: _Beside) -> Match:
    stored, similarity = beside.entry.pair, beside.similarity
    if beside.pair is None:
        failed: tuple[Failure, ...] = (Failure("sql", "the approved SQL no longer parses"),)
        return Match(tier=Tier.NONE, similarity=similarity, candidate=stored, failed=failed)
    similar = unlike if beside.fails else store.similar
    alignment = align(beside.pair.stored_words, beside.pair.asked_words, similar)
    pair = replace(beside.pair, alignment=alignment)
    found = failures(pair, same_words=beside.exact, early=beside.fails)
    changes = pair.binding.changes
    sql = rebound_sql(pair.shape, changes)
    if sql is None:
        found.append(Failure("binding", "the new values do not fit the approved SQL"))
    return Match(
        tier=Tier.NONE,
        similarity=similarity,
        candidate=stored,
        sql=sql or stored.sql,
        parameters=tuple(_bound(literal, text) for literal, text in changes),
        reason=found[0].reason if found else "",
        failed=tuple(found),
        exact=beside.exact,
        of_another_thing=bool(found) and asks_of_another_thing(pair),
    )


def _bound(literal: Literal, text: str) -> Bound:
    name = f"{literal.table}.{literal.column}".strip(".")
    return Bound(column=name, old=literal.value, new=text)
