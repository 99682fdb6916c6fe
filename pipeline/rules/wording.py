"""How an intent reads in plain words."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pipeline.dates.describe import date_in_words, describe
from pipeline.intent import (
    AnyOf,
    Clause,
    Compared,
    Condition,
    Having,
    Intent,
    Measure,
    Reached,
    Related,
    Sorting,
    Stated,
    Value,
    leaves,
)
from pipeline.rules.aligned import in_words
from pipeline.rules.words import is_plural, lemma_of, name_words

_LONG = 10_000
_FUNCTIONS = {
    "sum": "total", "avg": "average", "min": "lowest", "max": "highest", "median": "median",
}  # fmt: skip
_JOINTS = {"divided": "divided by", "difference": "minus", "product": "times"}
_OPERATORS = {
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
    "is null": "empty",
    "is not null": "not empty",
}
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_GRAINS = {"month_of_year": "month of the year", "hour_of_day": "hour of the day"}
_PLACES = {1: "second", 2: "third", 3: "fourth", 4: "fifth"}
_SHAPES = {
    "%%": ("contains", "does not contain"),
    "%_": ("ends with", "does not end with"),
    "_%": ("starts with", "does not start with"),
}
_S_ENDS = ("s", "x", "ch", "sh")


@dataclass(frozen=True, slots=True)
class _Bounds:
    start: dt.date
    end: dt.date


def reading_of(intent: Intent) -> str:
    """`I read this as: ...`, everything that was understood."""
    return f"I read this as: {read_as(intent)}"


def read_as(intent: Intent) -> str:
    """Everything that was understood, without the words that lead up to it."""
    parts = [_shown(intent), *_conditions(intent), *_havings(intent), *_order(intent)]
    parts += _extras(intent)
    return ", ".join(part for part in parts if part) + "."


def plain(ref: str) -> str:
    """A column or table in words, without its table."""
    return " ".join(name_words(ref.rpartition(".")[2])) or ref


def plural(words: str) -> str:
    """More than one of what the words name."""
    last = words.rpartition(" ")[2]
    if not last or is_plural(last) or last in ("data", "people", "staff"):
        return words
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return words[:-1] + "ies"
    return words + ("es" if last.endswith(_S_ENDS) else "s")


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
        rows = plural(plain(measure.table))
        return f"number of {f'different {plain(measure.column)}' if measure.column else rows}"
    what = plain(measure.column)
    if measure.since:
        what = f"days from {plain(measure.since)} to {what}"
    return f"{_FUNCTIONS[measure.function]} {what}" if measure.function else what


def _of_two(measure: Measure) -> str:
    if measure.parts:
        one, other = measure.parts
        told = f"{measured(one)} {_JOINTS[measure.function]} {measured(other)}"
        counts = measure.function == "divided" and other.function == "count"
        return told + (" that have any" if counts else "")
    if measure.other:
        return f"ratio of {plural(plain(measure.table))} to {plural(plain(measure.other))}"
    return _fraction(measure, plural(plain(measure.table)))


def _fraction(measure: Measure, rows: str) -> str:
    met = listed(condition_in_words(clause) for clause in measure.where)
    among = listed(condition_in_words(clause) for clause in measure.base)
    if measure.function == "percent":
        return f"percentage of {rows} {_with(met)}"
    return f"ratio of {rows} {_with(met)} to {f'those {_with(among)}' if among else f'all {rows}'}"


def _with(told: str) -> str:
    return told if told.startswith("with") else f"with {told}"


def _shown(intent: Intent) -> str:
    grouped = _grouped(intent)
    names = [
        plain(output) if isinstance(output, str) else measured(intent.measures[output])
        for output in intent.outputs
        if output not in grouped
    ]
    if not names:
        return " and ".join(dict.fromkeys(grouped.values()))
    what = listed(names)
    if intent.share:
        what = f"share of {what} in percent"
    of = f" of {plural(plain(intent.subject))}" if intent.subject and not intent.measures else ""
    groups = listed(dict.fromkeys(grouped.values()))
    what = _of_levels(intent, what)
    if intent.over:
        rows = listed(dict.fromkeys(_grouped_by(intent)))
        apart = f" for each {groups}" if intent.within else ""
        return f"{_FUNCTIONS[intent.over]} {what} over every {rows} that has any{apart}"
    return (
        f"{'each ' if intent.distinct else ''}{what}{of}{f' for each {groups}' if groups else ''}"
    )


def _of_levels(intent: Intent, what: str) -> str:
    """What is told of a number that moves from period to period."""
    if intent.running:
        return f"running {what}"
    if intent.change:
        percent = " in percent" if intent.change == "percent" else ""
        return f"{what} and its change{percent} since the period before"
    return what


def _grouped_by(intent: Intent) -> list[str]:
    """What rows are grouped by, keys as the rows they stand for."""
    inner = [d for d in intent.dimensions if d.column not in intent.within]
    named = [
        d.grain
        or plain(d.column.rpartition(".")[0] if plain(d.column).endswith("id") else d.column)
        for d in inner[:1]
    ]
    return [" ".join((*name.split()[:-1], lemma_of(name.split()[-1]))) for name in named]


def _grouped(intent: Intent) -> dict[str, str]:
    """The columns that are shown for each group, in words."""
    return {
        d.column: in_words(intent, d) or _GRAINS.get(d.grain, d.grain) or plain(d.column)
        for d in intent.dimensions
        if d.grain or d.column in intent.outputs
    }


def _conditions(intent: Intent) -> list[str]:
    told = [condition_in_words(clause) for clause in intent.filters if not _belongs(clause, intent)]
    for branch in intent.both:
        told.append("once with " + listed([condition_in_words(c) for c in branch]))
    return [part for part in told if part]


def _belongs(clause: Clause, intent: Intent) -> bool:
    """Whether a condition is part of a metric's own definition."""
    names = {leaf.name for measure in intent.measures for leaf in leaves(measure)}
    return isinstance(clause, Stated) and clause.words in names


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


