"""Other ways to read `the average daily amount`: of all rows, or one average for each day."""

from dataclasses import replace

from pipeline.intent import Dimension, Intent, Sorting
from pipeline.rules.schema.known import Known


def of_all_rows(intent: Intent, about: Known) -> Intent | None:
    """The average of all amounts, not of what they add up to on each day."""
    _ = about
    grained = _grained(intent)
    if grained is None or intent.measures[0].function != "sum":
        return None
    measure = replace(intent.measures[0], function=intent.over)
    kept = tuple(d for d in intent.dimensions if d is not grained)
    return replace(intent, measures=(measure,), dimensions=kept, over="", within=())


def each_period(intent: Intent, about: Known) -> Intent | None:
    """The average of the amounts of each day, one row for each."""
    _ = about
    grained = _grained(intent)
    if grained is None or intent.measures[0].function != "sum":
        return None
    measure = replace(intent.measures[0], function=intent.over)
    outputs = (grained.column, *intent.outputs)
    order = (Sorting(by=grained.column),)
    return replace(intent, measures=(measure,), outputs=outputs, order=order, over="", within=())


def _grained(intent: Intent) -> Dimension | None:
    """The periods whose numbers are taken together, where one measure is taken so."""
    found = [dimension for dimension in intent.dimensions if dimension.grain]
    alone = bool(intent.over) and len(intent.measures) == 1 and len(found) == 1
    return found[0] if alone else None
