"""Rows counted for each of those that their keys lead to, over others, and shown so."""

from pipeline.intent import Intent
from pipeline.rules.building.build import Builder
from pipeline.rules.schema.chains import chain_up


def counts_up(intent: Intent | None, builder: Builder) -> bool:
    """`top 3 shops with most returns`: each return is of one shop, and no other way leads there."""
    counted = intent.measures[0] if intent is not None and len(intent.measures) == 1 else None
    if intent is None or counted is None or counted.function != "count" or counted.column:
        return False
    rows = {dimension.column.rpartition(".")[0] for dimension in intent.dimensions}
    shown = intent.limit is not None and intent.limit > 1 and 0 in intent.outputs
    if not shown or len(rows) != 1:
        return False
    way = chain_up(counted.table, min(rows), builder.known.joins)
    return bool(way) and builder.reached <= {*way}
