"""The tables of a catalog as the reader sees them: words of names, kinds of columns, and keys."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.inferred_keys import guesses
from knowledge.values import ValueIndex
from pipeline.reader.intent import ColumnRef
from pipeline.reader.words import lexicon, name_words

_LEAST_KEY = 0.6
_DATE_DIGITS = 10
_MOST_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnView:
    """A column by its number. `short` are its words without those of its table.

    `kind` is `number`, `text` or `date`, by its values too; `references` is the number of the
    column that it refers to, and `entity` that of the column at the end of such references.
    """

    index: int
    table: int
    ref: ColumnRef
    words: tuple[str, ...]
    short: tuple[str, ...]
    kind: str
    stored: Kind
    primary_key: bool
    unique: bool
    is_name: bool
    is_key: bool
    distinct: int
    values: tuple[str, ...]
    low: float | None
    high: float | None
    references: int | None
    entity: int

    @property
    def role(self) -> str:
        """What a column is for: a key, a reference, a name, or the kind of its values."""
        if self.primary_key:
            return "key"
        if self.references is not None:
            return "reference"
        if self.is_key:
            return "identifier"
        return "name" if self.is_name else self.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table by its number, with the numbers of its columns."""

    index: int
    key: str
    words: tuple[str, ...]
    columns: tuple[int, ...]
    primary_key: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """`column` of one table equals `other_column` of the table `table`."""

    table: int
    column: int
    other_column: int


@dataclass(frozen=True, slots=True)
class JoinTree:
    """Tables in the order in which they are joined, and the pair of columns for each but one."""

    tables: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SchemaView:
    """What the reader knows of one database, prepared once for many questions."""

    catalog: Catalog
    stored_values: ValueIndex
    tables: tuple[TableView, ...]
    columns: tuple[ColumnView, ...]
    links: Mapping[int, tuple[Link, ...]]

    @cached_property
    def column_at(self) -> Mapping[ColumnRef, ColumnView]:
        return {column.ref: column for column in self.columns}

    @cached_property
    def place_of(self) -> Mapping[tuple[str, str], ColumnView]:
        """Columns by table key and name, whatever their case."""
        return {(c.ref.table.lower(), c.ref.column.lower()): c for c in self.columns}

    @cached_property
    def table_at(self) -> Mapping[str, TableView]:
        return {table.key: table for table in self.tables}

    @cached_property
    def _trees(self) -> dict[tuple[int, ...], JoinTree | None]:
        return {}

    def join_tree(self, needed: Sequence[int]) -> JoinTree | None:
        """The smallest tree of keys found that holds all tables; None where no key reaches one.

        Tables are added by the shortest path to what is joined already: the heuristic of
        Takahashi and Matsuyama, "An approximate solution for the Steiner problem in graphs" (1980).
        """
        wanted = tuple(dict.fromkeys(needed))
        if wanted not in self._trees:
            self._trees[wanted] = _tree(self.links, wanted)
        return self._trees[wanted]


def view_of(
    catalog: Catalog, values: ValueIndex, allowed: Collection[str] | None = None
) -> SchemaView:
    """The view of the tables that may be read; all of them where `allowed` is None."""
    kept = [t for t in catalog.tables if allowed is None or t.key in allowed]
    pairs = tuple(_known_pairs(kept))
    refers = dict(reversed(pairs))
    numbers = {
        ColumnRef(table.key, column.name): number
        for number, (table, column) in enumerate((t, c) for t in kept for c in t.columns)
    }
    columns: list[ColumnView] = []
    for place, table in enumerate(kept):
        named = _name_columns(table)
        for column in table.columns:
            ref = ColumnRef(table.key, column.name)
            columns.append(_column(table, column, place, numbers, refers, named=ref in named))
    tables = tuple(
        TableView(
            index=place,
            key=table.key,
            words=name_words(table.name),
            columns=tuple(c.index for c in columns if c.table == place),
            primary_key=tuple(c.index for c in columns if c.table == place and c.primary_key),
        )
        for place, table in enumerate(kept)
    )
    return SchemaView(catalog, values, tables, tuple(columns), _links(columns, pairs, numbers))


def _column(
    table: Table,
    column: Column,
    place: int,
    numbers: Mapping[ColumnRef, int],
    refers: Mapping[ColumnRef, ColumnRef],
    *,
    named: bool,
) -> ColumnView:
    ref, words = ColumnRef(table.key, column.name), name_words(column.name)
    table_words = set(name_words(table.name))
    other = refers.get(ref)
    return ColumnView(
        index=numbers[ref],
        table=place,
        ref=ref,
        words=words,
        short=tuple(w for w in words if w not in table_words) or words,
        kind=_kind(column),
        stored=column.kind,
        primary_key=table.primary_key == (column.name,),
        unique=column.unique or bool(table.rows and column.distinct == table.rows),
        is_name=named,
        is_key=_is_key(column.name, words),
        distinct=column.distinct if column.distinct is not None else len(column.values),
        values=column.values,
        low=_number(column.low),
        high=_number(column.high),
        references=None if other is None else numbers[other],
        entity=numbers[_entity(ref, refers)],
    )


