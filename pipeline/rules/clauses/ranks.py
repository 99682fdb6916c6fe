"""The place of each among all: `name, total amount, and the rank by total amount`."""

import re

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count

_RANKS = frozenset(("rank", "ranks", "ranking", "place"))


def ranks(stream: Stream) -> None:
    """Reduce a rank that is asked for as a number to a measure."""
    stream.rewrite(r"(?<![TCVea])(?P<t>T)I[py]*(?P<by>m)p?(?P<d>d)?", _rank)
    stream.rewrite(r"(?P<t>C)?I[py]*(?P<by>m)p?(?P<d>d)?", _rank)
    stream.rewrite(r"(?<=&)(?P<r>[Io])(?=[.&]|$)", _rank_said_before)


def _rank(run: Run) -> Item | None:
    falling, counts = run.get("d"), run["by"].payload
    if len(counts) != 1 or (falling is not None and falling.payload != "desc"):
        return None
    noun = run.get("t")
    rows = noun if noun is not None and noun.letter == "T" else None
    made = Count(function="rank", parts=(counts[0],), table=rows)
    return Item("m", run.first, run.last, payload=[made])


def _rank_said_before(run: Run) -> Item | None:
    """`Rank the shops by revenue. Return name, revenue and rank`: by what they are ranked."""
    letters = "".join(item.letter for item in run.before)
    ranked = re.match(r"(?P<o>o)[TCpf&]*y(?P<by>m)(?!&)", letters)
    said = {run["r"].text.lower().split()[-1], run.before[0].text.lower().split()[0]}
    if ranked is None or not said <= _RANKS:
        return None
    counts = run.before[ranked.start("by")].payload
    made = Count(function="rank", parts=(counts[0],))
    return Item("m", run.first, run.last, payload=[made]) if len(counts) == 1 else None
