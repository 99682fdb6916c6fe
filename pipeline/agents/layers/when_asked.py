"""When a small layer is asked at all: where it was measured to earn its place, or by its settings.

On a small catalog one call writes the SQL, and every layer before it would cost more than it helps.
"""

from pipeline.agents.layers.hearing import is_over
from pipeline.agents.layers.literal import place_of
from pipeline.model_calls import When
from pipeline.small_layers import ON_THE_WAY, SmallLayer
from pipeline.state import RunState
from pipeline.workspace import Workspace

WRITE = "write_sql"
# A catalog with more tables than these is large: they are not all told to whoever writes the SQL.
FEW_TABLES = 20


def joins_in(layer: SmallLayer, state: RunState, workspace: Workspace) -> bool:
    """Whether the road leads through that layer, where the rules came to no answer."""
    asks = when(layer, workspace)
    return asks == "always" or (asks == "auto" and _earns_its_place(layer, state, workspace))


def when(layer: SmallLayer, workspace: Workspace) -> When:
    """What its settings say; without models it is never asked."""
    models = workspace.models
    return models.layers.get(layer, "never") if models is not None else "never"


def next_layer(state: RunState, workspace: Workspace, after: SmallLayer | None = None) -> str:
    """The step that comes next on the way to the SQL, of those that are asked at all."""
    begin = ON_THE_WAY.index(after) + 1 if after else 0
    wanted = (name for name in ON_THE_WAY[begin:] if joins_in(name, state, workspace))
    return next((name for name in wanted if name != "rewrite" or _goes_on(state)), WRITE)


def _earns_its_place(layer: SmallLayer, state: RunState, workspace: Workspace) -> bool:
    """What `route` and `rewrite` are about does not depend on the size of the catalog."""
    match layer:
        case "route" | "rewrite":
            return True
        case "find_spans":
            odd = _names_nothing(state, workspace) or _names_a_region(state, workspace)
            return odd and _is_large(state, workspace)
        case "understand":
            return _names_nothing(state, workspace) and _is_large(state, workspace)
        case _:
            return _is_large(state, workspace)


def _is_large(state: RunState, workspace: Workspace) -> bool:
    """Whether the asker may read so many tables that they must be chosen from."""
    return len(workspace.known_to(state.asker).allowed) > FEW_TABLES


def _names_nothing(state: RunState, workspace: Workspace) -> bool:
    """Whether no word of the question is a name here: what it asks for has to be found out."""
    return workspace.names.weight(state.question) == 0


def _names_a_region(state: RunState, workspace: Workspace) -> bool:
    """Whether words of the map are in it: what they stand for binds."""
    regions = workspace.known_to(state.asker).glossary.regions
    words = (name for region in regions for name in (region.name, *region.synonyms))
    return any(place_of(name, state.question) is not None for name in words)


def _goes_on(state: RunState) -> bool:
    return bool(state.previous_question) and not is_over(state, "rewrite")
