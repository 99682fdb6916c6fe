"""Rows named by two nouns: `number of shop visits` is the number of visits, not of shops."""

import re

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import is_plural

_COUNTED = re.compile(r"(?P<a>a)?(?P<k>k)u?(?P<owner>T)(?P<rows>T)(?!C)")


def compounds(stream: Stream, known: Known) -> None:
    """Put the rows that are counted first, and whose they are behind them."""
    found = _COUNTED.search(stream.code)
    if found is None:
        return
    owner, rows = stream.items[found.start("owner")], stream.items[found.start("rows")]
    if owner.last != rows.first or is_plural(owner.text.lower().split()[-1]):
        return
    one, many = (item.best(table=True) for item in (owner, rows))
    if one is None or many is None or not known.joins.has_many(one.table, many.table):
        return
    # `the average number of shop visits` is that of each shop.
    joint = (
        Item("e", rows.first, rows.first, "each")
        if found["a"]
        else Item("p", rows.first, rows.first, "of")
    )
    stream.items[found.start("owner") : found.end("rows")] = [rows, joint, owner]
