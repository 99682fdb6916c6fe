"""What the words of a question may name in a database: quantities and conditions, built once."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from sqlglot import exp
from typing_extensions import override

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.matching.stem import stem
from knowledge.semantics import ColumnRef, MeasureKind, SemanticModel, TableMeaning
from knowledge.semantics.words import concepts_of, stems_of
from knowledge.sql_text import column_node, read_sql, write_sql
from pipeline.reader.business.cues import concepts
from pipeline.reader.business.intent import Aggregate
from pipeline.reader.business.paths import UnreachableError, path_of

_KINDS = {
    MeasureKind.SUM: Aggregate.SUM,
    MeasureKind.AVERAGE: Aggregate.AVERAGE,
    MeasureKind.DISTINCT: Aggregate.DISTINCT,
}
# The number of a day, as conditions and quantities write it for every database.
DAY_NUMBER = "JULIANDAY"
_MOST_SPANS, _MOST_PERCENTS = 6, 3
_OPEN_CONCEPTS = frozenset(("follow", "end", "withdrawn"))
_COUNTED = frozenset(("quantity", "money", "discount", "level"))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number over the rows of a table: its SQL, what it may be called, how likely it is asked.

    A duration is `timed` where both of its dates have a time of day.
    """

    table: str
    kind: Aggregate
    sql: str
    names: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]
    prior: float
    column: str = ""
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the rows of a table. With `negates`, words that deny its names say it."""

    table: str
    sql: str
    names: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]
    column: str
    prior: float
    negates: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Elements:
    """Everything of a database that can be named, beside its tables and columns."""

    quantities: tuple[Quantity, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, eq=False)
class _Known:
    model: SemanticModel
    catalog: Catalog
    today: dt.date

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and (
            (self.model is other.model) & (self.catalog is other.catalog)
            & (self.today == other.today)
        )  # fmt: skip

    @override
    def __hash__(self) -> int:
        return hash((id(self.model), id(self.catalog), self.today))


def elements_of(model: SemanticModel, catalog: Catalog, today: dt.date) -> Elements:
    """The quantities and conditions of a database."""
    return _elements(_Known(model, catalog, today))


@lru_cache(maxsize=64)
def _elements(known: _Known) -> Elements:
    quantities: list[Quantity] = []
    conditions: list[Condition] = []
    for meaning in known.model.tables:
        table = known.catalog.table(meaning.table)
        if table is not None:
            builder = _OfTable(known, meaning, table)
            quantities += builder.quantities()
            conditions += builder.conditions()
    unique = {(each.table, each.sql, each.kind): each for each in reversed(quantities)}
    return Elements(tuple(reversed(unique.values())), tuple(conditions))


class _OfTable:
    def __init__(self, known: _Known, meaning: TableMeaning, table: Table) -> None:
        self._model, self._catalog, self._today = known.model, known.catalog, known.today
        self._meaning, self._table = meaning, table
        self._keys = {
            name for edge in known.model.parents(table.key) for name in edge.columns
        } | ({*table.primary_key} if len(table.primary_key) == 1 else set())  # fmt: skip

    # ------------------------------------------------------------ quantities

    def quantities(self) -> Iterator[Quantity]:
        meaning = self._meaning
        numbers: dict[str, float] = {}
        for measure in meaning.measures:
            if not measure.refs:
                continue
            column = measure.refs[0].column if len(measure.refs) == 1 else ""
            names = tuple(tuple(word.split()) for word in measure.words)
            if len(measure.refs) > 1 or self._is_amount(column):
                names += _amount_names()
            yield Quantity(
                meaning.table, _KINDS[measure.kind], measure.sql, names,
                _keys(*(ref.column for ref in measure.refs)), measure.score, column,
            )  # fmt: skip
            if not column and measure.kind is MeasureKind.SUM:
                total = read_sql(measure.sql, self._catalog.dialect)
                average = exp.Avg(this=total.this)
                yield Quantity(
                    meaning.table, Aggregate.AVERAGE, self._text(average), names,
                    _keys(*(ref.column for ref in measure.refs)), measure.score / 2,
                )  # fmt: skip
            if column and measure.kind is not MeasureKind.DISTINCT:
                numbers[column] = max(measure.score, numbers.get(column, 0.0))
        for column, prior in numbers.items():
            for kind, call in (
                (Aggregate.SUM, exp.Sum), (Aggregate.AVERAGE, exp.Avg),
                (Aggregate.MINIMUM, exp.Min), (Aggregate.MAXIMUM, exp.Max),
            ):  # fmt: skip
                yield self._of_column(kind, call(this=self._node(column)), column, prior / 2)
        for each in self._table.columns:
            if each.kind is Kind.TEXT and each.name not in self._keys:
                node = exp.Count(this=exp.Distinct(expressions=[self._node(each.name)]))
                yield self._of_column(Aggregate.DISTINCT, node, each.name, 0.3)
        yield from self._percents()
        yield from self._prices_of_parents(numbers)
        yield from self._times()

    def _of_column(self, kind: Aggregate, node: exp.Expr, column: str, prior: float) -> Quantity:
        names = (stems_of(column),)
        return Quantity(
            self._meaning.table, kind, self._text(node), names, _keys(column), prior, column
        )

    def _percents(self) -> Iterator[Quantity]:
        """A percentage of an amount: of this table, or of one that it refers to."""
        amounts = [
            c for c in self._table.columns
            if c.kind in (Kind.NUMBER, Kind.INTEGER) and (c.name in self._priced() or (
                "money" in concepts_of(c.name)
                and not {"percent", "unit_price"} & concepts_of(c.name)
            ))
        ]  # fmt: skip
        for holder in self._ancestors():
            for rate in holder.columns:
                if "percent" not in concepts_of(rate.name) or rate.kind not in (
                    Kind.NUMBER, Kind.INTEGER,
                ):  # fmt: skip
                    continue
                part = exp.Div(
                    this=column_node(rate.name, holder.name),
                    expression=exp.Literal.number("100.0"),
                )
                names = tuple(s for s in stems_of(rate.name) if s not in ("pct", "percent"))
                for amount in amounts[:_MOST_PERCENTS]:
                    node = exp.Sum(this=exp.Mul(this=self._node(amount.name), expression=part))
                    yield Quantity(
                        self._meaning.table, Aggregate.SUM, self._text(node), (names,),
                        _keys(rate.name), 0.4,
                    )  # fmt: skip

    def _is_amount(self, column: str) -> bool:
        """Whether the sum of a column is an amount of money: not of prices that have quantities."""
        found = concepts_of(column)
        return column in self._priced() or ("money" in found and "unit_price" not in found)

    def _prices_of_parents(self, own: Mapping[str, float]) -> Iterator[Quantity]:
        """What the things cost that events without an amount of their own refer to."""
        if any("money" in concepts_of(name) for name in own):
            return
        for edge in self._model.parents(self._meaning.table):
            other = self._catalog.table(edge.to_table)
            for column in other.columns if other else ():
                is_amount = {"money", "unit_price"} & concepts_of(column.name)
                if other is None or not is_amount or not column.kind.is_number:
                    continue
                total = exp.Sum(this=column_node(column.name, other.name))
                names = (stems_of(column.name), *_amount_names())
                yield Quantity(
                    self._meaning.table, Aggregate.SUM, self._text(total), names,
                    _keys(column.name), 0.4,
                )  # fmt: skip

    def _is_timed(self, name: str) -> bool:
        column = self._table.column(name)
        return column is not None and column.kind is Kind.TIMESTAMP

    def _priced(self) -> set[str]:
        """The prices of a table that has no quantities: its amounts."""
        names = {c.name: concepts_of(c.name) for c in self._table.columns}
        if any("quantity" in found for found in names.values()):
            return set()
        priced = {name for name, found in names.items() if "unit_price" in found}
        return {name for name in priced if "percent" not in names[name]}

    def _ancestors(self) -> Iterator[Table]:
        for other in self._catalog.tables:
            try:
                path_of(self._model, self._meaning.table, other.key)
            except UnreachableError:
                continue
            yield other

    def _times(self) -> Iterator[Quantity]:
        meaning = self._meaning
        spans = sorted(meaning.durations, key=lambda each: -each.score)[:_MOST_SPANS]
        row = stems_of(self._table.name)
        for span in spans:
            node = exp.Avg(this=self._days(span.start, span.end))
            names = (stems_of(span.end), stems_of(span.start), row)
            yield Quantity(
                meaning.table, Aggregate.DURATION, self._text(node), names,
                _keys(span.end, span.start), span.score, span.end,
                all(self._is_timed(name) for name in (span.start, span.end)),
            )  # fmt: skip
        date = meaning.event_date
        if date is None:
            return
        at = column_node(date.at.column, _short(date.at.table))
        for kind, call in ((Aggregate.FIRST, exp.Min), (Aggregate.LAST, exp.Max)):
            text = self._text(call(this=at.copy()))
            yield Quantity(meaning.table, kind, text, (row,), (), 0.5, date.at.column)
        yield from self._times_to_others(date.at)

    def _times_to_others(self, own: ColumnRef) -> Iterator[Quantity]:
        """The time between the event date and a date of a table that the rows refer to."""
        for edge in self._model.parents(self._meaning.table):
            other = self._catalog.table(edge.to_table)
            dated = [c for c in (other.columns if other else ()) if c.kind.is_dated]
            for column in dated[:3]:
                if other is None or own.table != self._meaning.table:
                    continue
                pair = (self._node(own.column), column_node(column.name, other.name))
                names = (stems_of(own.column), stems_of(column.name), stems_of(other.name))
                for start, end in (pair, pair[::-1]):
                    node = exp.Avg(this=days_between(start.copy(), end.copy()))
                    yield Quantity(
                        self._meaning.table, Aggregate.DURATION, self._text(node), names,
                        _keys(own.column, column.name), 0.1, own.column,
                    )  # fmt: skip

    # ------------------------------------------------------------ conditions

    def conditions(self) -> Iterator[Condition]:
        for state in self._meaning.states:
            said = state.words or (state.column,)
            names = tuple(stems_of(words.replace(" ", "_")) for words in said)
            column = self._table.column(state.column)
            keys = _keys(state.column)
            if column is not None and column.kind.is_dated and column.null_share:
                denied = state.condition.upper().endswith("IS NULL") and not (
                    state.condition.upper().startswith("NOT ")
                )
                sign = "unset" if denied else "set"
                names = (stems_of(state.column),)
            else:
                denied = said[0].startswith("not ")
                names = (names[0][1:],) if denied else names
                sign = "no" if denied else "is"
                if column is not None and column.kind is Kind.TEXT and sign == "is":
                    keys = _keys(said[0].replace(" ", "_"))
            yield self._condition(
                state.condition, names, tuple(f"{sign} {key}" for key in keys), state.column,
                0.3 + 0.7 * state.score, negates=denied,
            )  # fmt: skip
        for column in self._table.columns:
            yield from self._of_plain(column)
        yield from self._overdue()
        yield from self._current()

    def _of_plain(self, column: Column) -> Iterator[Condition]:
        """Values that are missing, and amounts that are there."""
        node = self._node(column.name)
        if column.null_share and not column.kind.is_dated:
            missing = exp.Is(this=node, expression=exp.Null())
            for negates, found in ((True, missing), (False, exp.Not(this=missing.copy()))):
                sign = "unset" if negates else "set"
                yield self._condition(
                    self._text(found), (stems_of(column.name),),
                    tuple(f"{sign} {key}" for key in _keys(column.name)), column.name, 0.4,
                    negates=negates,
                )  # fmt: skip
        if column.kind in (Kind.NUMBER, Kind.INTEGER) and column.low == "0":
            if not _COUNTED & concepts_of(column.name) or column.name in self._keys:
                return
            zero = exp.Literal.number(0)
            for negates, call in ((True, exp.EQ), (False, exp.GT)):
                sign = "zero" if negates else "some"
                yield self._condition(
                    self._text(call(this=node.copy(), expression=zero)), (stems_of(column.name),),
                    tuple(f"{sign} {key}" for key in _keys(column.name)), column.name, 0.3,
                    negates=negates,
                )  # fmt: skip

    def _overdue(self) -> Iterator[Condition]:
        """What was due before another date, or before today and has not come."""
        due = [c.name for c in self._dated() if "due" in concepts_of(c.name)]
        done = [
            c.name for c in self._dated()
            if _OPEN_CONCEPTS & concepts_of(c.name) and c.null_share and c.name not in due
        ]  # fmt: skip
        yield from self._late(due)
        today = exp.Literal.string(self._today.isoformat())
        for one in due:
            past = exp.LT(this=self._node(one), expression=today)
            keys = tuple(f"overdue {key}" for key in (*_keys(one), "#due"))
            states = [
                state for state in self._meaning.states
                if not state.condition.upper().endswith("NULL") and any(
                    "open" in word or "active" in word or "out" in word for word in state.words
                )
            ]  # fmt: skip
            for state in states[:2]:
                yield self._condition(
                    f"{state.condition} AND {self._text(past)}", (("overdu",), ("late",)), keys,
                    one, 0.5,
                )  # fmt: skip
            for other in done[:3]:
                node = self._node(other)
                missing = exp.Is(this=node, expression=exp.Null())
                yield self._condition(
                    self._text(exp.and_(past, missing)), (("overdu",), ("late",)), keys, one, 0.6
                )
                late = exp.GT(this=node.copy(), expression=self._node(one))
                yield self._condition(
                    self._text(late), (("late",), ("delay",)),
                    tuple(f"late {key}" for key in (*_keys(one), "#due")), one, 0.4,
                )  # fmt: skip

    def _late(self, own: list[str]) -> Iterator[Condition]:
        """What came after a date that was due in a table that the rows refer to."""
        came = [
            c.name for c in self._dated() if "follow" in concepts_of(c.name) and c.name not in own
        ]  # fmt: skip
        for edge in self._model.parents(self._meaning.table):
            other = self._catalog.table(edge.to_table)
            for column in other.columns if other and came else ():
                if column.kind.is_dated and "due" in concepts_of(column.name) | (
                    {"due"} if "request" in stems_of(column.name) else set()
                ):  # fmt: skip
                    after = exp.GT(
                        this=self._node(came[0]),
                        expression=column_node(column.name, _short(edge.to_table)),
                    )
                    yield self._condition(
                        self._text(after), (("late",), ("delay",)), ("late #due",), came[0], 0.4
                    )

    def _current(self) -> Iterator[Condition]:
        """Rows whose period holds today."""
        period = self._meaning.period
        if period is None:
            return
        today = exp.Literal.string(self._today.isoformat())
        end = self._node(period.end)
        lasts = exp.paren(
            exp.or_(exp.Is(this=end, expression=exp.Null()),
                    exp.GTE(this=end.copy(), expression=today))
        )  # fmt: skip
        begun = exp.LTE(this=self._node(period.start), expression=today.copy())
        yield self._condition(
            self._text(exp.and_(begun, lasts)),
            (("current",), ("activ",), ("open",), ("run",)),
            tuple(f"current {key}" for key in (*_keys(period.end), "#end")), period.end, 0.5,
        )  # fmt: skip

    def _condition(
        self, sql: str, names: tuple[tuple[str, ...], ...], keys: tuple[str, ...], column: str,
        prior: float, *, negates: bool = False,
    ) -> Condition:  # fmt: skip
        return Condition(self._meaning.table, sql, names, keys, column, prior, negates)

    # ------------------------------------------------------------ parts

    def _dated(self) -> list[Column]:
        return [column for column in self._table.columns if column.kind.is_dated]

    def _node(self, column: str) -> exp.Column:
        return column_node(column, self._table.name)

    def _days(self, start: str, end: str) -> exp.Expr:
        return days_between(self._node(start), self._node(end))

    def _text(self, node: exp.Expr) -> str:
        return write_sql(node, self._catalog.dialect)


def days_between(start: exp.Expr, end: exp.Expr) -> exp.Expr:
    """The days from one date to another, in the form that the conversion reads."""
    one, other = (exp.Anonymous(this=DAY_NUMBER, expressions=[each]) for each in (end, start))
    return exp.Sub(this=one, expression=other)


@cache
def _amount_names() -> tuple[tuple[str, ...], ...]:
    return tuple((stem(word),) for word in sorted(concepts()["amount"]))


def _short(key: str) -> str:
    return key.rpartition(".")[2]


def event_column(model: SemanticModel, table: str) -> ColumnRef | None:
    """The event date of a table."""
    meaning = model.table(table)
    date = meaning.event_date if meaning else None
    return date.at if date else None


def _keys(*names: str) -> tuple[str, ...]:
    """The stems and the concepts of names: what words are learned for."""
    found: list[str] = []
    for name in names:
        found += [*stems_of(name), *(f"#{concept}" for concept in sorted(concepts_of(name)))]
    return tuple(dict.fromkeys(found))
