"""Everything that is uncertain about a question, so that one card can ask it, best first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.checkpoint import CheckpointKind
from pipeline.hazards import OF_THE_DATA, UNSETTLED, UNUSED
from pipeline.planning import planned
from pipeline.rules.asking.ask import LEFT_OUT
from pipeline.rules.asking.readings import READINGS
from pipeline.rules.divisions.answering import QUOTIENT
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot, Planned
from pipeline.state import RunState
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

MOST_QUESTIONS = 4
# What it costs to be wrong, the dearest first: another number, other rows, a column nearby.
_DEAREST = ("metric", "table", "region", "value", "where", "time", "column", "word", LEFT_OUT)
# Words are never left out, nor a doubtful reading taken, without somebody's word.
_OWN_DOUBTS = frozenset(("word", LEFT_OUT, "reading", READINGS, QUOTIENT))
# Doubts of the rules about their own reading; what is open in the data itself only people settle.
_NEVER_ASSUMED = _OWN_DOUBTS | UNSETTLED
# How an assumption ends that *Change* turns into a question.
CHANGE_ASKS = "Change asks you."
CLARIFYING = frozenset(
    (
        CheckpointKind.CLARIFICATION,
        CheckpointKind.COLUMNS,
        CheckpointKind.DATES,
        CheckpointKind.GEOGRAPHY,
        CheckpointKind.TABLES,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """The open points of a question, the dearest first, and what the first answers would give."""

    points: tuple[Unsure, ...]
    reading: Planned | Cannot | Unsure


def uncertain(state: RunState, workspace: Workspace, times: Sequence[TimeSpan]) -> Uncertain:
    """The open points; each is found as if those before it had their first answer."""
    points: list[Unsure] = []
    reading = planned(state, workspace, tuple(times))
    while isinstance(reading, Unsure) and len(points) < MOST_QUESTIONS:
        if any(point.id == reading.id for point in points):
            break
        # Which words a reading leaves out depends on which reading is meant.
        if points and kind_of(reading) == UNUSED:
            break
        points.append(reading)
        first = reading.default or reading.options[0].id
        state = replace(state, choices={**state.choices, reading.id: first})
        reading = planned(state, workspace, tuple(times))
    if isinstance(reading, Cannot):
        # What hides behind the first answer may be a plain no: one point is enough to find out.
        points = points[:1]
    return Uncertain(points=tuple(sorted(points, key=_cost)), reading=reading)


def goes_to_a_model(points: Sequence[Unsure], state: RunState, workspace: Workspace) -> bool:
    """Whether a model is asked before people: where the rules doubt their reading, or have none."""
    asked = [point for point in points if kind_of(point) not in OF_THE_DATA]
    open_ = any(not point.default or kind_of(point) in _OWN_DOUBTS for point in asked)
    return open_ and workspace.models is not None and not state.ask_everything


def may_ask(state: RunState, workspace: Workspace) -> bool:
    """Whether one more card may ask what is meant."""
    return state.ask_everything or state.cards < workspace.habits.most_cards


def _cost(point: Unsure) -> int:
    kind = kind_of(point)
    return _DEAREST.index(kind) if kind in _DEAREST else len(_DEAREST)


def kind_of(point: Unsure) -> str:
    """What the point is about: metric, table, value, ..."""
    return point.id.partition(":")[0]


def may_be_assumed(point: Unsure) -> bool:
    """Whether the first answer may be taken, and said, where people are not to be asked again."""
    return kind_of(point) not in _NEVER_ASSUMED


def assumption(point: Unsure, words: str) -> str:
    """The first answer as a sentence that the answer carries."""
    label = next((each.label for each in point.options if each.id == point.default), point.default)
    return f"I took “{words}” to mean {label}, without asking. {CHANGE_ASKS}"
