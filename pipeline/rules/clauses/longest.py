"""`lasted the longest`, `for the shortest period`: words that only say that a time was long."""

from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.vocabulary.lengths import LASTING, LENGTHS, LONG_OR_SHORT

_TIMES = LENGTHS | {"time", "while"}


def longest(stream: Stream) -> None:
    """Take such words out where they stand beside `longest` or `shortest`."""
    for at, degree in enumerate(stream.items):
        if degree.letter != "s" or degree.payload[1] not in LONG_OR_SHORT:
            continue
        owners = {item.candidates[0].table for item in stream.items if item.letter == "T"}
        behind = stream.items[at + 1 : at + 2]
        if behind and _is_time(behind[0], owners):
            _take_out(stream, at + 1)
        led = at > 0 and stream.items[at - 1].letter == "p"
        if led:
            _take_out(stream, at - 1)
        verb = at - 1 - led
        if verb >= 0 and stream.items[verb].text.lower() in LASTING:
            _take_out(stream, verb)
        return


def _is_time(item: Item, owners: set[str]) -> bool:
    """Whether a noun only says that it is a time: no column of the rows that are named."""
    kept = item.letter == "C" and any(c.table in owners for c in item.candidates)
    return item.text.lower() in _TIMES and item.letter in "xC" and not kept


def _take_out(stream: Stream, at: int) -> None:
    stream.items.pop(at).verb = True
