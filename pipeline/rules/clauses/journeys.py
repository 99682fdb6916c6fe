"""Ways between two places: `flights between Oslo and Bergen`."""

import re

from pipeline.rules.linking.journeys import is_journey
from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test


def journeys(stream: Stream, known: Known) -> None:
    """Reduce two places, where rows lead from one to another, to a condition on either end."""
    found = re.search(r"[yp]?b(?P<one>V)&(?P<other>V)", stream.code)
    if found is None:
        return
    one, other = stream.items[found.start("one")], stream.items[found.start("other")]
    if not is_journey(one.payload or (), other.payload or (), known):
        return
    ends = [
        Item("f", one.first, other.last, payload=_end(word, one, other)) for word in ("from", "to")
    ]
    stream.items[found.start() : found.end()] = ends


def _end(word: str, one: Item, other: Item) -> Test:
    return Test(
        hits=(tuple(one.payload), tuple(other.payload)), values=(one.text, other.text),
        words=f"{word} {one.text} and {other.text}", first=one.first, journey=True,
    )  # fmt: skip
