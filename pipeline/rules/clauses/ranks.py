"""The place of each among all: `name, total amount, and the rank by total amount`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count


def ranks(stream: Stream) -> None:
    """Reduce a rank that is asked for as a number to a measure."""
    stream.rewrite(r"(?<![TCVea])(?P<t>T)I[py]*(?P<by>m)p?(?P<d>d)?", _rank)
    stream.rewrite(r"(?P<t>C)?I[py]*(?P<by>m)p?(?P<d>d)?", _rank)


def _rank(run: Run) -> Item | None:
    falling, counts = run.get("d"), run["by"].payload
    if len(counts) != 1 or (falling is not None and falling.payload != "desc"):
        return None
    noun = run.get("t")
    rows = noun if noun is not None and noun.letter == "T" else None
    made = Count(function="rank", parts=(counts[0],), table=rows)
    return Item("m", run.first, run.last, payload=[made])
