"""Joins that names make where no key leads from one table to another."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from knowledge.catalog import Column, Kind, Table
from pipeline.rules.schema.edges import INFERRED, Edge
from pipeline.rules.schema.keys import is_key, is_unique
from pipeline.rules.schema.names import display_columns, expanded, shared_prefix
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.nouns import PLACED, REFERENCES

MOST_ALIKE = 40
_GLUED = 5


def key_places(tables: Sequence[Table]) -> Iterable[list[tuple[Table, Column]]]:
    """The columns that may be keys, those that go by one name together."""
    keys = [tuple(name_words(t.primary_key[0])) for t in tables if len(t.primary_key) == 1]
    # `prm_typ` refers to the table that it is the declared key of.
    named = {key for key in keys if len(key) > 1}
    keyed: dict[tuple[str, ...], list[tuple[Table, Column]]] = defaultdict(list)
    for table in tables:
        for column in table.columns:
            own = tuple(name_words(column.name))
            for name in _key_words_of(column, table) | ({own} & named):
                keyed[name].append((table, column))
    return keyed.values()


def explained_codes(tables: Sequence[Table]) -> Iterator[list[tuple[Table, Column]]]:
    """Codes of one name of which a table has each once, and another none but those.

    `pm_typ` of permits, where `cd_pmt` says of every `pm_typ` what it is.
    """
    called: dict[str, list[tuple[Table, Column]]] = defaultdict(list)
    for table in tables:
        for column in table.columns:
            if column.kind is Kind.TEXT and column.complete and len(column.values) > 1:
                called[column.name.lower()].append((table, column))
    for places in called.values():
        told = [place for place in places if _tells_each(*place)]
        for table, column in places if len(told) == 1 else ():
            if table is not told[0][0] and set(column.values) <= set(told[0][1].values):
                yield [told[0], (table, column)]


def _tells_each(table: Table, column: Column) -> bool:
    """Whether a column is what tells the rows of a table of codes apart, and more is told of it."""
    alone = table.primary_key in ((), (column.name,))
    names = display_columns(table)
    return alone and is_unique(table, (column.name,)) and names not in ((), (column.name,))


def alike(one: tuple[Table, Column], other: tuple[Table, Column]) -> bool:
    """Whether two columns of one name may be a key and what refers to it."""
    texts = {place[1].kind is Kind.TEXT for place in (one, other)}
    unique = any(is_unique(table, (column.name,)) for table, column in (one, other))
    return unique and len(texts) == 1 and not _is_shared_by_chance(one, other)


def _is_shared_by_chance(one: tuple[Table, Column], other: tuple[Table, Column]) -> bool:
    """Whether both have a postal code or a phone number: alike places do not tie rows together.

    A table of those has a key that others refer to: `zip code` of `zip codes`.
    """
    told = {lemma_of(word) for word in name_words(one[1].name)} & PLACED
    owners = {lemma_of(word) for table, _ in (one, other) for word in name_words(table.name)}
    return bool(told) and not told & owners


def inferred(one: tuple[Table, Column], other: tuple[Table, Column]) -> tuple[Edge, bool]:
    """The join of two columns, and whether it multiplies rows the other way round."""
    (left, column), (right, column2) = one, other
    names = is_unique(left, (column.name,)), is_unique(right, (column2.name,))
    # Where both sides are unique today, only a key says which of them stays so.
    keys = is_key(left, (column.name,)), is_key(right, (column2.name,))
    one_left, one_right = keys if all(names) and any(keys) else names
    edge = Edge(left.key, right.key, ((column.name, column2.name),), not one_right, INFERRED)
    return edge, not one_left


def _key_words_of(column: Column, table: Table) -> set[tuple[str, ...]]:
    """The names a key column goes by: its own, and that of its table where it is the table's id."""
    words = name_words(column.name)
    shared = shared_prefix([name_words(other.name) for other in table.columns])
    short = expanded(words[shared:])
    if not words:
        return set()
    glued = len(words) == 1 and len(words[0]) >= _GLUED and words[0].endswith(("number", "no"))
    keyish = words[-1] in REFERENCES or (len(words) == 1 and words[0].endswith("id")) or glued
    named = len(words) > 1 and words[-1] == "name" and words[0] not in ("first", "last", "full")
    if not keyish and not named:
        return set()
    owner = tuple(lemma_of(word) for word in expanded(name_words(table.name)))
    own = (
        {(*owner[at:], "id") for at in range(len(owner))} if short in (("id",), ("key",)) else set()
    )
    return own | ({short, words} - {("id",), ("name",), ("code",), ("key",)})
