"""Words that change a whole reading: running totals, growth, the second highest."""

from dataclasses import dataclass

from pipeline.rules.items import Item, Stream

_AS = {"sum": "a", "count": "k"}


@dataclass(slots=True)
class Marks:
    """What such words ask for: they take no part in the rules that follow."""

    running: bool = False
    change: str = ""
    grain: str = ""
    place: int = 0


def marked(stream: Stream) -> Marks:
    """Take such words out of a stream, and tell what they ask for."""
    marks = Marks()
    kept: list[Item] = []
    for at, item in enumerate(stream.items):
        behind = stream.items[at + 1] if at + 1 < len(stream.items) else None
        if item.letter == "U":
            marks.running = True
            kept += _counted(item)
        elif item.letter == "X" and not marks.change:
            marks.grain, marks.change = item.payload
        elif item.letter == "Z" and behind is not None and behind.letter == "s":
            marks.place = int(item.payload)
        elif item.letter == "Z":
            item.letter = "x"
            kept.append(item)
        elif not (item.letter == "p" and at and stream.items[at - 1].letter == "X"):
            kept.append(item)
    stream.items = kept
    return marks


def _counted(item: Item) -> list[Item]:
    """`running total of` also says that something is added up."""
    if not item.payload:
        return []
    return [Item(_AS[item.payload], item.first, item.last, item.text, item.payload)]
