"""The same without one of the columns that are shown: more was read than was asked for."""

from dataclasses import replace

from pipeline.intent import Intent, Sorting
from pipeline.rules.telling.parts_in_words import measured
from pipeline.rules.text.plain_words import plain

WITHOUT = "without:"
_SEVERAL = 2


def with_fewer(intent: Intent) -> list[tuple[str, str]]:
    """Ids and labels of the readings without one of their columns, the last one first."""
    places = range(len(intent.outputs) - 1, -1, -1)
    found = [place for place in places if without(intent, f"{WITHOUT}{place}") is not None]
    return [(f"{WITHOUT}{place}", f"Without the {_called(intent, place)}") for place in found]


def without(intent: Intent, key: str) -> Intent | None:
    """The intent without that column; None where nothing would be left, or it cannot be so."""
    place = int(key.removeprefix(WITHOUT))
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
