"""From an intent to the contract that its SQL must keep."""

import datetime as dt
from collections.abc import Iterable, Iterator

from knowledge.catalog import Kind
from pipeline.contract import (
    Comparison,
    Contract,
    DateBound,
    Denial,
    Filter,
    Measure,
    Threshold,
)
from pipeline.intent import AnyOf, Clause, Compared, Condition, Intent, Reached, Related
from pipeline.intent import Measure as AskedMeasure
from pipeline.rules.building.build import Builder
from pipeline.rules.building.where_compared import compares_numbers_in_text
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.schema.known import Known
from pipeline.sql.times.grains import PARTS

_COMPARED = frozenset(("=", "!=", "<", "<=", ">", ">="))
_AGGREGATES = frozenset(("sum", "avg", "min", "max"))
_PLAIN = _AGGREGATES | {"count"}
_FILTERS = frozenset(
    ("=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "is null", "is not null")
)


def contract_of(intent: Intent, builder: Builder, about: Known) -> Contract:
    """Everything that was said outright or confirmed, as constraints."""
    if _conditional(intent) or builder.is_spelled_out or builder.is_each_apart:
        # Conditions on some other row hold for no row of the query itself: the shape still binds.
        ranked = bool((intent.within or intent.ties) and intent.limit is not None)
        return Contract(
            tables=tuple(sorted(builder.reached)),
            measures=_plain_measures(intent, builder),
            thresholds=_thresholds(intent, builder),
            comparisons=_comparisons(intent),
            related=tuple(_related(intent, builder)),
            inner=tuple(dict.fromkeys(_plain_filters(_leaves(intent), about))),
            inner_dates=tuple(dict.fromkeys(_bounds(_leaves(intent), about))),
            denied=tuple(_denied(intent, about)),
            order="" if ranked else _order(intent),
            order_by="" if ranked else _order_by(intent, builder),
            limit=None if ranked else intent.limit,
        )
    dates: list[DateBound] = []
    filters: list[Filter] = []
    conditions: list[str] = [*builder.always]
    for clause in intent.filters:
        bound = _bound(clause, about)
        if bound is not None:
            dates.append(bound)
        elif isinstance(clause, Condition) and _reads_as_stored(clause, about):
            filters.append(_filter(clause, about))
        elif _is_of_each_row(clause, builder):
            conditions.append(builder.text_of(clause))
    return Contract(
        tables=tuple(sorted(builder.reached)),
        measures=_measures(intent, builder),
        thresholds=_thresholds(intent, builder),
        comparisons=_comparisons(intent),
        related=tuple(_related(intent, builder)),
        denied=tuple(_denied(intent, about)),
        dates=tuple(dates),
        filters=tuple(filters),
        conditions=tuple(dict.fromkeys(conditions)),
        grouping=tuple(d.column for d in intent.dimensions),
        grain=next((d.grain for d in intent.dimensions if d.grain), ""),
        order=_order(intent),
        order_by=_order_by(intent, builder),
        limit=intent.limit,
    )


def _reads_as_stored(clause: Condition, about: Known) -> bool:
    """Whether it compares a column just as it is stored."""
    return clause.operator in _FILTERS and not compares_numbers_in_text(clause, about)


def _is_of_each_row(clause: Clause, builder: Builder) -> bool:
    """Whether a condition holds for every row of the query, and not for some that belong to it."""
    if isinstance(clause, AnyOf):
        return all(_is_of_each_row(part, builder) for part in clause.conditions)
    own = isinstance(clause, Compared) and clause.function == "own"
    plain = own or not isinstance(clause, (Related, Reached, Compared))
    return plain and set(tables_of(clause)) <= set(builder.joined)


def _leaves(intent: Intent) -> Iterator[Condition]:
    """Every plain condition, of whichever rows; what is denied is bound apart."""
    for clause in (*intent.filters, *(each for branch in intent.both for each in branch)):
        if isinstance(clause, Related) and _is_denial(clause):
            continue
        inside = clause.where if isinstance(clause, Related | Compared) else (clause,)
        yield from (one for one in inside if isinstance(one, Condition))


def _plain_filters(conditions: Iterable[Condition], about: Known) -> Iterator[Filter]:
    for one in conditions:
        if _reads_as_stored(one, about) and _bound(one, about) is None:
            yield _filter(one, about)


def _bounds(conditions: Iterable[Condition], about: Known) -> Iterator[DateBound]:
    yield from (bound for one in conditions if (bound := _bound(one, about)) is not None)


def _is_denial(clause: Related) -> bool:
    return clause.negated and not clause.counted


def _denied(intent: Intent, about: Known) -> Iterator[Denial]:
    """The rows of other tables that there must be none of."""
    for clause in intent.filters:
        if isinstance(clause, Related) and _is_denial(clause):
            plain = [one for one in clause.where if isinstance(one, Condition)]
            yield Denial(
                tables=(clause.table, *clause.also),
                filters=tuple(_plain_filters(plain, about)),
                dates=tuple(_bounds(plain, about)),
            )


def _conditional(intent: Intent) -> bool:
    """Whether numbers and conditions are about other rows than those of the outermost query."""
    nested = [
        c.where or getattr(c, "counted", None) or getattr(c, "than", None)
        for c in intent.filters
        if isinstance(c, Related | Reached | Compared)
    ]
    own = any(
        m.other or m.parts or (m.where and m.function not in ("percent", "ratio", "metric"))
        or m.expression.startswith("COUNT(CASE ")
        for m in intent.measures
    )  # fmt: skip
    parts = any(d.grain in PARTS for d in intent.dimensions)
    days = any(isinstance(c, Condition) and c.operator == "weekday" for c in intent.filters)
    levels = intent.over or intent.within or intent.running or intent.change or intent.offset
    levels = levels or intent.ties
    return bool(intent.both or intent.compared or any(nested) or own or parts or days or levels)


def _bound(clause: Clause, about: Known) -> DateBound | None:
    if not isinstance(clause, Condition) or not clause.values:
        return None
    if not about.column(clause.column).kind.is_dated:
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
        Measure(
            name=measure.name or measure.function,
            expression=builder.text_of_measure(measure),
            conditions=tuple(_compared_within(measure, builder)),
        )
        for place, measure in enumerate(intent.measures)
        if place in intent.outputs and not intent.compared and not intent.share
    )


