"""From a business intent to SQL, as a syntax tree in the dialect of the workspace."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from knowledge.catalog import Catalog, Kind
from knowledge.semantics import ColumnRef, Edge, SemanticModel
from knowledge.sql_text import column_node, filled, quoted_name, read_sql
from pipeline.reader.business.intent import BusinessIntent, Dimension, Filter, Form, Period

_GRAINS = {"month": "%Y-%m", "year": "%Y", "day": "%Y-%m-%d", "week": "%Y-%W"}
_QUARTER = "STRFTIME('%Y', :day) || '-Q' || ((STRFTIME('%m', :day) + 2) / 3)"
_MOST_STEPS = 4


class UnreachableError(Exception):
    """No keys lead from a table to another one."""

    def __init__(self, table: str, other: str) -> None:
        self.table, self.other = table, other
        super().__init__(f"No keys lead from {table} to {other}.")


def query_of(intent: BusinessIntent, model: SemanticModel, catalog: Catalog) -> exp.Query:
    """The query of an intent; raises UnreachableError."""
    return _Builder(intent, model, catalog).query()


def path_of(model: SemanticModel, base: str, table: str) -> tuple[Edge, ...]:
    """The keys from a table to one that it refers to, over others; raises UnreachableError."""
    waiting: list[tuple[str, tuple[Edge, ...]]] = [(base, ())]
    seen = {base}
    while waiting:
        at, path = waiting.pop(0)
        if at == table:
            return path
        for edge in model.parents(at) if len(path) < _MOST_STEPS else ():
            if edge.to_table not in seen:
                seen.add(edge.to_table)
                waiting.append((edge.to_table, (*path, edge)))
    raise UnreachableError(base, table)


class _Builder:
    def __init__(self, intent: BusinessIntent, model: SemanticModel, catalog: Catalog) -> None:
        self._intent, self._model, self._catalog = intent, model, catalog

    def query(self) -> exp.Query:
        intent = self._intent
        match intent.form:
            case Form.COMPARE | Form.GROWTH if len(intent.periods) > 1:
                return self._compared()
            case Form.HAS | Form.NEVER | Form.MORE if intent.edge is not None:
                return self._has(intent.edge)
            case Form.LIST | Form.EXTREME:
                return self._list()
            case Form.PER_THING if intent.edge is not None:
                return self._per_thing(intent.edge)
            case _:
                return self._grouped()

    def _measure(self) -> exp.Expr:
        intent = self._intent
        if intent.form is Form.SHARE and intent.state is not None:
            hit = exp.Case(ifs=[exp.If(this=self._sql(intent.state.sql), true=_number(1))],
                           default=_number(0))  # fmt: skip
            return _ratio(exp.Sum(this=hit), exp.Count(this=exp.Star()))
        if intent.span is not None:
            start, end = (self._column(ColumnRef(table=intent.base, column=c)) for c in intent.span)
            return exp.Avg(this=self._days(start, end))
        found = self._sql(intent.measure)
        if intent.form is Form.SHARE_OF_TOTAL:
            return _ratio(found, exp.Window(this=exp.Sum(this=found.copy())))
        return found

    def _days(self, start: exp.Expr, end: exp.Expr) -> exp.Expr:
        if self._catalog.dialect == "sqlite":
            one, other = (exp.Anonymous(this="JULIANDAY", expressions=[e]) for e in (end, start))
            return exp.Sub(this=one, expression=other)
        return exp.DateDiff(this=end, expression=start, unit=exp.var("day"))

    def _grouped(self) -> exp.Query:
        intent = self._intent
        shown = [node for each in intent.dimensions for node in self._shown(each)]
        keys = [node for each in intent.dimensions for node in self._keys(each)]
        measure = self._measure()
        tables = [each.table for each in intent.dimensions]
        query = self._select([*shown, measure], intent.base, tables, intent.periods)
        if keys:
            query = query.group_by(*keys, copy=False)
        if intent.form in (Form.TOP, Form.BOTTOM) and keys:
            order = exp.Ordered(
                this=measure.copy(), desc=intent.form is Form.TOP, nulls_first=False
            )
            query = query.order_by(order, copy=False).limit(intent.limit or 1, copy=False)
        return query

    def _compared(self) -> exp.Query:
        intent = self._intent
        one, other = (
            exp.Subquery(this=self._select([self._measure()], intent.base, (), (period,)))
            for period in intent.periods[:2]
        )
        if intent.form is Form.COMPARE:
            return exp.select(one, other)
        change = exp.paren(exp.Sub(this=one, expression=other))
        return exp.select(_ratio(change, other.copy()))

    def _list(self) -> exp.Query:
        intent = self._intent
        nodes: list[exp.Expr] = [exp.Count(this=exp.Star())]
        if not intent.counted:
            nodes = [self._column(ColumnRef(table=intent.base, column=c)) for c in intent.shown]
        query = self._select(nodes, intent.base, (), intent.periods)
        if intent.form is Form.EXTREME:
            value = self._sql(intent.measure)
            kept = exp.Not(this=exp.Is(this=value.copy(), expression=exp.Null()))
            order = exp.Ordered(this=value, desc=intent.descending, nulls_first=False)
            query = query.where(kept, copy=False).order_by(order, copy=False)
            if intent.limit:
                query = query.limit(intent.limit, copy=False)
        return query

    def _has(self, edge: Edge) -> exp.Query:
        """What is listed has rows of events, has none, or has more of them than a number."""
        intent = self._intent
        own = column_node(edge.columns[0], _short(edge.table))
        inner = self._select([own], edge.table, (), intent.periods, on=edge.table)
        inner = inner.where(
            exp.Not(this=exp.Is(this=own.copy(), expression=exp.Null())), copy=False
        )
        if intent.form is Form.MORE:
            more = exp.GT(this=exp.Count(this=exp.Star()), expression=_number(intent.limit or 1))
            inner = inner.group_by(own.copy(), copy=False).having(more, copy=False)
        key = column_node(edge.to_columns[0], _short(edge.to_table))
        found: exp.Expr = exp.In(this=key, query=exp.Subquery(this=inner))
        found = exp.Not(this=found) if intent.form is Form.NEVER else found
        nodes: list[exp.Expr] = [exp.Count(this=exp.Star())]
        if not intent.counted:
            nodes = [column_node(c, _short(edge.to_table)) for c in intent.shown]
        return self._select(nodes, edge.to_table, (), (), on=edge.to_table).where(found, copy=False)

    def _per_thing(self, edge: Edge) -> exp.Query:
        own = column_node(edge.columns[0], _short(edge.table))
        known = exp.Not(this=exp.Is(this=own.copy(), expression=exp.Null()))
        count = exp.Count(this=exp.Star()).as_("n")
        inner = self._select([count], edge.table, (), self._intent.periods)
        inner = inner.where(known, copy=False).group_by(own, copy=False)
        return exp.select(exp.Avg(this=exp.column("n"))).from_(
            inner.subquery("counted"), copy=False
        )

    # ------------------------------------------------------------ parts

    def _select(
        self, nodes: Sequence[exp.Expr], base: str, tables: Sequence[str],
        periods: Sequence[Period], on: str = "",
    ) -> exp.Select:  # fmt: skip
        """A query over a base and what it refers to. With `on`, only filters reachable from it."""
        filters = [f for f in self._intent.filters if not on or self._is_near(on, f)]
        named = [ref.table for node in nodes for ref in self._refs(node)]
        needed = [*named, *tables, *(f.table for f in filters), *(p.at.table for p in periods)]
        query = exp.select(*nodes).from_(self._table(base), copy=False)
        joined = {base}
        for table in needed:
            for edge in path_of(self._model, base, table):
                if edge.to_table not in joined:
                    joined.add(edge.to_table)
                    query = query.join(
                        self._table(edge.to_table), on=_equal(edge), join_type="left", copy=False
                    )
        for each in filters:
            query = query.where(exp.paren(self._sql(each.sql), copy=False), copy=False)
        for period in periods:
            for test in self._tests(period):
                query = query.where(test, copy=False)
        return query

    def _is_near(self, table: str, one: Filter) -> bool:
        """Whether a filter belongs to this part of a has question: to the nearer of its tables."""
        edge = self._intent.edge
        if edge is None or table == edge.to_table:
            return self._reaches(table, one.table)
        return self._reaches(table, one.table) and not self._reaches(edge.to_table, one.table)

    def _reaches(self, table: str, other: str) -> bool:
        try:
            path_of(self._model, table, other)
        except UnreachableError:
            return False
        return True

    def _refs(self, node: exp.Expr) -> Iterator[ColumnRef]:
        for column in node.find_all(exp.Column):
            table = next((t for t in self._catalog.tables_called(column.table)), None)
            if table is not None:
                yield ColumnRef(table=table.key, column=column.name)

    def _tests(self, period: Period) -> Iterator[exp.Expr]:
        node = self._column(period.at)
        if period.start is not None:
            yield exp.GTE(this=node, expression=self._day(period.start.isoformat(), period.at))
        if period.end is not None:
            yield exp.LT(this=node.copy(), expression=self._day(period.end.isoformat(), period.at))

    def _day(self, text: str, at: ColumnRef) -> exp.Expr:
        table = self._catalog.table(at.table)
        column = table.column(at.column) if table else None
        literal = exp.Literal.string(text)
        is_text = column is None or column.kind not in (Kind.DATE, Kind.TIMESTAMP)
        return (
            literal if is_text or self._catalog.dialect == "sqlite" else exp.cast(literal, "date")
        )

    def _shown(self, dimension: Dimension) -> list[exp.Expr]:
        nodes = [column_node(c, _short(dimension.table)) for c in dimension.shown]
        return [self._bucket(nodes[0], dimension.grain)] if dimension.grain else [*nodes]

    def _keys(self, dimension: Dimension) -> list[exp.Expr]:
        if dimension.grain:
            return self._shown(dimension)
        both = dict.fromkeys((*dimension.keys, *dimension.shown))
        return [column_node(c, _short(dimension.table)) for c in both]

    def _bucket(self, node: exp.Expr, grain: str) -> exp.Expr:
        if self._catalog.dialect != "sqlite":
            return exp.TimestampTrunc(this=node, unit=exp.var(grain))
        if grain == "quarter":
            return filled(_QUARTER, "sqlite", day=node)
        form = exp.Literal.string(_GRAINS.get(grain, "%Y-%m"))
        return exp.Anonymous(this="STRFTIME", expressions=[form, node])

    def _column(self, ref: ColumnRef) -> exp.Column:
        return column_node(ref.column, _short(ref.table))

    def _sql(self, text: str) -> exp.Expr:
        return read_sql(text, self._catalog.dialect)

    def _table(self, key: str) -> exp.Table:
        schema, _, name = key.rpartition(".")
        return exp.Table(this=quoted_name(name), db=quoted_name(schema) if schema else None)


def _equal(edge: Edge) -> exp.Expr:
    pairs = zip(edge.columns, edge.to_columns, strict=True)
    tests = [
        exp.EQ(
            this=column_node(a, _short(edge.table)),
            expression=column_node(b, _short(edge.to_table)),
        )
        for a, b in pairs
    ]
    return exp.and_(*tests)


def _ratio(part: exp.Expr, whole: exp.Expr) -> exp.Expr:
    none = exp.Nullif(this=whole, expression=_number(0))
    hundred = exp.Mul(this=exp.Literal.number("100.0"), expression=part)
    return exp.Div(this=hundred, expression=none)


def _number(value: int) -> exp.Expr:
    return exp.Literal.number(value)


def _short(key: str) -> str:
    return key.rpartition(".")[2]
