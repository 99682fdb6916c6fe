"""That something took place, which says no more than when or where: `were held in March`."""

from collections.abc import Iterator, Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.timing import Read
from pipeline.rules.text.words import Word

_PLACE = frozenset((("took", "place"), ("take", "place"), ("takes", "place"), ("taken", "place"),
                    ("taking", "place")))  # fmt: skip
_HELD = frozenset((("held",), ("put", "on")))
_BEFORE = frozenset(("did", "had", "have", "has", "that", "which"))


def read_took_place(words: Sequence[Word], known: Known) -> Read:
    """Where such words stand, with nothing in their place."""
    return {first: (last, ()) for first, last in _found(words, known)}


def _found(words: Sequence[Word], known: Known) -> Iterator[tuple[int, int]]:
    for at in range(1, len(words)):
        pair = tuple(word.lower for word in words[at : at + 2])
        if pair in _PLACE:
            first = at - (words[at - 1].lower in _BEFORE)
            yield from ((n, at + 2) for n in range(first, at + 1))
        said = next((one for one in _HELD if pair[: len(one)] == one), ())
        last = at + len(said)
        if not said or words[at - 1].lemma != "be":
            continue
        by = last < len(words) and words[last].lower == "by"
        # What is held by somebody is theirs; without a name for it, any verb is passed over.
        if not by and known.lexicon.find(words[at : at + 1]):
            yield at, last
