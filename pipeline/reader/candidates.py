"""Candidate intents of a question: the k best fillings of the likeliest shapes.

Shapes, aggregates, columns and conditions are scored apart and combined by beam search; the whole
is judged afterwards by `ranking`. Generating many and ranking them again: Kelkar et al.,
"Bertrand-DR: Improving Text-to-SQL using a Discriminative Re-ranker" (2020).
"""

import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pipeline.reader.conditions import ConditionReader, Conditions, ConditionUse
from pipeline.reader.features import operators_near, overlaps
from pipeline.reader.intent import (
    Aggregate,
    ColumnRef,
    Condition,
    EveryColumn,
    Expression,
    Function,
    Intent,
    Operator,
    Order,
    SetOperation,
    SetOperator,
)
from pipeline.reader.linking import NumberMention
from pipeline.reader.local_scores import LocalScores
from pipeline.reader.schema_view import Link
from pipeline.reader.shapes import SelectedAggregate, SelectPattern, Shape
from pipeline.reader.weights import log_probability as log

MOST_CANDIDATES = 110
_MOST_FILLED, _MOST_SELECTS, _MOST_PLAIN, _MOST_CONDITIONS = 700, 14, 14, 10
_LEAST_SHAPE, _LEAST_PATTERN = -6.0, -5.0
_BEAM, _PRUNE = 11.0, 9.0
_COUNT_ROWS = Aggregate("count", EveryColumn())


