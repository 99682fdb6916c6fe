"""Rows named by two nouns: `number of shop visits` is the number of visits, not of shops."""

import re
from itertools import pairwise

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import is_plural, words_of

_COUNTED = re.compile(r"(?P<a>a)?(?P<k>k)u?(?P<owner>T)(?P<rows>T)(?!C)")
_NUMBER_OF = "number of "


def compounds(stream: Stream, known: Known) -> None:
    """Put the rows that are counted first, and whose they are behind them."""
    _told_apart(stream, known)
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


def _told_apart(stream: Stream, known: Known) -> None:
    """`number of shop visits`, where a column says how many shops: the visits are meant."""
    for at, (name, rows) in enumerate(pairwise(stream.items)):
        counted = name.letter == "C" and name.text.lower().startswith(_NUMBER_OF)
        if not counted or rows.letter != "T" or rows.first != name.last:
            continue
        words = words_of(name.text)
        if is_plural(words[-1].lower):
            continue
        tables = [c for c in known.lexicon.find(words[2:]) if not c.column]
        if tables:
            count = Item("k", name.first, name.first + 2, _NUMBER_OF.strip())
            owner = Item("T", name.first + 2, name.last, words[-1].text, candidates=tables)
            stream.items[at : at + 1] = [count, owner]
            return
