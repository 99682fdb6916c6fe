"""Two intents of one number each made one: the first number over the second."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.intent import Clause, Compared, Condition, Having, Intent, Measure, Related, Sorting
from pipeline.rules.divisions.form import Form
from pipeline.rules.linking.clause_reading import columns_of
from pipeline.rules.schema.known import Known

DIVISIBLE = frozenset(("count", "sum", "metric", "avg", "min", "max"))

# The highest of all over the lowest; over a total, neither says anything of a row.
ENDS = frozenset(("min", "max"))
_OPPOSED = frozenset((frozenset(("is null", "is not null")), frozenset(("=", "!="))))
_EMPTY = frozenset(("is null", "is not null"))


@dataclass(frozen=True, slots=True)
class Side:
    """One number: what is counted or added up, over which rows and for what."""

    measure: Measure
    intent: Intent

    @property
    def filters(self) -> tuple[Clause, ...]:
        return self.intent.filters


def side_of(intent: Intent, functions: frozenset[str] = DIVISIBLE) -> Side | None:
    """The number of an intent that asks for one, and for no more than its groups beside it."""
    numbers = [output for output in intent.outputs if isinstance(output, int)]
    plain = Intent(
        subject=intent.subject, outputs=intent.outputs, measures=intent.measures,
        dimensions=intent.dimensions, filters=intent.filters, order=intent.order,
    )  # fmt: skip
    if len(intent.measures) != 1 or numbers != [0] or plain != intent:
        return None
    measure = intent.measures[0]
    if measure.function not in functions or measure.where or measure.since:
        return None
    return Side(measure, intent)


def united(top: Side, bottom: Side, form: Form, about: Known) -> Iterator[Intent]:
    """The intents of the quotient, likeliest first."""
    if form.whole:
        yield from _of_whole(top, bottom, form)
    elif (top.measure.function in ENDS) == (bottom.measure.function in ENDS):
        yield from _of_both(top, bottom, form, about)


def _of_both(top: Side, bottom: Side, form: Form, about: Known) -> Iterator[Intent]:
    grouped = grouping(top, bottom, about) if form.group else _ungrouped(top, bottom)
    if grouped is None or bool(grouped.dimensions) != bool(form.group):
        return
    if top.measure.table == bottom.measure.table and _is_of_one(top.measure.table, grouped, about):
        return
    if top.measure.table != bottom.measure.table:
        sides = [(top, bottom), *_said_of_both(top, bottom, about)]
        for one_side, other_side in sides[::-1]:
            made = _of_two_kinds(one_side, other_side, grouped, form)
            if made is not None:
                yield finished(grouped, made, (), form)
        return
    for common, one, other in split_between(top, bottom):
        made = _of_same_rows(top.measure, bottom.measure, one, other, form)
        if made is not None:
            yield finished(grouped, made, common, form)


def finished(
    grouped: Intent, made: Sequence[Measure], common: tuple[Clause, ...], form: Form
) -> Intent:
    """The groups, both numbers if they are to be shown, and the quotient, in its order."""
    measures = tuple(made) if form.shown else tuple(made[-1:])
    skipped: tuple[Having, ...] = ()
    if form.skips and grouped.dimensions:
        measures = (*measures, made[1])
        skipped = (Having(measure=len(measures) - 1, operator=">", values=(0,)),)
    shown = tuple(output for output in grouped.outputs if isinstance(output, str))
    last = len(made) - 1 if form.shown else 0
    timely = [s for s in grouped.order if isinstance(s.by, str)]
    order = tuple(timely) if grouped.dimensions else ()
    if grouped.dimensions and (form.order or not timely):
        order = (Sorting(by=last, descending=form.order != "asc"),)
    tables = {made[-1].table}
    subject = grouped.subject if grouped.subject in tables else made[-1].table
    return Intent(
        subject=subject,
        outputs=(*shown, *range(last + 1)),
        measures=measures,
        dimensions=grouped.dimensions,
        filters=common,
        having=skipped,
        order=order,
    )


def _ungrouped(top: Side, bottom: Side) -> Intent | None:
    """The intent over all rows; none where only the second number is told for groups."""
    return None if bottom.intent.dimensions and not top.intent.dimensions else top.intent


def grouping(top: Side, bottom: Side, about: Known) -> Intent | None:
    """The intent whose groups both have; groups of one go for what its rows belong to."""
    one, other = top.intent, bottom.intent
    if one.dimensions and other.dimensions:
        return one if one.dimensions == other.dimensions else None
    grouped, plain = (top, bottom) if one.dimensions else (bottom, top)
    path = about.joins.path(grouped.measure.table, plain.measure.table) or ()
    told = [d.column.rpartition(".")[0] for d in grouped.intent.dimensions]
    own = all(table == grouped.measure.table for table in told)
    return grouped.intent if len(path) == 1 and own else None


def _is_of_one(table: str, grouped: Intent, about: Known) -> bool:
    """Whether every group is one of the rows that are counted."""
    keys = {f"{table}.{name}" for name in about.table(table).primary_key}
    return bool(keys) and keys <= {dimension.column for dimension in grouped.dimensions}


def split_between(
    top: Side, bottom: Side
) -> Iterator[tuple[tuple[Clause, ...], tuple[Clause, ...], tuple[Clause, ...]]]:
    """The conditions on both numbers, on the first and on the second."""
    both = tuple(clause for clause in top.filters if clause in bottom.filters)
    one = tuple(clause for clause in top.filters if clause not in both)
    other = tuple(clause for clause in bottom.filters if clause not in both)
    read = {column for clause in one for column in columns_of(clause)}
    # `open shops to closed shops in Rome`: what only the second says is of both, if it says more.
    against = tuple(clause for clause in other if columns_of(clause) & read)
    apart = tuple(clause for clause in other if clause not in against)
    if apart and against:
        yield (*both, *apart), one, against
        return
    if apart and not one and top.measure != bottom.measure:
        # `children to adults from France`: a place or a time said last is mostly of both.
        yield (*both, *apart), one, ()
    yield both, one, other
    related = all(isinstance(clause, Related) for clause in (*one, *other))
    if apart and one and not related:
        yield (*both, *apart), one, ()


def _of_same_rows(
    top: Measure,
    bottom: Measure,
    one: tuple[Clause, ...],
    other: tuple[Clause, ...],
    form: Form,
) -> tuple[Measure, ...] | None:
    """Both numbers of the same rows: each over those that meet its own conditions."""
    numbers = (replace(top, where=one), replace(bottom, where=other))
    if numbers[0] == numbers[1] or any(m.function == "metric" and m.where for m in numbers):
        return None
    counted = top == bottom and top.function == "count" and not top.column
    if counted and one:
        function = "percent" if form.percent else "ratio"
        return (
            *numbers,
            Measure(function=function, table=top.table, where=one, base=other, distinct=True),
        )
    if form.percent and top != bottom and _are_amounts(top, bottom):
        return (*numbers, Measure(function="divided", table=top.table, parts=numbers, part=True))
    if form.percent:
        part = replace(numbers[0], part=True)
        return (*numbers, part) if top == bottom and one and not other else None
    return (*numbers, Measure(function="divided", table=top.table, parts=numbers))


def _said_of_both(top: Side, bottom: Side, about: Known) -> Iterator[tuple[Side, Side]]:
    """`merchants to users in Kenya`: both may be those in Kenya, where both have a country."""
    said = [clause for clause in bottom.filters if isinstance(clause, Condition)]
    if top.filters or len(said) != 1 or len(said) != len(bottom.filters):
        return
    name = said[0].column.rpartition(".")[2]
    if about.table(top.measure.table).column(name) is not None:
        own = replace(said[0], column=f"{top.measure.table}.{name}")
        yield replace(top, intent=replace(top.intent, filters=(own,))), bottom


def _are_amounts(one: Measure, other: Measure) -> bool:
    """`total tax as a percentage of total amount`: two numbers that the same rows keep."""
    added = one.function == other.function and one.function in ("sum", "avg")
    return added and one.table == other.table and bool(one.column and other.column)


def _of_two_kinds(
    top: Side, bottom: Side, grouped: Intent, form: Form
) -> tuple[Measure, ...] | None:
    """The numbers of two tables, each over rows of its own."""
    numbers = tuple(replace(side.measure, where=side.filters) for side in (top, bottom))
    plain = all(m.function == "count" and not m.column for m in numbers)
    if grouped.dimensions and not plain:
        return None
    if grouped.dimensions:
        numbers = tuple(replace(number, distinct=True) for number in numbers)
    made = Measure(
        function="quotient", table=top.measure.table, parts=numbers, part=form.percent
    )  # fmt: skip
    return (*numbers, made)


def _of_whole(top: Side, bottom: Side, form: Form) -> Iterator[Intent]:
    """`businesses of each state to all businesses`: of the sum over all groups."""
    alike = top.measure == bottom.measure and set(top.filters) == set(bottom.filters)
    if not alike or not top.intent.dimensions or form.shown:
        return
    intent = replace(top.intent, share=True)
    if not form.percent:
        part = Measure(function="fraction", table=top.measure.table, parts=(top.measure,))
        intent = replace(top.intent, measures=(part,))
    order = (Sorting(by=0, descending=form.order != "asc"),) if form.order else intent.order
    yield replace(intent, order=order)


def is_parallel(one: tuple[Clause, ...], other: tuple[Clause, ...]) -> bool:
    """Whether two conditions are on the same column, of which no row can meet both."""
    if len(one) != 1 or len(other) != 1:
        return False
    left, right = one[0], other[0]
    if isinstance(left, Compared) and isinstance(right, Compared):
        ends = {left.operator, right.operator}
        same = replace(left, operator=right.operator) == right
        return same and ends in ({">", "<="}, {"<", ">="}, {"<", ">"}, {"=", "!="})
    if not isinstance(left, Condition) or not isinstance(right, Condition):
        return False
    if left.column != right.column:
        return left.operator == right.operator and left.operator in _EMPTY
    if left.operator != right.operator:
        opposed = frozenset((left.operator, right.operator)) in _OPPOSED
        return opposed and left.values == right.values
    return left.values != right.values


def differs_in_one(one: Side, other: Side) -> bool:
    """Whether two numbers are of the same rows, but for one thing that no row can be both of."""
    common = [clause for clause in one.filters if clause in other.filters]
    own = (
        tuple(clause for clause in side.filters if clause not in common) for side in (one, other)
    )
    return one.measure == other.measure and is_parallel(*own)
