"""A flag set against its opposite: `preferred versus non-preferred carriers` are two groups."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Grouping, Test

_AGAINST = frozenset(("vs", "versus", "against", "and", "or", ","))


def opposed(stream: Stream) -> None:
    """Reduce a flag and its denial to the groups of those that have it and those that have not."""
    stream.rewrite(r"[py]?(?P<t>(?<=y)T)?(?P<f>f)(?P<x>x|&|\|)(?P<f2>f)", _two_groups)
    stream.nouns_first(r"(?<=[ku])gT")


def _two_groups(run: Run) -> Item | None:
    one, other = run["f"].payload, run["f2"].payload
    if run["x"].text.lower() not in _AGAINST or not _are_opposed(one, other):
        return None
    rows = run.get("t")
    if rows is not None and rows.candidates[0].table != one.column.candidates[0].table:
        return None
    return Item("g", run.first, run.last, payload=[Grouping(item=one.column)])


def _are_opposed(one: Test, other: Test) -> bool:
    """Whether two conditions say yes and no of one column."""
    if one.column is None or other.column is None or one.hits or other.hits:
        return False
    same = one.column.candidates[0].ref == other.column.candidates[0].ref
    plain = one.operator == other.operator == "=" and len(one.values) == len(other.values) == 1
    return same and plain and one.values != other.values
