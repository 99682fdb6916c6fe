"""How rows part into two states: `what percentage of orders is paid by card versus in cash`."""

import re
from collections.abc import Callable, Mapping

from pipeline.intent import Clause, Condition, Dimension, Intent, Sorting
from pipeline.rules.divisions.united import Side, side_of
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.vocabulary import PREPOSITIONS

_VERSUS = r"\s+(?:versus|vs\.?|as\s+opposed\s+to|compared\s+(?:to|with))\s+"
_FORM = re.compile(
    r"^(?:(?:what|which)\s+(?:is\s+the\s+)?|(?:show|give|find)\s+(?:me\s+)?(?:the\s+)?|the\s+)?"
    r"(?:(?P<share>percentage|percent|share|proportion|fraction|%)\s+of|"
    r"(?P<count>how\s+many|(?:number|count)\s+of))\s+"
    r"(?P<rows>[\w' -]+?)\s+(?P<verb>is|are|was|were|have|has|had|come|came|go|went|[a-z]+ed)\s+"
    rf"(?P<one>[\w' -]+?){_VERSUS}(?P<other>[\w' -]+?)\s*[?.!]?\s*$",
    re.IGNORECASE,
)
Read = Callable[[str, Mapping[str, str]], Outcome]


def versus(question: str, about: Known, read: Read) -> tuple[Intent, bool] | None:
    """The intent with a row for each state, and whether these two are all there are."""
    found = _FORM.match(question.strip())
    if found is None:
        return None
    lead = f"How many {found['rows']} {found['verb']}"
    said = found["one"].split()
    # `billed by card versus cash`, `billed yearly versus monthly`: said of both.
    again = f"{said[0]} " if said[0].lower() in PREPOSITIONS or len(said) > 1 else ""
    one, sure = _side(f"{lead} {found['one']}?", read)
    other, also = _side(f"{lead} {found['other']}?", read)
    if other is None:
        other, also = _side(f"{lead} {again}{found['other']}?", read)
    parted = _parted(one, other) if one is not None and other is not None else None
    if one is None or parted is None:
        return None
    column, values, common = parted
    known = about.column(column)
    whole = known.complete and set(map(str, known.values)) <= {str(value) for value in values}
    either = Condition(column=column, operator="in", values=values)
    intent = Intent(
        subject=one.measure.table,
        outputs=(column, 0),
        measures=(one.measure,),
        dimensions=(Dimension(column=column),),
        filters=common if found["share"] else (*common, either),
        order=(Sorting(by=0, descending=True),),
        share=bool(found["share"]),
    )
    return intent, sure and also and (whole or not found["share"])


def _side(question: str, read: Read) -> tuple[Side | None, bool]:
    """The rows of a state, and whether nothing about it was doubtful."""
    outcome, sure = read(question, {}), True
    if isinstance(outcome, Ask) and outcome.id.startswith("value:"):
        outcome, sure = read(question, {outcome.id: outcome.options[0].id}), False
    side = side_of(outcome.intent) if isinstance(outcome, Planned) else None
    return (side if side is not None and side.measure.function == "count" else None), sure


def _parted(
    one: Side, other: Side
) -> tuple[str, tuple[str | int | float, ...], tuple[Clause, ...]] | None:
    """The column whose values set the two apart, these values, and what both have to meet."""
    common = tuple(clause for clause in one.filters if clause in other.filters)
    own = [
        clause for side in (one, other) for clause in side.filters
        if clause not in common and isinstance(clause, Condition) and clause.operator == "="
    ]  # fmt: skip
    apart = len(one.filters) == len(other.filters) == len(common) + 1
    if one.measure != other.measure or not apart or len(own) != 2:  # noqa: PLR2004
        return None
    values = tuple(value for clause in own for value in clause.values)
    same = own[0].column == own[1].column and len(set(values)) == len(values)
    return (own[0].column, values, common) if same else None
