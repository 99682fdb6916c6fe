"""The reader: from a question to at most four candidates, with a calibrated certainty of the first.

The order of the candidates is by boosted trees; how far the first may be trusted is told by a
logistic regression over the scores of all (Platt, "Probabilistic outputs for support vector
machines", 1999).
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knowledge.embeddings import Embedder
from pipeline.reader.candidates import candidates_of
from pipeline.reader.intent import Intent
from pipeline.reader.linking import link
from pipeline.reader.local_scores import local_scores
from pipeline.reader.ranking import Ranked, ranked, reranked
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.sql import sql_of
from pipeline.reader.weights import Weights
from pipeline.times.values import TimeSpan

MOST_OFFERED = 4
MOST_RUN = 4
_MOST_COMPARED = 5_000
Row = Sequence[object]
Run = Callable[[str], Sequence[Row] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCandidate:
    """One reading of a question. `probability` is that of the ranker, by itself.

    `key` tells results apart where the query was run: equal keys are equal results.
    """

    intent: Intent
    sql: str
    probability: float
    unexplained: tuple[str, ...] = ()
    key: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedReading:
    """The candidates, best first. `confidence` is the probability that the first is right.

    `unexplained` are the content words that it does not account for.
    """

    candidates: tuple[ReadCandidate, ...]
    confidence: float
    unexplained: tuple[str, ...]
    gap: float = 0.0


class Reader:
    """Reads questions about one database."""

    def __init__(self, view: SchemaView, weights: Weights, embedder: Embedder | None) -> None:
        self._view, self._weights, self._embedder = view, weights, embedder

    @property
    def view(self) -> SchemaView:
        return self._view

    def read(
        self, question: str, *, times: Sequence[TimeSpan] = (), run: Run | None = None
    ) -> LearnedReading:
        """The best readings. `run` gives the rows of a query, at most four times."""
        order = self.ranked(question, times=times)
        written = [(each, sql_of(each.candidate.intent, self._view)) for each in order]
        return reading_of(written, self._weights, run)

    def ranked(self, question: str, *, times: Sequence[TimeSpan] = ()) -> list[Ranked]:
        """The candidates of a question, best first."""
        linked = link(question, self._view, times=times, embedder=self._embedder)
        if not linked.tokens or not self._view.tables:
            return []
        scores = local_scores(linked, self._weights)
        order = ranked(scores, candidates_of(scores), self._weights)
        if self._embedder is not None:
            order = reranked(order, question, self._view, self._embedder, self._weights)
        return order


def reading_of(
    written: Sequence[tuple[Ranked, str]], weights: Weights, run: Run | None = None
) -> LearnedReading:
    """What may be offered of ranked candidates with their statements, and how certain it is."""
    offered = offers(written, run)
    row = confidence_row([each for each, _ in written], offered, has_run=run is not None)
    return LearnedReading(
        candidates=offered,
        confidence=weights.confidence.probability(row) if offered else 0.0,
        unexplained=offered[0].unexplained if offered else (),
        gap=_gap(offered),
    )


def offers(
    written: Sequence[tuple[Ranked, str]], run: Run | None = None
) -> tuple[ReadCandidate, ...]:
    """The first candidates that differ; where they are run, equal results are one candidate."""
    found: list[ReadCandidate] = []
    runs = 0
    for each, sql in written:
        if len(found) == MOST_OFFERED:
            break
        key: object = None
        if run is not None and runs < MOST_RUN:
            runs += 1
            rows = run(sql)
            if rows is None:
                continue
            key = result_key(rows, ordered=bool(each.candidate.intent.order))
        same = next(
            (n for n, have in enumerate(found) if key is not None and have.key == key), None
        )
        if same is None:
            found.append(ReadCandidate(
                intent=each.candidate.intent, sql=sql, probability=each.probability,
                unexplained=each.unexplained, key=key,
            ))  # fmt: skip
        else:
            have = found[same]
            either = 1 - (1 - have.probability) * (1 - each.probability)
            found[same] = ReadCandidate(
                intent=have.intent, sql=have.sql, probability=either,
                unexplained=have.unexplained, key=key,
            )  # fmt: skip
    return tuple(found)


def result_key(rows: Sequence[Row], *, ordered: bool) -> object:
    """Equal for equal results: rows as a multiset, columns in any order; None for empty ones."""
    if not rows or all(value is None for row in rows for value in row):
        return None
    columns = [
        [_plain(value) for value in column] for column in zip(*rows[:_MOST_COMPARED], strict=True)
    ]
    if ordered:
        shown = sorted(map(repr, columns))
    else:
        shown = sorted(repr(sorted(Counter(column).items())) for column in columns)
    return (len(rows), ordered and len(rows) > 1, hash(tuple(shown)))


def _plain(value: object) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{float(value):.6g}"
    return str(value)


def confidence_row(
    order: Sequence[Ranked], offered: Sequence[ReadCandidate], *, has_run: bool
) -> list[float]:
    """What the certainty of the first candidate is judged by."""
    if not order or not offered:
        return [0.0] * 17
    first, best = offered[0].probability, order[0]
    second = offered[1].probability if len(offered) > 1 else 0.0
    after = order[1] if len(order) > 1 else None
    total = sum(each.probability for each in order)
    return [
        first,
        second,
        first - second,
        math.log(first / (1 - first + 1e-6) + 1e-6),
        math.log((first + 1e-6) / (second + 1e-6)),
        total,
        float(sum(each.probability > 0.2 for each in order)),
        best.order - (after.order if after else best.order - 3),
        float(len(order)),
        float(best.probability >= max(each.probability for each in order) - 1e-9),
        first / (total + 1e-6),
        float(best.row[4] == 0),
        float(len(best.unexplained)),
        float(len(best.unexplained) == 0),
        float(has_run),
        float(has_run and offered[0].key is None),
        float(has_run) * first,
    ]


def _gap(offered: Sequence[ReadCandidate]) -> float:
    if not offered:
        return 0.0
    return offered[0].probability - (offered[1].probability if len(offered) > 1 else 0.0)
