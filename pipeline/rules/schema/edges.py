"""A join of two tables, and the names of the questions which of several is meant."""

from dataclasses import dataclass

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
