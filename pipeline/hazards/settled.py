"""What the turn before settled: a further question of a thread does not ask it again."""

from collections.abc import Iterator, Mapping

from knowledge.shapes.finding import has_flagged_rows
from pipeline.contract import Contract
from pipeline.hazards.kinds import COPY, DELETED, THROUGH, VARIANTS
from pipeline.hazards.rows import ALL_ROWS, GO_THROUGH, KEPT_ROWS, copies_known
from pipeline.hazards.texts import APART
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words, words_of


def settled_before(question: str, about: Known, before: Contract) -> Mapping[str, str]:
    """The choices that the turn before was answered with, by the ids of their points."""
    return dict(_settled(question, about, before))


def _settled(question: str, about: Known, before: Contract) -> Iterator[tuple[str, str]]:
    for group in copies_known(about):
        used = [key for key in group.tables if key in before.tables]
        if len(used) == 1 and not _names_one(question, set(group.tables) - set(used)):
            yield f"{COPY}:{group.name}", used[0]
    bound = _columns_of(before)
    for key in before.tables:
        yield f"{THROUGH}:{key}", GO_THROUGH
        table = about.catalog.table(key)
        for column in table.columns if table is not None else ():
            if has_flagged_rows(column):
                kept = f"{key}.{column.name}" in bound or _is_in(column.name, before.conditions)
                yield f"{DELETED}:{key}", KEPT_ROWS if kept else ALL_ROWS
    for ref in before.grouping:
        yield f"{VARIANTS}:{ref}", APART


def _names_one(question: str, tables: set[str]) -> bool:
    """Whether the question says all words of one of these tables' names."""
    said = {word.lower for word in words_of(question)}
    return any({part.lower() for part in name_words(key)} <= said for key in tables)


def _columns_of(before: Contract) -> set[str]:
    return {each.column for each in (*before.filters, *before.inner)}


def _is_in(column: str, conditions: tuple[str, ...]) -> bool:
    return any(column.lower() in condition.lower() for condition in conditions)