def _compared_within(measure: AskedMeasure, builder: Builder) -> Iterator[str]:
    """What sets columns of other rows against each other inside a number."""
    for clause in measure.where:
        inside = clause.where if isinstance(clause, Related) else ()
        yield from (builder.text_of(one) for one in inside if isinstance(one, Compared))


def _order(intent: Intent) -> str:
    if not intent.order:
        return ""
    return "descending" if intent.order[0].descending else "ascending"


def _order_by(intent: Intent, builder: Builder) -> str:
    """The expression of the first order key, where it is one of the plain measures."""
    by = intent.order[0].by if intent.order else ""
    if isinstance(by, str) or _levelled(intent) or not _is_plain(intent.measures[by]):
        return ""
    return builder.text_of_measure(intent.measures[by])


def _plain_measures(intent: Intent, builder: Builder) -> tuple[Measure, ...]:
    """Where conditions are on other rows: the measures that no way of asking them changes.

    A count is of other rows, or of different ones, where those are joined and not related.
    """
    if _levelled(intent) or builder.is_each_apart or not all(map(_is_plain, intent.measures)):
        return ()
    return tuple(m for m in _measures(intent, builder) if not m.expression.startswith("COUNT"))


def _is_plain(measure: AskedMeasure) -> bool:
    return measure.function in _PLAIN and not (
        measure.other or measure.parts or measure.where or measure.since or measure.unit
    )


def _levelled(intent: Intent) -> bool:
    """Whether the numbers shown are made from those of the measures."""
    return bool(
        intent.over or intent.within or intent.running or intent.change or intent.offset
        or intent.compared or intent.share or intent.both
    )  # fmt: skip


def _thresholds(intent: Intent, builder: Builder) -> tuple[Threshold, ...]:
    if _levelled(intent):
        return ()
    found = [
        Threshold(
            expression=builder.text_of_measure(intent.measures[having.measure]),
            operator=having.operator,
            value=having.values[0],
        )
        for having in intent.having
        if having.operator in _COMPARED
        and not (having.overall or having.either)
        and _is_plain(intent.measures[having.measure])
    ]
    counted = [c.counted for c in intent.filters if isinstance(c, Related) and c.counted]
    found += [
        Threshold(expression="COUNT(*)", operator=operator, value=value)
        for operator, value in counted
        if operator in _COMPARED
    ]
    return tuple(found)


def _comparisons(intent: Intent) -> tuple[Comparison, ...]:
    return tuple(
        Comparison(column=one.column, operator=one.operator, function=one.function, of=one.of)
        for one in intent.filters
        if isinstance(one, Compared) and one.function in _AGGREGATES and one.operator in _COMPARED
    )


def _related(intent: Intent, builder: Builder) -> Iterator[tuple[str, ...]]:
    """For each table that is asked for rows: it, or what lies between it and the subject."""
    core = {intent.subject, *(measure.table for measure in intent.measures)}
    core |= {o.rpartition(".")[0] for o in intent.outputs if isinstance(o, str)}
    for clause in intent.filters:
        if not isinstance(clause, Related) or _is_denial(clause):
            continue
        if clause.table not in core:
            yield (clause.table, *sorted(builder.reached - core - {clause.table}))
