"""The small layers between the rules and the SQL, by name: everything else goes by this list."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

SmallLayer: TypeAlias = Literal[
    "route",
    "propose_match",
    "rewrite",
    "find_spans",
    "understand",
    "pick_tables",
    "pick_columns",
]
# In their order on the road.
SMALL_LAYERS: tuple[SmallLayer, ...] = get_args(SmallLayer)
# Those that come after `intent`, on the way to the SQL, each a step of its own.
ON_THE_WAY: tuple[SmallLayer, ...] = SMALL_LAYERS[SMALL_LAYERS.index("rewrite") :]
# Tokens that go in. A layer's own `max_input_tokens` takes the place of its ceiling.
CEILINGS: Mapping[str, int] = {
    "route": 3_000,
    "propose_match": 3_000,
    "rewrite": 3_000,
    "find_spans": 2_000,
    "understand": 4_000,
    "pick_tables": 5_000,
    "pick_columns": 6_000,
}
