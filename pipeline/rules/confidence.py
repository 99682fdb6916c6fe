"""How sure the planner is: by the words it explained, the links it made and the shape it read."""

from dataclasses import dataclass

from pipeline.rules.assembly import Assembled
from pipeline.rules.tagging import Tagged

_SURE = 0.7
_ASKABLE = 0.55


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one reading."""

    confidence: float
    explained: float
    sure: bool
    askable: bool
    readable: bool


def judged(tags: Tagged, made: Assembled) -> Judged:
    """How far a reading may be trusted."""
    content = [item for item in tags.items if item.letter not in "&|.pwrhy"]
    lost = sum(len(text.split()) for text in made.failed)
    explained = 1.0 - lost / max(len(content) + len(tags.verbs) * 0.5, 1.0)
    weakest = min(made.scores, default=1.0)
    confidence = max(explained, 0.0) * (0.6 + 0.4 * min(weakest, 1.0)) - 0.3 * len(set(made.risks))
    readable = made.intent is not None and not made.failed
    return Judged(
        confidence=round(max(confidence, 0.0), 3),
        explained=explained,
        sure=confidence >= _SURE and not made.risks,
        askable=explained >= _ASKABLE and any(i.letter in "TC" for i in tags.items),
        readable=readable,
    )
