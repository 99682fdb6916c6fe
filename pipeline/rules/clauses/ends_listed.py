"""Highest and lowest values in one list: `the highest fee, lowest rate and deposit of loans`."""

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count

_FUNCTIONS = {"desc": "max", "asc": "min"}
_TWO = 2


def ends_listed(stream: Stream) -> None:
    """Reduce three or more ends of columns that hold numbers to as many measures."""
    stream.rewrite(r"(?:(?<=[w.&])|^)(?P<all>sC(?:&+sC)+(?:&+C)?)(?=p?T?[.]|p?T?$)", _ends)


def _ends(run: Run) -> Item | None:
    """What is said without an end of its own has the one before it."""
    function, counts = "", list[Count]()
    for item in run.all("all", "sC"):
        if item.letter == "s":
            direction, by = item.payload
            function = _FUNCTIONS.get(str(direction), "") if by != "count" else ""
        elif not function or not is_measured(item):
            return None
        else:
            counts.append(Count(function=function, column=item))
    return Item("m", run.first, run.last, payload=counts) if len(counts) > _TWO else None
