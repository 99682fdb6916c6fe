"""Words that change a whole reading: running totals, growth, the second highest."""

from dataclasses import dataclass

from pipeline.rules.items import Item, Stream

_GROWTH = frozenset(("growth", "increase"))
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
    grows = _grows(stream)
    for at, item in enumerate(stream.items):
        behind = stream.items[at + 1] if at + 1 < len(stream.items) else None
        if item.letter == "U":
            marks.running = True
            kept += _counted(item)
        elif item.letter == "X" and not marks.grain:
            marks.grain, way = item.payload
            marks.change = way or ("percent" if grows else "difference")
        elif grows and item.text.lower() in _GROWTH:
            marks.change = marks.change or "percent"
            kept += _what_grows(item, stream.items[at + 1 :])
        elif item.letter == "Z" and behind is not None and behind.letter == "s":
            marks.place = int(item.payload)
        elif item.letter == "Z":
            item.letter = "x"
            kept.append(item)
        elif not (item.letter == "p" and at and _is_change(stream.items[at - 1], grows=grows)):
            kept.append(item)
    stream.items = kept
    return marks


def _grows(stream: Stream) -> bool:
    """Whether `growth of X` says from which period to which."""
    said = any(item.letter == "x" and item.text.lower() in _GROWTH for item in stream.items)
    return said and any(item.letter in "XG" for item in stream.items)


def _what_grows(item: Item, behind: list[Item]) -> list[Item]:
    """`growth of visits` is of their number, `growth of the amount` of the total."""
    named = [one.letter for one in behind if one.letter != "p"]
    whole = named[:1] == ["C"] or named[:2] == ["T", "C"]
    if whole:
        return [Item("a", item.first, item.first, item.text, "sum")]
    return [Item("k", item.first, item.first, item.text)] if named[:1] == ["T"] else []


def _is_change(item: Item, *, grows: bool) -> bool:
    return item.letter == "X" or (grows and item.text.lower() in _GROWTH)


def _counted(item: Item) -> list[Item]:
    """`running total of` also says that something is added up."""
    if not item.payload:
        return []
    return [Item(_AS[item.payload], item.first, item.last, item.text, item.payload)]
