"""The tables of a query, by which keys they join, and the conditions that always belong to them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from knowledge.catalog import Kind
from pipeline.intent import Intent
from pipeline.rules.schema.edges import Edge, Parallel, Unsettled, pair_of
from pipeline.rules.schema.holding import is_number_as_text, is_ordered_text
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import named_in_query, reads_only_known, tables_in
from pipeline.rules.schema.operators import quoted
from pipeline.rules.schema.standing import asked_of, split
from pipeline.sql.times.zones import in_local_time


class UnseenFilterError(Exception):
    """A condition that always belongs to a table reads a column that is not known here."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"a condition of {table} cannot be kept")


class UnreachableError(Exception):
    """Two tables of an intent that no key joins."""

    def __init__(self, tables: tuple[str, ...]) -> None:
        self.tables = tables
        super().__init__(f"no key joins {', '.join(tables)}")


@dataclass(slots=True)
class Joined:
    """Joins the tables of an intent, and notes what stayed open about it."""

    known: Known
    intent: Intent
    risks: list[str] = field(default_factory=list)
    repeated: set[str] = field(default_factory=set)
    joined: list[str] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    always: list[str] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)
    unsettled: Unsettled = field(default_factory=dict)
    parallel: Parallel = field(default_factory=dict)
    inferred: bool = False

    def repeat(self, table: str) -> None:
        """Note that the joins repeat the rows of a table of which a number is taken."""
        self.repeated.add(table)
        self.risks.append(f"joins repeat rows of {table}")

    @property
    def whole(self) -> frozenset[str]:
        """The tables of which the numbers themselves add up all rows, in lower case."""
        named = [m.name or m.function for m in self.intent.measures]
        return self.known.glossary.all_rows_of(named)

    def _always(
        self, tables: list[str], whole: frozenset[str] = frozenset()
    ) -> list[tuple[str, str]]:
        """Conditions that people wrote down as always belonging to these tables, but for some."""
        glossary = self.known.glossary
        notes = [(table, glossary.note(table)) for table in tables if table.lower() not in whole]
        found = [(sql, table) for table, note in notes if note for sql in note.filters]
        for sql, table in found:
            if not reads_only_known(sql, self.known.catalog, table):
                raise UnseenFilterError(table)
        found = [(sql, table) for text, table in found for sql in self._standing(text, table)]
        kept = [
            (sql, table)
            for sql, table in found
            if set(tables_in(sql, self.known.catalog, table)) <= set(tables)
        ]
        self.always += [sql for sql, _ in kept if sql not in self.always]
        return kept

    def _standing(self, sql: str, table: str) -> list[str]:
        """What stays of a condition where the question asks for rows that it leaves out."""
        kept, lost = split(sql, self.known, table, asked_of(self.intent, self.known))
        self.overruled += [part for part in lost if part not in self.overruled]
        return [kept] if kept else []

    def _path(self, starts: list[str], end: str) -> tuple[Edge, ...]:
        nearest = min(starts, key=lambda start: self.known.joins.distance(start, end))
        ways = self.known.joins.ways(nearest, end)
        if not ways:
            raise UnreachableError((nearest, end))
        self.unsettled |= {pair_of(nearest, end): ways} if len(ways) > 1 else {}
        self._notice_keys(ways[0])
        return ways[0]

    def _tree(self, root: str, tables: list[str], first: Sequence[str] = ()) -> tuple[Edge, ...]:
        edges = self.known.joins.tree(root, tables, self.unsettled, first)
        if edges is None:
            raise UnreachableError(tuple(tables))
        self.inferred = self.inferred or any(edge.cost > 1 for edge in edges)
        self._notice_keys(edges)
        return edges

    def _notice_keys(self, edges: tuple[Edge, ...]) -> None:
        """Two keys between the same tables: either would join them."""
        for edge in edges:
            pair = next(
                (p for p in ((edge.left, edge.right), (edge.right, edge.left))
                 if p in self.known.joins.parallel),
                None,
            )  # fmt: skip
            if pair is not None:
                self.parallel[pair] = self.known.joins.parallel[pair]
            elif len(self.known.joins.between(edge.left, edge.right)) > 1:
                self.risks.append(f"two ways to join {edge.left} and {edge.right}")

    def _table(self, key: str) -> exp.Expr:
        role = self.known.playing.get(key)
        table = self.known.table(role.other if role is not None else key)
        named = exp.table_(quoted(table.name), db=quoted(table.schema) if table.schema else None)
        if role is None:
            return named_in_query(named, table, self.known.catalog)
        return exp.alias_(named, quoted(self.called(key)), table=True)

    def called(self, key: str) -> str:
        """What the rows of a table are called in the query: by the part that they play, or so."""
        role = self.known.playing.get(key)
        if role is None:
            return self.known.catalog.name_in_query(self.known.table(key))
        alias = role.nouns[0].replace(" ", "_")
        taken = any(table.name.lower() == alias for table in self.known.catalog.tables)
        return f"{alias}_{self.known.table(role.other).name}" if taken else alias

    def column(self, ref: str) -> exp.Column:
        owner, _, name = ref.rpartition(".")
        return exp.column(quoted(name), table=quoted(self.called(owner)))

    def as_number(self, ref: str) -> exp.Expr:
        """A column as the number that it holds, also where its type says text."""
        column = self.known.column(ref)
        if not is_number_as_text(column):
            return self.column(ref)
        text: exp.Expr = self.column(ref)
        if not column.complete or "" in column.values:
            text = exp.func("NULLIF", text, exp.Literal.string(""))
        return exp.cast(text, "double")

    def in_order(self, ref: str) -> exp.Expr:
        """A column as what comes in order: a number, or numbers of one width as their texts."""
        plain = is_ordered_text(self.known.column(ref))
        return self.column(ref) if plain else self.as_number(ref)

    def local(self, ref: str) -> exp.Expr:
        """A column of time as the time that people ask in, whatever its own is."""
        column = self.known.column(ref)
        if column.clock is None:
            return self.column(ref)
        return in_local_time(self.column(ref), column, self.known.catalog.dialect)

    def are_moments(self, *refs: str) -> bool:
        """Whether one of these columns of time has a time of day."""
        return any(self.known.column(ref).kind is Kind.TIMESTAMP for ref in refs)

    def _on(self, edge: Edge) -> exp.Expr:
        pairs = [
            exp.EQ(
                this=self.column(f"{edge.left}.{left}"),
                expression=self.column(f"{edge.right}.{right}"),
            )
            for left, right in edge.pairs
        ]
        return exp.and_(*pairs)
