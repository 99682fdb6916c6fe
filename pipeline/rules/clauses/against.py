"""Two values set against each other: `the average price of a fridge vs a lamp`."""

import re

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words

_AGAINST = frozenset(("vs", "versus", "against"))


def against(stream: Stream) -> None:
    """Read a number of one value against another as the number of each of them."""
    code = stream.code
    found = re.search(r"Vxp?V", code)
    if found is None or "%" in code or not set("akM") & set(code):
        return
    one, word, other = (
        stream.items[at] for at in (found.start(), found.start() + 1, found.end() - 1)
    )
    shared = [
        (hit.table, hit.column)
        for hit in one.payload or ()
        if any((hit.table, hit.column) == (same.table, same.column) for same in other.payload or ())
    ]
    if word.text.lower() not in _AGAINST or not shared:
        return
    table, column = shared[0]
    both = Item("&", word.first, word.last, word.text)
    stream.items[found.start() + 1 : found.end() - 1] = [both]
    last = max(item.last for item in stream.items)
    named = " ".join(expanded(name_words(column)))
    by = Item("C", last, last, named, candidates=[Candidate(table, column, 1.0)])
    for item in stream.items:
        if item.letter == "e":
            item.letter = "y"  # `per category` is for each one, not a number of them
    behind = re.search(r"(?<=V&V)y[CG]|(?<=V&pV)y[CG]", stream.code)
    if behind is not None:
        stream.items[behind.end() : behind.end()] = [Item("&", last, last), by]
        return
    end = next((at for at, item in enumerate(stream.items) if item.letter == "."), None)
    place = len(stream.items) if end is None else end
    stream.items[place:place] = [Item("y", last, last), by]
