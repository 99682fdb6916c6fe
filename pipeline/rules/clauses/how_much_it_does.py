"""`How much does the heaviest crate weigh?`: the number of that row, and nothing added up."""

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of

_ASKED = "how much"
# A superlative and what it is of, which a column behind them is asked of.
_ONE, _OF_IT = "s", frozenset("TVf")


def how_much_it_does(stream: Stream, known: Known) -> None:
    """Put such a question in the order of `the weight of the heaviest crate`."""
    items = [item for item in stream.items if item.letter != "."]
    ends = stream.items[len(items) :]
    if len(items) + len(ends) != len(stream.items) or len(items) < len(("how much", "s", "C")):
        return
    asked, one, *of, column = items
    if asked.text.lower() != _ASKED or asked.letter != "a" or one.letter != _ONE:
        return
    if column.letter != "C" or column.payload != "number" or not one.payload[1]:
        return
    if any(item.letter not in _OF_IT for item in of):
        return
    rows = of or _rows_in(column, known)
    if not rows:
        return
    column.verb = False
    joint = Item("p", one.first, one.first, "of")
    stream.items = [column, joint, one, *rows, *ends]


def _rows_in(column: Item, known: Known) -> list[Item]:
    """`the latest repair cost`, read as one name: the repair, and what it cost."""
    *rows, _ = words_of(column.text)
    tables = [c for c in known.lexicon.find(rows) if not c.column] if rows else []
    owners = {c.table for c in tables[:1]}
    if not owners or column.candidates[0].table not in owners:
        return []
    text = " ".join(word.text for word in rows)
    return [Item("T", column.first, column.first + len(rows), text, candidates=tables)]
