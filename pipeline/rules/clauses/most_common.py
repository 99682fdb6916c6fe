"""`the city with the most members`, asked of members: the city that most of them have."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count, Extreme


def most_common(stream: Stream) -> None:
    """Read a column with the most of the very rows that are asked for as its most common value."""
    stream.rewrite(r"(?<=[rhp])(?P<c>C)h(?P<s>s)k?(?P<t>T)(?=[.&]|$)", _of_those)


def _of_those(run: Run) -> Item | None:
    direction, adjective = run["s"].payload
    table = run["t"].candidates[0].table
    asked = [item for item in run.before if item.letter == "T"]
    kept = [c for c in run["c"].candidates if c.table == table]
    if adjective != "count" or not kept or not asked or asked[-1].candidates[0].table != table:
        return None
    run["c"].candidates = kept
    made = Extreme(
        descending=direction == "desc",
        adjective="common",
        column=run["c"],
        measure=Count(function="count"),
    )
    return Item("S", run.first, run.last, payload=made)
