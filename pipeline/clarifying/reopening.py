"""What *Change* does: the layer that took something for granted begins again, none above it."""

from dataclasses import replace

from pipeline.state import RunState
from pipeline.unread import asked_anew, unread

FIRST, DATES, INTENT = "read", "dates", "intent"
_OF_DATES = "dates-"
# Answers of the layers above `dates`: which database is meant, and not to reuse an answer.
_ABOVE = frozenset(("workspace", "match"))


def reopened(state: RunState) -> tuple[str, RunState]:
    """The step that begins again, and the state of an answered run as it was before that step.

    Dates stay as they were said or confirmed where something else was taken for granted.
    """
    if not (state.report is None and state.admin is None and state.write is None):
        return FIRST, _as_asked(state)
    taken = state.taken and not _kept_so(state)
    keeps_dates = state.matched is None and (not state.times or taken)
    kept = _ABOVE | {key for key in state.choices if keeps_dates and key.startswith(_OF_DATES)}
    above = replace(
        unread(state),
        offered="",
        choices={key: chosen for key, chosen in state.choices.items() if key in kept},
        values={
            key: typed
            for key, typed in state.values.items()
            if keeps_dates and key.startswith(_OF_DATES)
        },
        confirmed=state.dated if keeps_dates else (),
        dated=state.dated if keeps_dates else (),
        spent=(),
        ask_everything=True,
        cards=0,
        standing={},
        run="",
    )
    if keeps_dates:
        return INTENT, replace(above, times=state.times, grains=state.grains)
    return DATES, above


def _as_asked(state: RunState) -> RunState:
    """Reports, changes and a model's work begin at the beginning: with nobody's approval, too."""
    return replace(asked_anew(state), pinned=state.workspace, ask_everything=True)


def _kept_so(state: RunState) -> bool:
    """Whether a standing answer settled some dates."""
    asked = {
        key.split("-")[1] for key in (*state.choices, *state.values) if key.startswith(_OF_DATES)
    }
    return len(state.dated) > len(asked)
