"""When a small layer is asked at all: where the catalog is large, or its settings say so.

On a small catalog one call writes the SQL, and every layer before it would cost more than it helps.
"""

from pipeline.agents.layers.hearing import is_over
from pipeline.state import RunState
from pipeline.workspace import Workspace

# In their order, between the rules and whoever writes the SQL.
ROAD = ("rewrite", "find_spans", "understand", "pick_tables", "pick_columns")
WRITE = "write_sql"
# A catalog with more tables than these is large: they are not all told to whoever writes the SQL.
FEW_TABLES = 20
# What these are about does not depend on the size of the catalog.
_ANYWHERE = frozenset({"route", "rewrite"})


def joins_in(layer: str, state: RunState, workspace: Workspace) -> bool:
    """Whether the road leads through that layer, where the rules came to no answer."""
    models = workspace.models
    when = models.layers.get(layer, "never") if models is not None else "never"
    if when == "auto":
        return layer in _ANYWHERE or is_large(state, workspace)
    return when == "always"


def is_large(state: RunState, workspace: Workspace) -> bool:
    """Whether the asker may read so many tables that they must be chosen from."""
    return len(workspace.known_to(state.asker).allowed) > FEW_TABLES


def next_layer(state: RunState, workspace: Workspace, after: str = "") -> str:
    """The step that comes next on the way to the SQL, of those that are asked at all."""
    begin = ROAD.index(after) + 1 if after else 0
    wanted = (name for name in ROAD[begin:] if joins_in(name, state, workspace))
    return next((name for name in wanted if name != "rewrite" or _goes_on(state)), WRITE)


def _goes_on(state: RunState) -> bool:
    return bool(state.previous_question) and not is_over(state, "rewrite")
