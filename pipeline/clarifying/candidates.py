"""What stands beside a candidate on a card: a sample, a range, or what people wrote of it."""

from dataclasses import replace

from knowledge.catalog import Column, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.known import Known

_SAMPLES = 2
_LONGEST = 40


def with_samples(question: Question, kind: str, known: Known) -> Question:
    """The question, each candidate with what helps to tell it from the others."""
    options = tuple(
        option if option.detail else replace(option, detail=_detail(option, kind, known))
        for option in question.options
    )
    return replace(question, options=options)


def _detail(option: Option, kind: str, known: Known) -> str:
    if kind == "metric":
        found = next((m for m in known.glossary.metrics if m.name == option.id), None)
        return found.description if found else ""
    table = known.catalog.table(option.id) if option.id in known.allowed else None
    if table is not None:
        return _of_table(table, known)
    owner, _, name = option.id.rpartition(".")
    holder = known.catalog.table(owner) if owner in known.allowed else None
    column = holder.column(name) if holder else None
    return _of_column(column) if column and owner.lower() not in known.hushed else ""


def _of_table(table: Table, known: Known) -> str:
    note = known.glossary.note(table.key)
    told = (note.description or note.grain) if note else table.comment
    hushed = table.key.lower() in known.hushed
    rows = f"about {table.rows:,} rows" if table.rows is not None and not hushed else ""
    return "; ".join(part for part in (told, rows) if part)


def _of_column(column: Column) -> str:
    """Nothing of a column that looks personal is shown."""
    if column.pii:
        return column.comment
    if column.values:
        samples = ", ".join(value[:_LONGEST] for value in column.values[:_SAMPLES])
        return f"such as {samples}"
    if column.low and column.high:
        return f"{column.low[:_LONGEST]} to {column.high[:_LONGEST]}"
    return column.comment
