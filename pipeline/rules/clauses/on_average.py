"""`How many visits does a shop have on average`: the average number of visits per shop."""

import re

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.text.words import is_plural
from pipeline.rules.vocabulary.nouns import is_money

_ON_AVERAGE = "on average"
# What is counted, and for each of what; behind it conditions and times, and no other number.
_COUNTED = re.compile(
    r"^(?P<k>k)(?P<of>[uV]*)(?P<what>[TC])(?:(?P<verb>C)?[perhy]*(?P<rows>T)|(?P<done>C)?e(?P<per>G))"
    r"(?P<rest>[hpVDF]*(?:p#)?\.?)$"
)

_PER = re.compile(r"^w?a(?P<rows>T)e(?P<each>T)(?=[hpVDF]*\.?$)")


def on_average(stream: Stream) -> None:
    """Put such a question in the order of `average number of visits per shop`."""
    _counted_per(stream)
    items = stream.items
    at = next((n for n, item in enumerate(items) if item.text.lower() == _ON_AVERAGE), -1)
    kept = _without(items, at) if at >= 0 and items[at].letter == "a" else []
    found = _COUNTED.match("".join(item.letter for item in kept))
    if found is None:
        return
    parts = {name: kept[found.start(name)] for name, said in found.groupdict().items() if said}
    verb = parts.get("verb") or parts.get("done")
    if verb is not None and not verb.text.lower().endswith("ed"):
        return
    count, what, rows = parts["k"], parts["what"], parts.get("rows") or parts["per"]
    average = Item("a", count.first, count.last, _ON_AVERAGE, items[at].payload)
    of = kept[found.start("of") : found.end("of")]
    rest = [item for item in kept[found.start("rest") :] if item.letter != "h"]
    if what.letter == "C" and is_measured(what) and _is_kept_by(what, rows):
        stream.items = [average, *of, what, Item("p", rows.first, rows.first), rows, *rest]
    elif what.letter == "T" and _tables(what) != _tables(rows):
        each = Item("e", rows.first, rows.first, "each")
        done = [parts["done"]] if "done" in parts else []
        stream.items = [average, count, *of, what, *done, each, rows, *rest]


def _counted_per(stream: Stream) -> None:
    """`average users per account`: how many there are of each, as rows have no average.

    Of payments it may be what they come to.
    """
    found = _PER.match(stream.code)
    if found is None:
        return
    at = found.start("rows")
    rows, each = stream.items[at], stream.items[found.start("each")]
    many = is_plural(rows.text.lower().split()[-1]) and not is_money(rows.text.lower().split())
    if many and stream.items[at - 1].payload == "avg" and _tables(rows) != _tables(each):
        stream.items.insert(at, Item("k", rows.first, rows.first, "number of"))


def _tables(rows: Item) -> list[str]:
    return [candidate.table for candidate in rows.candidates[:1]]


def _without(items: list[Item], at: int) -> list[Item]:
    """The items without those words, and without the commas around them."""
    before, behind = items[:at], items[at + 1 :]
    while before and before[-1].letter == "&":
        before.pop()
    while behind and behind[0].letter == "&":
        behind.pop(0)
    return [*before, *behind]


def _is_kept_by(number: Item, rows: Item) -> bool:
    """Whether each of those rows keeps that number: `members` of clubs that say how many."""
    found = [c for c in number.candidates if c.table in _tables(rows)]
    number.candidates = found or number.candidates
    return bool(found)
