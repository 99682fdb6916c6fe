"""What a statement may produce at most, decided on its tree before anything is run.

No cap on rows stops one enormous value, or a count of rows that are made of nothing. Whatever is
not known to be small is taken to be enormous where it says how long or how many.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from pipeline.sql.rules.amounts import (
    A_TABLE,
    DATA_NUMBER,
    NOTHING,
    NOW,
    OF_A_TABLE,
    ONE,
    TEN_YEARS,
    Amount,
    Value,
    exactly,
    largest_of,
    number_up_to,
    text_of,
    together,
)
from pipeline.sql.rules.constants import (
    ARITHMETIC,
    DIGITS,
    compute_number,
    largest_result,
    least_result,
    number_in,
    span_between,
    stride_of,
    value_of_bits,
    value_of_literal,
)
from pipeline.sql.rules.moments import interval_seconds, unit_of
from pipeline.sql.rules.product_facts import Fact, arguments_of, fact_of
from pipeline.sql.rules.relations import (
    A_TABLE_OF_ROWS,
    TIMES,
    Relation,
    Scope,
    all_columns,
    both,
    joined_rows,
    renamed,
    require_few,
    unique_of,
)
from pipeline.sql.rules.rounds import (
    Bound,
    bounds_of,
    grown,
    grown_columns,
    is_named,
    parts_of_union,
    refers_to,
    require_short,
    state_of,
)
from pipeline.sql.text.inspected import StatementRefusedError

# As often a walk along the rows of tables is taken to go round.
_ROUNDS_OF_DATA = 1_000.0
_ARRAY_OF = (exp.Explode, exp.Posexplode, exp.PosexplodeOuter, exp.Unnest, exp.Inline)
_ROWS_OF_ONE = (
    exp.ExplodingGenerateSeries, exp.Stack, exp.Unnest, exp.Explode, exp.Posexplode,
    exp.PosexplodeOuter, exp.Inline,
)  # fmt: skip
_AROUND = (exp.Table, exp.Lateral, exp.TableFromRows, exp.Alias, exp.Paren)
_ROWS_IN_A_COLUMN = re.compile(
    r"unnest|explode|explode_outer|posexplode\w*|inline\w*|flatten|generate_subscripts|stack"
    r"|regexp_split_to_table|regexp_matches|string_to_table|jsonb?_(array_elements|each|object_keys"
    r"|populate_recordset|to_recordset)\w*|jsonb_path_query\w*|json_tuple|variant_explode\w*"
    r"|split_to_table|strtok_split_to_table|[as]keys|s?vals"
)
_SEQUENCE_TABLE = re.compile(r"seq_(\d+)_to_(\d+)(?:_step_(\d+))?", re.IGNORECASE)
# `%9999999d`, `%*d` and `{:>9999999}`.
_WIDTHS = re.compile(r"%[^a-zA-Z%]*?(\d+|\*)|\{[^{}]*:[^{}]*?(\d+)")
_PADDED_TYPES = frozenset({"CHAR", "NCHAR", "BINARY", "BIT", "BPCHAR"})
_TRUTHS = (
    exp.Predicate, exp.Connector, exp.Not, exp.Boolean, exp.Is, exp.In, exp.Between, exp.Exists,
)  # fmt: skip
_READ_ELSEWHERE = frozenset(
    {"with_", "from_", "joins", "laterals", "expressions", "limit", "fetch", "order", "offset"}
)
# Where a query that names itself goes round without being told so.
_RECURSIVE_UNSAID = frozenset({"tsql", "snowflake", "sqlite"})
_PLUS_JOINS_TEXT = frozenset({"tsql", "duckdb"})


def check_products(tree: exp.Expr, dialect: str) -> None:
    """Refuses a statement that may make a value or a list of enormous length."""
    _Estimate(dialect).value(tree, Scope())


class _Estimate:
    """Goes through a tree once, and refuses it at the first part that may be too large."""

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect

    # Values

    def value(self, node: exp.Expr, scope: Scope) -> Value:
        """What an expression may come to, of which every part is looked at."""
        return require_short(self.evaluate(node, scope))

    def evaluate(self, node: exp.Expr, scope: Scope) -> Value:
        return _evaluator_of(type(node))(self, node, scope)

    def parts(self, node: exp.Expr, scope: Scope) -> Value:
        return together([self.value(part, scope) for part in node.iter_expressions()])

    def truth(self, node: exp.Expr, scope: Scope) -> Value:
        for part in node.iter_expressions():
            self.value(part, scope)
        return number_up_to(1)

    def query(self, node: exp.Expr, scope: Scope) -> Value:
        found = self.relation(node, scope)
        return found.columns[0][1] if found.columns else found.any_column

    def arithmetic(self, node: exp.Expr, scope: Scope) -> Value:
        left = self.value(node.this, scope)
        right = self.value(node.expression, scope)
        is_time = left.is_time or right.is_time
        if left.exact is not None and right.exact is not None:
            return exactly(self.days(node, left, right), is_time=is_time)
        if is_time and isinstance(node, exp.Add | exp.Sub):
            return Value(number=TEN_YEARS, is_time=True)
        number = largest_result(node, left, right)
        if is_time:
            return Value(number=number, least=least_result(node, left, right), is_time=True)
        plain = left.is_number or right.is_number or not isinstance(node, exp.Add)
        if plain or self._dialect not in _PLUS_JOINS_TEXT:
            return number_up_to(number, least_result(node, left, right))
        return replace(text_of(left.size.plus(right.size)), number=number)

    def days(self, node: exp.Expr, left: Value, right: Value) -> float:
        """A day is what a plain number is added to a date as."""
        one, other = left.exact or 0.0, right.exact or 0.0
        if left.is_time and right.is_number and isinstance(node, exp.Add | exp.Sub):
            other *= 86_400.0
        return compute_number(ARITHMETIC[type(node)], one, other)

    def interval(self, node: exp.Expr, scope: Scope) -> Value:
        unit = node.args.get("unit")
        inner = self.value(node.this, scope) if node.this else NOTHING
        name = unit.name or unit.sql() if isinstance(unit, exp.Expr) else ""
        text = node.this.name if isinstance(node.this, exp.Literal) else ""
        if not text and inner.exact is not None:
            text = str(inner.exact)
        seconds = interval_seconds(text, name) if text else None
        if seconds is not None:
            return exactly(seconds, is_time=True)
        return Value(number=math.inf, least=0.0, is_time=True)

    def negative(self, node: exp.Expr, scope: Scope) -> Value:
        found = self.value(node.this, scope)
        return replace(found, exact=None if found.exact is None else -found.exact)

    def cast(self, node: exp.Expr, scope: Scope) -> Value:
        found = self.value(node.this, scope)
        to = node.args.get("to")
        name = (
            to.this.name if isinstance(to, exp.DataType) and isinstance(to.this, exp.DType) else ""
        )
        if name in _PADDED_TYPES:
            widths = [self.value(each, scope).number for each in to.expressions] if to else []
            return replace(found, size=found.size.or_more(Amount(fixed=max(widths, default=1))))
        if name == "INTERVAL" and isinstance(node.this, exp.Literal):
            seconds = interval_seconds(node.this.name)
            return (
                Value(number=math.inf, least=0.0, is_time=True)
                if seconds is None
                else exactly(seconds, is_time=True)
            )
        if name in TIMES:
            return replace(found, is_time=True, is_number=False)
        return found

    def dpipe(self, node: exp.Expr, scope: Scope) -> Value:
        left, right = self.value(node.this, scope), self.value(node.expression, scope)
        number = max(left.number, right.number)
        joined = text_of(left.size.plus(right.size))
        return replace(joined, number=max(number, joined.number))

    def arrow(self, node: exp.Expr, scope: Scope) -> Value:
        names = {each.name.lower(): OF_A_TABLE for each in node.expressions}
        return self.value(node.this, Scope(parent=scope, values=names, rows=scope.rows))

    def comprehension(self, node: exp.Expr, scope: Scope) -> Value:
        over = self.value(node.args["iterator"], scope)
        inner = replace(over, size=over.size, exact=None)
        names = {node.expression.name.lower(): inner}
        each = self.value(node.this, Scope(parent=scope, values=names, rows=scope.rows))
        if node.args.get("condition") is not None:
            self.value(node.args["condition"], Scope(parent=scope, values=names))
        return replace(each, size=each.size.times(over.size), exact=None, is_number=False)

    def array(self, node: exp.Expr, scope: Scope) -> Value:
        query = node.expressions[0] if len(node.expressions) == 1 else None
        if not isinstance(query, exp.Query):
            return together([self.value(each, scope) for each in node.expressions])
        found = self.relation(query, scope)
        return self.over_rows(found.any_column, found.rows)

    def over_rows(self, value: Value, rows: Amount) -> Value:
        """One value that holds that of every row."""
        return replace(value, size=value.size.or_more(ONE).times(rows), exact=None, is_number=False)

    # Functions

    def function(self, node: exp.Expr, scope: Scope) -> Value:
        fact = fact_of(node, self._dialect)
        if fact is not None and fact.kind in _OF_KIND:
            return _OF_KIND[fact.kind](self, fact, node, scope)
        given = [self.value(each, scope) for each in arguments_of(node)]
        if isinstance(node, exp.AggFunc) and not isinstance(node.parent, exp.Window):
            return self.over_rows(together(given), scope.rows)
        size = together(given).size.scaled(2) if given else Amount(fixed=32)
        return Value(size=size, number=math.inf, least=0.0)

    def given(self, node: exp.Expr, scope: Scope) -> list[Value]:
        return [self.value(each, scope) for each in arguments_of(node)]

    def role(self, fact: Fact, node: exp.Expr, role: str, scope: Scope) -> list[Value]:
        return [self.value(each, scope) for each in fact.all_given(node, role)]

    def times_said(self, fact: Fact, node: exp.Expr, scope: Scope) -> float:
        """The largest number that says how long or how often; unbounded where none is known."""
        found = self.role(fact, node, "by", scope)
        return max((value.number for value in found), default=0.0)

    def repeated(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        self.given(node, scope)
        of = together(self.role(fact, node, "of", scope))
        size = of.size.scaled(max(1.0, self.times_said(fact, node, scope)))
        return replace(text_of(size), number=max(of.number, text_of(size).number))

    def padded(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        given = self.given(node, scope)
        of = together(self.role(fact, node, "of", scope))
        length = Amount(fixed=self.times_said(fact, node, scope))
        found = text_of(of.size.or_more(length))
        return replace(found, number=max(found.number, *(each.number for each in given)))

    def replaced(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        self.given(node, scope)
        of = together(self.role(fact, node, "of", scope))
        by = together(self.role(fact, node, "by", scope))
        return text_of(of.size.times(by.size.or_more(ONE)))

    def filled(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        given = together(self.given(node, scope))
        cells = 1.0
        for dimensions in fact.all_given(node, "by"):
            inner = dimensions.this if isinstance(dimensions, exp.Cast) else dimensions
            if isinstance(inner, exp.Literal):
                cells *= math.prod(max(1.0, float(each)) for each in DIGITS.findall(inner.name))
                continue
            parts = inner.expressions if isinstance(inner, exp.Array) else [inner]
            cells *= math.prod(max(1.0, self.value(part, scope).number) for part in parts)
        return replace(given, size=given.size.scaled(cells), exact=None, is_number=False)

    def formatted(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = self.given(node, scope)
        pattern = next(iter(arguments_of(node)), None)
        said = isinstance(pattern, exp.Literal)
        widths = _WIDTHS.findall(pattern.name) if pattern is not None and said else [("*", "")]
        asked = max((each.number for each in (given[1:] if said else given)), default=0.0)
        size = together(given).size
        for one, other in widths:
            width = one or other
            size = size.plus(Amount(fixed=asked if width == "*" else float(width)))
        return text_of(size)

    def series(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        start, stop, step = self.ends(fact, node, scope)
        size = Amount(fixed=self.elements(start, stop, step))
        return replace(
            start.or_other(stop), size=size, exact=None, is_number=False,
            number=max(start.number, stop.number),
        )  # fmt: skip

    def ends(self, fact: Fact, node: exp.Expr, scope: Scope) -> tuple[Value, Value, Value | None]:
        parts = [self.role(fact, node, role, scope) for role in ("start", "stop", "step")]
        start, stop, step = (largest_of(part) if part else None for part in parts)
        if stop is None:
            endless = number_up_to(math.inf) if self._dialect == "sqlite" else start or NOTHING
            start, stop = exactly(0), endless
        return start or exactly(0), stop, step

    def elements(self, start: Value, stop: Value, step: Value | None) -> float:
        is_time = start.is_time or stop.is_time or (step is not None and step.is_time)
        span = span_between(start, stop, is_time=is_time)
        stride = stride_of(step, is_time=is_time)
        return math.inf if not stride else span / stride + 1

    def counted(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        if node.args.get("timelimit") is not None:
            raise StatementRefusedError(because="it makes rows for as long as it says")
        given = self.given(node, scope)
        rows = self.times_said(fact, node, scope)
        found = together(given)
        return replace(found, size=Amount(fixed=max(1.0, rows)), exact=None, is_number=False)

    def folded(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        """A function of what it came to before: what doubles each time is endless."""
        del fact
        arguments = arguments_of(node)
        plain = [each for each in arguments if not isinstance(each, exp.Lambda)]
        given = [self.value(each, scope) for each in plain]
        over = given[0] if given else OF_A_TABLE
        begun = together(given)
        state = Value(size=Amount(by_round=1), number=math.inf)
        size, rounds = begun.size, over.size.total
        for body in (each for each in arguments if isinstance(each, exp.Lambda)):
            names = [each.name.lower() for each in body.expressions]
            values = dict.fromkeys(names, replace(over, exact=None)) | dict.fromkeys(
                names[:1], state
            )
            found = self.value(body.this, Scope(parent=scope, values=values, rows=scope.rows))
            size = size.plus(grown(found.size, rounds))
        return replace(text_of(size), number=math.inf)

    def mapped(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        arguments = arguments_of(node)
        given = [self.value(each, scope) for each in arguments if not isinstance(each, exp.Lambda)]
        over = together(given)
        size = over.size
        for body in (each for each in arguments if isinstance(each, exp.Lambda)):
            values = {each.name.lower(): replace(over, exact=None) for each in body.expressions}
            each = self.value(body.this, Scope(parent=scope, values=values, rows=scope.rows))
            size = size.or_more(over.size.times(each.size.or_more(ONE)))
        return Value(size=size, number=math.inf)

    def combined(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        of = together(self.given(node, scope))
        chosen = self.times_said(fact, node, scope)
        power = compute_number(math.pow, max(of.size.total, 1.0), chosen)
        return replace(of, size=of.size.or_more(Amount(fixed=power)), exact=None)

    def cut(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        self.given(node, scope)
        of = together(self.role(fact, node, "of", scope))
        lengths = self.role(fact, node, "by", scope)[:1]
        longest = lengths[0].number if lengths else math.inf
        return replace(of, size=of.size.at_most(longest)) if longest >= 1 else of

    def joined(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = together(self.given(node, scope))
        return self.over_rows(given, self.rows_of_aggregate(node, scope))

    def rows_of_aggregate(self, node: exp.Expr, scope: Scope) -> Amount:
        """An aggregate of a list, written as a function of it, has the list's elements."""
        del node
        return scope.rows

    def largest(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = self.given(node, scope)
        if len(given) == 1:
            return given[0]
        return replace(largest_of(given), exact=None)

    def together(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        return together(self.given(node, scope))

    def text(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = self.given(node, scope)
        separators = max((value.size.total for value in given[:1]), default=1.0)
        size = together(given).size
        between = isinstance(node, exp.ConcatWs) or node.name.lower() == "concat_ws"
        return text_of(size.plus(Amount(fixed=separators * len(given))) if between else size)

    def encoded(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        found = together(self.given(node, scope))
        return text_of(found.size.scaled(fact.factor))

    def number(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        self.given(node, scope)
        return number_up_to(fact.factor)

    def counting(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        self.given(node, scope)
        return number_up_to(max(DATA_NUMBER, scope.rows.fixed))

    def measured(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = self.given(node, scope)
        return number_up_to(max((8 * each.size.total for each in given), default=1.0))

    def summed(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = together(self.given(node, scope))
        return number_up_to(given.number * max(1.0, scope.rows.fixed), given.least)

    def clock(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        self.given(node, scope)
        return exactly(NOW, is_time=True)

    def shifted(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        given = self.given(node, scope)
        of = largest_of(self.role(fact, node, "of", scope))
        by = largest_of(self.role(fact, node, "by", scope))
        unit = 1.0 if by.is_time else unit_of(node)
        if of.exact is None or by.exact is None or unit is None:
            return Value(number=max((each.number for each in given), default=0), is_time=True)
        back = -1 if type(node).__name__.endswith("Sub") else 1
        return exactly(of.exact + back * by.exact * unit, is_time=True)

    def spanned(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        del fact
        given = [value for value in self.given(node, scope) if value.is_time or not value.is_number]
        unit = unit_of(node) or 1e-9
        exact = [value.exact for value in given if value.exact is not None]
        span = max(exact) - min(exact) if len(exact) > 1 else TEN_YEARS
        return number_up_to(abs(span) / unit)

    # Rows

    def relation(self, query: exp.Expr, scope: Scope) -> Relation:
        """The rows of a query, of which every part is looked at."""
        inner = Scope(parent=scope)
        self.define(query, inner)
        while isinstance(query, exp.Subquery | exp.Paren):
            query = query.this
            self.define(query, inner)
        if isinstance(query, exp.SetOperation):
            found = self.united(query, inner)
        elif isinstance(query, exp.Select):
            found = self.selected(query, inner)
        elif isinstance(query, exp.Values):
            found = self.listed(query, inner)
        elif isinstance(query, exp.Table):
            inner.rows = self.add_source(query, inner, ONE, None)
            found = Relation(
                rows=inner.rows,
                columns=tuple(pair for each in inner.sources.values() for pair in each.columns),
                rest=largest_of([each.any_column for each in inner.sources.values()]),
            )
        else:
            return Relation(rows=A_TABLE, rest=self.value(query, inner))
        return require_few(self.limited(query, found, inner))

    def define(self, query: exp.Expr, scope: Scope) -> None:
        with_ = query.args.get("with_")
        for cte in with_.expressions if with_ is not None else ():
            name = cte.alias.lower()
            body = cte.this
            if not isinstance(body, exp.Query):
                self.value(body, scope)
                continue
            may = (
                bool(with_ is not None and with_.args.get("recursive"))
                or self._dialect in _RECURSIVE_UNSAID
            )
            again = [part for part in parts_of_union(body) if may and refers_to(part, name)]
            goes_round = again and len(again) < len(parts_of_union(body))
            found = (
                self.going_round(cte, again, scope) if goes_round else self.relation(body, scope)
            )
            scope.queries[name] = renamed(found, cte.args.get("alias"))

    def limited(self, query: exp.Expr, found: Relation, scope: Scope) -> Relation:
        for key in ("order", "offset"):
            if query.args.get(key) is not None:
                self.value(query.args[key], scope)
        limit = query.args.get("limit") or query.args.get("fetch")
        if limit is None:
            return found
        said = limit.args.get("expression") or limit.args.get("count")
        rows = self.value(said, scope).exact if isinstance(said, exp.Expr) else None
        options = limit.args.get("limit_options")
        is_share = options is not None and bool(options.args.get("percent"))
        if rows is None or is_share:
            return found
        return replace(found, rows=found.rows.at_most(max(rows, 0.0)))

    def united(self, query: exp.SetOperation, scope: Scope) -> Relation:
        found: Relation | None = None
        for part in parts_of_union(query):
            each = self.relation(part, scope)
            found = each if found is None else both(found, each)
        return found or A_TABLE_OF_ROWS

    def listed(self, query: exp.Expr, scope: Scope) -> Relation:
        rows = [
            [self.value(each, scope) for each in row.expressions]
            if isinstance(row, exp.Tuple)
            else [self.value(row, scope)]
            for row in query.expressions
        ]
        columns = [largest_of(list(several)) for several in zip(*rows, strict=False)]
        found = Relation(
            rows=Amount(fixed=float(len(rows))),
            columns=tuple((f"column{at}", value) for at, value in enumerate(columns)),
        )
        return renamed(found, query.args.get("alias"))

    def selected(self, query: exp.Select, scope: Scope) -> Relation:
        self.read_sources(query, scope)
        for key, part in query.args.items():
            if key not in _READ_ELSEWHERE:
                for each in part if isinstance(part, list) else [part]:
                    if isinstance(each, exp.Expr):
                        self.value(each, scope)
        if query.args.get("connect") is not None and not scope.rows.by_rows:
            raise StatementRefusedError(because="it makes rows without end")
        columns: list[tuple[str, Value]] = []
        rows = scope.rows
        for item in query.expressions:
            columns += self.columns_of(item, scope)
            rows = rows.times(self.rows_in(item, scope))
        aggregated = any(_own_aggregates(item) for item in query.expressions)
        if aggregated and not query.args.get("group"):
            rows = ONE
        return Relation(rows=rows, columns=tuple(columns), unique=unique_of(query, scope))

    def columns_of(self, item: exp.Expr, scope: Scope) -> list[tuple[str, Value]]:
        if isinstance(item, exp.Star) or (isinstance(item, exp.Column) and item.is_star):
            wanted = item.table.lower() if isinstance(item, exp.Column) else ""
            sources = [scope.sources[wanted]] if wanted in scope.sources else scope.sources.values()
            return [pair for each in sources for pair in all_columns(each)]
        value = self.value(item.this if isinstance(item, exp.Alias) else item, scope)
        if isinstance(item, exp.Aliases):
            return [(each.name.lower(), value) for each in item.expressions]
        return [(item.alias_or_name.lower() or item.output_name.lower(), value)]

    def rows_in(self, item: exp.Expr, scope: Scope) -> Amount:
        """How many rows an item of the list makes of one: PostgreSQL's series, an array's parts."""
        rows = ONE
        for node in item.walk(prune=lambda each: isinstance(each, exp.Query)):
            if _makes_rows(node, self._dialect):
                rows = rows.times(self.elements_of(node, scope).or_more(ONE))
        return rows

    def elements_of(self, node: exp.Expr, scope: Scope) -> Amount:
        """How many rows a function makes: a series as many as it says, others their parts."""
        fact = fact_of(node, self._dialect)
        if fact is not None and fact.kind in {"series", "counted"}:
            return _OF_KIND[fact.kind](self, fact, node, scope).size
        given = arguments_of(node)
        if isinstance(node, _ARRAY_OF) and len(given) == 1:
            if _is_series(given[0], self._dialect):
                return self.elements_of(given[0], scope)
            return self.value(given[0], scope).size
        return together([self.value(each, scope) for each in given]).size

    def read_sources(self, query: exp.Select, scope: Scope) -> None:
        begun = query.args.get("from_")
        rows = ONE
        if begun is not None:
            rows = self.add_source(begun.this, scope, rows, None)
        for join in query.args.get("joins") or ():
            rows = self.add_source(join.this, scope, rows, join)
        for lateral in query.args.get("laterals") or ():
            rows = self.add_source(lateral, scope, rows, None)
        scope.rows = require_few(Relation(rows=rows)).rows

    def add_source(
        self, node: exp.Expr, scope: Scope, rows: Amount, join: exp.Expr | None
    ) -> Amount:
        found = require_few(self.source(node, scope))
        before = dict(scope.sources)
        name = node.alias_or_name.lower() or f"source {len(before)}"
        scope.sources[name] = found
        scope.rows = rows
        for inner in node.args.get("joins") or ():
            rows = self.add_source(inner.this, scope, rows, inner)
        condition = join.args.get("on") if join is not None else None
        if condition is not None:
            self.value(condition, scope)
        return joined_rows(rows, found, join, name, before)

    def source(self, node: exp.Expr, scope: Scope) -> Relation:
        if isinstance(node, exp.Subquery):
            found = self.relation(node, scope)
        elif isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
            found = self.table(node, scope)
        elif isinstance(node, exp.Values):
            return self.listed(node, scope)
        elif isinstance(node, _AROUND) and isinstance(node.this, exp.Query):
            found = self.relation(node.this, scope)
        else:
            found = self.made(node, scope)
        found = renamed(found, node.args.get("alias"))
        if node.args.get("pivots"):
            return Relation(rows=found.rows.scaled(100), rest=found.any_column)
        return found

    def table(self, node: exp.Table, scope: Scope) -> Relation:
        known = None if node.db else scope.query(node.name.lower())
        if known is not None:
            return known
        series = _SEQUENCE_TABLE.fullmatch(node.name) if self._dialect == "mysql" else None
        if series is not None:
            start, stop, step = float(series[1]), float(series[2]), float(series[3] or 1)
            rows = Amount(fixed=abs(stop - start) / max(step, 1.0) + 1)
            return Relation(rows=rows, rest=number_up_to(max(start, stop)))
        if self._dialect == "sqlite" and node.name.lower() == "generate_series":
            return Relation(rows=Amount(fixed=math.inf))
        return A_TABLE_OF_ROWS

    def made(self, node: exp.Expr, scope: Scope) -> Relation:
        """The rows of a function that stands where a table may."""
        inner: exp.Expr = node
        while isinstance(inner, _AROUND) and isinstance(inner.this, exp.Expr):
            inner = inner.this
        if isinstance(inner, exp.Anonymous) and inner.name.upper() == "TABLE" and inner.expressions:
            inner = inner.expressions[0]
        if isinstance(inner, exp.Unnest):
            return self.unnested(inner, scope)
        if not isinstance(inner, exp.Func):
            return Relation(rows=A_TABLE, rest=self.value(inner, scope))
        rows = self.elements_of(inner, scope)
        given = arguments_of(inner)
        plain = [each for each in given if not _is_series(each, self._dialect)]
        numbers = [number_up_to(self.series_number(each, scope)) for each in (inner, *given)]
        rest = together([*(self.value(each, scope) for each in plain), *numbers])
        unique = frozenset({"*"}) if _is_series(inner, self._dialect) else frozenset()
        return Relation(rows=rows, rest=rest, unique=unique)

    def unnested(self, node: exp.Unnest, scope: Scope) -> Relation:
        rows, rest = ONE, NOTHING
        for each in node.expressions:
            if _is_series(each, self._dialect):
                elements = self.elements_of(each, scope)
                rest = rest.or_other(number_up_to(self.series_number(each, scope)))
            else:
                found = self.value(each, scope)
                elements, rest = found.size, rest.or_other(found)
            rows = rows.or_more(elements)
        return Relation(rows=rows, rest=replace(rest, exact=None))

    def series_number(self, node: exp.Expr, scope: Scope) -> float:
        fact = fact_of(node, self._dialect) if _is_series(node, self._dialect) else None
        if fact is None:
            return 0.0
        if fact.kind == "counted":
            return self.times_said(fact, node, scope)
        start, stop, _ = self.ends(fact, node, scope)
        return max(start.number, stop.number)

    # Queries that go round

    def going_round(self, cte: exp.CTE, again: list[exp.Expr], scope: Scope) -> Relation:
        name = cte.alias.lower()
        first = [part for part in parts_of_union(cte.this) if not refers_to(part, name)]
        begun: Relation | None = None
        for part in first:
            each = self.relation(part, scope)
            begun = each if begun is None else both(begun, each)
        begun = renamed(begun or A_TABLE_OF_ROWS, cte.args.get("alias"))
        rounds = min(self.rounds(cte, part, begun, scope) for part in again)
        state = state_of(begun, self.numbers(begun, again, rounds, scope))
        growth = Amount()
        columns = begun.columns
        for part in again:
            inner = Scope(parent=scope)
            inner.queries[name] = state
            found = self.relation(part, inner)
            growth = growth.plus(found.rows)
            columns = grown_columns(columns, found, rounds)
        if growth.by_round > 1:
            raise StatementRefusedError(because="its rows multiply each time it goes round")
        if growth.by_round and math.isinf(rounds):
            raise StatementRefusedError(because="nothing says when it stops going round")
        turns = rounds if growth.by_round else 1.0
        rows = begun.rows.plus(begun.rows.scaled(turns)).plus(replace(growth, by_round=0.0))
        rest = state.rest
        return require_few(Relation(rows=rows, columns=columns, rest=rest))

    def numbers(
        self, begun: Relation, again: Sequence[exp.Expr], rounds: float, scope: Scope
    ) -> list[Value]:
        """How large the numbers of a query that names itself get, column by column."""
        found = []
        for at, (name, value) in enumerate(begun.columns):
            number = value.number
            for part in again:
                items = part.unnest().expressions if isinstance(part.unnest(), exp.Select) else []
                moved = items[at].unalias() if at < len(items) else exp.null()
                if is_named(moved, name):
                    continue
                step = self.step(moved, name, scope)
                exact = step.exact if step is not None else None
                number += math.inf if exact is None else rounds * abs(exact)
            found.append(replace(value, number=number))
        return found

    def rounds(self, cte: exp.CTE, part: exp.Expr, begun: Relation, scope: Scope) -> float:
        """How often it goes round at most, as far as one of its conditions says it."""
        name = cte.alias.lower()
        select = part.unnest()
        found = [math.inf]
        for query in (select, cte.this):
            limit = query.args.get("limit")
            if limit is not None and isinstance(limit.args.get("expression"), exp.Literal):
                found.append(number_in(limit.expression))
        if not isinstance(select, exp.Select):
            return min(found)
        inner = Scope(parent=scope)
        inner.queries[name] = begun
        self.read_sources(select, inner)
        found += [self.rounds_until(select, bound, begun, inner) for bound in bounds_of(select)]
        if min(found) == math.inf and inner.rows.by_rows:
            return _ROUNDS_OF_DATA
        return min(found)

    def rounds_until(
        self, select: exp.Select, bound: Bound, begun: Relation, scope: Scope
    ) -> float:
        names = [name for name, _ in begun.columns]
        name = bound.column.name.lower()
        at = names.index(name) if name in names else len(names)
        if at >= min(len(names), len(select.expressions)):
            return math.inf
        moved = select.expressions[at].unalias()
        if is_named(moved, name):
            return math.inf
        start, stop = begun.columns[at][1], self.value(bound.other, scope)
        is_time = start.is_time or stop.is_time
        step = self.step(moved, name, scope)
        upwards = step is None or step.exact is None or step.exact > 0
        if upwards != bound.is_upper:
            return math.inf
        stride = stride_of(step, is_time=is_time)
        return span_between(start, stop, is_time=is_time) / stride + 1 if stride else math.inf

    def step(self, moved: exp.Expr, name: str, scope: Scope) -> Value | None:
        """By how much a column goes on each time; None where that is by one or more."""
        for node in moved.walk():
            fact = fact_of(node, self._dialect) if isinstance(node, exp.Func) else None
            sides = (node.this, node.args.get("expression"))
            if isinstance(node, exp.Add | exp.Sub) and any(is_named(each, name) for each in sides):
                others = [each for each in sides if each and not is_named(each, name)]
                by = self.value(others[0], scope) if others else number_up_to(0, 0)
                sign = -1 if isinstance(node, exp.Sub) else 1
            elif fact is not None and fact.kind == "shifted":
                by = self.shift(fact, node, scope)
                sign = -1 if type(node).__name__.endswith("Sub") else 1
            else:
                continue
            return replace(by, exact=None if by.exact is None else sign * by.exact)
        return None

    def shift(self, fact: Fact, node: exp.Expr, scope: Scope) -> Value:
        """How far a function moves a moment."""
        by = largest_of(self.role(fact, node, "by", scope))
        unit = unit_of(node)
        if by.is_time:
            return by
        if by.exact is None or unit is None:
            return Value(number=math.inf, least=0.0, is_time=True)
        return exactly(by.exact * unit, is_time=True)


_EVALUATED: tuple[tuple[tuple[type[exp.Expr], ...], Callable[..., Value]], ...] = (
    ((exp.Literal,), lambda _self, node, _scope: value_of_literal(node)),
    ((exp.HexString, exp.BitString), lambda _self, node, _scope: value_of_bits(node)),
    ((exp.Null, exp.Star, exp.DataType, exp.Var), lambda _self, _node, _scope: NOTHING),
    ((exp.Placeholder, exp.Parameter), lambda _self, _node, _scope: number_up_to(math.inf)),
    ((exp.Column,), lambda _self, node, scope: scope.named(node.name.lower(), node.table.lower())),
    ((exp.Identifier,), lambda _self, node, scope: scope.named(node.name.lower(), "")),
    ((exp.Array,), lambda self, node, scope: self.array(node, scope)),
    ((exp.Cast, exp.TryCast), lambda self, node, scope: self.cast(node, scope)),
    ((exp.Query, exp.Values), lambda self, node, scope: self.query(node, scope)),
    (_TRUTHS, lambda self, node, scope: self.truth(node, scope)),
    ((exp.Pow, *ARITHMETIC), lambda self, node, scope: self.arithmetic(node, scope)),
    ((exp.DPipe,), lambda self, node, scope: self.dpipe(node, scope)),
    ((exp.Interval,), lambda self, node, scope: self.interval(node, scope)),
    ((exp.Neg,), lambda self, node, scope: self.negative(node, scope)),
    ((exp.Lambda,), lambda self, node, scope: self.arrow(node, scope)),
    ((exp.Comprehension,), lambda self, node, scope: self.comprehension(node, scope)),
    ((exp.Paren,), lambda self, node, scope: self.value(node.this, scope)),
    ((exp.Kwarg, exp.PropertyEQ), lambda self, node, scope: self.value(node.expression, scope)),
    ((exp.Func,), lambda self, node, scope: self.function(node, scope)),
)


_EVALUATOR_OF: dict[type[exp.Expr], Callable[..., Value]] = {}


def _evaluator_of(kind: type[exp.Expr]) -> Callable[..., Value]:
    """How a kind of expression is looked at; what nobody named is as large as its parts."""
    found = _EVALUATOR_OF.get(kind)
    if found is None:
        several = (evaluate for kinds, evaluate in _EVALUATED if issubclass(kind, kinds))
        found = _EVALUATOR_OF[kind] = next(several, _Estimate.parts)
    return found


_OF_KIND: Mapping[str, Callable[[_Estimate, Fact, exp.Expr, Scope], Value]] = {
    "repeated": _Estimate.repeated,
    "padded": _Estimate.padded,
    "series": _Estimate.series,
    "counted": _Estimate.counted,
    "replaced": _Estimate.replaced,
    "filled": _Estimate.filled,
    "formatted": _Estimate.formatted,
    "folded": _Estimate.folded,
    "mapped": _Estimate.mapped,
    "combined": _Estimate.combined,
    "cut": _Estimate.cut,
    "joined": _Estimate.joined,
    "largest": _Estimate.largest,
    "together": _Estimate.together,
    "text": _Estimate.text,
    "encoded": _Estimate.encoded,
    "number": _Estimate.number,
    "counting": _Estimate.counting,
    "measured": _Estimate.measured,
    "summed": _Estimate.summed,
    "clock": _Estimate.clock,
    "shifted": _Estimate.shifted,
    "spanned": _Estimate.spanned,
}


def _own_aggregates(item: exp.Expr) -> bool:
    nodes = item.walk(prune=lambda each: isinstance(each, exp.Query))
    return any(isinstance(node, exp.AggFunc) and not _in_window(node) for node in nodes)


def _in_window(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, exp.Filter | exp.IgnoreNulls | exp.RespectNulls | exp.WithinGroup):
        parent = parent.parent
    return isinstance(parent, exp.Window)


def _is_series(node: exp.Expr, dialect: str) -> bool:
    fact = fact_of(node, dialect) if isinstance(node, exp.Func) else None
    return fact is not None and fact.kind in {"series", "counted"}


def _makes_rows(node: exp.Expr, dialect: str) -> bool:
    """Whether a function in a list of columns makes rows of one."""
    if isinstance(node, exp.Anonymous):
        return bool(_ROWS_IN_A_COLUMN.fullmatch(node.name.lower()))
    return isinstance(node, _ROWS_OF_ONE) or (
        dialect == "postgres" and isinstance(node, exp.GenerateSeries)
    )
