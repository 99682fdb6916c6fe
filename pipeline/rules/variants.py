"""Other ways to read the same intent: with the number, each value once, all ties."""

from collections.abc import Callable
from dataclasses import replace

from pipeline.intent import Compared, Condition, Intent
from pipeline.rules.known import Known

READ_AS = "as-read"
_Variant = Callable[[Intent, Known], Intent | None]


def variants(intent: Intent, about: Known) -> list[tuple[str, str]]:
    """Ids and labels of the readings that apply, the plain one first."""
    found = [(READ_AS, "Yes, as read")]
    for key, (label, change) in _VARIANTS.items():
        if change(intent, about) is not None:
            found.append((key, label))
    return found


def varied(intent: Intent, key: str, about: Known) -> Intent:
    """The intent read that other way."""
    if key == READ_AS or key not in _VARIANTS:
        return intent
    return _VARIANTS[key][1](intent, about) or intent


def _with_number(intent: Intent, about: Known) -> Intent | None:
    """What it is ordered by is shown as well."""
    _ = about
    missing = [s.by for s in intent.order if s.by not in intent.outputs]
    return replace(intent, outputs=(*intent.outputs, *missing)) if missing else None


def _without_number(intent: Intent, about: Known) -> Intent | None:
    """Only the names of a ranking, without the number that it is ranked by."""
    _ = about
    ranked = [s.by for s in intent.order if s.by in intent.outputs]
    rest = tuple(o for o in intent.outputs if o not in ranked)
    return replace(intent, outputs=rest) if ranked and rest and intent.limit else None


def _once(intent: Intent, about: Known) -> Intent | None:
    """Equal rows are shown once."""
    _ = about
    return replace(intent, distinct=True) if not intent.measures and not intent.distinct else None


def _every_match(intent: Intent, about: Known) -> Intent | None:
    """One row for every match in a related table."""
    if intent.measures or intent.dimensions:
        return None
    for clause in intent.filters:
        if isinstance(clause, Condition):
            table = clause.column.rpartition(".")[0]
            path = about.joins.path(intent.subject, table) if intent.subject else None
            if any(edge.multiplies for edge in path or ()):
                return replace(intent, matches=True)
    return None


def _all_ties(intent: Intent, about: Known) -> Intent | None:
    """Every row that reaches the highest or lowest value, not one of them."""
    _ = about
    if (
        intent.limit != 1
        or not intent.order
        or intent.dimensions
        or not isinstance(intent.order[0].by, str)
    ):
        return None
    by = intent.order[0]
    function = "max" if by.descending else "min"
    where = tuple(c for c in intent.filters if isinstance(c, Condition))
    tie = Compared(column=str(by.by), operator="=", function=function, of=str(by.by), where=where)
    return replace(intent, filters=(*intent.filters, tie), order=(), limit=None)


def _with_filter(intent: Intent, about: Known) -> Intent | None:
    """What rows are picked by is shown as well."""
    _ = about
    if intent.measures or intent.both:
        return None
    columns = [c.column for c in intent.filters if isinstance(c, Condition)]
    missing = tuple(dict.fromkeys(c for c in columns if c not in intent.outputs))
    return replace(intent, outputs=(*intent.outputs, *missing)) if missing else None


def _each_name(intent: Intent, about: Known) -> Intent | None:
    """Rows of one name are one group, whatever their keys."""
    keys = {f"{t.key}.{name}" for t in about.catalog.tables for name in t.primary_key}
    kept = tuple(d for d in intent.dimensions if d.column not in keys or d.column in intent.outputs)
    return replace(intent, dimensions=kept) if kept and kept != intent.dimensions else None


_VARIANTS: dict[str, tuple[str, _Variant]] = {
    "with-number": ("Also show what it is ordered by", _with_number),
    "without-number": ("Only the names, without the number", _without_number),
    "once": ("Each value once", _once),
    "every-match": ("One row for every match", _every_match),
    "with-filter": ("Also show what it picks them by", _with_filter),
    "each-name": ("Put rows of the same name together", _each_name),
    "all-ties": ("All that tie for first", _all_ties),
}
