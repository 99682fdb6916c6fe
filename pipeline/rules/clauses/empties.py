"""Cells that hold nothing, in the words of databases: `where the phone is not null`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.denied import leaves_out
from pipeline.rules.tagging.empty_words import EMPTY

_NULL = frozenset(("null", *EMPTY))
_LACKING = frozenset(("without", "no", "any", "lack", "lacks", "lacking"))


def empties(stream: Stream) -> None:
    """Reduce a column that is, or is not, empty to a condition."""
    stream.rewrite(r"[rp]*(?P<c>C)[hpr]*(?P<n>n)?(?P<x>x)", _empty)
    stream.rewrite(r"(?P<o>n)(?P<t>T)?[hrp]*(?P<n>n)[hp]*(?P<c>C)(?=[.&]|$)", _held)


def _empty(run: Run) -> Item | None:
    if run["x"].text.lower() not in _NULL:
        return None
    operator = "is not null" if run.match.group("n") else "is null"
    run["c"].verb = False
    test = Test(operator=operator, column=run["c"], words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _held(run: Run) -> Item | None:
    """`leave out calls without a length`: the column of those that are left holds something."""
    lacking = _LACKING & set(run["n"].text.lower().split())
    if not leaves_out(run["o"]) or not lacking or run["c"].verb:
        return None
    test = Test(operator="is not null", column=run["c"], words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)
