"""From the reader's intent to that of the product, of which SQL, contract and reading are made.

What has no counterpart there is not converted, and so never offered.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline import intent as product
from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    Between,
    ColumnRef,
    Condition,
    DateRange,
    EveryColumn,
    Expression,
    Intent,
    OneOf,
    Order,
    own_columns,
)
from pipeline.reader.schema_view import SchemaView
from pipeline.reader.sql import UnreachableTablesError, tree_of

_DENIED = {
    "=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<",
    "like": "not like", "not like": "like", "in": "not in", "not in": "in",
}  # fmt: skip


class NotConvertedError(Exception):
    """An intent has a part that the product has no form for."""


def converted(intent: Intent, view: SchemaView) -> product.Intent | None:
    """The intent in the form of the product; None where it has none."""
    try:
        return _Conversion(intent, view).run()
    except (NotConvertedError, UnreachableTablesError):
        return None


@dataclass(slots=True)
class _Conversion:
    intent: Intent
    view: SchemaView
    measures: list[product.Measure] = field(default_factory=list)

    def run(self) -> product.Intent:
        intent = self.intent
        outputs = self._outputs()
        grouped = tuple(self._group())
        plain = [each for each in outputs if isinstance(each, str)]
        order = tuple(self._sorting(each) for each in intent.order)
        having = tuple(self._having(each) for each in intent.having)
        if plain and self.measures and not grouped:
            raise NotConvertedError
        filters, both = self._filters()
        subject = self._subject(outputs)
        if not self.measures:
            met = {subject, *(table for clause in (*filters, *both) for table in _met(clause))}
            further = (key for key in intent.tables if key not in met)
            filters += tuple(product.Related(table=key) for key in further)
        return product.Intent(
            subject=subject,
            outputs=tuple(outputs),
            measures=tuple(self.measures),
            dimensions=tuple(product.Dimension(column=ref) for ref in grouped),
            filters=filters,
            both=both,
            having=having,
            order=order,
            limit=intent.limit,
            distinct=intent.distinct and not grouped,
        )

    def _outputs(self) -> list[str | int]:
        found: list[str | int] = []
        for each in self.intent.select:
            match each:
                case ColumnRef():
                    found.append(_ref(each))
                case EveryColumn():
                    found += self._every_column()
                case Aggregate():
                    found.append(self._measure(each))
                case Arithmetic():
                    raise NotConvertedError
        return found

    def _every_column(self) -> Iterator[str]:
        tables = tree_of(self.intent, self.view).tables
        if len(tables) > 1:
            raise NotConvertedError
        for number in self.view.tables[tables[0]].columns:
            yield _ref(self.view.columns[number].ref)

    def _subject(self, outputs: Sequence[str | int]) -> str:
        first = next((each for each in outputs if isinstance(each, str)), "")
        if first:
            return first.rpartition(".")[0]
        if self.measures:
            return self.measures[0].table
        raise NotConvertedError

    def _measure(self, aggregate: Aggregate) -> int:
        """The place of an aggregate among the measures."""
        match aggregate.operand:
            case EveryColumn():
                made = product.Measure(function="count", table=self._counted())
            case ColumnRef() as ref:
                added = aggregate.function in ("sum", "avg")
                if added and self.view.column_at[ref].role != "number":
                    raise NotConvertedError
                made = product.Measure(
                    function=aggregate.function, table=ref.table, column=_ref(ref),
                    distinct=aggregate.distinct,
                )  # fmt: skip
            case _:
                raise NotConvertedError
        if made not in self.measures:
            self.measures.append(made)
        return self.measures.index(made)

    def _counted(self) -> str:
        """The table with one row for each joined row: the one from which keys lead to all others.

        Two such tables would multiply each other's rows.
        """
        tree = tree_of(self.intent, self.view)
        ones = set()
        for (one, other), added in zip(tree.pairs, tree.tables[1:], strict=True):
            a, b = self.view.columns[one], self.view.columns[other]
            kept = (a, b) if a.table == added else (b, a)
            # The side whose column tells rows apart is the one that is referred to.
            unique = next((each for each in kept if each.unique or each.primary_key), None)
            if unique is None:
                raise NotConvertedError
            both = all(each.unique or each.primary_key for each in kept)
            refers = next((each for each in kept if each.references is not None), None)
            ones.add((kept[1] if refers is kept[0] else kept[0]).table if both else unique.table)
        many = [table for table in tree.tables if table not in ones]
        if len(many) != 1:
            raise NotConvertedError
        return self.view.tables[many[0]].key

    def _group(self) -> Iterator[str]:
        """What rows are grouped by; names together with the key that tells their rows apart."""
        for each in self.intent.group:
            if not isinstance(each, ColumnRef):
                raise NotConvertedError
            yield _ref(each)
        grouped = {each for each in self.intent.group if isinstance(each, ColumnRef)}
        if grouped:
            for each in self.intent.select:
                if isinstance(each, ColumnRef) and each not in grouped:
                    yield _ref(each)

    def _sorting(self, order: Order) -> product.Sorting:
        match order.expression:
            case ColumnRef() as ref:
                return product.Sorting(by=_ref(ref), descending=order.descending)
            case Aggregate() as aggregate:
                place = self._measure(aggregate)
                return product.Sorting(by=place, descending=order.descending)
            case _:
                raise NotConvertedError

    def _having(self, condition: Condition) -> product.Having:
        value = condition.value
        if not isinstance(condition.left, Aggregate) or not isinstance(value, (int, float)):
            raise NotConvertedError
        place = self._measure(condition.left)
        return product.Having(measure=place, operator=condition.operator, values=(value,))

    def _filters(
        self,
    ) -> tuple[tuple[product.Clause, ...], tuple[tuple[product.Clause, ...], ...]]:
        """The conditions that all rows meet, and those of which each is met by some row."""
        intent = self.intent
        operation = intent.set_operation
        if operation is None:
            return self._where(intent), ()
        other = operation.other
        if operation.operator == "except":
            return (*self._where(intent), self._without(other)), ()
        if other.select != intent.select or other.tables != intent.tables:
            raise NotConvertedError
        one, two = self._where(intent), self._where(other)
        if not one or not two:
            raise NotConvertedError
        if operation.operator == "intersect":
            return (), (one, two)
        if len(one) > 1 or len(two) > 1:
            raise NotConvertedError
        return (product.AnyOf(conditions=(*one, *two)),), ()

    def _without(self, other: Intent) -> product.Clause:
        """The rows of the subject that are none of another intent."""
        clauses = self._where(other)
        own = {ref.table for ref in own_columns(Intent(select=other.select))}
        tables = [*(_table(clause) for clause in clauses), *other.tables]
        away = [table for table in dict.fromkeys(tables) if table not in own]
        if not away:
            if len(clauses) == 1 and isinstance(clauses[0], product.Condition):
                return _denied(clauses[0])
            raise NotConvertedError
        if any(_table(clause) in own for clause in clauses):
            raise NotConvertedError
        return product.Related(table=away[0], where=plain_tests(clauses), also=tuple(away[1:]),
                               negated=True)  # fmt: skip

    def _where(self, intent: Intent) -> tuple[product.Clause, ...]:
        if intent.connective == "and":
            return tuple(self._clause(each) for each in intent.where)
        groups: dict[Expression, list[product.Clause]] = {}
        for each in intent.where:
            groups.setdefault(each.left, []).append(self._clause(each))
        if len(groups) > 1 and any(len(tests) > 1 for tests in groups.values()):
            return tuple(map(_any_of, groups.values()))
        every = [test for tests in groups.values() for test in tests]
        return (_any_of(every),) if every else ()

    def _clause(self, condition: Condition) -> product.Clause:
        left = condition.left
        if not isinstance(left, ColumnRef):
            raise NotConvertedError
        ref, operator = _ref(left), condition.operator
        match condition.value:
            case Intent() as inner:
                return self._nested(left, condition, inner)
            case Between(low=low, high=high):
                if operator == "!=":
                    raise NotConvertedError
                return product.Condition(column=ref, operator="between", values=(low, high))
            case OneOf(values=values):
                among = "not in" if operator == "!=" else "in"
                return product.Condition(column=ref, operator=among, values=values)
            case DateRange() as period:
                if operator == "!=":
                    raise NotConvertedError
                return period_condition(ref, period)
            case value:
                return product.Condition(column=ref, operator=operator, values=(value,))

    def _nested(self, left: ColumnRef, condition: Condition, inner: Intent) -> product.Clause:
        shown = inner.select[0]
        if inner.group or inner.having or inner.set_operation or inner.limit is not None:
            raise NotConvertedError
        if condition.operator in ("in", "not in") and isinstance(shown, ColumnRef):
            return product.Related(
                table=shown.table,
                where=plain_tests(self._where(inner)),
                also=inner.tables,
                negated=condition.operator == "not in",
            )
        if isinstance(shown, Aggregate) and isinstance(shown.operand, ColumnRef):
            where = tuple(self._clause(each) for each in inner.where)
            if not all(isinstance(each, product.Condition) for each in where):
                raise NotConvertedError
            return product.Compared(
                column=_ref(left),
                operator=condition.operator,
                function=shown.function,
                of=_ref(shown.operand),
                where=tuple(each for each in where if isinstance(each, product.Condition)),
            )
        raise NotConvertedError


def _ref(ref: ColumnRef) -> str:
    return f"{ref.table}.{ref.column}"


def _table(clause: product.Clause) -> str:
    match clause:
        case product.Condition() | product.Compared():
            return clause.column.rpartition(".")[0]
        case product.Related():
            return clause.table
        case _:
            raise NotConvertedError


def _met(clause: object) -> Iterator[str]:
    """The tables of which rows must be there."""
    match clause:
        case tuple():
            for each in clause:
                yield from _met(each)
        case product.Condition(column=column) | product.Compared(column=column):
            yield column.rpartition(".")[0]
        case product.Related(table=table, also=also, negated=False):
            yield from (table, *also)
        case _:
            return


def plain_tests(
    clauses: Sequence[product.Clause],
) -> tuple[product.Condition | product.Compared | product.Stated, ...]:
    """The clauses, where each is a test of columns of one row; raises NotConvertedError."""
    kept = tuple(c for c in clauses if isinstance(c, product.Condition | product.Compared))
    if len(kept) < len(clauses):
        raise NotConvertedError
    return kept


def _any_of(tests: Sequence[product.Clause]) -> product.Clause:
    """One of the tests; of equal tests of one column, one of their values."""
    plain = [test for test in tests if isinstance(test, product.Condition)]
    same = len(plain) == len(tests) and len({test.column for test in plain}) == 1
    if same and all(test.operator == "=" for test in plain) and len(plain) > 1:
        values = tuple(value for test in plain for value in test.values)
        return product.Condition(column=plain[0].column, operator="in", values=values)
    return tests[0] if len(tests) == 1 else product.AnyOf(conditions=tuple(tests))


def _denied(condition: product.Condition) -> product.Condition:
    if condition.operator not in _DENIED:
        raise NotConvertedError
    return product.Condition(
        column=condition.column, operator=_DENIED[condition.operator], values=condition.values
    )


def period_condition(ref: str, period: DateRange) -> product.Condition:
    """A column in a period: half-open, so that every moment of the last day is in it."""

    def at(day: dt.date | None) -> tuple[str, ...]:
        return (day.isoformat(),) if day is not None else ()

    ends = (*at(period.start), *at(period.end))
    if not ends:
        raise NotConvertedError
    both = len(ends) == 2
    operator = "within" if both else ">=" if period.start is not None else "<"
    return product.Condition(column=ref, operator=operator, values=ends)