def _compared(clause: Compared) -> str:
    sign = _OPERATORS[clause.operator]
    of = plain(clause.of)
    if clause.function != "own":
        of = f"the {_FUNCTIONS[clause.function]} {plain(clause.of)}"
        of += f" of its {plain(clause.within)}" if clause.within else ""
    if clause.where and clause.operator != "=":
        of += f" of those with {listed(condition_in_words(part) for part in clause.where)}"
    return " ".join(part for part in (plain(clause.column), sign, of) if part)


def _shared(clause: Compared) -> str:
    named = listed(condition_in_words(part) for part in clause.where)
    if clause.of != clause.column:
        return f"{plain(clause.column)} the one with {named}"
    left_out = ", which is left out" if clause.but else ""
    return f"the same {plain(clause.column)} as the one with {named}{left_out}"


def _reached(clause: Reached) -> str:
    where = listed(condition_in_words(part) for part in clause.where if isinstance(part, Condition))
    dated = f" ({where})" if where else ""
    return f"{measured(clause.total)}{dated} {_OPERATORS[clause.operator]} {plain(clause.goal)}"


def _related(clause: Related | Reached) -> str:
    if isinstance(clause, Reached):
        return _reached(clause)
    where = listed([condition_in_words(part) for part in clause.where])
    kept = "without any" if clause.negated else "with"
    if clause.counted:
        sign = _OPERATORS[clause.counted[0]] or "exactly"
        kept = f"with {sign} {clause.counted[1]}"
    of = listed(plural(plain(table)) for table in clause.also)
    rows = plural(plain(clause.table)) + (f" of {of}" if of else "")
    return f"{kept} {rows}" + (f" ({where})" if where else "")


def _condition(clause: Condition) -> str:
    column = plain(clause.column)
    if clause.operator == "within":
        start, end = (dt.date.fromisoformat(str(value)) for value in clause.values)
        return f"{column} {describe(_Bounds(start, end))}"
    if clause.operator == "weekday":
        return f"{column} on {listed((_DAYS[int(day)] for day in clause.values), 'or')}"
    values = [_value(value) for value in clause.values]
    if clause.operator in ("<", ">=") and _is_day(clause.values[0]):
        day = date_in_words(dt.date.fromisoformat(str(clause.values[0])))
        return f"{column} {'before' if clause.operator == '<' else 'from'} {day}" + (
            " on" if clause.operator == ">=" else ""
        )
    sign = _OPERATORS[clause.operator]
    if clause.operator in ("like", "not like"):
        text = str(clause.values[0])
        shape = ("%" if text[:1] == "%" else "_") + ("%" if text[-1:] == "%" else "_")
        told, denied = _SHAPES.get(shape, (sign, sign))
        sign = told if clause.operator == "like" else denied
        values = [f"“{text.strip('%')}”"]
    joint = "and" if clause.operator == "between" else "or"
    return " ".join(part for part in (column, sign, f" {joint} ".join(values)) if part)


def _is_day(value: Value) -> bool:
    try:
        dt.date.fromisoformat(str(value))
    except ValueError:
        return False
    return isinstance(value, str)


def _value(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:,}" if value >= _LONG else str(value)


def _havings(intent: Intent) -> list[str]:
    return [f"only with {_having(intent, having)}" for having in intent.having]


def _having(intent: Intent, having: Having) -> str:
    sign = _OPERATORS[having.operator] or "of"
    value = listed(_value(v) for v in having.values)
    return f"{measured(intent.measures[having.measure])} {sign} {value}"


def _order(intent: Intent) -> list[str]:
    grained = {d.column for d in intent.dimensions if d.grain}
    order = [s for s in intent.order if s.by not in grained or s.descending or intent.limit]
    if not order:
        return [f"only the first {intent.limit}"] if intent.limit else []
    if intent.limit:
        first = order[0]
        many = "the one" if intent.limit == 1 else f"the {intent.limit}"
        if intent.offset:
            many = f"the {_PLACES.get(intent.offset, f'number {intent.offset + 1}')} one, by rank,"
        return [f"{many} with the {_end(first)} {_by(intent, first)}"]
    shown = [o for o in intent.outputs if isinstance(o, int)]
    if len(order) == 1 and order[0].by in shown and len(shown) == 1:
        return [f"{_end(order[0])} first"]
    return [f"sorted by {listed(f'{_by(intent, s)}, {_end(s)} first' for s in order)}"]


def _end(sorting: Sorting) -> str:
    return "highest" if sorting.descending else "lowest"


def _by(intent: Intent, sorting: Sorting) -> str:
    if isinstance(sorting.by, str):
        return plain(sorting.by)
    return measured(intent.measures[sorting.by])


def _extras(intent: Intent) -> list[str]:
    told = [" against ".join(period.label for period in intent.compared)]
    if intent.within and intent.limit is not None:
        told.append(f"apart for each {listed(plain(ref) for ref in intent.within)}")
    return [part for part in told if part]


def listed(names: Iterable[str], joint: str = "and") -> str:
    """`a, b and c`."""
    *head, last = [name for name in names if name] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last
