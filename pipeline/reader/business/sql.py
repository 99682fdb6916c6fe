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
_OPERATORS = {">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}


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


def days_between(start: exp.Expr, end: exp.Expr, dialect: str) -> exp.Expr:
    """The days from one date to another."""
    if dialect == "sqlite":
        one, other = (exp.Anonymous(this="JULIANDAY", expressions=[e]) for e in (end, start))
        return exp.Sub(this=one, expression=other)
    return exp.DateDiff(this=end, expression=start, unit=exp.var("day"))


def ratio_of(one: str, other: str, dialect: str) -> str:
    """One number divided by another one."""
    whole = exp.Nullif(this=read_sql(other, dialect), expression=_number(0))
    part = exp.Mul(this=exp.Literal.number("1.0"), expression=read_sql(one, dialect))
    return exp.Div(this=part, expression=whole).sql(dialect=dialect)


def compared(node: exp.Expr, operator: str, value: exp.Expr) -> exp.Expr:
    """A comparison by its sign."""
    return _OPERATORS[operator](this=node, expression=value)


class _Builder:
    def __init__(self, intent: BusinessIntent, model: SemanticModel, catalog: Catalog) -> None:
        self._intent, self._model, self._catalog = intent, model, catalog

    def query(self) -> exp.Query:
        intent = self._intent
        match intent.form:
            case Form.COMPARE | Form.GROWTH if len(intent.periods) > 1:
                return self._two_periods()
            case Form.HAS | Form.NEVER if intent.path:
                return self._has()
            case Form.SHARE_WITH if intent.path:
                return self._share_with()
            case Form.LIST | Form.LOOKUP | Form.SORTED | Form.EXTREME | Form.ABOVE_AVERAGE:
                return self._list()
            case Form.PER_THING if intent.dimensions:
                return self._per_thing()
            case Form.TOP_IN_GROUP if len(intent.dimensions) > 1:
                return self._top_in_group(*intent.dimensions[:2])
            case Form.MORE if intent.dimensions:
                return self._more(intent.dimensions[0])
            case _:
                return self._grouped()

    # ------------------------------------------------------------ numbers

    def _measure(self) -> exp.Expr:
        intent = self._intent
        found = self._sql(intent.measure)
        if intent.form is Form.SHARE and intent.state is not None:
            return _ratio(_only(found, self._sql(intent.state.sql)), found)
        if intent.form is Form.SHARE_OF_TOTAL:
            return _ratio(found, exp.Window(this=exp.Sum(this=found.copy())))
        if intent.form is Form.RUNNING and intent.dimensions:
            order = exp.Order(expressions=[self._shown(intent.dimensions[0])[0]])
            return exp.Window(this=exp.Sum(this=found), order=order)
        return found

    def _grouped(self) -> exp.Query:
        intent = self._intent
        shown = [node for each in intent.dimensions for node in self._shown(each)]
        keys = [node for each in intent.dimensions for node in self._keys(each)]
        measure = self._measure()
        query = self._select([*shown, measure], intent.base, intent.dimensions, intent.periods)
        if keys:
            query = query.group_by(*keys, copy=False)
        if intent.form in (Form.TOP, Form.BOTTOM) and keys:
            order = exp.Ordered(
                this=measure.copy(), desc=intent.form is Form.TOP, nulls_first=False
            )
            query = query.order_by(order, copy=False).limit(intent.limit or 1, copy=False)
        return query

    def _top_in_group(self, group: Dimension, thing: Dimension) -> exp.Query:
        intent = self._intent
        shown = [*self._shown(group), *self._shown(thing)]
        names = [f"{node.name}_{n}" for n, node in enumerate(shown, 1)]
        order = exp.Order(
            expressions=[
                exp.Ordered(this=self._measure(), desc=intent.descending, nulls_first=False)
            ]
        )
        place = exp.Window(
            this=exp.RowNumber(), partition_by=[*self._keys(group)], order=order
        ).as_("place")
        nodes = [node.as_(name) for node, name in zip(shown, names, strict=True)]
        inner = self._select([*nodes, place], intent.base, (group, thing), intent.periods)
        inner = inner.group_by(*self._keys(group), *self._keys(thing), copy=False)
        kept = exp.LTE(this=exp.column("place"), expression=_number(intent.limit or 1))
        return exp.select(*(exp.column(name) for name in names)).from_(
            inner.subquery("placed"), copy=False
        ).where(kept, copy=False)  # fmt: skip

    def _more(self, thing: Dimension) -> exp.Query:
        """Things whose number compares with a limit, or how many of them."""
        intent = self._intent
        own = self._keys(thing)[0]
        shown = [own] if intent.counted else self._shown(thing)
        query = self._select(shown, intent.base, (thing,), intent.periods)
        query = query.where(_there(own), copy=False)
        test = compared(self._measure(), intent.operator, _number(intent.limit or 1))
        query = query.group_by(*self._keys(thing), copy=False).having(test, copy=False)
        return self._counted(query) if intent.counted else query

    def _per_thing(self) -> exp.Query:
        thing = self._intent.dimensions[0]
        own = self._keys(thing)[0]
        number = self._measure().as_("n")
        inner = self._select([number], self._intent.base, (thing,), self._intent.periods)
        inner = inner.where(_there(own), copy=False).group_by(own.copy(), copy=False)
        return exp.select(exp.Avg(this=exp.column("n"))).from_(
            inner.subquery("counted"), copy=False
        )

    def _two_periods(self) -> exp.Query:
        intent = self._intent
        if intent.dimensions:
            return self._two_periods_by(intent.dimensions)
        one, other = (
            exp.Subquery(this=self._select([self._measure()], intent.base, (), (period,)))
            for period in intent.periods[:2]
        )
        if intent.form is Form.COMPARE:
            return exp.select(one, other)
        change = exp.paren(exp.Sub(this=one, expression=other))
        return exp.select(_ratio(change, other.copy()))

    def _two_periods_by(self, dimensions: Sequence[Dimension]) -> exp.Query:
        intent = self._intent
        tests = [exp.and_(*self._tests(period)) for period in intent.periods[:2]]
        one, other = (_only(self._measure(), test, zero=False) for test in tests)
        numbers: list[exp.Expr] = [one, other]
        if intent.form is Form.GROWTH:
            numbers = [_ratio(exp.paren(exp.Sub(this=one, expression=other)), other.copy())]
        shown = [node for each in dimensions for node in self._shown(each)]
        keys = [node for each in dimensions for node in self._keys(each)]
        query = self._select([*shown, *numbers], intent.base, dimensions, ())
        return query.where(exp.or_(*tests), copy=False).group_by(*keys, copy=False)

    # ------------------------------------------------------------ lists

    def _list(self) -> exp.Query:
        intent = self._intent
        nodes: list[exp.Expr] = [exp.Count(this=exp.Star())]
        if not intent.counted:
            nodes = [self._column(ColumnRef(table=intent.base, column=c)) for c in intent.shown]
        value = self._sql(intent.column) if intent.column else None
        if value is not None and intent.form is Form.SORTED:
            nodes.append(value)
        query = self._select(nodes, intent.base, (), intent.periods)
        if value is None:
            return query
        if intent.form is Form.ABOVE_AVERAGE:
            whole = self._select([exp.Avg(this=value.copy())], intent.base, (), ())
            sign = ">" if intent.descending else "<"
            return query.where(compared(value, sign, exp.Subquery(this=whole)), copy=False)
        if intent.form is Form.LOOKUP:
            return query.where(_there(value), copy=False)
        order = exp.Ordered(this=value.copy(), desc=intent.descending, nulls_first=False)
        query = query.order_by(order, copy=False)
        if intent.form is Form.EXTREME:
            query = query.where(_there(value), copy=False).limit(intent.limit or 1, copy=False)
        return query

    def _events(self) -> tuple[exp.Column, exp.Subquery]:
        """The key of the listed thing, and the keys that its events have."""
        intent, edge = self._intent, self._intent.path[-1]
        own = column_node(edge.columns[0], _short(edge.table))
        first = intent.path[0].table
        inner = self._select([own], first, (), intent.periods, on=first)
        inner = inner.where(_there(own), copy=False)
        return column_node(edge.to_columns[0], _short(edge.to_table)), exp.Subquery(this=inner)

    def _has(self) -> exp.Query:
        """What is listed has rows of events, or has none."""
        intent, thing = self._intent, self._intent.path[-1].to_table
        key, inner = self._events()
        found: exp.Expr = exp.In(this=key, query=inner)
        found = exp.Not(this=found) if intent.form is Form.NEVER else found
        nodes: list[exp.Expr] = [exp.Count(this=exp.Star())]
        if not intent.counted:
            nodes = [column_node(c, _short(thing)) for c in intent.shown]
        return self._select(nodes, thing, (), (), on=thing).where(found, copy=False)

    def _share_with(self) -> exp.Query:
        thing = self._intent.path[-1].to_table
        key, inner = self._events()
        found = exp.Case(
            ifs=[exp.If(this=exp.In(this=key, query=inner), true=_number(1))], default=_number(0)
        )
        return self._select(
            [_ratio(exp.Sum(this=found), exp.Count(this=exp.Star()))], thing, (), (), on=thing
        )

    def _counted(self, query: exp.Query) -> exp.Query:
        return exp.select(exp.Count(this=exp.Star())).from_(query.subquery("listed"), copy=False)

    # ------------------------------------------------------------ parts

    def _select(
        self, nodes: Sequence[exp.Expr], base: str, dimensions: Sequence[Dimension],
        periods: Sequence[Period], on: str = "",
    ) -> exp.Select:  # fmt: skip
        """A query over a base and what it refers to. With `on`, only filters reachable from it."""
        filters = [f for f in self._intent.filters if not on or self._is_near(on, f)]
        tests = [self._sql(each.sql) for each in filters]
        aliases = {self._name(each) for each in dimensions if each.path}
        named = [ref.table for node in (*nodes, *tests) for ref in self._refs(node)
                 if _short(ref.table) not in aliases]  # fmt: skip
        plain = [each.table for each in dimensions if not each.path]
        needed = [*named, *plain, *(f.table for f in filters), *(p.at.table for p in periods)]
        query = exp.select(*nodes).from_(self._table(base), copy=False)
        joined = {base}
        paths = [path_of(self._model, base, table) for table in needed]
        paths += [each.path[:-1] for each in dimensions]
        for edge in (edge for path in paths for edge in path):
            if edge.to_table not in joined:
                joined.add(edge.to_table)
                query = self._joined(query, edge)
        for each in dimensions:
            if each.path:
                query = self._joined(query, each.path[-1], self._name(each))
        for test in tests:
            query = query.where(exp.paren(test, copy=False), copy=False)
        for period in periods:
            for test in self._tests(period):
                query = query.where(test, copy=False)
        return query

    def _joined(self, query: exp.Select, edge: Edge, name: str = "") -> exp.Select:
        table: exp.Expr = self._table(edge.to_table)
        if name:
            table.set("alias", exp.TableAlias(this=quoted_name(name)))
        return query.join(table, on=_equal(edge, name), join_type="left", copy=False)

    def _name(self, dimension: Dimension) -> str:
        """The name under which the table of a dimension is joined."""
        short = _short(dimension.table)
        return f"{short}_{dimension.path[-1].columns[0]}" if dimension.path else short

    def _is_near(self, table: str, one: Filter) -> bool:
        """Whether a filter belongs to this part of a has question: to the nearer of its tables."""
        thing = self._intent.path[-1].to_table if self._intent.path else table
        if table == thing:
            return self._reaches(table, one.table)
        return self._reaches(table, one.table) and not self._reaches(thing, one.table)

    def _reaches(self, table: str, other: str) -> bool:
        try:
            path_of(self._model, table, other)
        except UnreachableError:
            return False
        return True

    def _refs(self, node: exp.Expr) -> Iterator[ColumnRef]:
        for column in node.find_all(exp.Column):
            if column.find_ancestor(exp.Subquery) is not None:
                continue
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
        nodes = [column_node(c, self._name(dimension)) for c in dimension.shown]
        return [self._bucket(nodes[0], dimension.grain)] if dimension.grain else [*nodes]

    def _keys(self, dimension: Dimension) -> list[exp.Expr]:
        if dimension.grain:
            return self._shown(dimension)
        both = dict.fromkeys((*dimension.keys, *dimension.shown))
        return [column_node(c, self._name(dimension)) for c in both]

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


def _equal(edge: Edge, name: str = "") -> exp.Expr:
    pairs = zip(edge.columns, edge.to_columns, strict=True)
    tests = [
        exp.EQ(
            this=column_node(a, _short(edge.table)),
            expression=column_node(b, name or _short(edge.to_table)),
        )
        for a, b in pairs
    ]
    return exp.and_(*tests)


def _only(measure: exp.Expr, test: exp.Expr, *, zero: bool = True) -> exp.Expr:
    """An aggregate over the rows that pass a test only."""
    found = measure.copy()
    calls = [found] if isinstance(found, exp.AggFunc) else list(found.find_all(exp.AggFunc))
    for call in calls:
        inner = call.this
        if isinstance(call, exp.Count) and isinstance(inner, exp.Star):
            kept = exp.Case(ifs=[exp.If(this=test.copy(), true=_number(1))], default=_number(0))
            new: exp.Expr = exp.Sum(this=kept)
            found = new if call is found else found
            if call is not found and call.parent is not None:
                call.replace(new)
            continue
        target = inner.expressions[0] if isinstance(inner, exp.Distinct) else inner
        case = exp.Case(ifs=[exp.If(this=test.copy(), true=target.copy())])
        if isinstance(call, exp.Sum) and zero:
            case.set("default", _number(0))
        target.replace(case)
    return found


def _there(node: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=node.copy(), expression=exp.Null()))


def _ratio(part: exp.Expr, whole: exp.Expr) -> exp.Expr:
    none = exp.Nullif(this=whole, expression=_number(0))
    hundred = exp.Mul(this=exp.Literal.number("100.0"), expression=part)
    return exp.Div(this=hundred, expression=none)


def _number(value: int) -> exp.Expr:
    return exp.Literal.number(value)


def _short(key: str) -> str:
    return key.rpartition(".")[2]
