"""From a business intent to that of the product, of which SQL, contract and reading are made.

What has no counterpart there is not converted, and so never offered.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from knowledge.catalog import Catalog, Kind
from knowledge.semantics import Edge, SemanticModel
from knowledge.sql_text import read_sql
from pipeline import intent as product
from pipeline.reader.business.elements import DAY_NUMBER
from pipeline.reader.business.intent import BusinessIntent, Dimension, Filter, Form, Period
from pipeline.reader.business.paths import UnreachableError, path_of
from pipeline.reader.conversion import NotConvertedError, period_condition, plain_tests
from pipeline.reader.intent import DateRange
from pipeline.rules.text.plain_words import plain, plural

_SIGNS: dict[type[exp.Expr], str] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.GT: ">", exp.GTE: ">=", exp.LT: "<", exp.LTE: "<=",
}  # fmt: skip
_DENIED = {
    "=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<",
    "is null": "is not null", "is not null": "is null",
}  # fmt: skip
_TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}
_FUNCTIONS: dict[type[exp.Expr], str] = {
    exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max",
}  # fmt: skip
_CALLED = {"sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_JOINTS: dict[type[exp.Expr], str] = {
    exp.Mul: "times", exp.Add: "plus", exp.Sub: "minus", exp.Div: "divided by",
}  # fmt: skip
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Spoken:
    """What an intent is about: its database, and the day of the question."""

    model: SemanticModel
    catalog: Catalog
    today: dt.date


def converted(intent: BusinessIntent, spoken: Spoken) -> product.Intent | None:
    """The intent in the form of the product; None where it has none."""
    try:
        return _Conversion(intent, spoken).run()
    except (NotConvertedError, UnreachableError):
        return None


@dataclass(slots=True)
class _Conversion:
    intent: BusinessIntent
    spoken: Spoken
    dimensions: list[product.Dimension] = field(default_factory=list)

    def run(self) -> product.Intent:
        intent = self.intent
        match intent.form:
            case Form.HAS | Form.NEVER:
                return self._has()
            case Form.SHARE_WITH:
                return self._share_with()
            case Form.LIST | Form.LOOKUP | Form.SORTED | Form.EXTREME | Form.ABOVE_AVERAGE:
                return self._list()
            case Form.COMPARE | Form.GROWTH:
                return self._two_periods()
            case Form.MORE:
                return self._more()
            case Form.PER_THING:
                return self._per_thing()
            case _:
                return self._grouped()

    # ------------------------------------------------------------ numbers

    def _grouped(self) -> product.Intent:
        intent = self.intent
        shown = [ref for each in intent.dimensions for ref in self._shown(each)]
        found = product.Intent(
            subject=intent.base,
            outputs=(*shown, 0),
            measures=(self._asked(),),
            dimensions=self._grouping(intent.dimensions),
            filters=self._filters(),
        )
        grains = [self._shown(each)[0] for each in intent.dimensions if each.grain]
        by_time = tuple(product.Sorting(by=ref) for ref in grains)
        match intent.form:
            case Form.TOP | Form.BOTTOM:
                order = product.Sorting(by=0, descending=intent.form is Form.TOP)
                return replace(found, order=(order,), limit=intent.limit or 1)
            case Form.TOP_IN_GROUP:
                order = product.Sorting(by=0, descending=intent.descending)
                group = tuple(each.column for each in self._grouping(intent.dimensions[:1]))
                return replace(found, order=(order,), limit=intent.limit or 1, within=group)
            case Form.RUNNING:
                return replace(found, order=by_time, running=True)
            case Form.SHARE_OF_TOTAL:
                return replace(found, share=True)
            case _:
                return replace(found, order=by_time)

    def _asked(self) -> product.Measure:
        """The number that is asked for, of a share that of the rows in its state."""
        measure, state = self._measure(), self.intent.state
        if self.intent.form is not Form.SHARE:
            return measure
        if state is None:
            raise NotConvertedError
        where = self._clauses(state)
        if measure.function == "count" and not measure.column:
            return replace(measure, function="percent", where=where)
        if measure.function == "metric":
            return replace(measure, where=where)
        if measure.function != "sum":
            raise NotConvertedError
        return replace(measure, where=where, part=True)

    def _two_periods(self) -> product.Intent:
        intent = self.intent
        if len(intent.periods) != _PAIR:
            raise NotConvertedError
        compared = tuple(
            product.Period(label=period.words, conditions=(self._period(period),))
            for period in intent.periods
        )
        shown = [ref for each in intent.dimensions for ref in self._shown(each)]
        return product.Intent(
            subject=intent.base,
            outputs=(*shown, 0),
            measures=(self._measure(),),
            dimensions=self._grouping(intent.dimensions),
            filters=self._conditions(intent.filters),
            compared=compared,
            change="percent" if intent.form is Form.GROWTH else "",
        )

    def _more(self) -> product.Intent:
        """Things whose number compares with a limit, or how many of them."""
        intent, measure = self.intent, self._measure()
        thing = intent.dimensions[0] if intent.dimensions else None
        if thing is None or intent.limit is None:
            raise NotConvertedError
        if not intent.counted:
            having = product.Having(measure=0, operator=intent.operator, values=(intent.limit,))
            return product.Intent(
                subject=intent.base,
                outputs=tuple(self._shown(thing)),
                measures=(measure,),
                dimensions=self._grouping((thing,)),
                filters=self._filters(),
                having=(having,),
            )
        if measure.function != "count" or measure.column or thing.path:
            raise NotConvertedError
        self._path(intent.base, thing.table)
        events = product.Related(
            table=intent.base, where=plain_tests(self._filters()),
            counted=(intent.operator, intent.limit),
        )  # fmt: skip
        return self._counted(thing.table, (events,))

    def _per_thing(self) -> product.Intent:
        thing = self.intent.dimensions[0] if self.intent.dimensions else None
        if thing is None or not thing.keys:
            raise NotConvertedError
        return product.Intent(
            subject=self.intent.base,
            outputs=(0,),
            measures=(self._measure(),),
            dimensions=self._grouping((replace(thing, shown=()),)),
            filters=self._filters(),
            over="avg",
        )

    def _counted(self, table: str, filters: tuple[product.Clause, ...]) -> product.Intent:
        rows = product.Measure(function="count", table=table)
        return product.Intent(subject=table, outputs=(0,), measures=(rows,), filters=filters)

    # ------------------------------------------------------------ lists

    def _list(self) -> product.Intent:
        intent = self.intent
        if intent.counted:
            return self._counted(intent.base, self._filters())
        shown: list[str | int] = [f"{intent.base}.{column}" for column in intent.shown]
        found = product.Intent(subject=intent.base, outputs=tuple(shown), filters=self._filters())
        if not intent.column:
            return found
        column = self._column(read_sql(intent.column, self.spoken.catalog.dialect))
        beside = (*shown, *(() if column in shown else (column,)))
        match intent.form:
            case Form.ABOVE_AVERAGE:
                sign = ">" if intent.descending else "<"
                average = product.Compared(column=column, operator=sign, function="avg", of=column)
                return replace(found, filters=(*found.filters, average))
            case Form.LOOKUP:
                there = product.Condition(column=column, operator="is not null")
                kept = (there,) if self._may_miss(column) else ()
                return replace(found, filters=(*found.filters, *kept))
            case Form.EXTREME:
                order = product.Sorting(by=column, descending=intent.descending)
                return replace(found, outputs=beside, order=(order,), limit=intent.limit or 1)
            case _:
                order = product.Sorting(by=column, descending=intent.descending)
                return replace(found, outputs=beside, order=(order,))

    def _events(self, *, negated: bool) -> tuple[str, product.Related, tuple[product.Clause, ...]]:
        """The listed thing, the events it has, and the conditions on the thing itself."""
        path = self.intent.path
        if not path:
            raise NotConvertedError
        thing, event = path[-1].to_table, path[0].table
        own = [each for each in self.intent.filters if self._reaches(thing, each.table)]
        theirs = [each for each in self.intent.filters if each not in own]
        clauses = [*self._conditions(theirs), *map(self._period, self.intent.periods)]
        passed = tuple(edge.to_table for edge in path[:-1])
        events = product.Related(
            table=event, where=plain_tests(clauses), also=passed, negated=negated
        )
        return thing, events, self._conditions(own)

    def _has(self) -> product.Intent:
        thing, events, own = self._events(negated=self.intent.form is Form.NEVER)
        if self.intent.counted:
            return self._counted(thing, (*own, events))
        shown = tuple(f"{thing}.{column}" for column in self.intent.shown)
        return product.Intent(subject=thing, outputs=shown, filters=(*own, events))

    def _share_with(self) -> product.Intent:
        thing, events, own = self._events(negated=False)
        share = product.Measure(function="percent", table=thing, where=(events,))
        return product.Intent(subject=thing, outputs=(0,), measures=(share,), filters=own)

    # ------------------------------------------------------------ groups

    def _shown(self, dimension: Dimension) -> list[str]:
        return [f"{dimension.table}.{column}" for column in dimension.shown]

    def _grouping(self, dimensions: Sequence[Dimension]) -> tuple[product.Dimension, ...]:
        found: dict[str, product.Dimension] = {}
        for each in dimensions:
            # Under which of several keys a table is joined, the product does not say.
            if each.path:
                raise NotConvertedError
            for column in (*each.keys, *each.shown):
                ref = f"{each.table}.{column}"
                if ref in found:
                    continue
                found[ref] = product.Dimension(column=ref, grain=each.grain)
        return tuple(found.values())

    # ------------------------------------------------------------ measures

    def _measure(self) -> product.Measure:
        base = self.intent.base
        tree = read_sql(self.intent.measure, self.spoken.catalog.dialect)
        plainly = self._plain_measure(tree)
        if plainly is not None:
            return plainly
        name = " ".join(self._told(tree).split())
        return product.Measure(
            function="metric", table=base, name=name, expression=self.intent.measure
        )

    def _plain_measure(self, tree: exp.Expr) -> product.Measure | None:
        """A number of one column, or of the time between two; None where it is another."""
        base = self.intent.base
        if isinstance(tree, exp.Count):
            if isinstance(tree.this, exp.Star):
                return product.Measure(function="count", table=base)
            if isinstance(tree.this, exp.Distinct):
                return self._different(tree.this.expressions)
            raise NotConvertedError
        function = _FUNCTIONS.get(type(tree))
        if function is None:
            return None
        if isinstance(tree.this, exp.Column):
            ref = self._column(tree.this)
            own = ref.rpartition(".")[0] == base
            return product.Measure(function=function, table=base, column=ref) if own else None
        pair = self._days(tree.this)
        if pair is None:
            return None
        since, until = pair
        if until.rpartition(".")[0] != base:
            raise NotConvertedError
        unit = self.intent.unit
        return product.Measure(function=function, table=base, column=until, since=since, unit=unit)

    def _different(self, counted: Sequence[exp.Expr]) -> product.Measure:
        if len(counted) != 1 or not isinstance(counted[0], exp.Column):
            raise NotConvertedError
        base, ref = self.intent.base, self._column(counted[0])
        owner, _, name = ref.rpartition(".")
        if owner != base:
            path = self._path(base, owner)
            if len(path) != 1 or path[0].to_columns != (name,):
                raise NotConvertedError
            ref = f"{base}.{path[0].columns[0]}"
        return product.Measure(function="count", table=base, column=ref, distinct=True)

    def _days(self, tree: exp.Expr) -> tuple[str, str] | None:
        """The two dates of which a number is the days between them."""
        tree = tree.unnest()
        if not isinstance(tree, exp.Sub):
            return None
        since, until = _date_of(tree.expression), _date_of(tree.this)
        if since is None or until is None:
            return None
        return self._column(since), self._column(until)

    def _told(self, tree: exp.Expr) -> str:
        """A number in words, all that it does."""
        function = _FUNCTIONS.get(type(tree))
        if function is not None:
            return f"{_CALLED[function]} {self._told(tree.this)}"
        if type(tree) in _JOINTS:
            left, right = self._told(tree.this), self._told(tree.expression)
            return right if left == "1" else f"{left} {_JOINTS[type(tree)]} {right}"
        match tree:
            case exp.Column():
                return plain(self._column(tree))
            case exp.Literal(is_string=False):
                return tree.name.removesuffix(".0")
            case exp.Count(this=exp.Star()):
                return f"number of {plural(plain(self.intent.base))}"
            case exp.Count(this=exp.Distinct(expressions=[exp.Column() as column])):
                return f"number of different {plural(plain(self._column(column)))}"
            case exp.Paren() | exp.Nullif() | exp.Cast():
                return self._told(tree.this)
            case _:
                raise NotConvertedError

    # ------------------------------------------------------------ conditions

    def _filters(self) -> tuple[product.Clause, ...]:
        return (*self._conditions(self.intent.filters), *map(self._period, self.intent.periods))

    def _conditions(self, filters: Sequence[Filter]) -> tuple[product.Clause, ...]:
        return tuple(clause for each in filters for clause in self._clauses(each))

    def _clauses(self, one: Filter) -> tuple[product.Clause, ...]:
        tree = read_sql(one.sql, self.spoken.catalog.dialect).unnest()
        parts = list(tree.flatten()) if isinstance(tree, exp.And) else [tree]
        return tuple(self._clause(part.unnest()) for part in parts)

    def _clause(self, tree: exp.Expr) -> product.Clause:
        if not isinstance(tree, exp.Or):
            return self._test(tree)
        tests = [self._test(part.unnest()) for part in tree.flatten()]
        plainly = [test for test in tests if isinstance(test, product.Condition)]
        columns = {(test.column, test.operator) for test in plainly}
        if len(plainly) == len(tests) and len(columns) == 1 and plainly[0].operator == "=":
            values = tuple(value for test in plainly for value in test.values)
            return product.Condition(column=plainly[0].column, operator="in", values=values)
        return product.AnyOf(conditions=tuple(tests))

    def _test(self, tree: exp.Expr) -> product.Condition | product.Compared:
        if isinstance(tree, exp.Not):
            return _denied(self._test(tree.this.unnest()))
        if isinstance(tree, exp.Is) and isinstance(tree.expression, exp.Null):
            return product.Condition(column=self._column(tree.this), operator="is null")
        sign = _SIGNS.get(type(tree), "")
        if not sign:
            raise NotConvertedError
        left, right = tree.this.unnest(), tree.expression.unnest()
        pair = self._days(left)
        if pair is not None and right.is_number:
            since, until = pair
            return product.Compared(
                column=until, operator=sign, function="own", of=since, days=float(right.name)
            )
        if isinstance(left, exp.Column) and isinstance(right, exp.Column):
            one, other = self._column(left), self._column(right)
            return product.Compared(column=one, operator=sign, function="own", of=other)
        if isinstance(right, exp.Column):
            left, right, sign = right, left, _TURNED[sign]
        column = self._column(left)
        value = self._value(column, right)
        return product.Condition(column=column, operator=sign, values=(value,))

    def _value(self, ref: str, tree: exp.Expr) -> product.Value:
        kind = self._kind(ref)
        if isinstance(tree, exp.Boolean):
            return int(bool(tree.this))
        if not isinstance(tree, exp.Literal):
            raise NotConvertedError
        text = tree.name
        if kind is not None and kind.is_dated:
            return product.TODAY if text == self.spoken.today.isoformat() else text
        if not tree.is_string or kind in (Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN):
            return _number(text)
        return text

    def _period(self, period: Period) -> product.Condition:
        ref = f"{period.at.table}.{period.at.column}"
        return period_condition(ref, DateRange(period.start, period.end))

    # ------------------------------------------------------------ parts

    def _column(self, node: exp.Expr) -> str:
        """`table.column` of a column of the model's SQL."""
        if not isinstance(node, exp.Column):
            raise NotConvertedError
        found = [t for t in self.spoken.catalog.tables_called(node.table) if t.column(node.name)]
        own = [table for table in found if table.key == self.intent.base]
        if len(found) != 1 and len(own) != 1:
            raise NotConvertedError
        return f"{(own or found)[0].key}.{node.name}"

    def _kind(self, ref: str) -> Kind | None:
        owner, _, name = ref.rpartition(".")
        table = self.spoken.catalog.table(owner)
        column = table.column(name) if table else None
        return column.kind if column else None

    def _may_miss(self, ref: str) -> bool:
        owner, _, name = ref.rpartition(".")
        table = self.spoken.catalog.table(owner)
        column = table.column(name) if table else None
        return column is None or (column.nullable and column.null_share != 0)

    def _path(self, table: str, other: str) -> tuple[Edge, ...]:
        return path_of(self.spoken.model, table, other)

    def _reaches(self, table: str, other: str) -> bool:
        try:
            self._path(table, other)
        except UnreachableError:
            return False
        return True


def _date_of(tree: exp.Expr) -> exp.Expr | None:
    """The date that a day number is of."""
    named = isinstance(tree, exp.Anonymous) and tree.name.upper() == DAY_NUMBER
    return tree.expressions[0] if named and len(tree.expressions) == 1 else None


def _number(text: str) -> int | float:
    try:
        number = float(text)
    except ValueError:
        raise NotConvertedError from None
    return int(number) if number.is_integer() else number


def _denied(test: product.Condition | product.Compared) -> product.Condition | product.Compared:
    if test.operator not in _DENIED or (isinstance(test, product.Compared) and test.days):
        raise NotConvertedError
    return replace(test, operator=_DENIED[test.operator])
