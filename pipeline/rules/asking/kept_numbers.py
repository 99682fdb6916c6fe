"""Counts of rows that other rows keep as a number of their own: `number_of_hosts` of a party."""

from dataclasses import replace

from pipeline.intent import Condition, Intent, Measure, Sorting
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemma_of, name_words

_MANY = (["number"], ["no"], ["nr"])
_SMALL = (["of"], ["the"])


def by_kept_number(intent: Intent, about: Known) -> Intent | None:
    """The number that each row keeps, in the place of a count of what belongs to it."""
    measure = intent.measures[0] if len(intent.measures) == 1 else None
    if measure is None or measure.function != "count" or measure.where:
        return None
    owner = _counted_for(intent, measure, about)
    column = _number_of(measure.table, owner, about) if owner else ""
    if not column or intent.both or intent.compared or intent.change:
        return None
    ref = f"{owner}.{column}"
    if intent.dimensions and not intent.over:
        return _of_rows(intent, ref)
    made = Measure(function=intent.over or "sum", table=owner, column=ref)
    return replace(intent, measures=(made,), dimensions=(), outputs=(0,), over="", order=())


def _counted_for(intent: Intent, measure: Measure, about: Known) -> str:
    """The rows that others are counted for; without groups, those that a condition is of."""
    refs = [dimension.column for dimension in intent.dimensions]
    if not refs:
        refs = [clause.column for clause in intent.filters if isinstance(clause, Condition)]
        if len(refs) < len(intent.filters):
            return ""
    owners = {ref.rpartition(".")[0] for ref in refs}
    owner = owners.pop() if len(owners) == 1 else ""
    return owner if owner and about.joins.has_many(owner, measure.table) else ""


def _number_of(table: str, owner: str, about: Known) -> str:
    """The column of the owner that says how many such rows it has."""
    noun = [lemma_of(word) for word in name_words(about.table(table).name)]
    for column in about.table(owner).columns:
        words = [lemma_of(word) for word in expanded(name_words(column.name))]
        # `room_number` tells rooms apart.
        tells = words[:1] in _MANY or words[-1:] == ["count"]
        rest = [word for word in words if [word] not in (*_MANY, *_SMALL, ["count"])]
        if tells and rest[-1:] == noun[-1:] and set(rest) <= set(noun) and looks_numeric(column):
            return column.name
    return ""


def _of_rows(intent: Intent, ref: str) -> Intent:
    """Each row by itself, with its number as a column of it."""
    bounds = tuple(
        Condition(column=ref, operator=having.operator, values=having.values)
        for having in intent.having
    )
    return replace(
        intent, subject=ref.rpartition(".")[0], measures=(), dimensions=(), having=(),
        outputs=tuple(ref if isinstance(output, int) else output for output in intent.outputs),
        order=tuple(
            Sorting(by=ref, descending=s.descending) if s.by == 0 else s for s in intent.order
        ),
        filters=(*intent.filters, *bounds),
    )  # fmt: skip
