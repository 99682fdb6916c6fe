"""A reading that is looked at: the question, its statement as a tree, and how to write it anew."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar, cast

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Column, Table
from knowledge.matching.stem import stem
from pipeline.intent import Clause, Intent
from pipeline.rules.building.build import UNWRITABLE, Builder
from pipeline.rules.building.grouped import is_grouped
from pipeline.rules.outcomes import Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.contracting import contract_of
from pipeline.rules.telling.wording import reading_of
from pipeline.rules.text.words import Word, name_words, stem_of, words_of
from pipeline.sql.names.grants import table_in_catalog
from pipeline.times.values import TimeSpan

ReadAnew: TypeAlias = Callable[[Known], Outcome]
T = TypeVar("T")
_SHORTEST, _ENDING = 4, 2


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of a question over what is known; `read` reads it again over something else."""

    question: str
    planned: Planned
    about: Known
    choices: Mapping[str, str]
    read: ReadAnew
    times: tuple[TimeSpan, ...] = ()

    @cached_property
    def tree(self) -> exp.Expr | None:
        """The statement; None where it cannot be looked at."""
        try:
            return sqlglot.parse_one(self.planned.sql, read=self.about.catalog.dialect)
        except SqlglotError:
            return None

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the question but for those that tell a time."""
        return tuple(
            word
            for word in words_of(self.question)
            if not any(span.at <= word.at < span.until for span in self.times)
        )

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the catalog that the statement reads."""
        if self.tree is None:
            return ()
        catalog = self.about.catalog
        found = (
            table_in_catalog(f"{t.db}.{t.name}" if t.db else t.name, catalog, catalog.dialect)
            for t in self.tree.find_all(exp.Table)
        )
        return tuple({table.key: table for table in found if table is not None}.values())

    @cached_property
    def column_names(self) -> frozenset[str]:
        """The names of the columns that stand anywhere in the statement, in lower case."""
        found = self.tree.find_all(exp.Column) if self.tree is not None else ()
        return frozenset(column.name.lower() for column in found)

    @cached_property
    def said(self) -> frozenset[str]:
        """All words that the statement and its reading in words are made of."""
        planned = self.planned
        texts = [planned.reading, *planned.assumptions, *planned.left_out]
        for part in self.tree.find_all(exp.Identifier, exp.Literal) if self.tree else ():
            texts.append(part.name if isinstance(part, exp.Identifier) else str(part.this))
        return frozenset(
            word.lower() for text in texts for word in (*name_words(text), *text.split())
        )

    def is_said(self, word: Word) -> bool:
        """Whether the statement holds the word in any form."""
        return is_among(word, self.said)

    def is_named(self, table: Table) -> bool:
        """Whether words of the question name all of a table's name, or a synonym of it."""
        note = self.about.glossary.note(table.key)
        names = [table.name, *(note.synonyms if note else ())]
        return any(
            all(self._says(part) for part in name_words(name)) for name in names if name_words(name)
        )

    def _says(self, part: str) -> bool:
        return any(is_among(word, (part.lower(),)) for word in self.words)

    def with_intent(self, intent: Intent, *told: str) -> Planned | None:
        """The reading of another intent; None where this one was not written from its intent."""
        now = _written(self.planned.intent, self.about)
        if now is None or now[0] != self.planned.sql:
            return None
        made = _written(intent, self.about)
        if made is None:
            return None
        sql, builder = made
        return replace(
            self.planned,
            intent=intent,
            sql=sql,
            contract=contract_of(intent, builder, self.about),
            reading=reading_of(intent),
            assumptions=tuple(dict.fromkeys((*self.planned.assumptions, *told))),
        )

    def telling(self, *told: str) -> Planned:
        """The same reading, with these sentences beside it."""
        assumptions = tuple(dict.fromkeys((*self.planned.assumptions, *told)))
        return replace(self.planned, assumptions=assumptions)


def is_among(word: Word, parts: frozenset[str] | tuple[str, ...]) -> bool:
    """Whether a word stands among these in any form: `reordered` among `reorder`, `level`."""
    forms = {word.lower, word.lemma, word.stem, stem(word.lower)}
    return any(
        part in forms or stem_of(part) in forms or stem(part) in forms or _begin_alike(word, part)
        for part in parts
    )


def _begin_alike(word: Word, part: str) -> bool:
    """Whether two words differ by no more than a short ending."""
    short = min(len(word.lower), len(part))
    same = next((at for at in range(short) if word.lower[at] != part[at]), short)
    return same >= _SHORTEST and same >= short - _ENDING


def _written(intent: Intent, about: Known) -> tuple[str, Builder] | None:
    builder = Builder(about, intent)
    try:
        tree = builder.tree()
    except UNWRITABLE:
        return None
    return (tree.sql(dialect=about.catalog.dialect), builder) if is_grouped(tree) else None


def mapped(part: T, change: Callable[[Clause], tuple[Clause, ...] | None]) -> T:
    """An intent, or a part of it, with each condition changed that `change` gives others for."""
    if isinstance(part, tuple):
        found: list[Any] = []
        for each in part:
            other = change(cast("Clause", each)) if is_dataclass(each) else None
            found += other if other is not None else (mapped(each, change),)
        return cast("T", tuple(found))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changes: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, tuple) or is_dataclass(value):
            made: Any = mapped(value, change)
            if made != value:
                changes[field.name] = made
    return cast("T", replace(part, **changes)) if changes else part


def column_of(ref: str, about: Known) -> tuple[Table, Column] | None:
    """The column of a `table.column`, with its table."""
    owner, _, name = ref.rpartition(".")
    table = about.catalog.table(owner)
    column = table.column(name) if table is not None else None
    return (table, column) if table is not None and column is not None else None


def stems_of_name(name: str) -> list[str]:
    """The words of a name, as the stems that words of a question are compared by."""
    return [stem_of(part.lower()) for part in name_words(name)]


def is_said(name: str, said: set[str]) -> bool:
    """Whether the stems that a question says hold every word of the name."""
    return said.issuperset(stems_of_name(name))


def spoken(name: str) -> str:
    """A name as people say it."""
    return " ".join(name_words(name)) or name
