"""`customers who bought only online`: they have such rows, and no others."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Condition, Related
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test

_OTHERS = {"=": "!=", "in": "not in"}
_NAMES = "TCVMF#D"


def says_only(test: Test, items: Sequence[Item], only: Sequence[int]) -> bool:
    """Whether `only` stands right before a condition, or right behind it."""
    named = [item for item in items if item.letter in _NAMES]
    own = next((item for item in named if item.last > test.first), None)
    if own is None:
        return False
    before = max((item.last for item in named if item.last <= test.first), default=0)
    return any(before <= at < own.first or at == own.last for at in only)


def no_others(clause: Condition, subject: str, known: Known) -> Related | None:
    """That there are no other rows, where one of the subject has many of them."""
    table = clause.column.rpartition(".")[0]
    operator = _OTHERS.get(clause.operator)
    if operator is None or not subject or not known.joins.has_many(subject, table):
        return None
    return Related(table=table, where=(replace(clause, operator=operator),), negated=True)
