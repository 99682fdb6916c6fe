"""What SQL does unasked: a limit that no number says, an order the other way round."""

import re
from collections.abc import Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_DOWN = frozenset(("most", "highest", "largest", "biggest", "greatest", "maximum", "descending"))
_UP = frozenset(("fewest", "least", "lowest", "smallest", "minimum", "ascending"))
# A limit that is only there to keep a result small.
_AMPLE = 100


def plainly_said(question: str, sql: str, dialect: str) -> tuple[str, ...]:
    """A sentence for each such thing that the SQL does not keep to; none where it is unreadable."""
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return ()
    return (
        *_limit(question, tree),
        *_direction(question, tree),
    )


def numbers_said(question: str) -> set[int]:
    """The whole numbers of a question, in digits and in words."""
    words = re.findall(r"[a-z]+", question.lower())
    digits = {int(digits) for digits in re.findall(r"\d{1,9}", question)}
    return digits | {_NUMBERS.index(word) for word in words if word in _NUMBERS}


def _limit(question: str, tree: exp.Expr) -> Iterator[str]:
    limit = tree.args.get("limit")
    count = limit.expression.name if limit is not None and limit.expression is not None else ""
    if not count.isdigit() or int(count) == 1 or int(count) >= _AMPLE:
        return
    if int(count) not in numbers_said(question):
        yield f"The query keeps only {count} rows, but the question says no such number."


def _direction(question: str, tree: exp.Expr) -> Iterator[str]:
    order = tree.args.get("order")
    if order is None or tree.args.get("limit") is None:
        return
    words = set(re.findall(r"[a-z]+", question.lower()))
    down, up = bool(words & _DOWN), bool(words & _UP)
    descends = bool(order.expressions[0].args.get("desc"))
    if (down or up) and not (down and up) and descends is up:
        wanted = "descending" if down else "ascending"
        yield f"By its words the question wants a {wanted} order, but the query has the other one."
