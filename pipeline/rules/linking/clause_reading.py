"""What a condition reads, and what it denies."""

from pipeline.intent import (
    AnyOf,
    Clause,
    Compared,
    Condition,
    Intent,
    Reached,
    Related,
    Stated,
)

_DENYING = frozenset(("!=", "not in", "not like"))


def denied(clauses: tuple[Clause, ...]) -> list[str]:
    """`not using aspirin`: rows that are something else are not the same as none that is so."""
    denied = any(isinstance(c, Condition) and c.operator in _DENYING for c in clauses)
    return ["others than those that are denied"] if denied else []


def some_or_all(table: str) -> str:
    """The risk of a question that names a table of which its number counts all rows."""
    return f"all rows of {table} count, or some"


def tables_of(clause: Clause) -> list[str]:
    """The tables whose columns a clause reads in the outer query."""
    if isinstance(clause, AnyOf):
        return list(dict.fromkeys(table for part in clause.conditions for table in tables_of(part)))
    if isinstance(clause, Related | Reached):
        return []
    if isinstance(clause, Stated):
        return list(clause.tables)
    if isinstance(clause, Compared) and clause.function == "own":
        return list(dict.fromkeys(ref.rpartition(".")[0] for ref in (clause.column, clause.of)))
    return [clause.column.rpartition(".")[0]]


def reads_apart(clause: Clause) -> bool:
    """Whether one of several conditions is enough, and these are on rows of several tables."""
    return isinstance(clause, AnyOf) and (
        len(tables_of(clause)) > 1
        or any(isinstance(part, Related | Reached) for part in clause.conditions)
    )


def columns_of(clause: Clause) -> set[str]:
    """All columns that a clause reads."""
    if isinstance(clause, Stated):
        return set()
    if isinstance(clause, Reached):
        read = (c.column for c in (*clause.where, *clause.among) if isinstance(c, Condition))
        than = clause.than.column if clause.than is not None else ""
        return {clause.total.column, clause.goal, than, *read} - {""}
    if isinstance(clause, Condition):
        return {clause.column}
    if isinstance(clause, Compared):
        return {clause.column, clause.of, clause.within, *(c.column for c in clause.where)}
    parts = clause.where if isinstance(clause, Related) else clause.conditions
    return {column for part in parts for column in columns_of(part)}


def is_of_metric(clause: Clause, intent: Intent) -> bool:
    """Whether a condition belongs to a metric of the intent, not to what was asked of it."""
    return isinstance(clause, Stated) and clause.words in {m.name for m in intent.measures}


def same_column(old: Clause, new: Clause) -> bool:
    """Whether both are conditions on one column."""
    same = isinstance(old, Condition) and isinstance(new, Condition)
    return same and old.column == new.column  # type: ignore[union-attr]
