"""Numbers made of two numbers as SQL: `units per order`, `the cost minus the discount`."""

from dataclasses import dataclass

from sqlglot import exp
from typing_extensions import override

from pipeline.intent import Clause, Condition, Measure, Related, leaves
from pipeline.rules.building.measuring import Measuring
from pipeline.rules.building.nested import FUNCTIONS
from pipeline.rules.building.side_by_side import is_of_two_kinds
from pipeline.rules.building.where import NothingMeantError
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.schema.metrics import parsed
from pipeline.rules.schema.operators import literal, quoted

_PEERS = "peers_of"
_ADDED = frozenset(("sum", "avg"))
_SIGNS = {"difference": exp.Sub, "product": exp.Mul, "together": exp.Add}


@dataclass(slots=True)
class Composing(Measuring):
    """Writes a number of two parts, of which neither is repeated by the joins of the other."""

    @property
    def is_each_apart(self) -> bool:
        """Whether several numbers are asked for of which each is of rows of its own."""
        intent = self.intent
        if intent.dimensions or intent.compared or intent.both or intent.over or intent.having:
            return False
        plain = not (intent.order or intent.limit or any(m.expression for m in intent.measures))
        numbers = all(isinstance(output, int) for output in intent.outputs)
        return plain and numbers and len({m.table for m in intent.measures}) > 1

    @override
    def measure_of(self, measure: Measure) -> exp.Expr:
        if not measure.parts:
            return Measuring.measure_of(self, measure)
        if measure.function == "rank":
            return self._rank(measure.parts[0])
        if measure.function == "fraction":
            return _of_all_groups(self.measure_of(measure.parts[0]), 1.0)
        if is_of_two_kinds(measure):
            self._must_tell_apart(measure.parts)
        one, other = (self._part(part) for part in measure.parts)
        if measure.function in _SIGNS:
            sign = _SIGNS[measure.function]
            return sign(this=exp.paren(one), expression=exp.paren(other))
        one = exp.paren(one) if isinstance(one, exp.Sub) else one
        top = exp.Mul(this=literal(100.0 if measure.part else 1.0), expression=one)
        return exp.Div(this=top, expression=exp.func("NULLIF", other, literal(0)))

    def _rank(self, of: Measure) -> exp.Expr:
        highest = exp.Ordered(this=self.measure_of(of), desc=True, nulls_first=False)
        return exp.Window(this=exp.func("RANK"), order=exp.Order(expressions=[highest]))

    def _part(self, part: Measure) -> exp.Expr:
        repeated = part.function in _ADDED and not part.parts and self._is_repeated(part.table)
        if not repeated:
            return self.measure_of(part)
        column = self.as_number(part.column)
        if self._is_a_group(part.table):
            # Every row of the group is of one row of the table: its number is there many times.
            return exp.Max(this=column)
        return self._apart(part)

    def share_of_all(self, number: exp.Expr) -> exp.Expr:
        """The number in percent of the sum over all groups."""
        return _of_all_groups(number, 100.0)

    def _must_tell_apart(self, parts: tuple[Measure, ...]) -> None:
        """Rows of two kinds side by side: each is counted once, by what tells it apart."""
        if any(part.function != "count" or not self._key_of(part.table) for part in parts):
            raise NothingMeantError

    def joined_parts(self, measure: Measure) -> list[Measure]:
        """The numbers whose rows are joined: one that would be repeated is written apart."""
        found = leaves(measure)
        tables = [leaf.table for leaf in found]
        return [
            leaf for leaf in found
            if leaf.function not in _ADDED
            or not any(self.known.joins.has_many(leaf.table, table) for table in tables)
        ]  # fmt: skip

    def _is_repeated(self, table: str) -> bool:
        return table not in self.joined or self._repeats(table)

    def _apart(self, part: Measure) -> exp.Expr:
        """The number over rows of its own, with the groups and conditions that these have too."""
        of_others = [d for d in self.intent.dimensions if d.column.rpartition(".")[0] != part.table]
        grained = any(dimension.grain for dimension in self.intent.dimensions)
        if of_others or grained or self.intent.compared:
            self.repeat(part.table)
        if not self.intent.dimensions:
            self.risks.append(f"all rows of {part.table}, or those that are told of")
        table = self._table(part.table)
        inner = exp.Select().from_(exp.alias_(table, _PEERS, table=True, quoted=True))
        inner = inner.select(FUNCTIONS[part.function](this=_of_peer(part.column)))
        for dimension in self.intent.dimensions:
            same = exp.EQ(this=_of_peer(dimension.column), expression=self.column(dimension.column))
            inner = inner.where(same)
        for clause in self.intent.filters:
            if tables_of(clause) == [part.table] and isinstance(clause, Condition):
                inner = inner.where(self.of_peers(self._plain(clause), part.table, _PEERS))
            elif self._narrows(clause, part.table):
                self.risks.append("which rows each of two numbers is of")
        for sql, owner in self._always([part.table], self.whole):
            inner = inner.where(
                self.of_peers(parsed(sql, self.known.catalog, owner), part.table, _PEERS)
            )
        self.reached.add(part.table)
        return inner.subquery()

    def _narrows(self, clause: Clause, table: str) -> bool:
        """Whether a condition also says which rows of the table are meant."""
        if isinstance(clause, Related):
            return True
        found = [owner for owner in tables_of(clause) if owner != table]
        return any(not self.known.joins.has_many(table, owner) for owner in found)


def _of_all_groups(number: exp.Expr, factor: float) -> exp.Expr:
    whole = exp.Window(this=exp.Sum(this=number.copy()))
    parts = exp.Mul(this=literal(factor), expression=number)
    return exp.Div(this=parts, expression=exp.func("NULLIF", whole, literal(0)))


def _of_peer(ref: str) -> exp.Column:
    return exp.column(quoted(ref.rpartition(".")[2]), table=quoted(_PEERS))