@dataclass(frozen=True, slots=True)
class SelectList:
    """Columns as they are (by number) and aggregates."""

    score: float
    plain: tuple[int, ...]
    aggregates: tuple[Expression, ...]
    aggregated: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """A shape with all its slots filled; `parts` are the scores that add up to `score`."""

    score: float
    shape: Shape
    pattern: SelectPattern
    selected: SelectList
    group: tuple[int, ...]
    order: Expression | None
    order_column: int | None
    number: NumberMention | None
    uses: tuple[ConditionUse, ...]
    parts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An intent with how it came about; `rest` is the score of tables and nesting."""

    score: float
    rest: float
    intent: Intent
    filling: Filling


@dataclass(frozen=True, slots=True)
class _Taken:
    """A number of the question as the limit of a shape."""

    score: float
    number: NumberMention | None


def candidates_of(scores: LocalScores) -> list[Candidate]:
    """The likeliest intents of a question, best first, each once."""
    found: dict[Intent, Candidate] = {}
    for filling in _Filler(scores).fillings():
        for rest, intent in _Composer(scores, filling).intents():
            have = found.get(intent)
            if have is None or have.score < filling.score + rest:
                found[intent] = Candidate(filling.score + rest, rest, intent, filling)
    ranked = sorted(found.values(), key=lambda candidate: -candidate.score)
    return ranked[:MOST_CANDIDATES]


class _Filler:
    """Fills the slots of shapes."""

    def __init__(self, scores: LocalScores) -> None:
        self._scores = scores
        self._view = scores.linked.view
        self._conditions = ConditionReader(scores)
        self._plain = self._plain_lists()
        self._aggregated = self._ranked("aggregated")[:8]
        self._ordered = self._ranked("ordered")[:3]
        self._grouped = self._ranked("grouped")[:3]
        self._selects: dict[SelectPattern, list[SelectList]] = {}

    def fillings(self) -> list[Filling]:
        """The best fillings of all shapes."""
        heap: list[tuple[float, int, Filling]] = []
        count, top = itertools.count(), -1e9
        for filling in self._all():
            top = max(top, filling.score)
            entry = (filling.score, -next(count), filling)
            if len(heap) < _MOST_FILLED:
                heapq.heappush(heap, entry)
            elif entry > heap[0]:
                heapq.heapreplace(heap, entry)
        best = heapq.nlargest(MOST_CANDIDATES, heap)
        return [filling for score, _, filling in best if score > top - _BEAM]

    def _all(self) -> Iterator[Filling]:
        top = -1e9
        for shape_score, shape in self._scores.shapes:
            if shape_score < _LEAST_SHAPE:
                continue
            for taken in self._takes(shape):
                at = taken.number.at if taken.number else None
                conditions = self._fitting(shape, self._conditions.best(at, _MOST_CONDITIONS))
                for pattern_score, pattern in self._scores.patterns:
                    if pattern_score < _LEAST_PATTERN:
                        continue
                    for selected in self._select_lists(pattern):
                        lone = _stands_alone(shape, selected)
                        parts = (shape_score, taken.score, pattern_score, selected.score + lone)
                        if sum(parts) < top - _PRUNE:
                            continue
                        for filling in self._slots(
                            shape, pattern, selected, taken, conditions, parts
                        ):
                            top = max(top, filling.score)
                            yield filling

    def _slots(
        self, shape: Shape, pattern: SelectPattern, selected: SelectList, taken: _Taken,
        conditions: Sequence[Conditions], parts: tuple[float, ...],
    ) -> Iterator[Filling]:  # fmt: skip
        base = sum(parts)
        groups, orders = self._groups(shape, selected), self._orders(shape)
        for (group_score, group), (order_score, order, column) in itertools.product(groups, orders):
            for chosen in conditions:
                yield Filling(
                    score=base + group_score + order_score + chosen.score,
                    shape=shape,
                    pattern=pattern,
                    selected=selected,
                    group=group,
                    order=order,
                    order_column=column,
                    number=taken.number,
                    uses=chosen.uses,
                    parts=(*parts, group_score, order_score, chosen.score),
                )

    def _ranked(self, role: str) -> list[tuple[float, int]]:
        found = [(getattr(roles, role), number) for number, roles in self._scores.columns.items()]
        return sorted(found, reverse=True)

    def _plain_lists(self) -> list[tuple[float, tuple[int, ...]]]:
        """The best sets of columns that are shown as they are."""
        found = []
        for score, columns in _subsets(self._ranked("selected"), _MOST_PLAIN):
            clashes = sum(self._clash(a, b) for a, b in itertools.combinations(columns, 2))
            found.append((score - 1.5 * clashes, self._in_order(columns)))
        return found

    def _in_order(self, columns: tuple[int, ...]) -> tuple[int, ...]:
        """The columns in the order in which the question names them."""
        mentions = self._scores.linked.column_mentions
        return tuple(sorted(columns, key=lambda c: mentions[c][0].start if mentions[c] else 999))

    def _clash(self, one: int, other: int) -> bool:
        """Whether the same words name two columns."""
        mentions = self._scores.linked.column_mentions
        a, b = mentions[one][:1], mentions[other][:1]
        return bool(a and b and overlaps(a[0], b[0]))

    def _takes(self, shape: Shape) -> list[_Taken]:
        """The numbers that the shape may take as the limit of groups or of rows."""
        if shape.group_limit is None and not shape.takes_number:
            return [_Taken(0.0, None)]
        if shape.group_limit is not None and (
            shape.takes_number or shape.group_limit.operator == "nested"
        ):
            return []
        role = "limit" if shape.group_limit is None else "having"
        found = []
        for number in self._scores.linked.numbers:
            score = self._scores.number_roles[number.at].get(role, -6.0)
            limit = shape.group_limit
            if limit is not None and limit.function == "count":
                said = operators_near(self._scores.linked, number.at)[0]
                score -= 1.5 if said != limit.operator else 0.0
            if number.value > 0:
                found.append(_Taken(score, number))
        return found

    def _fitting(self, shape: Shape, conditions: Sequence[Conditions]) -> list[Conditions]:
        kind = shape.nesting.kind
        least = 2 if kind in ("intersect", "or", "union") else 0
        kept = [each for each in conditions if len(each.uses) >= least]
        if kind in ("", "not in"):
            kept = [each for each in kept if not _contradict(each.uses)]
        return kept[:8]

    def _select_lists(self, pattern: SelectPattern) -> list[SelectList]:
        if pattern not in self._selects:
            self._selects[pattern] = self._lists_of(pattern)
        return self._selects[pattern]

    def _lists_of(self, pattern: SelectPattern) -> list[SelectList]:
        if pattern.everything:
            return [SelectList(0.0, (), (EveryColumn(),), ())]
        found = []
        for score, aggregates, numbers in self._aggregates(pattern):
            for plain_score, plain in self._plain:
                if aggregates or plain:
                    twice = 1.0 if any(number in plain for number in numbers) else 0.0
                    found.append(
                        SelectList(score + plain_score - twice, plain, aggregates, numbers)
                    )
        return heapq.nlargest(_MOST_SELECTS, found, key=lambda each: each.score)

    def _aggregates(
        self, pattern: SelectPattern
    ) -> Iterator[tuple[float, tuple[Expression, ...], tuple[int, ...]]]:
        wanted = [a for a in pattern.aggregates if not a.rows]
        if not wanted:
            yield 0.0, tuple(_COUNT_ROWS for _ in pattern.aggregates), ()
            return
        numeric = any(a.function in ("avg", "sum") for a in wanted)
        columns = [
            (probability, number)
            for probability, number in self._aggregated
            if not numeric or self._view.columns[number].kind == "number"
        ]
        if len(set(wanted)) == len(wanted) or len(columns) < 2:
            for probability, number in columns[:4]:
                numbers = (number,) * len(wanted)
                yield log(probability), self._applied(pattern, numbers), (number,)
        if len(wanted) == 2:
            for (p, one), (q, other) in itertools.permutations(self._aggregated[:3], 2):
                yield log(p) + log(q), self._applied(pattern, (one, other)), (one, other)

    def _applied(self, pattern: SelectPattern, numbers: tuple[int, ...]) -> tuple[Expression, ...]:
        left = iter(numbers)
        return tuple(
            _COUNT_ROWS if each.rows else self._aggregate(each, next(left))
            for each in pattern.aggregates
        )

    def _aggregate(self, wanted: SelectedAggregate, number: int) -> Aggregate:
        return Aggregate(wanted.function, self._view.columns[number].ref, wanted.distinct)

    def _groups(self, shape: Shape, selected: SelectList) -> list[tuple[float, tuple[int, ...]]]:
        if not shape.grouped:
            return [(0.0, ())]
        if not selected.plain:
            return [(log(probability), (number,)) for probability, number in self._grouped]
        best = max(self._scores.roles(number).grouped for number in selected.plain)
        found: list[tuple[float, tuple[int, ...]]] = [(log(best), selected.plain)]
        first = self._view.columns[selected.plain[0]]
        key = self._view.tables[first.table].primary_key
        if len(key) == 1 and key[0] not in selected.plain and first.references is None:
            by_key = max(best, self._scores.roles(key[0]).grouped)
            found.append((log(by_key) - 0.3, key))
        return found

    def _orders(self, shape: Shape) -> list[tuple[float, Expression | None, int | None]]:
        ordering = shape.ordering
        if ordering is None:
            return [(0.0, None, None)]
        if ordering.function == "count":
            return [(0.0, _COUNT_ROWS, None)]
        found: list[tuple[float, Expression | None, int | None]] = []
        for probability, number in self._ordered:
            ref = self._view.columns[number].ref
            function: Function | None = ordering.function or None  # type: ignore[assignment]
            expression = Aggregate(function, ref) if function else ref
            found.append((log(probability), expression, number))
        return found


def _stands_alone(shape: Shape, selected: SelectList) -> float:
    """A penalty for an aggregate of a column beside plain columns without groups."""
    beside = bool(selected.plain and selected.aggregates) and not shape.grouped
    return -3.0 if beside and selected.aggregates[0] != _COUNT_ROWS else 0.0


def _contradict(uses: tuple[ConditionUse, ...]) -> bool:
    """Whether two conditions want different values of the same column."""
    equal = [use.column for use in uses if use.condition.operator in ("=", "like")]
    return len(equal) != len(set(equal))


def _subsets(
    items: Sequence[tuple[float, int]], most: int, longest: int = 5
) -> list[tuple[float, tuple[int, ...]]]:
    """The likeliest subsets of independent choices."""
    beam: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for probability, item in [each for each in items if each[0] > 0.02][:10]:
        without = [(score + log(1 - probability), kept) for score, kept in beam]
        taken = [
            (score + log(probability), (*kept, item)) for score, kept in beam if len(kept) < longest
        ]
        beam = heapq.nlargest(most, without + taken, key=lambda each: each[0])
    return beam


class _Composer:
    """The intents of one filling: further tables, distinct, and the ways of nesting."""

    def __init__(self, scores: LocalScores, filling: Filling) -> None:
        self._scores, self._filling = scores, filling
        self._view = scores.linked.view
        refs = tuple(self._view.columns[number].ref for number in filling.selected.plain)
        self._select: tuple[Expression, ...] = (*refs, *filling.selected.aggregates)
        self._conditions = tuple(use.condition for use in filling.uses)
        self._likely = [
            number
            for number, probability in enumerate(scores.tables)
            if scores.linked.table_scores[number] >= 0.35 or probability > 0.15
        ]

    def intents(self) -> Iterator[tuple[float, Intent]]:
        having = self._having()
        if having is None:
            return
        kind = self._filling.shape.nesting.kind
        match kind:
            case "" | "or":
                yield from self._plain(having)
            case "intersect" | "union":
                yield from self._both(having, kind)
            case "except":
                yield from self._except()
            case "in" | "not in":
                yield from self._among(having, kind)
            case "compare":
                yield from self._compared(having)

    def _having(self) -> tuple[Condition, ...] | None:
        """The limits of groups; None where the shape wants one that cannot be filled."""
        limit, number = self._filling.shape.group_limit, self._filling.number
        if limit is None:
            return ()
        if number is None or limit.operator not in (">", "<", ">=", "<=", "=", "!="):
            return None
        operator: Operator = limit.operator  # type: ignore[assignment]
        value = int(number.value) if number.value == int(number.value) else number.value
        if limit.function == "count":
            return (Condition(_COUNT_ROWS, operator, value),)
        columns = self._scores.columns
        if not limit.function or not columns:
            return None
        best = max(columns, key=lambda column: columns[column].aggregated)
        function: Function = limit.function  # type: ignore[assignment]
        left = Aggregate(function, self._view.columns[best].ref)
        return (Condition(left, operator, value),)

    def _intent(
        self, tables: Sequence[int], where: tuple[Condition, ...], having: tuple[Condition, ...]
    ) -> Intent:
        filling = self._filling
        ordering, limit = filling.shape.ordering, None
        if ordering is not None and ordering.take == "first":
            limit = 1
        elif filling.shape.takes_number and filling.number is not None:
            limit = int(filling.number.value)
        order: tuple[Order, ...] = ()
        if ordering is not None and filling.order is not None:
            order = (Order(filling.order, ordering.descending),)
        return Intent(
            select=self._select,
            tables=tuple(self._view.tables[table].key for table in tables),
            where=where,
            group=tuple(self._view.columns[number].ref for number in filling.group),
            having=having,
            order=order,
            limit=limit,
        )

    @cached_property
    def _core(self) -> list[int]:
        """The tables of all columns in use."""
        filling = self._filling
        numbers = [*filling.selected.plain, *filling.selected.aggregated, *filling.group]
        numbers += [use.column for use in filling.uses]
        numbers += [] if filling.order_column is None else [filling.order_column]
        return [self._view.columns[number].table for number in numbers]

    def _further(self, core: Sequence[int]) -> list[tuple[float, tuple[int, ...]]]:
        """Tables that the rows must have beside those of the columns, with scores."""
        tree = self._view.join_tree(core) if core else None
        if core and tree is None:
            return []
        tables = self._scores.tables
        inside = set(tree.tables) if tree else set[int]()
        missing = sorted((t for t in self._likely if t not in inside), key=lambda t: -tables[t])
        base = 0.5 * sum(log(tables[table]) for table in set(core))
        none = base + sum(log(1 - tables[table]) for table in missing)

        def score(added: tuple[int, ...]) -> float:
            return none + sum(log(tables[t]) - log(1 - tables[t]) for t in added)

        choices: list[tuple[int, ...]] = [()] if core else []
        choices += [(table,) for table in missing[:3]]
        choices += [tuple(missing[:2])] if len(missing) > 1 else []
        return sorted(((score(c), c) for c in choices), key=lambda each: -each[0])[:3]

    def _distinct(self) -> list[tuple[float, bool]]:
        filling = self._filling
        if not filling.selected.plain or filling.shape.grouped:
            return [(0.0, False)]
        probability = self._scores.distinct
        both = [(log(probability), True), (log(1 - probability), False)]
        return [each for each in both if each[0] > -2.5] or [max(both)]

    def _plain(self, having: tuple[Condition, ...]) -> Iterator[tuple[float, Intent]]:
        for score, tables in self._further(self._core):
            plain = self._intent(tables, self._conditions, having)
            if self._filling.shape.nesting.kind == "or":
                plain = replace(plain, connective="or")
            for distinct_score, distinct in self._distinct():
                yield score + distinct_score, replace(plain, distinct=distinct)

    def _both(
        self, having: tuple[Condition, ...], operator: SetOperator
    ) -> Iterator[tuple[float, Intent]]:
        if len(self._conditions) < 2:
            return
        for score, tables in self._further(self._core):
            one, other = (
                replace(self._intent(tables, part, having), order=(), limit=None)
                for part in (self._conditions[:1], self._conditions[1:])
            )
            yield score, replace(one, set_operation=SetOperation(operator, other))

    def _except(self) -> Iterator[tuple[float, Intent]]:
        filling = self._filling
        own = [self._view.columns[number].table for number in filling.selected.plain]
        if not own or filling.selected.aggregates:
            return
        bare = Intent(select=self._select)
        positive = tuple(_positive(each) for each in self._conditions)
        for score, tables in self._further(self._core if positive else own):
            keys = tuple(self._view.tables[table].key for table in tables)
            if not positive:
                if keys:
                    other = replace(bare, tables=keys)
                    yield score, replace(bare, set_operation=SetOperation("except", other))
                continue
            for cut in range(len(positive)):
                kept = replace(bare, where=positive[:cut], tables=keys if cut else ())
                other = replace(bare, where=positive[cut:], tables=keys)
                operation = SetOperation("except", other)
                yield score - (0.1 if cut else 0.0), replace(kept, set_operation=operation)

    def _among(
        self, having: tuple[Condition, ...], operator: Operator
    ) -> Iterator[tuple[float, Intent]]:
        """Rows whose key is, or is not, among the keys of other rows."""
        filling, tables = self._filling, self._scores.tables
        numbers = (*filling.selected.plain, *filling.selected.aggregated)
        own = list(dict.fromkeys(self._view.columns[number].table for number in numbers))
        kept = own or sorted(self._likely, key=lambda table: -tables[table])[:3]
        found: list[tuple[float, Intent]] = []
        for outer in kept[:3]:
            inside = tuple(
                _positive(use.condition)
                for use in filling.uses
                if self._view.columns[use.column].table != outer
            )
            outside = tuple(
                use.condition
                for use in filling.uses
                if self._view.columns[use.column].table == outer
            )
            for other, link in self._reached(outer):
                key = self._view.columns[link.other_column].ref
                further = () if link.table == other else (self._view.tables[other].key,)
                inner = Intent(select=(key,), tables=further, where=inside)
                test = Condition(self._view.columns[link.column].ref, operator, inner)
                extra = () if own else (outer,)
                missing = [t for t in self._likely if t not in (outer, other, link.table)]
                score = 0.5 * log(tables[outer]) + log(tables[other])
                score += sum(log(1 - tables[t]) for t in missing) - (0.7 if further else 0.0)
                found.append((score, self._intent(extra, (test, *outside), having)))
        yield from found[:11]

    def _reached(self, outer: int) -> Iterator[tuple[int, Link]]:
        """Other tables with the key of the outer one that leads to them, or nearer to them."""
        links, tables = self._view.links, self._scores.tables
        for other in sorted(range(len(tables)), key=lambda table: -tables[table])[:6]:
            for link in links.get(outer, ()) if other != outer else ():
                beyond = any(each.table == other for each in links.get(link.table, ()))
                if link.table == other or beyond:
                    yield other, link

    def _compared(self, having: tuple[Condition, ...]) -> Iterator[tuple[float, Intent]]:
        """Rows compared with an aggregate of all rows: above the average."""
        nesting, columns = self._filling.shape.nesting, self._scores.columns
        if nesting.function not in ("avg", "max", "min"):
            return
        operator: Operator = nesting.operator  # type: ignore[assignment]
        function: Function = nesting.function  # type: ignore[assignment]
        best = sorted(columns, key=lambda column: -columns[column].compared)[:3]
        for number in best:
            ref: ColumnRef = self._view.columns[number].ref
            core = [*self._core, self._view.columns[number].table]
            for within in (False, True) if self._conditions else (False,):
                inner = Intent(
                    select=(Aggregate(function, ref),), where=self._conditions if within else ()
                )
                where = (Condition(ref, operator, inner), *(() if within else self._conditions))
                base = log(columns[number].compared) - (0.7 if within else 0.0)
                for score, tables in self._further(core)[:2]:
                    yield score + base, self._intent(tables, where, having)


def _positive(condition: Condition) -> Condition:
    match condition.operator:
        case "!=":
            return replace(condition, operator="=")
        case "not like":
            return replace(condition, operator="like")
        case _:
            return condition
