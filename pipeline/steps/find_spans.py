"""`find_spans`: words for times and places that calendar and map did not see by themselves.

A model only points at words of the question; which days they are a person says, which countries the
map.
"""

from pipeline.agents.layers.hearing import is_over, one_call
from pipeline.agents.layers.places import open_places
from pipeline.agents.layers.spotting import NAME, spans_layer
from pipeline.agents.layers.undated import question_of_days, undated, with_days
from pipeline.agents.layers.when_asked import next_layer
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
        known = tuple(span.words for span in state.times)
        return Go(state=await one_call(state, models, spans_layer(state.question, known)), to=NAME)
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
