"""Features of whole candidates beside each other, and their order by boosted trees.

Words explained and unexplained are weighed by rarity, as terms are in retrieval (Sparck Jones, "A
statistical interpretation of term specificity", 1972).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from knowledge.embeddings import Embedder
from pipeline.reader.candidates import Candidate
from pipeline.reader.intent import (
    Aggregate,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Expression,
    Intent,
    nested_intents,
    own_columns,
)
from pipeline.reader.linking import STRONG, LinkedQuestion, Mention
from pipeline.reader.local_scores import LocalScores
from pipeline.reader.rendering import say
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.sql import UnreachableTablesError, tables_read, tree_of
from pipeline.reader.weights import Weights
from pipeline.reader.words import is_function_word, lexicon

Rows = npt.NDArray[np.float64]
MOST_RANKED = 45
MOST_COMPARED = 5
_ORDER_WEIGHT = 0.35
_NEGATIVE = ("!=", "not like", "not in")
_KINDS = ("order", "aggregate", "negation", "each", "distinct", "compare", "high_end", "low_end")


@dataclass(frozen=True, slots=True)
class Merged:
    """Candidates that mean the same query: the best of them, their number and their mass."""

    candidate: Candidate
    number: int
    mass: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its probability, its score of order, and the words that it leaves open."""

    candidate: Candidate
    probability: float
    order: float
    row: npt.NDArray[np.float64]
    unexplained: tuple[str, ...]


def signature(intent: Intent, view: SchemaView) -> object:
    """Equal for intents that give the same rows whatever the data, as far as is plain to see.

    Raises UnreachableTablesError.
    """
    tables = frozenset(tree_of(intent, view).tables)
    select = tuple(_plainly(each, view, alone=len(tables) == 1) for each in intent.select)
    unique = len(tables) == 1 and any(
        isinstance(each, ColumnRef) and view.column_at[each].unique for each in intent.select
    )
    operation = intent.set_operation
    return (
        frozenset(select),
        intent.distinct and not unique,
        tables,
        frozenset(_test(each, view) for each in intent.where),
        intent.connective if len(intent.where) > 1 else "and",
        frozenset(intent.group),
        frozenset(_test(each, view) for each in intent.having),
        intent.order,
        intent.limit,
        operation and (operation.operator, signature(operation.other, view)),
    )


def _test(condition: Condition, view: SchemaView) -> object:
    value = condition.value
    inner = signature(value, view) if isinstance(value, Intent) else value
    return condition.left, condition.operator, inner


def _plainly(expression: Expression, view: SchemaView, *, alone: bool) -> Expression:
    """A count of the distinct keys of a table read alone is a count of its rows."""
    if isinstance(expression, Aggregate) and isinstance(expression.operand, ColumnRef):
        column = view.column_at[expression.operand]
        if expression.function == "count" and alone and column.primary_key:
            return Aggregate("count", EveryColumn())
        if expression.distinct and (expression.function in ("max", "min")):
            return replace(expression, distinct=False)
    return expression


def merged(candidates: Sequence[Candidate], view: SchemaView) -> list[Merged]:
    """The candidates that differ, best first; those that no keys join are left out."""
    found: dict[object, Merged] = {}
    for candidate in candidates:
        try:
            key = signature(candidate.intent, view)
        except UnreachableTablesError:
            continue
        mass = math.exp(candidate.score)
        have = found.get(key)
        if have is None:
            found[key] = Merged(candidate, 1, mass)
        else:
            found[key] = replace(have, number=have.number + 1, mass=have.mass + mass)
    return list(found.values())[:MOST_RANKED]


def ranked(scores: LocalScores, candidates: Sequence[Candidate], weights: Weights) -> list[Ranked]:
    """The candidates that differ, most probable first."""
    kept = merged(candidates, scores.linked.view)
    described = Descriptions(scores, weights).of(kept)
    rows = np.array([row for row, _ in described], np.float64)
    return sorted_by_rank(
        [each.candidate for each in kept], rows, [words for _, words in described], weights
    )


