"""A condition behind or before a denial: `which Sony does not make`, `not older than 40`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.operators import DENIED
from pipeline.rules.schema.parts import Relation, Test


def denied_value(run: Run) -> Item | None:
    """`never worked with Walter Hill`, `which Sony does not make`: no row says so."""
    test: Test = run["f"].payload
    operator = {"=": "!=", "in": "not in"}.get(test.operator, "")
    if test.adjective and test.values and not test.hits:
        operator = DENIED.get(test.operator, "")  # `not older than 40`
    told = test.hits or ((test.column is not None or test.adjective) and test.values)
    if not told or not operator or test.any_of or test.both or test.same or test.function:
        return None
    denied = replace(test, operator=operator, words=f"{run['n'].text} {test.words}")
    return Item("f", run.first, run.last, payload=denied)


def never_so(test: Test, run: Run) -> Item | None:
    """`but not in Fall 2022`, where terms are rows: without any row of that term."""
    if test.column is None:
        return None
    asked = next((item.candidates[0] for item in run.before if item.letter == "T"), None)
    if asked is None or asked.table == test.column.candidates[0].table:
        denied = replace(test, sql=f"NOT ({test.sql})", words=f"not {test.words}")
        return Item("f", run.first, run.last, payload=denied)
    table = [replace(candidate, column="") for candidate in test.column.candidates]
    rows = Item("T", run["v"].first, run["v"].last, run["v"].text, candidates=table)
    relation = Relation(table=rows, where=[test], negated=True)
    return Item("R", run.first, run.last, payload=relation)
