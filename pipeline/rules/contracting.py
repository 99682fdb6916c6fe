"""From an intent to the contract that its SQL must keep."""

import datetime as dt
from collections.abc import Iterator

from knowledge.catalog import Kind
from pipeline.contract import Contract, DateBound, Filter, Measure
from pipeline.intent import Clause, Compared, Condition, Intent, Related
from pipeline.rules.build import Builder
from pipeline.rules.known import Known
from pipeline.sql.grains import PARTS

_DATED = (Kind.DATE, Kind.TIMESTAMP)
_FILTERS = frozenset(
    ("=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "is null", "is not null")
)


def contract_of(intent: Intent, builder: Builder, about: Known) -> Contract:
    """Everything that was said outright or confirmed, as constraints."""
    if _conditional(intent):
        # Conditions on some other row hold for no row of the query itself: the shape still binds.
        ranked = bool(intent.within and intent.limit is not None)
        return Contract(
            tables=tuple(sorted(builder.reached)),
            inner=tuple(dict.fromkeys(_leaves(intent, about))),
            order="" if ranked else _order(intent),
            limit=None if ranked else intent.limit,
        )
    dates: list[DateBound] = []
    filters: list[Filter] = []
    conditions: list[str] = [*builder.always]
    for clause in intent.filters:
        bound = _bound(clause, about)
        if bound is not None:
            dates.append(bound)
        elif isinstance(clause, Condition) and clause.operator in _FILTERS:
            filters.append(_filter(clause, about))
        elif not isinstance(clause, (Related, Compared)):
            conditions.append(builder.text_of(clause))
    return Contract(
        tables=tuple(sorted(builder.reached)),
        measures=_measures(intent, builder),
        dates=tuple(dates),
        filters=tuple(filters),
        conditions=tuple(dict.fromkeys(conditions)),
        grouping=tuple(d.column for d in intent.dimensions),
        grain=next((d.grain for d in intent.dimensions if d.grain), ""),
        order=_order(intent),
        limit=intent.limit,
    )


def _leaves(intent: Intent, about: Known) -> Iterator[Filter]:
    """Every plain condition, of whichever rows."""
    for clause in (*intent.filters, *(each for branch in intent.both for each in branch)):
        inside = clause.where if isinstance(clause, Related | Compared) else (clause,)
        for one in inside:
            if isinstance(one, Condition) and one.operator in _FILTERS:
                yield _filter(one, about)


def _conditional(intent: Intent) -> bool:
    """Whether numbers and conditions are about other rows than those of the outermost query."""
    nested = [
        c.where or getattr(c, "counted", None)
        for c in intent.filters
        if isinstance(c, Related | Compared)
    ]
    own = any(
        m.other or (m.where and m.function not in ("percent", "ratio", "metric"))
        for m in intent.measures
    )
    parts = any(d.grain in PARTS for d in intent.dimensions)
    days = any(isinstance(c, Condition) and c.operator == "weekday" for c in intent.filters)
    levels = intent.over or intent.within or intent.running or intent.change or intent.offset
    return bool(intent.both or intent.compared or any(nested) or own or parts or days or levels)


def _bound(clause: Clause, about: Known) -> DateBound | None:
    if not isinstance(clause, Condition) or about.column(clause.column).kind not in _DATED:
        return None
    try:
        values = [dt.date.fromisoformat(str(value)) for value in clause.values]
    except ValueError:
        return None
    bounds: dict[str, tuple[dt.date | None, dt.date | None]] = {
        "within": (values[0], values[-1]), ">=": (values[0], None), "<": (None, values[0]),
    }  # fmt: skip
    if clause.operator not in bounds:
        return None
    start, end = bounds[clause.operator]
    return DateBound(column=clause.column, start=start, end=end, words=clause.words)


def _filter(clause: Condition, about: Known) -> Filter:
    text = about.column(clause.column).kind is Kind.TEXT
    values = tuple(str(value) for value in clause.values) if text else clause.values
    return Filter(column=clause.column, operator=clause.operator, values=values, words=clause.words)


def _measures(intent: Intent, builder: Builder) -> tuple[Measure, ...]:
    return tuple(
        Measure(name=measure.name or measure.function, expression=builder.text_of_measure(measure))
        for place, measure in enumerate(intent.measures)
        if place in intent.outputs and not intent.compared and not intent.share
    )


def _order(intent: Intent) -> str:
    if not intent.order:
        return ""
    return "descending" if intent.order[0].descending else "ascending"