def _kind(column: Column) -> str:
    if column.kind.is_dated:
        return "date"
    if column.kind.is_number:
        return "number"
    sample = column.values[:50]
    if sample and sum(_is_date(value) for value in sample) > 0.8 * len(sample):
        return "date"
    if sample and sum(_number(value) is not None for value in sample) > 0.9 * len(sample):
        return "number"
    return "text"


def _is_date(value: str) -> bool:
    head = value[:_DATE_DIGITS].split("-")
    return len(head) == 3 and len(head[0]) == 4 and all(part.isdigit() for part in head)


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _is_key(name: str, words: tuple[str, ...]) -> bool:
    if words and words[-1] in lexicon().of("last_words_of_a_key"):
        return True
    return name.lower().endswith("id") and bool(words) and words[-1] not in ("paid", "valid")


def _name_columns(table: Table) -> frozenset[ColumnRef]:
    """The columns that show what a row is called: by their name, or the first distinct text."""
    own, endings = name_words(table.name), lexicon().of("last_words_of_a_name")
    found = [
        column.name
        for column in table.columns
        if (words := name_words(column.name)) and (words[-1] in endings or words == own)
    ]
    if not found:
        found = [
            column.name
            for column in table.columns
            if _kind(column) == "text"
            and (column.unique or (table.rows and column.distinct == table.rows))
            and not _is_key(column.name, name_words(column.name))
        ][:1]
    return frozenset(ColumnRef(table.key, name) for name in found)


def _key_pairs(tables: Sequence[Table]) -> Iterator[tuple[ColumnRef, ColumnRef]]:
    """Pairs of columns that refer to each other: declared first, then inferred, then guessed."""
    known = {table.key for table in tables}
    keys = [(table, key) for table in tables for key in table.foreign_keys if key.to_table in known]
    for table, key in sorted(keys, key=lambda pair: not pair[1].declared):
        for own, other in zip(key.columns, key.to_columns, strict=True):
            yield ColumnRef(table.key, own), ColumnRef(key.to_table, other)
    for guess in guesses(tables, loosely=True):
        if guess.score >= _LEAST_KEY:
            yield ColumnRef(guess.table, guess.column), ColumnRef(guess.to_table, guess.to_column)


def _known_pairs(tables: Sequence[Table]) -> Iterator[tuple[ColumnRef, ColumnRef]]:
    """The pairs whose columns exist, by the names that the catalog has for them."""
    refs = {
        (table.key.lower(), column.name.lower()): ColumnRef(table.key, column.name)
        for table in tables
        for column in table.columns
    }
    for pair in _key_pairs(tables):
        one, other = (refs.get((ref.table.lower(), ref.column.lower())) for ref in pair)
        if one is not None and other is not None:
            yield one, other


def _entity(ref: ColumnRef, refers: Mapping[ColumnRef, ColumnRef]) -> ColumnRef:
    for _ in range(_MOST_STEPS):
        if ref not in refers:
            break
        ref = refers[ref]
    return ref


def _links(
    columns: Sequence[ColumnView],
    pairs: Sequence[tuple[ColumnRef, ColumnRef]],
    numbers: Mapping[ColumnRef, int],
) -> Mapping[int, tuple[Link, ...]]:
    found: dict[int, dict[Link, None]] = {column.table: {} for column in columns}
    for one, other in pairs:
        a, b = columns[numbers[one]], columns[numbers[other]]
        if a.table != b.table:
            found[a.table][Link(b.table, a.index, b.index)] = None
            found[b.table][Link(a.table, b.index, a.index)] = None
    return {table: tuple(links) for table, links in found.items()}


def _tree(links: Mapping[int, tuple[Link, ...]], wanted: tuple[int, ...]) -> JoinTree | None:
    if not wanted:
        return None
    have, pairs, left = [wanted[0]], list[tuple[int, int]](), set(wanted[1:])
    while left:
        path = _shortest(links, have, left)
        if path is None:
            return None
        for link in path:
            have.append(link.table)
            pairs.append((link.column, link.other_column))
        left -= set(have)
    return JoinTree(tuple(have), tuple(pairs))


def _shortest(
    links: Mapping[int, tuple[Link, ...]], have: Sequence[int], wanted: Collection[int]
) -> tuple[Link, ...] | None:
    paths: dict[int, tuple[Link, ...]] = dict.fromkeys(have, ())
    queue = deque(have)
    while queue:
        table = queue.popleft()
        if table in wanted:
            return paths[table]
        for link in links.get(table, ()):
            if link.table not in paths:
                paths[link.table] = (*paths[table], link)
                queue.append(link.table)
    return None
