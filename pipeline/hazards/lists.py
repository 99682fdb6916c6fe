"""Columns that hold a list or an object in each row: a word for one is refused, never dropped."""

from pipeline.hazards.reading import Reading, is_said
from pipeline.rules.asking.limits import holds_several
from pipeline.rules.outcomes import Cannot, Outcome
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of


def refuse_lists_not_read(reading: Reading) -> Outcome | None:
    """`posts tagged red`, where the statement does not use the list that a word names."""
    why = why_not_by_list(reading.question, reading.about, reading.column_names)
    return Cannot(reason=why, at_once=True) if why else None


def why_not_by_list(question: str, about: Known, used: frozenset[str] = frozenset()) -> str:
    """Why the question cannot be read by the list that it names; empty where it names none."""
    said = {word.stem for word in words_of(question)}
    for table in about.catalog.tables:
        if table.key not in about.allowed or not is_said(table.name, said):
            continue
        for column in table.columns:
            if column.name.lower() in used or column.pii or not is_said(column.name, said):
                continue
            why = holds_several(f"{table.key}.{column.name}", about)
            if why:
                return why
    return ""
