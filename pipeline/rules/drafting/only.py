"""`customers who bought only online`: they have such rows, and no others."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Condition, Related
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test

_OTHERS = {"=": "!=", "in": "not in"} | {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_NAMES = "TCVMF#D"


def says_only(test: Test, items: Sequence[Item], only: Sequence[int], subject: str) -> bool:
    """Whether `only` stands right before a condition, or right behind it.

    What is done may stand between, and to what: `who only ordered lamps`, `only led tours in A`.
    """
    named = [item for item in items if item.letter in _NAMES and not item.verb]
    own = next((item for item in named if item.last > test.first), None)
    if own is None:
        return False
    before = max((item.last for item in named if item.last <= test.first), default=0)
    if any(before <= at < own.first or at == own.last for at in only):
        return True
    return any(_does_only(at, own, named, items, subject) for at in only if at < own.first)


def _does_only(
    at: int, own: Item, named: Sequence[Item], items: Sequence[Item], subject: str
) -> bool:
    """Whether `only` is said of what rows do: between it and the condition are other rows."""
    behind = next((item for item in items if item.first == at + 1), None)
    between = [item for item in named if at < item.first < own.first]
    rows = [item.candidates[0].table for item in between if item.letter == "T"]
    told = behind is None or behind.letter in "TCh"
    return told and len(rows) == len(between) and subject not in rows


def no_others(clause: Condition, subject: str, known: Known) -> Related | None:
    """That there are no other rows, where one of the subject has many of them."""
    table = clause.column.rpartition(".")[0]
    operator = _OTHERS.get(clause.operator)
    if operator is None or not subject or not known.joins.has_many(subject, table):
        return None
    return Related(table=table, where=(replace(clause, operator=operator),), negated=True)
