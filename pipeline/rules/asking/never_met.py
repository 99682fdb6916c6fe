"""Conditions that no row can meet: of one date, to lie in two periods that share no day."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pipeline.intent import Clause, Condition, Intent, Related


def is_never_met(intent: Intent) -> bool:
    """`no orders in 2026 but some in 2025`, read as orders of both years at once."""
    return any(
        one.column == other.column and _is_apart(one, other)
        for clauses in _together(intent)
        for one, other in combinations(_ranges(clauses), 2)
    )


def _together(intent: Intent) -> Iterator[Sequence[Clause]]:
    """The conditions that the same rows have to meet."""
    yield intent.filters
    for clause in (*intent.filters, *(each for branch in intent.both for each in branch)):
        if isinstance(clause, Related):
            yield clause.where


def _ranges(clauses: Sequence[Clause]) -> list[Condition]:
    return [
        clause for clause in clauses
        if isinstance(clause, Condition) and clause.operator == "within"
        and all(isinstance(value, str) for value in clause.values)
    ]  # fmt: skip


def _is_apart(one: Condition, other: Condition) -> bool:
    first, second = sorted((one, other), key=lambda each: str(each.values[0]))
    return str(first.values[1]) <= str(second.values[0])
