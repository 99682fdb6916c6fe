"""The rules on functions that make rows of nothing: no cap on rows stops a count of them."""

import math
from collections.abc import Iterator

from sqlglot import exp

from pipeline.sql.rules.constants import constant
from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.inspected import StatementRefusedError

_LONGEST = 10_000_000
_SERIES = (exp.GenerateSeries, exp.ExplodingGenerateSeries)
# What stands between FROM and the function.
_AROUND = (exp.Table, exp.Lateral, exp.TableFromRows, exp.Explode, exp.Alias)
_ROW_COUNT = "num_rows"

SERIES_FUNCTIONS = frozenset(["range", "array_generate_range", "repeat_row"])


def check_series(node: exp.Expr, rules: Rules) -> None:
    """Refuses a series of which the statement itself says that it is enormous."""
    del rules
    if _elements(node) > _LONGEST:
        raise StatementRefusedError(because="it builds a list of enormous length")


def check_generator(node: exp.Expr, rules: Rules) -> None:
    """Snowflake's rows of nothing: so many, or as many as there is time for."""
    if node.args.get("timelimit") is not None:
        raise StatementRefusedError(because="it makes rows for as long as it says")
    check_series(node, rules)


def check_series_together(node: exp.Expr, rules: Rules) -> None:
    """Refuses series that are beside each other in one query, and enormous together."""
    del rules
    if math.prod(_beside(node)) > _LONGEST:
        raise StatementRefusedError(because="it joins lists to one of enormous length")


def _beside(select: exp.Expr) -> Iterator[float]:
    """How many elements the series have that are sources or columns of this query."""
    begun = select.args.get("from_")
    sources = [begun] if begun is not None else []
    for part in (*sources, *(select.args.get("joins") or ()), *select.args["expressions"]):
        found = part.this if isinstance(part, exp.From | exp.Join) else part
        while isinstance(found, _AROUND) and isinstance(found.this, exp.Expr):
            found = found.this
        if isinstance(found, exp.Unnest):
            found = next(iter(found.expressions), found)
        yield max(1, _elements(found))


def _elements(node: exp.Expr) -> float:
    """How many elements a series has, as far as the statement itself says it."""
    if isinstance(node, exp.Generator):
        return constant(node.args.get("rowcount")) or 0
    if isinstance(node, _SERIES):
        parts = [node.args.get("start"), node.args.get("end"), node.args.get("step")]
    elif isinstance(node, exp.Anonymous) and node.name.lower() == "repeat_row":
        return _row_count(node)
    elif isinstance(node, exp.Anonymous) and node.name.lower() in SERIES_FUNCTIONS:
        given = node.expressions
        parts = [None, *given] if len(given) == 1 else given[:3]
    else:
        return 0
    start, end, step = (constant(part) for part in (*parts, None, None)[:3])
    if end is None:
        return 0
    return abs(end - (start or 0)) / max(abs(step or 1), math.ulp(0))


def _row_count(node: exp.Expr) -> float:
    """DuckDB's `repeat_row(1, 2, num_rows = 3)`."""
    named = (each for each in node.expressions if each.args.get("expression") is not None)
    counts = (constant(each.expression) for each in named if each.this.name.lower() == _ROW_COUNT)
    return next(counts, None) or 0
