"""A bound said before its total: `more than 500 total amount`, `a total of over 500 tonnes`."""

import re

from pipeline.rules.clauses.totals import amount_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known

_BEFORE = re.compile(r"c#a(?:T?C(?:pT)?|T)")
_AROUND = re.compile(r"ac#T?C(?:pT)?")


def bounded_totals(stream: Stream, known: Known) -> None:
    """Put what is bounded before its bound: `total amount more than 500`."""
    for match in _BEFORE.finditer(stream.code):
        sign, number, function, *column = stream.items[match.start() : match.end()]
        # `3 times the average` has words between them.
        if number.last == function.first:
            stream.items[match.start() : match.end()] = [function, *column, sign, number]
    for match in _AROUND.finditer(stream.code):
        function, sign, number, *column = stream.items[match.start() : match.end()]
        if function.payload == "sum" and function.text.lower().endswith(" of"):
            stream.items[match.start() : match.end()] = [function, *column, sign, number]
    stream.rewrite(r"(?<=a)(?P<t>T)(?P<c>C)(?=c#)", _of_its_rows)
    # `the average amount of grants above 200` alone may be of those grants only.
    stream.rewrite(r"(?<=[hr]a)(?P<c>C)p(?P<t>T)(?=c#)", _of_its_rows)
    stream.rewrite(r"(?<=[hr]a)(?P<t>T)(?=c#)", lambda run: _amount_of(run, known))


def _of_its_rows(run: Run) -> Item | None:
    """`total order amount above 500`: the orders are only said to have it."""
    owner = run["t"].candidates[0].table
    found = [each for each in run["c"].candidates if each.column and each.table == owner]
    run["c"].candidates = found or run["c"].candidates
    return run["c"] if found else None


def _amount_of(run: Run, known: Known) -> Item | None:
    """`with a total amount of grants above 700`: what is added up is the grants' amount."""
    told = run.before[-1].text.lower().endswith("amount of")
    return amount_of(run["t"], known) if told else None
