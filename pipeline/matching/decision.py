"""Which approved query is offered for a question, and whether it is trusted: one table.

| similarity | the wording | the meaning | outcome |
|---|---|---|---|
| `trusted` and more | equal but for values that re-bind | not looked at | trusted |
| `semi_trusted` and more | nothing contradicts | read as the approved query | trusted |
| `semi_trusted` and more | nothing contradicts | another, or none | semi-trusted |
| any | contradicts | any | not offered |
| less than `semi_trusted` | any | any | not offered |

With `strict`, the second row needs the similarity `trusted`. `docs/meaning.md` has the same table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from knowledge.catalog import Catalog
from knowledge.matching.rebinding import rebound_sql
from knowledge.matching.sqlshape import Literal, shape_of
from pipeline.checkpoint import Fact
from pipeline.matching.canonical import Meaning, changes_for, meaning_of
from pipeline.result import Trust
from pipeline.workspace import NUMBER, Found

_SEVERAL = "several approved queries mean this, and they differ"


@dataclass(frozen=True, slots=True)
class Reading:
    """The statements that a question is read as, every content word explained in each.

    One that is not `certain` is one of several, or of the learned reader alone: it counts only
    where the approved question is read in just those ways.
    """

    statements: tuple[str, ...] = ()
    certain: bool = False


Read = Callable[[str], Reading]


def decide(near: Sequence[Found], asked: Reading, read: Read, catalog: Catalog) -> Found | None:
    """The approved query to offer of those that nothing contradicts, best first.

    `read` reads an approved question.
    """
    if not near or near[0].trust is Trust.TRUSTED:
        return near[0] if near else None
    meant = [found for each in near if (found := _trusted(each, asked, read, catalog)) is not None]
    if meant:
        several = len({" ".join(each.sql.lower().split()) for each in meant}) > 1
        if not several:
            return meant[0]
        return replace(meant[0], trust=Trust.SEMI_TRUSTED, reason=_SEVERAL, unlike=_SEVERAL)
    alike = [each for each in near if _reads_alike(each, asked, read, catalog)]
    return replace(alike[0], reads_alike=True) if alike else near[0]


def _trusted(each: Found, asked: Reading, read: Read, catalog: Catalog) -> Found | None:
    """The approved query as the question asks for it, where its meaning makes it trusted."""
    if not each.may_be_trusted:
        return None
    found = _as_meant(each, _meanings(asked, catalog), catalog)
    if found is None:
        return None
    if asked.certain and not each.differs:
        return found
    own = read(each.question)
    if not asked.certain:
        same = {m.text for m in _meanings(asked, catalog)} == {
            m.text for m in _meanings(own, catalog)
        }
        return found if same else None
    # The words of the approved question that the new one lacks say what its SQL does.
    approved = meaning_of(each.approved, catalog)
    meant = approved is not None and any(
        changes_for(approved, meaning) is not None for meaning in _meanings(own, catalog)
    )
    return found if meant else None


def _meanings(reading: Reading, catalog: Catalog) -> list[Meaning]:
    found = (meaning_of(sql, catalog) for sql in reading.statements)
    return [meaning for meaning in found if meaning is not None]


def _as_meant(each: Found, asked: Sequence[Meaning], catalog: Catalog) -> Found | None:
    """The approved query with the values of the reading that is the same but for those."""
    approved = meaning_of(each.approved, catalog)
    shape = shape_of(each.approved, catalog.dialect)
    if approved is None or shape is None:
        return None
    for meaning in asked:
        changes = changes_for(approved, meaning)
        if changes is None or any(change.place >= len(shape.literals) for change in changes):
            continue
        moved = [
            (shape.literals[change.place], change.value)
            for change in changes
            if shape.literals[change.place].value != change.value
        ]
        if not _may_move(each, moved):
            continue
        sql = rebound_sql(shape, moved)
        if sql is not None:
            return replace(
                each,
                sql=sql,
                trust=Trust.TRUSTED,
                unlike="",
                differs=False,
                reason=f"{each.vouched}; it is read as the approved query"
                f"{', with other values put in' if moved else ''}.",
                bound=tuple(_fact(literal, value) for literal, value in moved),
            )
    return None


def _may_move(each: Found, moved: Sequence[tuple[Literal, str]]) -> bool:
    """Whether the reviewer left those values open."""
    return each.open_literals is None or {literal.number for literal, _ in moved} <= (
        each.open_literals
    )


def _fact(literal: Literal, value: str) -> Fact:
    column = f"{literal.table}.{literal.column}".strip(".")
    return Fact(label=column or NUMBER, text=f"{literal.value} → {value}")


def _reads_alike(each: Found, asked: Reading, read: Read, catalog: Catalog) -> bool:
    """Whether the approved question is read as the new one is, whatever its SQL is."""
    new = _meanings(asked, catalog)
    return bool(new) and any(
        changes_for(meaning, other) is not None
        for meaning in _meanings(read(each.question), catalog)
        for other in new
    )
