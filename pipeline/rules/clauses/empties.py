"""Cells that hold nothing, in the words of databases: `where the phone is not null`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test

_EMPTY = frozenset(("null", "empty", "blank"))


def empties(stream: Stream) -> None:
    """Reduce a column that is, or is not, empty to a condition."""
    stream.rewrite(r"[rp]*(?P<c>C)[hpr]*(?P<n>n)?(?P<x>x)", _empty)


def _empty(run: Run) -> Item | None:
    if run["x"].text.lower() not in _EMPTY:
        return None
    operator = "is not null" if run.match.group("n") else "is null"
    run["c"].verb = False
    test = Test(operator=operator, column=run["c"], words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)