def sorted_by_rank(
    candidates: Sequence[Candidate],
    rows: Rows,
    unexplained: Sequence[tuple[str, ...]],
    weights: Weights,
) -> list[Ranked]:
    """Candidates with their rows of features, most probable first."""
    logits, order = weights.ranker.scores(rows), weights.order.scores(rows)
    probabilities = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    found = [
        Ranked(candidate, float(p), float(o), row, words)
        for candidate, p, o, row, words in zip(
            candidates, probabilities, order, rows, unexplained, strict=True
        )
    ]
    return sorted(found, key=lambda r: -(math.log(r.probability + 1e-6) + _ORDER_WEIGHT * r.order))


def reranked(
    order: Sequence[Ranked],
    question: str,
    view: SchemaView,
    embedder: Embedder,
    weights: Weights,
) -> list[Ranked]:
    """The first candidates judged again, with their nearness to the question as a sentence."""
    some = list(order[:MOST_COMPARED])
    if not some:
        return []
    rows = second_rows(some, question, view, embedder)
    logits = weights.second.scores(rows)
    again = [
        replace(each, probability=float(1 / (1 + math.exp(-max(-30.0, min(30.0, float(logit)))))))
        for each, logit in zip(some, logits, strict=True)
    ]
    again.sort(key=lambda each: -each.probability)
    return [*again, *order[MOST_COMPARED:]]


def second_rows(
    some: Sequence[Ranked], question: str, view: SchemaView, embedder: Embedder
) -> Rows:
    """The features of the second judgement: those of the first, its result, and nearness."""
    phrases = [say(each.candidate.intent, view) for each in some]
    vectors = embedder.embed([question, *phrases])
    near = (vectors[1:] @ vectors[0]).astype(np.float64)
    first = some[0].probability
    following = some[1].probability if len(some) > 1 else 0.0
    return np.array([
        [
            *each.row, each.probability, place, each.probability - first,
            each.probability - (following if place == 0 else first),
            near[place], near[place] - near.max(), near[place] - near.mean(),
        ]
        for place, each in enumerate(some)
    ], np.float64)  # fmt: skip


class Descriptions:
    """One row of numbers for each candidate of a question."""

    def __init__(self, scores: LocalScores, weights: Weights) -> None:
        self.scores = scores
        self.linked = scores.linked
        self.view = scores.linked.view
        tokens = self.linked.tokens
        self.low = [token.low for token in tokens]
        self.rarity = [weights.rarity.get(t.lemma, weights.usual_rarity) for t in tokens]
        self.strong_columns = _strong(self.linked.column_mentions, len(tokens))
        self.strong_tables = _strong(self.linked.table_mentions, len(tokens))
        self.said = {kind: sum(word in lexicon().of(kind) for word in self.low) for kind in _KINDS}
        self.said["negation"] += sum(word.endswith("n't") for word in self.low)
        self._certainty = {
            (value.start, value.column): certainty
            for value, certainty in zip(self.linked.values, scores.values, strict=True)
        }

    def of(self, candidates: Sequence[Merged]) -> list[tuple[list[float], tuple[str, ...]]]:
        """The rows, each with the words that the candidate leaves unexplained."""
        if not candidates:
            return []
        best = candidates[0].candidate.score
        most = max(each.mass for each in candidates)
        total = sum(each.mass for each in candidates)
        found = []
        for place, each in enumerate(candidates):
            description = _Description(self, each.candidate)
            row = [
                each.candidate.score,
                each.candidate.score - best,
                math.log(each.mass / most + 1e-9),
                each.mass / total,
                place,
                each.number,
                len(candidates),
                *description.slots(),
                *description.words(),
                *description.schema(),
                *description.agreement(),
                *self._question,
            ]
            found.append(([float(value) for value in row], description.open_words))
        return found

    @cached_property
    def _question(self) -> list[float]:
        """What is the same for all candidates."""
        linked, said, low = self.linked, self.said, self.low
        return [
            *said.values(), len(low), len(linked.numbers), linked.collapsed.count("COL"),
            linked.collapsed.count("TAB"), len(linked.unknown), len(linked.times),
            len({v.start for v in linked.values if linked.tags[v.start] == "VAL"}),
            sum(text.quoted for text in linked.unknown), len(self.view.tables),
            len(self.view.columns), "who" in low or "whose" in low,
            "when" in low or "date" in low or "year" in low, low[:1] == ["where"],
        ]  # fmt: skip


