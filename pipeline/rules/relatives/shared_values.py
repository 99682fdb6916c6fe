"""`Towns with both clients and vendors`: values of a column that rows of two tables have alike."""

import re
from collections.abc import Iterator
from itertools import permutations

from pipeline.contract import Contract
from pipeline.intent import Clause, Condition, Intent, Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, column_of
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import lemmas_of

_LEAD = (
    r"^\s*(?:in\s+)?(?:(?:which|what|find|list|show|give|return|display|me|us|all|each|"
    r"different|distinct|are|is|of|the|names?\s+of)\s+)*"
)
_X = r"(?P<x>[a-z]\w*(?:\s+[a-z]\w*)??)"
_ALIKE = (
    r"(?:(?:are|is|that|which|where|in|have|has|with|we|do|there)\s+)*"
    r"(?P<alike>both(?:\s+the)?|used\s+by(?:\s+both)?|shared\s+by(?:\s+both)?|"
    r"(?:in\s+)?common\s+(?:to|for|among|between)(?:\s+both)?)\s+"
)
_HAVE = r"(?:(?:that|which|where|in|we|there|do|are)\s+)*(?:have|has|with|are|is)?\s*"
# Each pair of tables costs two expressions: with more of them, nobody can tell which are meant.
_MOST_TABLES = 20
_TWO_SIDES = re.compile(r"\b(?:and|but)\b", re.IGNORECASE)
_END = r"(?:\s+(?:live|are|is|have|has|located|based|come\s+from|found|in))*\s*[?.!]*\s*$"


def shared_values(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question for values that two tables have, or only one of them."""
    _ = read
    for x, one, other, denied in _said(question, about):
        columns = [column_of(x, table, about) for table in (one, other)]
        if not columns[0] or columns[0] != columns[1] or len(columns[0]) != 1:
            continue
        name = columns[0][0]
        tied = any(about.ties(f"{table}.{name}") for table in (one, other))
        if tied or set(lemmas_of(name)) != set(lemmas_of(x)):
            continue
        joins = about.joins.without(())
        joins.only(one, other, ((name, name),))
        filters: list[Clause] = [Related(table=other, negated=denied)]
        if about.may_be_empty(f"{one}.{name}"):
            filters.append(Condition(column=f"{one}.{name}", operator="is not null"))
        intent = Intent(
            subject=one, outputs=(f"{one}.{name}",), filters=tuple(filters), distinct=True,
            assumptions=(f"I compare the {x} of both.",),
        )  # fmt: skip
        made = Planned(intent=intent, sql="", contract=Contract(), reading="")
        return [made], True, about.joined(joins)
    return [], False, about


def _said(question: str, about: Known) -> Iterator[tuple[str, str, str, bool]]:
    """The column, the two tables, and whether there is none of the second."""
    tables = said_tables(question, about) if _TWO_SIDES.search(question) else []
    for one, other in permutations(tables if len(tables) <= _MOST_TABLES else (), 2):
        rows, others = called(one, about), called(other, about)
        both = rf"{_ALIKE}(?:{rows})\s+and\s+(?:the\s+)?(?:{others})"
        only = rf"{_HAVE}(?:{rows}),?\s+(?:but|and)\s+(?:no|not(?:\s+any)?)\s+(?:{others})"
        for form, denied in ((both, False), (only, True)):
            found = re.match(rf"{_LEAD}{_X}\s+{form}{_END}", question, re.IGNORECASE)
            if found is not None:
                yield found["x"], one, other, denied
