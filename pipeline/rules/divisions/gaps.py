"""One number less another: `how many more A than B`; both are planned as questions of their own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product

from pipeline.intent import Clause, Intent, Measure
from pipeline.rules.divisions.asked import Divided, questions_of, side_in
from pipeline.rules.divisions.form import Form
from pipeline.rules.divisions.pairs_said import Pair, pairs_said
from pipeline.rules.divisions.united import Side, finished, grouping, is_parallel
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known

_NUMBERS = frozenset(("count", "sum", "metric", "avg", "min", "max"))
Read = Callable[[str, Mapping[str, str]], Outcome]


def gap_of(question: str, about: Known, read: Read) -> Divided | Ask | None:
    """The difference that a question asks for; sure where both numbers are told alike."""
    loose: Intent | None = None
    point: Ask | None = None
    known: dict[str, tuple[Side | Ask | None, bool]] = {}
    for pair in pairs_said(question):
        form = Form(pair.one, pair.other, group=pair.group, scope=pair.scope)
        one, sure = _side(pair.one, form, known, read)
        other, also = _side(pair.other, form, known, read)
        if not isinstance(one, Side) or not isinstance(other, Side):
            point = point or next((side for side in (one, other) if isinstance(side, Ask)), None)
            continue
        made = _between(one, other, pair, about)
        if made is not None and made[1]:
            return Divided((made[0],), sure=sure and also)
        loose = loose or (made[0] if made is not None else None)
    return Divided((loose,), sure=False) if loose is not None and point is None else point


def _side(
    text: str, form: Form, known: dict[str, tuple[Side | Ask | None, bool]], read: Read
) -> tuple[Side | Ask | None, bool]:
    """The number of a part, or what must be settled about it; whether nothing is doubtful."""
    if text not in known:
        known[text] = None, False
        for question in questions_of(text, form, grouped=bool(form.group)):
            outcome = read(question, {})
            found, sure = side_in(outcome, question, read, _NUMBERS)
            if found is not None and not (isinstance(outcome, Planned) and not sure):
                known[text] = found, sure
                break
    return known[text]


def _between(one: Side, other: Side, pair: Pair, about: Known) -> tuple[Intent, bool] | None:
    """The intent of the difference, and whether its two numbers differ in one thing."""
    grouped = grouping(one, other, about) if pair.group else one.intent
    if grouped is None or bool(grouped.dimensions) != bool(pair.group):
        return None
    kinds = one.measure.table != other.measure.table
    common, own = ((), (one.filters, other.filters)) if kinds else _apart(one, other)
    numbers = [
        replace(side.measure, where=met) for side, met in zip((one, other), own, strict=True)
    ]
    counts = all(number.function == "count" and not number.column for number in numbers)
    if numbers[0] == numbers[1] or (kinds and not counts):
        return None
    if kinds and grouped.dimensions:
        numbers = [replace(number, distinct=True) for number in numbers]
    made = Measure(function="difference", table=one.measure.table, parts=tuple(numbers))
    form = Form(pair.one, pair.other, group=pair.group)
    alike = is_parallel(*own) if one.measure == other.measure else own == ((), ())
    return finished(grouped, (made,), common, form), alike


def _apart(
    one: Side, other: Side
) -> tuple[tuple[Clause, ...], tuple[tuple[Clause, ...], tuple[Clause, ...]]]:
    """What is said of both numbers, and of each: two ways to be the same are of one each."""
    both = tuple(clause for clause in one.filters if clause in other.filters)
    own, their = (
        [clause for clause in side.filters if clause not in both] for side in (one, other)
    )
    for left, right in product(own, their):
        if is_parallel((left,), (right,)):
            rest = [clause for clause in (*own, *their) if clause not in (left, right)]
            return (*both, *dict.fromkeys(rest)), ((left,), (right,))
    return both, (tuple(own), tuple(their))
