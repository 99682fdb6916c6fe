"""Rows between two tables that tie them as well as a key does, and what the words say of them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from knowledge.catalog import Table
from pipeline.rules.schema.edges import DECLARED, Edge
from pipeline.rules.text.words import name_words, stem_of

# Shorter words of a name tell nothing, nor does the `with` of `affiliated_with`.
_SHORTEST, _TELLS_NOTHING = 4, "with"
# A table of pairs may say since when, and how much.
_MOST_BESIDE = 3
Ways = tuple[tuple[Edge, ...], ...]


class Graph(Protocol):
    """The joins of tables, with the words of a question and those that tables are called by."""

    said: frozenset[str]
    called: Mapping[str, frozenset[str]]

    def edges(self, table: str) -> Sequence[Edge]: ...

    def between(self, left: str, right: str) -> Sequence[Edge]: ...


def by_bridges(graph: Graph, tables: Mapping[str, Table], start: str, end: str) -> Ways:
    """The ways from one table to another where a key of a special part is not the only one.

    `doctors affiliated with a ward` belong to it by their affiliations, though a ward also has a
    head; by which of both `doctors of a ward` do is open. Nothing where the key says it.
    """
    if not graph.said:
        return ()
    direct = graph.between(start, end)
    ends = graph.called.get(start, frozenset()) | graph.called.get(end, frozenset())
    parts = [_own(_stems_of_keys(edge), ends) for edge in direct]
    if not all(part and not part & graph.said for part in parts):
        return ()
    around = [edge for edge in graph.edges(start) if edge.right not in (start, end)]
    chains = [
        (edge, onward)
        for edge in around
        for onward in graph.between(edge.right, end)
        if not onward.multiplies and _is_of_pairs((edge, onward), tables)
    ]
    named = tuple(chain for chain in chains if _is_said(chain[0].right, ends, graph))
    return named or (((direct[0],), *chains) if chains else ())


def _is_said(table: str, ends: frozenset[str], graph: Graph) -> bool:
    own = _own(graph.called.get(table, frozenset()), ends)
    return bool(own) and own <= graph.said


def _is_of_pairs(chain: tuple[Edge, Edge], tables: Mapping[str, Table]) -> bool:
    """Whether the table between is there to tie the two: it has hardly more than both keys."""
    first, onward = chain
    table = tables[first.right]
    keys = {right for _, right in first.pairs} | {left for left, _ in onward.pairs}
    others = [c for c in table.columns if c.name not in keys and not c.primary_key]
    refers = tuple(left for left, _ in first.pairs) == tables[first.left].primary_key
    declared = first.cost == onward.cost == DECLARED
    return refers and declared and len(keys) > 1 and len(others) <= _MOST_BESIDE


def _stems_of_keys(edge: Edge) -> frozenset[str]:
    names = (name for pair in edge.pairs for name in pair)
    return frozenset(stem_of(word) for name in names for word in name_words(name))


def _own(stems: frozenset[str], ends: frozenset[str]) -> frozenset[str]:
    """The stems that are none of the two tables' own, and tell something."""
    own = stems - ends - {_TELLS_NOTHING}
    return frozenset(stem for stem in own if len(stem) >= _SHORTEST)
