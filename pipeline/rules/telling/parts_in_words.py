"""How the measures and conditions of an intent read in plain words."""

import datetime as dt
from dataclasses import dataclass, replace

from pipeline.dates.describe import date_in_words, describe
from pipeline.intent import (
    TODAY,
    AnyOf,
    Clause,
    Compared,
    Condition,
    Measure,
    Reached,
    Related,
    Stated,
    Value,
)
from pipeline.rules.schema.clock_columns import clock_in_words
from pipeline.rules.schema.operators import CLOCK, MONTHS
from pipeline.rules.telling.told_apart import so_long, so_many_months, told_apart
from pipeline.rules.text.plain_words import listed, plain, plural, with_function
from pipeline.rules.text.words import lemma_of

_LONG = 10_000
_AROUND_TODAY = {
    "<": "before today", "<=": "until today", ">": "after today", ">=": "from today on",
}  # fmt: skip
FUNCTIONS = {
    "sum": "total", "avg": "average", "min": "lowest", "max": "highest", "median": "median",
    "common": "most common", "rare": "least common",
}  # fmt: skip
_JOINTS = {"divided": "divided by", "difference": "minus", "product": "times", "together": "plus"}
OPERATORS = {
    "=": "",
    "!=": "not",
    "<": "below",
    "<=": "at most",
    ">": "above",
    ">=": "at least",
    "in": "",
    "not in": "not",
    "like": "like",
    "not like": "not like",
    "between": "between",
    "is null": "is empty",
    "is not null": "is not empty",
}
_CLOCKED = {
    "=": "at", "<": "before", "<=": "by", ">": "after", ">=": "from", "between": "between",
}  # fmt: skip
_OF_MANY = {"is": "are", "has": "have", "was": "were"}
_STATES = frozenset(_OF_MANY)
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_SHAPES = {
    "%%": ("contains", "does not contain"),
    "%_": ("ends with", "does not end with"),
    "_%": ("starts with", "does not start with"),
}


@dataclass(frozen=True, slots=True)
class _Bounds:
    start: dt.date
    end: dt.date


def measured(measure: Measure) -> str:
    """A measure in words."""
    if measure.parts or measure.other or measure.function in ("percent", "ratio"):
        return _of_two(measure)
    if measure.where:
        met = listed(condition_in_words(clause) for clause in measure.where)
        whole = measured(replace(measure, where=()))
        share = measure.name or measure.part
        return f"{'percentage of ' if share else ''}{whole} {_with(met)}"
    if measure.name:
        return measure.name
    if measure.function == "count":
        what = plural(plain(measure.column or measure.table))
        return f"number of {'different ' if measure.column else ''}{what}"
    if measure.function == "apart":
        return f"{measure.unit or 'day'}s from the first to the last {plain(measure.column)}"
    what = _what(measure)
    return with_function(FUNCTIONS[measure.function], what) if measure.function else what


def _what(measure: Measure) -> str:
    """What a number is taken of: a column, or a length of time."""
    since, what = told_apart(measure.since, measure.column)
    if measure.ends:
        what = f"the {'first' if measure.ends == 'min' else 'last'} {what}"
    if measure.since:
        return f"{measure.unit or 'day'}s from {since} to {what}"
    if measure.age:
        return f"{measure.unit}s since {what}"
    return f"{what} in {measure.unit}s" if measure.unit else what


def _of_two(measure: Measure) -> str:
    if measure.parts:
        return _of_parts(measure)
    if measure.other:
        return f"ratio of {plural(plain(measure.table))} to {plural(plain(measure.other))}"
    return _fraction(measure, plural(plain(measure.table)))


def _of_parts(measure: Measure) -> str:
    one, *others = (measured(part) for part in measure.parts)
    if measure.function == "rank":
        return f"rank by {one}"
    if measure.function == "fraction":
        return f"{one} over that of all together"
    if measure.function == "quotient":
        return (
            f"{one} in percent of {others[0]}" if measure.part else f"ratio of {one} to {others[0]}"
        )
    counts = measure.function == "divided" and measure.parts[1].function == "count"
    told = f"{one} {_JOINTS[measure.function]} {others[0]}"
    return told + (" that have any" if counts else "")


