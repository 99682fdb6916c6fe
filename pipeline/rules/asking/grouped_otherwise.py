"""Other ways to put rows together: all of them, only the first group, rows of a name as one."""

from dataclasses import replace

from pipeline.intent import Intent
from pipeline.rules.asking.senseless import of_one
from pipeline.rules.schema.known import Known


def in_all(intent: Intent, about: Known) -> Intent | None:
    """One number of all rows, not one for each group."""
    _ = about
    numbers = tuple(output for output in intent.outputs if isinstance(output, int))
    moving = intent.over or intent.change or intent.running or intent.within or intent.share
    if not numbers or not intent.dimensions or moving or intent.having or intent.limit:
        return None
    return replace(intent, dimensions=(), outputs=numbers, order=())


def of_all(intent: Intent, about: Known) -> Intent | None:
    """`the average size of each hall`, where each has one size: of all halls."""
    alone = bool(intent.measures) and all(of_one(m, intent, about) for m in intent.measures)
    return in_all(intent, about) if alone else None


def only_first(intent: Intent, about: Known) -> Intent | None:
    """`the product that sold best, and how much of it`: the first of a ranking, not all of it."""
    _ = about
    ranked = bool(intent.dimensions and intent.order) and isinstance(intent.order[0].by, int)
    moving = intent.over or intent.change or intent.running or intent.within
    return replace(intent, limit=1) if ranked and intent.limit is None and not moving else None


def each_name(intent: Intent, about: Known) -> Intent | None:
    """Rows of one name are one group, whatever their keys."""
    keys = {f"{t.key}.{name}" for t in about.catalog.tables for name in t.primary_key}
    kept = tuple(d for d in intent.dimensions if d.column not in keys or d.column in intent.outputs)
    return replace(intent, dimensions=kept) if kept and kept != intent.dimensions else None
