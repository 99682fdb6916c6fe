"""The same without one of the columns that are shown: more was read than was asked for."""

from collections.abc import Collection
from dataclasses import replace

from pipeline.intent import Intent, Sorting
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.telling.parts_in_words import measured
from pipeline.rules.text.plain_words import plain

WITHOUT, UNSAID = "without:", "unsaid:"
FEWER = (WITHOUT, UNSAID)
_SEVERAL, _ALL_OF_A_ROW = 2, 6


def with_fewer(intent: Intent, said: Collection[str] | None = None) -> list[tuple[str, str]]:
    """Ids and labels of the readings without one of their columns.

    What no words of its own `said` is first, then the last one; of a whole row none is too many.
    """
    places = range(len(intent.outputs) - 1, -1, -1)
    found = [place for place in places if without(intent, f"{WITHOUT}{place}") is not None]
    if said is not None:
        first = [place for place in found if _is_unsaid(intent, place, said)]
        rest = [place for place in found if place not in first and len(places) < _ALL_OF_A_ROW]
    else:
        first, rest = [], found
    return [
        *((f"{UNSAID}{place}", f"Without the {_called(intent, place)}") for place in first),
        *((f"{WITHOUT}{place}", f"Without the {_called(intent, place)}") for place in rest),
    ]


def said_columns(tags: Tagged) -> set[str]:
    """The columns, and the tables, that words of their own name.

    What stands right before another name only tells more of that: the `launch` of a launch date.
    """
    behind = (*tags.items[1:], None)
    before = (None, *tags.items[:-1])
    found: set[str] = set()
    for led, item, after in zip(before, tags.items, behind, strict=True):
        beside = after is not None and after.letter == "C" and item.last == after.first
        of_it = item.letter == "T" and led is not None and led.letter == "p"
        if item.letter in "TC" and item.candidates and not beside and not of_it:
            best = item.candidates[0]
            found |= {c.ref for c in item.candidates if c.score == best.score}
    return found


def _is_unsaid(intent: Intent, place: int, said: Collection[str]) -> bool:
    shown = intent.outputs[place]
    return isinstance(shown, str) and shown not in said and shown.rpartition(".")[0] not in said


def without(intent: Intent, key: str) -> Intent | None:
    """The intent without that column; None where nothing would be left, or it cannot be so."""
    place = int(key.partition(":")[2])
    if len(intent.outputs) < _SEVERAL or intent.both or place >= len(intent.outputs):
        return None
    gone = intent.outputs[place]
    rest = (*intent.outputs[:place], *intent.outputs[place + 1 :])
    if isinstance(gone, str):
        grouped = [d for d in intent.dimensions if d.column == gone]
        kept = tuple(d for d in intent.dimensions if d.column != gone)
        if grouped and (not kept or any(s.by == gone for s in intent.order)):
            return None  # one number of all, or an order by what is gone
        return replace(intent, outputs=rest, dimensions=kept)
    if len(intent.measures) < _SEVERAL or intent.change or intent.share:
        return None
    used = any(s.by == gone for s in intent.order) or any(h.measure == gone for h in intent.having)
    if used:
        return replace(intent, outputs=rest)

    def moved(by: str | int) -> str | int:
        return by - 1 if isinstance(by, int) and by > gone else by

    return replace(
        intent,
        measures=tuple(m for at, m in enumerate(intent.measures) if at != gone),
        outputs=tuple(moved(o) for o in rest),
        order=tuple(Sorting(by=moved(s.by), descending=s.descending) for s in intent.order),
        having=tuple(replace(h, measure=h.measure - (h.measure > gone)) for h in intent.having),
    )


def _called(intent: Intent, place: int) -> str:
    output = intent.outputs[place]
    return plain(output) if isinstance(output, str) else measured(intent.measures[output])
