"""The token ceilings of the small layers: each is told little, whatever its models could take."""

from collections.abc import Mapping

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