def _fraction(measure: Measure, rows: str) -> str:
    met = listed(condition_in_words(clause) for clause in measure.where)
    among = listed(condition_in_words(clause) for clause in measure.base)
    if measure.function == "percent":
        return f"percentage of {rows} {_with(met)}"
    return f"ratio of {rows} {_with(met)} to {f'those {_with(among)}' if among else f'all {rows}'}"


def _with(told: str) -> str:
    verb, _, rest = told.partition(" ")
    if verb in _OF_MANY:
        return f"that {_OF_MANY[verb]} {rest}"
    return told if verb in ("with", "without") else f"with {told}"


def condition_in_words(clause: Clause) -> str:
    """A condition in words."""
    match clause:
        case Condition():
            return _condition(clause)
        case Compared(function="value"):
            return _shared(clause)
        case Compared():
            return _compared(clause)
        case AnyOf():
            return " or ".join(condition_in_words(part) for part in clause.conditions)
        case Stated():
            return clause.words
        case Related() | Reached():
            return _related(clause)


_DAYS_AFTER = {">": "more than", ">=": "at least", "<": "less than", "<=": "at most"}


def _compared(clause: Compared) -> str:
    if clause.grain:
        return f"{plain(clause.column)} in the same {clause.grain} as {plain(clause.of)}"
    if clause.days or clause.months:
        later, sooner = told_apart(clause.column, clause.of)
        long = so_many_months(clause.months) if clause.months else so_long(clause.days)
        return f"{later} {_DAYS_AFTER[clause.operator]} {long} after {sooner}"
    sign = OPERATORS[clause.operator]
    column, of = plain(clause.column), plain(clause.of)
    owner = clause.of.rpartition(".")[0]
    if clause.function == "own":
        sign = {"=": "the same as", "!=": "other than"}.get(clause.operator, sign)
    if clause.function == "own" and owner != clause.column.rpartition(".")[0]:
        if column == of and clause.operator in ("<", "<=", ">", ">="):
            column = f"{column} of the {_one(clause.column.rpartition('.')[0])}"
        of = f"{of} of the {_one(owner)}"
    if clause.function != "own":
        of = f"the {with_function(FUNCTIONS[clause.function], plain(clause.of))}"
        of += f" of its {plain(clause.within)}" if clause.within else ""
    of = of if clause.factor == 1 else f"{clause.factor:g} times {of}"
    if clause.where and clause.operator != "=":
        of += f" of those with {listed(condition_in_words(part) for part in clause.where)}"
    return " ".join(part for part in (column, sign, of) if part)


def _one(table: str) -> str:
    """A row of a table: `savings account`."""
    *before, last = plain(table).split()
    return " ".join((*before, lemma_of(last)))


def _shared(clause: Compared) -> str:
    named = listed(condition_in_words(part) for part in clause.where)
    if clause.of != clause.column:
        return f"{plain(clause.column)} the one with {named}"
    left_out = ", which is left out" if clause.but else ""
    return f"the same {plain(clause.column)} as the one with {named}{left_out}"


def _reached(clause: Reached) -> str:
    sign = OPERATORS[clause.operator] or "exactly"
    goal = plain(clause.goal) if clause.number is None else value_in_words(clause.number)
    if clause.over:
        of = listed(condition_in_words(part) for part in clause.among)
        goal = f"the {FUNCTIONS[clause.over]} of {f'those with {of}' if of else 'all'}"
        goal += "" if clause.kept else " that have any"
        goal = goal if clause.factor == 1 else f"{clause.factor:g} times {goal}"
    if clause.than is not None:
        goal = measured(replace(clause.than, where=clause.among))
        goal = goal if clause.factor == 1 else f"{clause.factor:g} times {goal}"
        return f"{measured(replace(clause.total, where=clause.where))} {sign} {goal}"
    where = listed(condition_in_words(part) for part in clause.where if isinstance(part, Condition))
    dated = f" ({where})" if where else ""
    return f"{measured(clause.total)}{dated} {sign} {goal}"


