"""A bound and its total, however they stand: `more than 500 total amount`, `over 500 in total`."""

import re

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.clauses.totals import amount_of
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import is_plural
from pipeline.rules.vocabulary.nouns import EARNED

_BEFORE = re.compile(r"c#a(?:T?C(?:pT)?|T)")
_MONEY = frozenset(
    ("expense", "expenses", "cost", "costs", "salaries", "wages", "fines", "debts", "payments",
     "fees", "credits")
)  # fmt: skip
_AROUND = re.compile(r"ac#T?C(?:pT)?")
_TOTALLING = frozenset(("totalling", "totaling", "adding up to", "add up to", "summing up to"))
# What stands behind a number and says that it is of all together, or of them on average.
_IN_ALL = frozenset(("total", "combined", "summed", "on average"))

# In which orders a function, a bound and what is bounded may stand.
_ORDERS = (
    # `more than a total of 500 seats`
    re.compile(r"(?P<op>c)(?P<a>a)(?P<v>#)(?P<c>C)"),
    # `seats of more than 500 in total`
    re.compile(r"(?<![ak])(?P<c>C)(?P<op>c)(?P<v>#)p?(?P<a>a)(?![TCkp])"),
    # `more than 500 seats in total`
    re.compile(r"(?P<op>c)(?P<v>#)(?P<c>C)?p(?P<a>a)(?![TC])"),
    # `more than 500 seats combined`
    re.compile(r"(?P<op>c)(?P<v>#)(?P<c>C)?(?P<a>a)(?![TCkp])"),
    # `totalling more than 500 in grants`
    re.compile(r"(?P<a>a)p?(?P<op>c)(?P<v>#)(?:p(?P<t>T))?(?![TCi])"),
)


def bounded_totals(stream: Stream, known: Known) -> None:
    """Put what is bounded before its bound: `total amount more than 500`."""
    stream.rewrite(r"(?<=c)(?P<n>#)(?P<a>a)(?=(?P<t>T)(?![Cp]))", _so_many)
    for match in _BEFORE.finditer(stream.code):
        sign, number, function, *column = stream.items[match.start() : match.end()]
        # `3 times the average` has words between them.
        if number.last == function.first:
            stream.items[match.start() : match.end()] = [function, *column, sign, number]
    for match in _AROUND.finditer(stream.code):
        function, sign, number, *column = stream.items[match.start() : match.end()]
        if _leads(function):
            stream.items[match.start() : match.end()] = [function, *column, sign, number]
    for order in _ORDERS:
        _moved(stream, order, known)
    stream.rewrite(r"(?<=a)(?P<t>T)(?P<c>C)(?=p?c#)", _of_its_rows)
    # `the average amount of grants above 200` alone may be of those grants only.
    stream.rewrite(r"(?<=[hr]a)(?P<c>C)p(?P<t>T)(?=p?c#)", _of_its_rows)
    stream.rewrite(r"(?<=[hr]a)(?P<t>T)(?=p?c#)", lambda run: _amount_of(run, known))


def _leads(function: Item) -> bool:
    """`a total of over 500`, `totalling over 500`."""
    said = function.text.lower()
    return function.payload == "sum" and (said.endswith(" of") or said in _TOTALLING)


def _moved(stream: Stream, order: re.Pattern[str], known: Known) -> None:
    """Put a function and what it is of before the bound, where both are clear."""
    at = 0
    while (match := order.search(stream.code, at)) is not None:
        run = Run(stream.items, match)
        at = match.end()
        function, behind = run["a"], match.start("a") > match.start("v")
        led = function.text.lower() in _IN_ALL if behind else _leads(function)
        led = led or (match.start("op") < match.start("a") < match.start("v"))
        column = _bounded(run, known) if led else None
        if column is not None:
            parts = [function, column, run["op"], run["v"]]
            stream.items[match.start() : match.end()] = parts
            at = match.start() + len(parts)


def _bounded(run: Run, known: Known) -> Item | None:
    """The column that is named behind the number, else the amount of the rows spoken of."""
    groups = run.match.groupdict()
    if groups.get("c"):
        return run["c"] if is_measured(run["c"]) else None
    before = run.before[-1] if run.before else None
    rows = run["t"] if groups.get("t") else before
    if rows is None or rows.letter != "T":
        return None
    return amount_of(rows, known) or _only_number(rows, known)


def _only_number(rows: Item, known: Known) -> Item | None:
    """`sales totalling over 500`, where a sale has one number: the price that it was made at."""
    table = rows.candidates[0].table
    numbers = [ref.rpartition(".")[2] for ref in Linker(known, {}).amounts(table)]
    if len(numbers) != 1:
        return None
    found = [Candidate(table, numbers[0], 1.0)]
    return Item("C", rows.first, rows.last, rows.text, "number", found)


def _so_many(run: Run) -> Item | None:
    """`at least 5 total orders`: so many of them, where rows are not called after money."""
    said = run["a"].text.lower() in ("total", "overall") and run["n"].last == run["a"].first
    rows = run["t"].text.lower().split()
    counted = is_plural(rows[-1]) and not (EARNED | _MONEY) & {*rows}
    return run["n"] if said and counted else None


def _of_its_rows(run: Run) -> Item | None:
    """`total order amount above 500`: the orders are only said to have it."""
    owner = run["t"].candidates[0].table
    found = [each for each in run["c"].candidates if each.column and each.table == owner]
    run["c"].candidates = found or run["c"].candidates
    return run["c"] if found else None


def _amount_of(run: Run, known: Known) -> Item | None:
    """`with a total amount of grants above 700`, `a total grant above 700`: their amount."""
    function = run.before[-1]
    one = function.payload == "sum" and not is_plural(run["t"].text.split()[-1].lower())
    told = function.text.lower().endswith("amount of")
    return amount_of(run["t"], known) if told or one else None
