"""`When the temperature reached 30`: it was as high as that, or higher."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.text.words import Word

_REACHED = frozenset(("reach", "reached", "reaches", "reaching"))


def with_reached(items: Sequence[Item], words: Sequence[Word]) -> list[Item]:
    """The items with such a verb between a column and a number as a comparison."""
    found: list[Item] = []
    for item in items:
        led = item.letter == "#" and item.first > 0 and words[item.first - 1].lower in _REACHED
        if led and found and found[-1].letter == "C" and found[-1].last == item.first - 1:
            verb = words[item.first - 1].text
            found.append(Item("c", item.first - 1, item.first, verb, ">="))
        found.append(item)
    return found
