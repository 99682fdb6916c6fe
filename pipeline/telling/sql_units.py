"""What the columns of any query are counted in: read from its tree, as the planner's is known."""

from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.kept_findings import KeptFindings
from pipeline.rules.schema.known import Known
from pipeline.sql.names.sources import source_nodes
from pipeline.telling.shares import SHARE
from pipeline.telling.units import documented, metric_unit

# Whatever these are of has the unit of its column; a number of rows has none.
_KEEPING = (exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Round, exp.Coalesce, exp.Cast)
# Last words of the names of shares, and what makes a rate something else.
_RATES = frozenset(("rate", "share", "fraction", "proportion"))
_NO_PARTS = frozenset(("exchange", "hourly", "daily", "hour", "day", "currency", "fx"))
_DEEPEST, _HUNDRED = 8, 100.0
# What stands for no value in a CASE.
_NOTHING = (exp.Null, exp.Literal)
_FOUND = KeptFindings[Known, tuple[str, ...]](512)


def units_in(sql: str, known: Known, columns: Sequence[str]) -> tuple[str, ...]:
    """The unit of each column of the result, empty where none is known for certain."""
    names = tuple(columns)
    return _FOUND.found(known, (sql, names), lambda: _units_in(sql, known, names))


def are_known(sql: str, known: Known, columns: Sequence[str]) -> bool:
    """Whether they were read before, so that `units_in` takes no time."""
    return _FOUND.has(known, (sql, tuple(columns)))


def _units_in(sql: str, known: Known, columns: Sequence[str]) -> tuple[str, ...]:
    nothing = ("",) * len(columns)
    dialect = known.catalog.dialect
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return nothing
    if not isinstance(tree, exp.Query) or len(tree.selects) != len(columns):
        return nothing
    metrics = {
        _shape_of(m.expression, dialect): metric_unit(m.unit) for m in known.metrics if m.unit
    }
    reader = _Units(tree, known, metrics)
    return tuple(
        SHARE if _is_rate(each) else reader.of(each, tree, _DEEPEST) for each in tree.selects
    )


def _is_rate(tree: exp.Expr) -> bool:
    """`... / SUM(quantity) AS return_rate`: one number over another that is called a share."""
    words = tree.alias_or_name.lower().split("_")
    number = tree.unalias().unnest()
    while isinstance(number, exp.Round | exp.Coalesce | exp.Cast):
        number = number.this.unnest()
    whole = isinstance(number, exp.Div) and not any(
        not factor.is_string and float(factor.this) == _HUNDRED
        for factor in number.find_all(exp.Literal)
    )
    return whole and words[-1] in _RATES and not _NO_PARTS & set(words)


class _Units:
    """Reads units along the columns of nested queries."""

    def __init__(self, tree: exp.Query, known: Known, metrics: dict[str, str]) -> None:
        self._known = known
        self._metrics = metrics
        self._named = {cte.alias.lower(): cte.this for cte in tree.find_all(exp.CTE)}

    def of(self, tree: exp.Expr, query: exp.Expr, deep: int) -> str:
        """The unit of an expression of that query."""
        inner = tree.unalias().unnest()
        metric = self._metrics.get(_shape(inner), "") if self._metrics else ""
        if metric or deep <= 0:
            return metric
        if isinstance(inner, _KEEPING):
            unit = self.of(inner.this, query, deep - 1)
            return "" if unit == SHARE and isinstance(inner, exp.Sum) else unit
        if isinstance(inner, exp.Case):
            parts = [each.args["true"] for each in inner.args["ifs"]]
            return self._of_all([*parts, inner.args.get("default")], query, deep)
        if isinstance(inner, exp.Add | exp.Sub):
            return self._of_all([inner.this, inner.expression], query, deep)
        return self._of_column(inner, query, deep) if isinstance(inner, exp.Column) else ""

    def _of_all(self, parts: Sequence[exp.Expr | None], query: exp.Expr, deep: int) -> str:
        """The unit that all parts have; a plain 0 or nothing has any."""
        said = [part for part in parts if part is not None and not isinstance(part, _NOTHING)]
        units = {self.of(part, query, deep - 1) for part in said}
        return units.pop() if len(units) == 1 else ""

    def _of_column(self, column: exp.Column, query: exp.Expr, deep: int) -> str:
        """By the comment of a stored column, or by what a query inside computes: one of them."""
        found = [
            unit
            for source in source_nodes(query)
            if column.table.lower() in ("", source.alias_or_name.lower())
            and (unit := self._from(source, column.name, deep))
        ]
        return found[0] if len(found) == 1 else ""

    def _from(self, source: exp.Expr, name: str, deep: int) -> str:
        inside = source.this if isinstance(source, exp.Subquery) else None
        if isinstance(source, exp.Table):
            inside = self._named.get(source.name.lower())
            if inside is None:
                return documented(f"{_key(source)}.{name}", self._known)
        if not isinstance(inside, exp.Query):
            return ""
        fits = [each for each in inside.selects if each.alias_or_name.lower() == name.lower()]
        return self.of(fits[0], inside, deep - 1) if len(fits) == 1 else ""


def _key(table: exp.Table) -> str:
    return f"{table.db}.{table.name}" if table.db else table.name


@lru_cache(maxsize=4_096)
def _shape_of(expression: str, dialect: str) -> str:
    return _shape(read_sql(expression, dialect))


def _shape(tree: exp.Expr) -> str:
    """An expression without quotes and without the tables of its columns."""
    bare = tree.copy()
    for column in bare.find_all(exp.Column):
        column.set("table", None)
        column.set("db", None)
    for name in bare.find_all(exp.Identifier):
        name.set("quoted", None)
    return bare.sql().lower()