def _related(clause: Related | Reached) -> str:
    if isinstance(clause, Reached):
        return _reached(clause)
    where = listed([condition_in_words(part) for part in clause.where])
    kept = "without any" if clause.negated else "with"
    if clause.counted:
        sign = OPERATORS[clause.counted[0]] or "exactly"
        kept = f"with {sign} {clause.counted[1]}"
    of = listed(plural(plain(table)) for table in clause.also)
    rows = plural(plain(clause.table)) + (f" of {of}" if of else "")
    return f"{kept} {rows}" + (f" ({where})" if where else "")


def _condition(clause: Condition) -> str:
    column = plain(clause.column)
    if clause.operator in (MONTHS, "within", "weekday") or clause.operator.startswith(CLOCK):
        return _of_time(column, clause)
    values = [value_in_words(value) for value in clause.values]
    state = _state(column, clause)
    if state:
        return state
    if clause.operator in ("<", ">=") and _is_day(clause.values[0]):
        day = date_in_words(dt.date.fromisoformat(str(clause.values[0])))
        return f"{column} {'before' if clause.operator == '<' else 'from'} {day}" + (
            " on" if clause.operator == ">=" else ""
        )
    if clause.values == (TODAY,) and clause.operator in _AROUND_TODAY:
        return f"{column} {_AROUND_TODAY[clause.operator]}"
    sign = OPERATORS[clause.operator]
    if clause.operator in ("like", "not like"):
        text = str(clause.values[0])
        shape = ("%" if text[:1] == "%" else "_") + ("%" if text[-1:] == "%" else "_")
        told, denied = _SHAPES.get(shape, (sign, sign))
        sign = told if clause.operator == "like" else denied
        values = [f"“{text.strip('%')}”"]
    joint = "and" if clause.operator == "between" else "or"
    return " ".join(part for part in (column, sign, f" {joint} ".join(values)) if part)


def _of_time(column: str, clause: Condition) -> str:
    """A condition on a period, on days of the week or on the time of day."""
    if clause.operator == MONTHS:
        return _in_months(clause)
    if clause.operator == "within":
        start, end = (dt.date.fromisoformat(str(value)) for value in clause.values)
        return f"{column} {describe(_Bounds(start, end))}"
    if clause.operator == "weekday":
        return f"{column} on {listed((_DAYS[int(day)] for day in clause.values), 'or')}"
    sign = _CLOCKED[clause.operator.removeprefix(CLOCK)]
    times = (clock_in_words(int(value)) for value in clause.values)
    return f"{column} {sign} {' and '.join(times)}"


def _in_months(clause: Condition) -> str:
    """`month 1 Mar - 31 May 2025`, of a year and a month that are kept apart."""
    start, end = (dt.date.fromisoformat(str(day)) if day else None for day in clause.values)
    if start and end:
        return f"month {describe(_Bounds(start, end))}"
    told = date_in_words(start or end or dt.date.min)
    return f"month from {told} on" if start else f"month before {told}"


def _state(column: str, clause: Condition) -> str:
    """`is legacy`, `is not legacy`, where a column that is called so holds 1 or 0."""
    verb, blank, rest = column.partition(" ")
    plain = clause.operator in ("=", "!=") and clause.values in ((0,), (1,))
    if verb not in _STATES or not blank or not plain:
        return ""
    holds = (clause.operator == "=") == (clause.values == (1,))
    return column if holds else f"{verb} not {rest}"


def _is_day(value: Value) -> bool:
    try:
        dt.date.fromisoformat(str(value))
    except ValueError:
        return False
    return isinstance(value, str)


def value_in_words(value: Value) -> str:
    """A value as people write it: a large number with its thousands apart."""
    return value if isinstance(value, str) else f"{value:,}" if value >= _LONG else str(value)
