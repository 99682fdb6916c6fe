"""Rows that belong to others by way of their keys alone: a return to a line, an order, a shop."""

from pipeline.rules.schema.edges import DECLARED, tables_on
from pipeline.rules.schema.joins import JoinGraph

_SEVERAL = 2


def chain_up(start: str, end: str, joins: JoinGraph) -> tuple[str, ...]:
    """The tables on the one way of declared keys that leads over others to one row; else none."""
    ways = joins.ways(start, end)
    if len(ways) != 1 or len(ways[0]) < _SEVERAL:
        return ()
    plain = all(not edge.multiplies and edge.cost == DECLARED for edge in ways[0])
    return (start, *tables_on(ways[0])) if plain else ()
