"""Which conditions on rows of other tables are about the same one of them."""

import itertools
from collections.abc import Callable, Sequence

from pipeline.intent import Clause
from pipeline.rules.schema.edges import Edge

Path = Sequence[Edge]


def on_one_row(
    outside: dict[str, list[Clause]], path_to: Callable[[str], Path]
) -> dict[str, list[Clause]]:
    """The conditions by the tables to reach, put together where these are reached as one.

    `Got an A in Algebra` is a chain of joins, on one row of it. `Teaches Algebra in Hall 3` forks:
    the lesson has one course and one hall, so it is the same lesson.
    """
    for belongs in (_is_passed, _is_of_the_same):
        for table in list(outside):
            for end in outside:
                if end != table and belongs(path_to(table), path_to(end)):
                    outside[end] += outside.pop(table)
                    break
    return outside


def _is_passed(one: Path, other: Path) -> bool:
    return bool(one) and one[-1].right in [edge.right for edge in other]


def _is_of_the_same(one: Path, other: Path) -> bool:
    """Whether both belong to one of many rows: each such row has one of either."""
    pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    shared = len(list(pairs))
    many = any(edge.multiplies for edge in one[:shared])
    return many and not any(edge.multiplies for edge in (*one[shared:], *other[shared:]))
