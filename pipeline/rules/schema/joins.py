"""Which tables can be joined, on what, and whether a join multiplies rows."""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import combinations

from knowledge.catalog import Catalog, Table
from pipeline.rules.schema.bridges import by_bridges
from pipeline.rules.schema.edges import (
    DECLARED,
    INFERRED,
    Edge,
    Parallel,
    Unsettled,
    pair_of,
    parallel_keys,
    side_by_side,
    tables_on,
    way_of,
)
from pipeline.rules.schema.keys import is_key, is_unique, whole_keys
from pipeline.rules.schema.named_alike import (
    MOST_ALIKE,
    alike,
    explained_codes,
    inferred,
    key_places,
)
from pipeline.rules.schema.roles import role_keys

_SAME, _PAIR = 1e-6, 2
# More than an inferred key costs above a declared one, less than another table on the way.
_FANNED = 0.5


class JoinGraph:
    """Joins between the tables of a catalog: declared keys, and inferred ones where none are."""

    def __init__(self, catalog: Catalog, allowed: Collection[str]) -> None:
        self._tables = {t.key: t for t in catalog.tables if t.key in allowed}
        self._edges: dict[str, list[Edge]] = {key: [] for key in self._tables}
        self._distances: dict[str, dict[str, float]] = {}
        self._ways: dict[tuple[str, str], tuple[tuple[Edge, ...], ...]] = {}
        self.said: frozenset[str] = frozenset()
        self.called: Mapping[str, frozenset[str]] = {}
        self.picked: dict[str, str] = {}
        self.deeds: Mapping[str, frozenset[str]] = {}
        for table in self._tables.values():
            self._add_keys(table)
        self._infer()
        self._infer_roles()
        self.parallel: Parallel = parallel_keys(self._tables, self._edges)
        self.roles: dict[tuple[str, str], str] = {}

    def edges(self, table: str) -> list[Edge]:
        return self._edges.get(table, [])

    def between(self, left: str, right: str) -> list[Edge]:
        """All direct joins from one table to another."""
        return [edge for edge in self.edges(left) if edge.right == right]

    def only(self, left: str, right: str, pairs: tuple[tuple[str, str], ...]) -> None:
        """From now on two tables are joined on these columns, and on no others."""
        for one, other in ((left, right), (right, left)):
            self._edges[one] = [edge for edge in self._edges[one] if edge.right != other]
        down = Edge(left, right, pairs, not is_unique(self._tables[right], [p[1] for p in pairs]))
        unique = is_unique(self._tables[left], [p[0] for p in pairs])
        self._link(down, back_multiplies=not unique)
        self._distances.clear()
        self._ways.clear()
        self.parallel = parallel_keys(self._tables, self._edges)

    def _add_keys(self, table: Table) -> None:
        for key in whole_keys(table, self._tables):
            target = self._tables.get(key.to_table)
            if target is None:
                continue
            pairs = tuple(zip(key.columns, key.to_columns, strict=False))
            cost = DECLARED if key.declared else INFERRED
            unique = is_key(table, key.columns)
            down = Edge(table.key, target.key, pairs, multiplies=False, cost=cost)
            self._link(down, back_multiplies=not unique)

    def _link(self, edge: Edge, *, back_multiplies: bool) -> None:
        if edge in self._edges[edge.left]:
            return
        self._edges[edge.left].append(edge)
        if edge.left != edge.right:
            self._edges[edge.right].append(edge.turned(multiplies=back_multiplies))

    def _infer(self) -> None:
        """Where no key leads from one table to another, columns that are named alike join them."""
        reach = self._components()
        found: dict[Edge, bool] = {}
        tables = list(self._tables.values())
        for places in (*key_places(tables), *explained_codes(tables)):
            for one, other in combinations(places[:MOST_ALIKE], 2):
                if reach[one[0].key] != reach[other[0].key] and alike(one, other):
                    found.update((inferred(one, other),))
        for edge, back in found.items():
            self._link(edge, back_multiplies=back)

    def _infer_roles(self) -> None:
        """`from_port` and `to_port` refer to ports where no key says so."""
        for table, column, other, key in role_keys(list(self._tables.values())):
            linked = {pair[0] for edge in self.between(table.key, other.key) for pair in edge.pairs}
            if column.name not in linked:
                pairs = ((column.name, key.name),)
                edge = Edge(table.key, other.key, pairs, multiplies=False, cost=INFERRED)
                self._link(edge, back_multiplies=True)

    def _components(self) -> dict[str, str]:
        """Every table with one table that stands for all that declared keys tie together."""
        found: dict[str, str] = {}
        for start in self._tables:
            if start not in found:
                found.update(dict.fromkeys(self._from(start), start))
        return found

    def distance(self, left: str, right: str) -> float:
        """How far apart two tables are; infinite where nothing joins them."""
        if left not in self._tables:
            return float("inf")
        if left not in self._distances:
            self._distances[left] = self._from(left)
        return self._distances[left].get(right, float("inf"))

    def _from(self, start: str) -> dict[str, float]:
        found: dict[str, float] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here in found:
                continue
            found[here] = cost
            for edge in self._edges[here]:
                if edge.right not in found:
                    heapq.heappush(queue, (cost + edge.length, edge.right))
        return found

    def path(self, start: str, end: str) -> tuple[Edge, ...] | None:
        """The cheapest chain of joins from one table to another, as words or a person decide."""
        return next(iter(self.ways(start, end)), None)

    def ways(self, start: str, end: str) -> tuple[tuple[Edge, ...], ...]:
        """The cheapest chains that nothing which was said tells apart, each by other tables."""
        if (start, end) not in self._ways:
            far = self.distance(start, end)
            found = list(self._chains(start, end, far, (start,))) if far < float("inf") else []
            each = [*{tables_on(way): way for way in reversed(found)}.values()][::-1]
            each.sort(key=self._repeats)
            self._ways[start, end] = tuple(each)
        ways = self._ways[start, end]
        if len(ways) == 1 and len(ways[0]) == 1:
            ways = by_bridges(self, self._tables, start, end) or ways
        picked = [way for way in ways if self.picked.get(pair_of(start, end)) == way_of(way)]
        ends = self.called.get(start, frozenset()) | self.called.get(end, frozenset())
        told = () if picked else tuple(self._by_deeds(start, end, ends))
        if told:
            return told
        said = [sum(self._is_said(edge.right, ends) for edge in way[:-1]) for way in ways]
        return tuple(picked) or tuple(
            way for way, times in zip(ways, said, strict=True) if times == max(said)
        )

    def _by_deeds(self, start: str, end: str, ends: frozenset[str]) -> Iterator[tuple[Edge, ...]]:
        """By way of rows that a verb tells of: `affiliated with` is more than any other key."""
        for between in (key for key, verbs in self.deeds.items() if verbs - ends):
            down, up = self.between(start, between), self.between(between, end)
            if between not in (start, end) and len(down) == len(up) == 1:
                yield down[0], up[0]

    def _repeats(self, way: Sequence[Edge]) -> bool:
        """Whether two rows belong together many times by the key of the rows between: each lap."""
        return any(len(self._tables[edge.right].primary_key) > _PAIR for edge in way[:-1])

    def _is_said(self, table: str, ends: frozenset[str]) -> bool:
        """Whether a word speaks of a table between two, which often bears the names of both."""
        called = self.called.get(table, frozenset())
        return bool((called - ends) & self.said) or (called <= ends and bool(called & self.said))

    def _chains(
        self, here: str, end: str, left: float, passed: tuple[str, ...]
    ) -> Iterator[tuple[Edge, ...]]:
        if here == end:
            yield ()
            return
        for edge in self.edges(here):
            over = edge.length + self.distance(edge.right, end) - left
            if edge.right not in passed and over < _SAME:
                rest = self._chains(edge.right, end, left - edge.length, (*passed, edge.right))
                yield from ((edge, *chain) for chain in rest)

    def told(
        self,
        said: Collection[str],
        called: Mapping[str, frozenset[str]],
        picked: Mapping[str, str],
        deeds: Mapping[str, frozenset[str]],
    ) -> "JoinGraph":
        """The same, where these words are said of tables so called, and these ways were picked.

        Of the tables in `deeds` these verbs of the question tell.
        """
        other = copy(self)
        other.said, other.called, other.picked = frozenset(said), called, dict(picked)
        other.deeds = deeds
        return other

    def beside(self, tables: Iterable[Table], edges: Iterable[Edge]) -> "JoinGraph":
        """The same with more tables, each of which many rows may lead to by one of these keys."""
        other = copy(self)
        other.take_up(tables, edges)
        return other

    def take_up(self, tables: Iterable[Table], edges: Iterable[Edge]) -> None:
        """From now on these tables are joined on these keys as well."""
        self._tables = {**self._tables, **{table.key: table for table in tables}}
        self._edges = {key: [*self._edges.get(key, ())] for key in self._tables}
        self._distances, self._ways = {}, {}
        for edge in edges:
            self._link(edge, back_multiplies=True)

    def without(self, edges: Collection[Edge]) -> "JoinGraph":
        """The same, where two tables are not joined on these keys, in neither direction."""
        other = copy(self)
        other.forget(edges)
        return other

    def forget(self, edges: Collection[Edge]) -> None:
        """From now on no tables are joined on these keys."""
        turned = {edge.turned(multiplies=many) for edge in edges for many in (True, False)}
        gone = turned | set(edges)
        self._edges = {
            key: [edge for edge in found if edge not in gone] for key, found in self._edges.items()
        }
        self._distances, self._ways = {}, {}
        before, self.parallel = self.parallel, parallel_keys(self._tables, self._edges)
        settled = {pair for pair in before if pair not in self.parallel}
        kept = {(e.left, e.right): e for one, _ in settled for e in self._edges[one]}
        told = {pair: kept[pair].pairs[0][0] for pair in settled if pair in kept}
        self.roles = {**self.roles, **told}

    def by_keys(self, roles: Mapping[tuple[str, str], str]) -> "JoinGraph":
        """The same, with these tables joined by these of their keys alone."""
        found = (e for edges in self.side_by_side for e in edges if (e.left, e.right) in roles)
        return self.without([e for e in found if e.pairs[0][0] != roles[e.left, e.right]])

    @cached_property
    def side_by_side(self) -> tuple[tuple[Edge, ...], ...]:
        """The keys that lead from one table more than once to another."""
        return side_by_side(self._edges)

    def has_many(self, start: str, end: str) -> bool:
        """Whether one row of a table may have many of another."""
        path = self.path(start, end) if start != end else ()
        return any(edge.multiplies for edge in path or ())

    def _detour(self, pair: tuple[str, str]) -> float:
        """How far two tables are apart: rows that belong to one of them are rather joined by it.

        A loan's own customer stands nearer to it than all customers of its branch.
        """
        path = self.path(*pair) or ()
        return self.distance(*pair) + (_FANNED if any(e.multiplies for e in path) else 0.0)

    def tree(
        self,
        root: str,
        needed: Iterable[str],
        open_: Unsettled | None = None,
        first: Collection[str] = (),
    ) -> tuple[Edge, ...] | None:
        """Joins that reach every needed table from the root; None where one cannot be reached.

        Chains that might as well go by other tables are put into `open_`. Tables of `first` are
        joined with each other before any other is.
        """
        joined, chain = [root], list[Edge]()
        later = [key for key in dict.fromkeys(needed) if key != root and key not in first]
        left = [key for key in dict.fromkeys(first) if key != root]
        while left or later:
            if not left:
                left, later = [key for key in later if key not in joined], []
                continue
            here, nearest = min(((a, b) for b in left for a in joined), key=self._detour)
            path = self.path(here, nearest)
            if path is None:
                return None
            if open_ is not None and len(self.ways(here, nearest)) > 1:
                open_[pair_of(here, nearest)] = self.ways(here, nearest)
            for edge in path:
                if edge.right not in joined:
                    joined.append(edge.right)
                    chain.append(edge)
            left = [key for key in left if key not in joined]
        return tuple(chain)
