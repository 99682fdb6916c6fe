"""A join of two tables, and the names of the questions which of several is meant."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.catalog import Table

DECLARED, INFERRED, _MULTIPLYING = 1.0, 1.25, 0.01


@dataclass(frozen=True, slots=True)
class Edge:
    """A join from `left` to `right` on equal columns; `multiplies` where right has many rows."""

    left: str
    right: str
    pairs: tuple[tuple[str, str], ...]
    multiplies: bool
    cost: float = DECLARED

    @property
    def length(self) -> float:
        """What the join costs: a little more where it multiplies rows."""
        return self.cost + (_MULTIPLYING if self.multiplies else 0.0)

    def turned(self, *, multiplies: bool) -> "Edge":
        pairs = tuple((right, left) for left, right in self.pairs)
        return Edge(self.right, self.left, pairs, multiplies, self.cost)


Unsettled = dict[str, tuple[tuple[Edge, ...], ...]]
# The columns of one table that each refer to the same other table.
Parallel = dict[tuple[str, str], tuple[str, ...]]


def pair_of(one: str, other: str) -> str:
    """The name of the question by which way two tables belong together."""
    return f"way:{':'.join(sorted((one, other)))}"


def role_key(pair: tuple[str, str]) -> str:
    """The name of the question which of several keys between two tables is meant."""
    return f"role:{':'.join(pair)}"


def way_of(way: tuple[Edge, ...]) -> str:
    """The tables between the two ends of a chain, as a choice names them."""
    return "+".join(sorted(edge.right for edge in way[:-1]))


def tables_on(way: tuple[Edge, ...]) -> tuple[str, ...]:
    return tuple(edge.right for edge in way)


def parallel_keys(tables: Mapping[str, Table], edges: Mapping[str, Sequence[Edge]]) -> Parallel:
    """Tables that several keys tie together, from where the keys are to what they refer to."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in tables:
        for edge in edges[key]:
            if not edge.multiplies and edge.left != edge.right and len(edge.pairs) == 1:
                found[edge.left, edge.right].append(edge.pairs[0][0])
    return {
        (one, other): tuple(c.name for c in tables[one].columns if c.name in columns)
        for (one, other), columns in found.items()
        if len(set(columns)) > 1
    }


def side_by_side(edges: Mapping[str, Sequence[Edge]]) -> tuple[tuple[Edge, ...], ...]:
    """The keys that lead from one table more than once to another."""
    found: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for table, each in edges.items():
        for edge in each:
            if not edge.multiplies and edge.right != table and len(edge.pairs) == 1:
                found[table, edge.right].append(edge)
    return tuple(tuple(keys) for keys in found.values() if len(keys) > 1)