class _Description:
    """One candidate beside the words of its question."""

    def __init__(self, question: Descriptions, candidate: Candidate) -> None:
        self._question = question
        self._candidate = candidate
        self._filling, self._intent = candidate.filling, candidate.intent
        self._linked, self._scores = question.linked, question.scores
        self._view = question.view
        self._all = list(_with_nested(candidate.intent))
        refs = dict.fromkeys(ref for intent in self._all for ref in own_columns(intent))
        self._columns = [self._view.column_at[ref].index for ref in refs]
        self._tables = set(tables_read(candidate.intent, self._view))
        self._conditions = [test for intent in self._all for test in intent.where]
        self._negative = any(test.operator in _NEGATIVE for test in self._conditions) or (
            self._filling.shape.nesting.kind == "except"
        )
        self._explained = self._explain()
        self._unexplained = self._weigh()

    @property
    def open_words(self) -> tuple[str, ...]:
        """The words that may name something and that nothing in the candidate stands for."""
        tokens = self._linked.tokens
        return tuple(
            token.text
            for token, left in zip(tokens, self._unexplained, strict=True)
            if left > 0.5 and token.is_word
        )

    def _explain(self) -> list[float]:
        """For each token how well the candidate accounts for it."""
        found = [0.0] * len(self._linked.tokens)

        def explain(start: int, end: int, score: float) -> None:
            for at in range(start, end):
                found[at] = max(found[at], min(1.0, score))

        for column in self._columns:
            for mention in self._linked.column_mentions[column][:2]:
                explain(mention.start, mention.end, mention.score + 0.1)
        for table in self._tables:
            for mention in self._linked.table_mentions[table][:3]:
                if mention.score >= 0.45:
                    explain(mention.start, mention.end, mention.score)
        for use in self._filling.uses:
            explain(use.start, use.end, 1.0)
        if self._filling.number is not None:
            explain(self._filling.number.at, self._filling.number.at + 1, 1.0)
        return found

    def _weigh(self) -> list[float]:
        """For each token how much of it is left unexplained."""
        shape, of = self._filling.shape, lexicon().of
        by_shape = set[str]()
        by_shape |= set(of("order")) if shape.ordering else set()
        by_shape |= set(of("aggregate")) if self._aggregates else set()
        by_shape |= set(of("negation")) if self._negative else set()
        by_shape |= set(of("each")) if shape.grouped else set()
        found = []
        for at, word in enumerate(self._question.low):
            light = is_function_word(word) and word not in of("label")
            shaped = word in by_shape or not word[:1].isalnum()
            found.append(0.0 if light or shaped else 1 - self._explained[at])
        return found

    @property
    def _aggregates(self) -> bool:
        pattern = self._filling.pattern
        return bool(pattern.aggregates) or pattern.everything

    def slots(self) -> Iterator[float]:
        """What was filled, and how sure the local models are of it."""
        filling, intent, scores = self._filling, self._intent, self._scores
        shape, selected = filling.shape, filling.selected
        yield from filling.parts
        yield self._candidate.rest
        first_shape, first_pattern = scores.shapes[0][0], scores.patterns[0][0]
        yield from (first_shape, first_pattern)
        yield from (first_shape - filling.parts[0], first_pattern - filling.parts[2])
        yield from (len(selected.plain), len(selected.aggregates), len(filling.uses))
        yield from (shape.grouped, shape.group_limit is not None, shape.ordering is not None)
        yield from (intent.limit is not None, intent.set_operation is not None, intent.distinct)
        kind = shape.nesting.kind
        yield from (
            kind == "not in",
            kind == "in",
            kind == "or",
            kind == "compare",
            kind == "except",
        )
        roles = [scores.roles(number) for number in selected.plain]
        yield min((role.selected for role in roles), default=1.0)
        yield max(
            (role.selected for n, role in scores.columns.items() if n not in self._columns),
            default=0.0,
        )
        yield min((scores.roles(number).aggregated for number in selected.aggregated), default=1.0)
        yield 1.0 if filling.order_column is None else scores.roles(filling.order_column).ordered
        yield max((scores.roles(number).grouped for number in filling.group), default=0.0)
        certainties = [use.certainty for use in filling.uses]
        yield min(certainties, default=1.0)
        yield sum(use.condition.operator in _NEGATIVE for use in filling.uses)
        yield sum("like" in use.condition.operator for use in filling.uses)
        yield sum(isinstance(use.condition.value, DateRange) for use in filling.uses)
        yield len({use.column for use in filling.uses}) - len(filling.uses)
        yield len({use.column for use in filling.uses} & set(selected.plain))

    def words(self) -> Iterator[float]:
        """Words that are left unexplained, by what they look like."""
        question, linked = self._question, self._linked
        weighed = [
            left * min(rarity, 7.0)
            for left, rarity in zip(self._unexplained, question.rarity, strict=True)
        ]
        yield from (sum(weighed), max(weighed, default=0.0))
        yield sum(value > 0.5 for value in weighed)
        yield sum(
            tag == "VAL" and done < 1
            for tag, done in zip(linked.tags, self._explained, strict=True)
        )
        yield sum(self._explained[number.at] < 1 for number in linked.numbers)
        open_columns = open_tables = labels = 0
        for at, (column, table) in enumerate(
            zip(question.strong_columns, question.strong_tables, strict=True)
        ):
            left = self._explained[at] < 0.5
            word = question.low[at]
            open_columns += column and left and not is_function_word(word)
            open_tables += table and left and not column
            labels += left and word in lexicon().of("label")
        yield from (open_columns, open_tables, labels)
        plain = [
            value
            for value, word in zip(weighed, question.low, strict=True)
            if not any(word in lexicon().of(kind) for kind in ("order", "aggregate", "negation"))
        ]
        yield max(plain, default=0.0)
        rare = [at for at, value in enumerate(weighed) if value > 2.5]
        yield len(rare)
        yield rare[0] / len(weighed) if rare else -1.0
        times = [mention for mention in linked.times if mention.end > mention.start]
        yield sum(self._explained[mention.start] < 1 for mention in times)

    def schema(self) -> Iterator[float]:
        """Tables and columns in use, and how well the words name them."""
        linked, view, tables = self._linked, self._view, self._scores.tables
        named = [linked.column_scores[column] for column in self._columns] or [1.0]
        core = {view.columns[column].table for column in self._columns}
        listed = {view.table_at[key].index for intent in self._all for key in intent.tables}
        yield from (len(self._tables), len(tree_of(self._intent, view).tables))
        yield from (min(named), sum(named) / len(named))
        yield from (sum(score < 0.35 for score in named), sum(score < 0.75 for score in named))
        yield len(listed - core)
        yield len(self._tables - core - listed)
        yield sum(linked.table_scores[table] < 0.45 for table in self._tables)
        yield sum(math.log(1 - min(0.999, tables[table])) for table in self._tables)
        yield sum(math.log(max(0.001, tables[table])) for table in self._tables)
        yield min((tables[table] for table in self._tables), default=1.0)
        yield max((p for t, p in enumerate(tables) if t not in self._tables), default=0.0)
        yield sum(linked.column_scores[use.column] < 0.35 for use in self._filling.uses)
        nearness = [linked.similarity[column] for column in self._columns]
        pairs = [self._scores.pairs[column] for column in self._columns]
        yield from (max(nearness, default=0.0), max(pairs, default=0.0))
        plain = [view.columns[number] for number in self._filling.selected.plain]
        first = plain[0] if plain else None
        yield from (first is not None and first.is_name, first is not None and first.is_key)
        yield from (
            first is not None and first.kind == "date", first is not None and first.kind == "number"
        )  # fmt: skip
        group = [view.columns[number] for number in self._filling.group]
        keys = [c.primary_key or c.references is not None for c in group]
        yield bool(group) and all(keys)
        yield bool(group) and self._filling.group == self._filling.selected.plain
        yield bool(group) and bool(plain) and all(column.unique for column in plain)
        places = [linked.column_mentions[c.index][0].start for c in plain
                  if linked.column_mentions[c.index]]  # fmt: skip
        uses = [use.start for use in self._filling.uses]
        yield min(places, default=-1)
        yield min(uses, default=-1)
        yield bool(places and uses) and max(places) < min(uses)
        yield self._gaps(places)
        yield sum(
            any(
                m.score >= STRONG and m.start <= place < m.end
                for ms in linked.table_mentions
                for m in ms
            )
            for place in places
        )

    def _gaps(self, places: Sequence[int]) -> int:
        """Columns named between two that are shown, and not shown themselves."""
        if len(places) < 2:
            return 0
        inside = range(min(places), max(places))
        return sum(self._question.strong_columns[at] and self._explained[at] < 0.5 for at in inside)

    def agreement(self) -> Iterator[float]:
        """Words of a kind beside the parts of the shape that they speak of."""
        said, shape, low = self._question.said, self._filling.shape, self._question.low
        yield int(shape.ordering is not None) - min(1, said["order"])
        yield int(self._aggregates) - min(1, said["aggregate"])
        yield int(self._negative) - min(1, said["negation"])
        yield int(shape.grouped) - min(1, said["each"])
        distinct = self._intent.distinct or any(
            aggregate.distinct for aggregate in self._filling.pattern.aggregates
        )
        yield int(distinct) - min(1, said["distinct"])
        counts = any(a.function == "count" for a in self._filling.pattern.aggregates)
        text = " ".join(low)
        how_many = "how many" in text or "number of" in text or "count" in low
        yield from (how_many, how_many and counts)
        one = not shape.grouped and not self._filling.selected.plain
        yield from (one, how_many and one)
        yield from self._direction()
        yield from self._functions()
        plain = self._filling.selected.plain
        who = "who" in low or "whose" in low
        yield who and bool(plain) and self._view.columns[plain[0]].is_name

    def _direction(self) -> Iterator[float]:
        """Words for the high or the low end beside the direction of the order."""
        ordering, said = self._filling.shape.ordering, self._question.said
        high, low = min(2, said["high_end"]), min(2, said["low_end"])
        way = 0 if ordering is None else 1 if ordering.descending else -1
        yield from (way, way * (high - low), high - low)

    def _functions(self) -> Iterator[float]:
        """Aggregates that are used and not said, and the other way round."""
        of = lexicon().of("function")
        said = {of[word] for word in self._question.low if word in of}
        pattern, ordering = self._filling.pattern, self._filling.shape.ordering
        used = {str(aggregate.function) for aggregate in pattern.aggregates}
        used |= {ordering.function} if ordering is not None and ordering.function else set()
        used -= {"count"}
        nested = {str(self._filling.shape.nesting.function)}
        yield from (len(used - said), len(said - used - nested), len(said & used))


def _with_nested(intent: Intent) -> Iterator[Intent]:
    yield intent
    for inner in nested_intents(intent):
        yield from _with_nested(inner)


def _strong(mentions: Sequence[Sequence[Mention]], length: int) -> list[bool]:
    found = [False] * length
    for each in mentions:
        for mention in each:
            if mention.score >= STRONG:
                found[mention.start : mention.end] = [True] * (mention.end - mention.start)
    return found


def open_content(linked: LinkedQuestion, best: Ranked | None) -> tuple[str, ...]:
    """The content words that the best candidate does not explain; all where there is none."""
    if best is not None:
        return best.unexplained
    return tuple(t.text for t in linked.tokens if t.is_word and not is_function_word(t.low))
