"""Other ways to put rows together: all of them, only the first group, rows of a name as one."""

from dataclasses import replace

from pipeline.intent import Intent
from pipeline.rules.asking.other_columns import owner_of
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
    """Rows of one name are one group, whatever their keys, where some have the same name."""
    keys = {f"{t.key}.{name}" for t in about.catalog.tables for name in t.primary_key}
    kept = tuple(d for d in intent.dimensions if d.column not in keys or d.column in intent.outputs)
    gone = {owner_of(d.column) for d in intent.dimensions if d not in kept}
    same = {owner_of(d.column) for d in kept if not d.grain and about.is_unique(d.column)}
    return replace(intent, dimensions=kept) if kept and not gone <= same else None


def own_number(intent: Intent, about: Known) -> Intent | None:
    """`how many years has each played`, where a column says it: what stands there."""
    if intent.having or intent.limit or intent.over or intent.change or intent.share:
        return None
    only = intent.measures[0] if len(intent.measures) == 1 else None
    if only is None or only.where or not of_one(only, intent, about):
        return None

    def put(one: str | int) -> str | int:
        return only.column if isinstance(one, int) else one

    order = tuple(replace(sorting, by=put(sorting.by)) for sorting in intent.order)
    outputs = tuple(put(output) for output in intent.outputs)
    return replace(
        intent, measures=(), dimensions=(), outputs=outputs, order=order,
        subject=owner_of(only.column),
    )  # fmt: skip


def once(intent: Intent, about: Known) -> Intent | None:
    """Equal rows are shown once, where some may be equal."""
    if intent.measures or intent.distinct or _differ_already(intent, about):
        return None
    return replace(intent, distinct=True)


def _differ_already(intent: Intent, about: Known) -> bool:
    """Whether a column is shown that tells the rows apart, and none is joined that repeats them."""
    shown = [o for o in intent.outputs if isinstance(o, str)]
    others = {owner_of(ref) for ref in shown} - {intent.subject}
    if intent.matches or any(about.joins.has_many(intent.subject, other) for other in others):
        return False
    return any(owner_of(ref) == intent.subject and about.is_unique(ref) for ref in shown)
