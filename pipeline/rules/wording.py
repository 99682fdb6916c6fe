"""How an intent reads in plain words."""

import datetime as dt
from collections.abc import Iterable

from pipeline.intent import (
    AnyOf,
    Clause,
    Compared,
    Condition,
    Having,
    Intent,
    Measure,
    Related,
    Sorting,
    Stated,
    Value,
)
from pipeline.rules.words import name_words

_LONG = 10_000
_FUNCTIONS = {"sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_OPERATORS = {
    "=": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
    "in": "is",
    "not in": "is not",
    "like": "is like",
    "not like": "is not like",
    "between": "is between",
    "is null": "is empty",
    "is not null": "is not empty",
}


def reading_of(intent: Intent) -> str:
    """`I read this as: ...`, everything that was understood."""
    parts = [_shown(intent), _grouping(intent), *_conditions(intent), *_havings(intent)]
    parts += [_order(intent), _limit(intent), *_extras(intent)]
    return "I read this as: " + ", ".join(part for part in parts if part) + "."


def plain(ref: str) -> str:
    """A column or table in words, without its table."""
    return " ".join(name_words(ref.rpartition(".")[2])) or ref


def measured(measure: Measure) -> str:
    """A measure in words."""
    if measure.name:
        return measure.name
    if measure.function != "count":
        return f"{_FUNCTIONS[measure.function]} {plain(measure.column)}"
    if measure.column:
        return f"number of different {plain(measure.column)}"
    return f"number of {plain(measure.table)}"


def _shown(intent: Intent) -> str:
    names = [
        plain(output) if isinstance(output, str) else measured(intent.measures[output])
        for output in intent.outputs
    ]
    of = f" of {plain(intent.subject)}" if intent.subject and not intent.measures else ""
    return ("each " if intent.distinct else "") + _listed(names) + of


def _grouping(intent: Intent) -> str:
    names = [
        dimension.grain or plain(dimension.column)
        for dimension in intent.dimensions
        if dimension.grain or dimension.column in intent.outputs
    ]
    return f"for each {_listed(list(dict.fromkeys(names)))}" if names else ""


def _conditions(intent: Intent) -> list[str]:
    told = [condition_in_words(clause) for clause in intent.filters if not _belongs(clause, intent)]
    for branch in intent.both:
        told.append("with some row where " + _listed([condition_in_words(c) for c in branch]))
    return [f"where {part}" if place == 0 else part for place, part in enumerate(told) if part]


def _belongs(clause: Clause, intent: Intent) -> bool:
    """Whether a condition is part of a metric's own definition."""
    names = {measure.name for measure in intent.measures}
    return isinstance(clause, Stated) and clause.words in names


def condition_in_words(clause: Clause) -> str:
    """A condition in words."""
    match clause:
        case Condition():
            return _condition(clause)
        case Compared():
            sign = _OPERATORS[clause.operator]
            of = f"the {_FUNCTIONS[clause.function]} {plain(clause.of)}"
            return f"{plain(clause.column)} {sign} {of}"
        case AnyOf():
            return " or ".join(condition_in_words(part) for part in clause.conditions)
        case Stated():
            return f"{clause.words} ({clause.sql})"
        case Related():
            where = _listed([condition_in_words(part) for part in clause.where])
            kept = "without any" if clause.negated else "with some"
            if clause.counted:
                sign = _OPERATORS[clause.counted[0]].removeprefix("is").strip()
                kept = f"with {sign} {clause.counted[1]}".replace("  ", " ")
            return f"{kept} {plain(clause.table)}" + (f" where {where}" if where else "")


def _condition(clause: Condition) -> str:
    column = plain(clause.column)
    if clause.operator == "within":
        start, end = (dt.date.fromisoformat(str(value)) for value in clause.values)
        return f"{column} from {start} to {end - dt.timedelta(days=1)}"
    joint = " and " if clause.operator == "between" else " or "
    return f"{column} {_OPERATORS[clause.operator]} {joint.join(_value(v) for v in clause.values)}"


def _value(value: Value) -> str:
    return (
        f"“{value}”" if isinstance(value, str) else f"{value:,}" if value >= _LONG else str(value)
    )


def _havings(intent: Intent) -> list[str]:
    return [f"only with {_having(intent, having)}" for having in intent.having]


def _having(intent: Intent, having: Having) -> str:
    sign = _OPERATORS[having.operator].removeprefix("is ").removeprefix("is")
    value = " and ".join(_value(v) for v in having.values)
    return f"{measured(intent.measures[having.measure])} {sign} {value}".replace("  ", " ")


def _order(intent: Intent) -> str:
    return (
        f"sorted by {_listed([_sorting(intent, s) for s in intent.order])}" if intent.order else ""
    )


def _sorting(intent: Intent, sorting: Sorting) -> str:
    by = plain(sorting.by) if isinstance(sorting.by, str) else measured(intent.measures[sorting.by])
    return f"{by} ({'highest' if sorting.descending else 'lowest'} first)"


def _limit(intent: Intent) -> str:
    if intent.limit is None:
        return ""
    return "only the first" if intent.limit == 1 else f"only the first {intent.limit}"


def _extras(intent: Intent) -> list[str]:
    told = ["as a share of the total, in percent"] if intent.share else []
    if intent.compared:
        told.append("for " + " against ".join(period.label for period in intent.compared))
    return told


def _listed(names: Iterable[str]) -> str:
    found = [name for name in names if name]
    return " and ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found)
