"""`find_spans`: words for times and places that calendar and map did not see by themselves.

A model only points at words of the question; which days they are a person says, which countries the
map.
"""

from typing import Any

from pipeline.agents.layers.hearing import Layer, calls_together, is_over, was_heard
from pipeline.agents.layers.places import open_places
from pipeline.agents.layers.spotting import NAME, spans_layer
from pipeline.agents.layers.undated import question_of_days, undated, with_days
from pipeline.agents.layers.understanding import understand_layer
from pipeline.agents.layers.when_asked import joins_in, next_layer
from pipeline.checkpoint import Ask, CheckpointKind
from pipeline.flow import Go, Outcome, Pause
from pipeline.planning import question_of
from pipeline.state import RunState
from pipeline.workspace import Workspace


async def find_spans(state: RunState, workspace: Workspace) -> Outcome:
    """Point at them once; ask for what neither calendar nor map resolves."""
    models = workspace.models
    if models is None:
        return Go(state=state, to=next_layer(state, workspace, NAME))
    if not is_over(state, NAME):
        told = tuple(span.words for span in state.times)
        layers: list[Layer[Any]] = [spans_layer(state.question, told)]
        # What the question asks for does not hang on its times: both are asked at once.
        if joins_in("understand", state, workspace) and not was_heard(state, "understand"):
            known = workspace.known_to(state.asker)
            layers.append(understand_layer(state.question, known, workspace.names))
        return Go(state=await calls_together(state, models, layers), to=NAME)
    state, ask = asked_of_spans(state, workspace)
    if ask is not None:
        return Pause(state=state, ask=ask)
    return Go(state=state, to=next_layer(state, workspace, NAME))


def asked_of_spans(state: RunState, workspace: Workspace) -> tuple[RunState, Ask | None]:
    """The state with the days that were typed, and the card for what is still open."""
    problem = ""
    try:
        state = with_days(state)
    except ValueError as error:
        problem = str(error)
    days = tuple(question_of_days(words) for words in undated(state))
    places = open_places(state, workspace.known_to(state.asker))
    questions = (*days, *(question_of(point) for point in places))
    if not questions:
        return state, None
    return state, Ask(
        kind=CheckpointKind.DATES if days else CheckpointKind.GEOGRAPHY,
        title="Which days do you mean?" if days else "Which place do you mean?",
        warning=problem,
        questions=questions,
    )
