"""Words for columns of a row and of the row in a part, and conditions on the latter."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from knowledge.catalog import Column
from pipeline.intent import AnyOf, Clause, Compared, Condition, Intent
from pipeline.rules.asking.readings import NONE
from pipeline.rules.linking.link import Linker
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.relatives.outdoing import Versus
from pipeline.rules.schema.holding import belongs_to_none_by_0, looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import shown_columns
from pipeline.rules.schema.played import Role
from pipeline.rules.text.words import words_of

Read = Callable[[str, Mapping[str, str]], Outcome]
_NAMED, _APART = 0.6, 0.05
_TRIED = 2
_NAMES = frozenset(("", "name", "names", "full name", "full names"))


def readings_of(question: str, read: Read) -> tuple[list[Planned], bool]:
    """What a part of the question may ask for, and whether that is evident."""
    outcome = read(question, {})
    if isinstance(outcome, Planned):
        return [outcome], True
    if not isinstance(outcome, Ask):
        return [], False
    picked = [option.id for option in outcome.options[:_TRIED] if option.id != NONE]
    tried = [read(question, {outcome.id: option}) for option in picked]
    return [each for each in tried if isinstance(each, Planned)], False


def is_of_plain_rows(intent: Intent) -> bool:
    """Whether one more condition on its rows says no more than that of them."""
    return not (intent.both or intent.over or intent.compared or intent.change)


def with_clause(base: Planned, clause: Clause) -> Planned:
    """A reading of which the rows meet one more condition."""
    return replace(base, intent=replace(base.intent, filters=(*base.intent.filters, clause)))


def has_a_row(role: Role, about: Known) -> Condition:
    """Whether a row has one in the part: its key is not empty, nor a 0 that leads nowhere."""
    ref = f"{role.table}.{role.column}"
    if belongs_to_none_by_0(about.column(ref), [about.column(f"{role.other}.{role.key}")]):
        return Condition(column=ref, operator="!=", values=(0,))
    return Condition(column=ref, operator="is not null")


def columns_in_part(what: str, role: Role, about: Known) -> list[str]:
    """The columns of the row in the part that words name; none where one of them is not clear."""
    if what.lower().strip() in _NAMES:
        return [f"{role.name}.{name}" for name in shown_columns(about.table(role.other))]
    found = []
    for part in what.replace(", ", " and ").split(" and "):
        column = column_of(part, role.other, about)
        if column is None:
            return []
        found += column
    return [f"{role.name}.{name}" for name in found]


def column_of(words: str, table: str, about: Known) -> list[str] | None:
    """The column of a table that words name, or those that name its rows."""
    words = words.strip()
    if words.lower() in _NAMES:
        return list(shown_columns(about.table(table)))
    fits = [
        found for found in about.lexicon.find(words_of(words))
        if found.table == table and found.column and found.score >= _NAMED
    ]  # fmt: skip
    best = [found.column for found in fits if found.score >= fits[0].score - _APART]
    return [best[0]] if len(best) == 1 else None


def met_in_part(outcome: Outcome, role: Role) -> list[Clause] | None:
    """What the row in the part must meet, of a question that lists such rows."""
    if not isinstance(outcome, Planned) or outcome.intent.subject != role.other:
        return None
    intent = outcome.intent
    if intent.measures or intent.both or intent.having or intent.limit or not intent.filters:
        return None
    moved = [_moved(clause, role) for clause in intent.filters]
    return None if None in moved else [clause for clause in moved if clause is not None]


def _moved(clause: Clause, role: Role) -> Clause | None:
    """The same condition on the row in the part."""
    if isinstance(clause, AnyOf):
        parts = [_moved(part, role) for part in clause.conditions]
        kept = tuple(part for part in parts if part is not None)
        return AnyOf(conditions=kept) if len(kept) == len(parts) else None
    if not isinstance(clause, Condition):
        return None
    owner, _, name = clause.column.rpartition(".")
    return replace(clause, column=f"{role.name}.{name}") if owner == role.other else None


def outdoes(versus: Versus, role: Role, about: Known) -> Compared | None:
    if versus.adjective:
        found = Linker(about, {}).of_adjective(versus.adjective, [role.table])
        if found is None or not role.itself:
            return None
        column = found[0].rpartition(".")[2]
        turned = {">": "<", "<": ">"}[versus.operator] if found[1] < 0 else versus.operator
        return _pair(column, column, turned, role)
    for words in versus.names:
        own, other = column_of(words, role.table, about), column_of(words, role.other, about)
        if own is None or other is None or len(own) != 1 or len(other) != 1:
            continue
        ordered = versus.operator in ("=", "!=") or all(
            _is_ordered(about.column(ref), dated=versus.dated)
            for ref in (f"{role.table}.{own[0]}", f"{role.other}.{other[0]}")
        )
        return _pair(own[0], other[0], versus.operator, role) if ordered else None
    return None


def _pair(own: str, other: str, operator: str, role: Role) -> Compared:
    return Compared(
        column=f"{role.table}.{own}", operator=operator, function="own", of=f"{role.name}.{other}"
    )


def _is_ordered(column: Column, *, dated: bool) -> bool:
    return column.kind.is_dated or (looks_numeric(column) and not dated)


def in_part(base: Planned, role: Role) -> Planned:
    """A reading of rows of a table as one of those that play the part for others of it."""
    return replace(base, intent=_renamed(base.intent, role)) if role.itself else base


def _renamed(value: Any, role: Role) -> Any:
    """A value, and all that it is made of, with the rows in the part in the place of the table."""
    if isinstance(value, str):
        owner, dot, column = value.rpartition(".")
        if value == role.other:
            return role.name
        return f"{role.name}{dot}{column}" if owner == role.other else value
    if isinstance(value, tuple):
        return tuple(_renamed(part, role) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: _renamed(getattr(value, each.name), role) for each in fields(value)}
        return replace(value, **parts)
    return value


def counts_only(base: Planned, table: str) -> bool:
    """Whether a reading lists or counts rows of that table, and does nothing else with them."""
    intent = base.intent
    counts = [measure.table for measure in intent.measures]
    plain = not (intent.both or intent.dimensions or intent.having or intent.limit)
    return plain and (counts == [table] if counts else intent.subject == table)
