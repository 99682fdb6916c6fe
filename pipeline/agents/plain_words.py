"""What a question says in plain words and SQL can be held to: quoted texts, tops, directions."""

import re
from collections.abc import Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql

_QUOTED = re.compile(
    '(?<!\\w)["\u201c]([^"\u201c\u201d\\s][^"\u201c\u201d]{0,58}[^"\u201c\u201d\\s])["\u201d](?!\\w)'
    "|(?<!\\w)'([^'\\s][^']{0,58}[^'\\s])'(?!\\w)"
)
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
        *_quoted(question, sql),
        *_limit(question, tree),
        *_direction(question, tree),
        *_aggregate(question, tree),
        *_groups(question, tree),
    )


def numbers_said(question: str) -> set[int]:
    """The whole numbers of a question, in digits and in words."""
    words = re.findall(r"[a-z]+", question.lower())
    digits = {int(digits) for digits in re.findall(r"\d{1,9}", question)}
    return digits | {_NUMBERS.index(word) for word in words if word in _NUMBERS}


def _quoted(question: str, sql: str) -> Iterator[str]:
    text = sql.lower()
    for match in _QUOTED.finditer(question):
        said = match[1] or match[2]
        if said.strip(" .,?!").lower() not in text.replace("''", "'"):
            yield f"The question says “{said}” in quotes, but the query does not use it."


def _limit(question: str, tree: exp.Expr) -> Iterator[str]:
    limit = tree.args.get("limit")
    count = limit.expression.name if limit is not None and limit.expression is not None else ""
    if not count.isdigit() or int(count) == 1 or int(count) >= _AMPLE:
        return
    if int(count) not in numbers_said(question):
        yield f"The query keeps only {count} rows, but the question says no such number."


def _aggregate(question: str, tree: exp.Expr) -> Iterator[str]:
    """An average is an AVG or a division, a total a SUM or a COUNT, or stored under that name."""
    words = set(re.findall(r"[a-z]+", question.lower()))
    stored = any("avg" in c or "average" in c or "total" in c for c in _columns(tree))
    if words & {"average", "mean"} and not stored and not tree.find(exp.Avg, exp.Div):
        yield "The question wants an average, but the query computes none."
    if words & {"total", "sum"} and not stored and not tree.find(exp.Sum, exp.Count):
        yield "The question wants a total, but the query computes none."


def _groups(question: str, tree: exp.Expr) -> Iterator[str]:
    """A number for each thing needs groups, a window or a query for each row."""
    each = re.search(r"\b(for|of|in|by) (each|every)\b", question.lower())
    grouped = tree.find(exp.Group, exp.Window) or len(list(tree.find_all(exp.Select))) > 1
    if each and not grouped and tree.find(exp.AggFunc):
        yield "The question wants a number for each of them, but the query computes only one."


def _columns(tree: exp.Expr) -> Iterator[str]:
    return (column.name.lower() for column in tree.find_all(exp.Column))


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
