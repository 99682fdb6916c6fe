"""The two wholes of a share by group: all the rows that are so, or all rows of each group."""

from dataclasses import replace

from pipeline.intent import Condition, Intent, Measure, Sorting
from pipeline.rules.schema.known import Known


def of_each_group(intent: Intent, about: Known) -> Intent | None:
    """How many of each group's rows are so: the whole is the group."""
    _ = about
    only = intent.measures[0] if len(intent.measures) == 1 else None
    met = tuple(c for c in intent.filters if isinstance(c, Condition) and c.operator != "within")
    counts = only is not None and only.function == "count" and not only.column
    if only is None or not counts or not met or not (intent.share and intent.dimensions):
        return None
    rest = tuple(c for c in intent.filters if c not in met)
    made = Measure(function="percent", table=only.table, where=met)
    return replace(intent, share=False, measures=(made,), filters=rest, order=_highest(intent))


def of_all_groups(intent: Intent, about: Known) -> Intent | None:
    """How the rows that are so spread over the groups: the whole is all of them."""
    _ = about
    only = intent.measures[0] if len(intent.measures) == 1 else None
    if only is None or only.function != "percent" or only.base or not intent.dimensions:
        return None
    if intent.having or not all(isinstance(clause, Condition) for clause in only.where):
        return None
    made = Measure(function="count", table=only.table)
    filters = (*intent.filters, *only.where)
    return replace(intent, share=True, measures=(made,), filters=filters, order=_highest(intent))


def _highest(intent: Intent) -> tuple[Sorting, ...]:
    by_number = any(not isinstance(sorting.by, str) for sorting in intent.order)
    return (Sorting(by=0, descending=True),) if by_number else intent.order
