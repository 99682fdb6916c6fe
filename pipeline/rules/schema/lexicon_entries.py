"""The entries of a lexicon: by which words each table and column of a catalog goes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, TableNote
from pipeline.rules.schema.column_phrases import GENERIC_TAILS, column_phrases
from pipeline.rules.schema.lexicon import NAME_JOINTS, TABLE_TAIL, Lexicon
from pipeline.rules.schema.names import (
    display_columns,
    expanded,
    occupations_like,
    other_meanings,
    shared_prefix,
    unglued,
    with_synonyms,
)
from pipeline.rules.schema.short_heads import (
    head_of,
    heads_of,
    nouns_of_keys,
    short_names,
    with_rows,
    written_out,
)
from pipeline.rules.text.words import in_full, is_past, is_plural, lemma_of, written_words
from pipeline.rules.vocabulary import SHORT_FOR_SEVERAL
from pipeline.rules.vocabulary.nouns import EARNED, REFERENCES, is_spent
from pipeline.rules.vocabulary.units import MEASURES

_PLANS = frozenset(
    ("target", "targets", "budget", "budgets", "forecast", "forecasts", "plan", "plans", "planned",
     "quota", "quotas", "goal", "goals")
)  # fmt: skip
_PLANNED = 0.3
_DERIVED = 0.3
_ASKED = NAME_JOINTS | {"by", "per", "above", "below", "over", "under"}
_SHORT_COMMENT = 4
_TOWARDS = 0.9
_KEYED = 0.88
_SAME_WORK = _NUMBERED = 0.9
_UNSURE, _KEY_PARTS = 0.05, 2
_COMMENT = 0.2
_OTHERWISE_CALLED: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("first", "name"): ("forename",),
    ("last", "name"): ("surname",),
}
_SAID = 0.8
_WHEN, _SAID_OF_DATES = frozenset(("on", "at")), 0.97
_TOLD_OF = 0.78
_PREFIXES = frozenset(("is", "has", "tbl", "dim", "fact", "ref", "the"))


def lexicon_of(catalog: Catalog, glossary: Glossary, allowed: Collection[str]) -> Lexicon:
    """The lexicon of the tables that may be read."""
    lexicon = Lexicon()
    tables = [table for table in catalog.tables if table.key in allowed]
    shared = shared_prefix([written_words(table.name) for table in tables])
    known = {lemma_of(part) for table in tables for part in written_words(table.name)}
    known |= {part for table in tables for part in written_words(table.name)}
    known |= {part for t in tables for c in t.columns for part in written_words(c.name)}
    short, keyed, heads = short_names(tables), nouns_of_keys(tables), heads_of(tables)
    kept = any(table.view_sql is None for table in tables)
    for table in tables:
        note = glossary.note(table.key)
        derived = kept and is_derived(table, note)
        if derived and _ASKED & set(written_words(table.name)):
            continue  # `Sales by Category`: a question that somebody asked once, no noun
        entries = _Fainter(lexicon) if derived else lexicon
        _add_table(entries, table, note, shared)
        _add_columns(entries, table, known, _Short(short, heads))
        _add_display(entries, table)
        entries.add(keyed.get(table.key, ()), (table.key, ""), _KEYED)
    for term in glossary.terms:
        ref = _ref_of(catalog, term.means)
        if ref and ref[0] in allowed:
            for name in (term.name, *term.synonyms):
                lexicon.add(name.lower().split(), ref, 1.05)
    return lexicon


def is_derived(table: Table, note: TableNote | None) -> bool:
    """A view that nobody wrote of: no word names it before the tables."""
    return table.view_sql is not None and not (note and (note.description or note.synonyms))


@dataclass(frozen=True, slots=True)
class _Fainter:
    """Entries of a view: where tables say the same, they are meant."""

    lexicon: Lexicon

    def add(
        self, phrase: Sequence[str], ref: tuple[str, str], score: float, *, own: bool = True
    ) -> None:
        self.lexicon.add(phrase, ref, score - _DERIVED, own=own)

    def add_glued(self, name: str, ref: tuple[str, str], score: float) -> None:
        self.lexicon.add_glued(name, ref, score - _DERIVED)


_Entries = Lexicon | _Fainter


def lexicon_of_columns(columns: Iterable[tuple[Table, Column]]) -> Lexicon:
    """The lexicon of single columns."""
    lexicon = Lexicon()
    for table, column in columns:
        owner = frozenset(expanded(written_words(table.name)))
        _add_column(lexicon, table, column, _Naming(0, owner, frozenset(), _Short({}, {})))
        lexicon.add((column.name.lower(),), (table.key, column.name), 1.0)
    return lexicon


def _ref_of(catalog: Catalog, means: str) -> tuple[str, str] | None:
    table = catalog.table(means)
    if table:
        return table.key, ""
    owner, _, name = means.rpartition(".")
    table = catalog.table(owner) if owner else None
    column = table.column(name) if table else None
    return (table.key, column.name) if table and column else None


def _add_table(lexicon: _Entries, table: Table, note: TableNote | None, shared: int) -> None:
    ref = (table.key, "")
    names = expanded(written_words(table.name)[shared:])
    # The rows of `has_pet` say who has which: pets are those of another table, where one is there.
    whole = _TOLD_OF if names[:1] == ("has",) else 1.0
    while len(names) > 1 and names[0] in _PREFIXES:
        names = names[1:]
    for phrase, cost in with_synonyms(names):
        lexicon.add(phrase, ref, whole - cost, own=not cost)
    for phrase in other_meanings(written_words(table.name)[shared:]):
        lexicon.add(phrase, ref, 1.0 - _UNSURE, own=False)
    for phrase in occupations_like(names):
        lexicon.add(phrase, ref, _SAME_WORK, own=False)
    lexicon.add_glued(table.name.lower(), ref, 1.0)
    for at in range(1, len(names)):
        lexicon.add(names[at:], ref, TABLE_TAIL)
        # The rows of `payments_received` are payments.
        rows = at == len(names) - 1 and is_plural(names[at - 1]) and is_past(names[at])
        lexicon.add(names[:at], ref, TABLE_TAIL if rows else 0.62)
    for synonym in note.synonyms if note else ():
        lexicon.add(synonym.lower().split(), ref, 1.05)


def _add_columns(
    lexicon: _Entries,
    table: Table,
    known: set[str],
    short: "_Short",
) -> None:
    shared = shared_prefix([written_words(column.name) for column in table.columns])
    owner = set(expanded(written_words(table.name)))
    naming = _Naming(shared, frozenset(owner), frozenset(known), short)
    for column in table.columns:
        if column.name and column.retired is None:
            _add_column(lexicon, table, column, naming)


def _add_display(lexicon: _Entries, table: Table) -> None:
    """Whatever names a row of a table is its name, also where no column is called so."""
    names = display_columns(table)
    if len(names) == 1:
        lexicon.add(("name",), (table.key, names[0]), 0.93)


@dataclass(frozen=True, slots=True)
class _Short:
    """What keys call tables for short, and what whole names of columns begin with for them."""

    nouns: Mapping[str, str]
    heads: Mapping[str, Table]

    def in_full(self, parts: tuple[str, ...], table: Table) -> tuple[str, ...]:
        """The parts of a column's name, with the names of the rows that it is of."""
        head = head_of(table)
        other = self.heads.get(parts[0]) if len(parts) == _KEY_PARTS else None
        if parts[0] != head and other is not None and in_full(parts[-1]) in REFERENCES:
            return with_rows(parts, parts[0], other)
        return with_rows(parts, head, table)


@dataclass(frozen=True, slots=True)
class _Naming:
    shared: int
    owner: frozenset[str]
    known: frozenset[str]
    short: _Short

    @property
    def called(self) -> frozenset[str]:
        """The table's words, and what else they may be short for."""
        others = (SHORT_FOR_SEVERAL.get(word, ()) for word in self.owner)
        return self.owner.union(*others)


def _add_column(lexicon: _Entries, table: Table, column: Column, naming: _Naming) -> None:
    ref = (table.key, column.name)
    parts = written_words(column.name)[naming.shared :]
    parts = naming.short.in_full(parts, table) if parts else parts
    names = expanded(unglued(parts, naming.known, naming.owner))
    written = written_out(tuple(naming.short.nouns.get(name, name) for name in names), naming.owner)
    if written != names:
        lexicon.add(written, ref, 1.0)
        names = written
    if table.primary_key == (column.name,) and names[-1].endswith("id"):
        lexicon.add(("id",), ref, 0.97)
        lexicon.add((*sorted(naming.owner), "id"), ref, 1.0)
    _add_as_written(lexicon, column.name, ref)
    full = _TOWARDS if names[:1] == ("to",) else 1.0
    lexicon.add(names, ref, full)
    lexicon.add(written_words(column.name)[naming.shared :], ref, full)
    lexicon.add(written_words(column.name), ref, full)
    _add_otherwise(lexicon, ref, names, dated=column.kind.is_dated)
    if len(names) > 1 and names[0] in _PREFIXES:
        names = names[1:]
    planned = _is_planned(column, naming.owner | set(names))
    _add_other_meanings(lexicon, ref, parts, naming)
    for phrase, full in column_phrases(names, naming.owner):
        score = full - (_PLANNED if planned and not _PLANS & set(phrase) else 0.0)
        # A rating is rather a score than a `rating_id`.
        keyed = names[-1:] == ("id",) and "id" not in phrase
        for variant, cost in _spoken(phrase, naming, dated=column.kind.is_dated):
            lexicon.add(variant, ref, score - cost, own=not (cost or keyed))
    if _names_something(table, column, names):
        lexicon.add((*names, "name"), ref, 0.93)
        lexicon.add((*names, "title"), ref, 0.9)
    comment = column.comment.lower().split()
    if 0 < len(comment) <= _SHORT_COMMENT:
        lexicon.add(comment, ref, 1.0 - _COMMENT)


def _names_something(table: Table, column: Column, names: Sequence[str]) -> bool:
    """Whether a text may be the name of what it is called after; the code of a project is not."""
    leads = any(column.name in key.columns for key in table.foreign_keys)
    plain = bool(names) and names[-1] not in GENERIC_TAILS
    return column.kind is Kind.TEXT and plain and not leads


def _add_other_meanings(
    lexicon: _Entries, ref: tuple[str, str], parts: tuple[str, ...], naming: _Naming
) -> None:
    """Names of which a part is short for several words: what has such a name in full wins."""
    for meant in other_meanings(parts):
        for phrase, full in column_phrases(meant, naming.called):
            lexicon.add(phrase, ref, full - _UNSURE, own=False)


def _spoken(
    phrase: tuple[str, ...], naming: _Naming, *, dated: bool
) -> Iterator[tuple[tuple[str, ...], float]]:
    """A phrase and what it may be called otherwise; the amount of an expense is no revenue.

    Payments are the rows of card payments, before the day when something was paid.
    """
    deed = _UNSURE if dated and is_past(phrase[-1]) else 0.0
    for variant, cost in with_synonyms(phrase):
        if not (cost and is_spent(naming.owner) and EARNED & set(variant)):
            yield variant, cost + deed if cost else cost


def _add_as_written(lexicon: _Entries, name: str, ref: tuple[str, str]) -> None:
    """`score in points` is called so in full, though `in` stands in no list of its words."""
    words = written_words(name)
    lexicon.add_glued(name.lower(), ref, 1.0)
    if words and words[-1] not in NAME_JOINTS:
        lexicon.add_glued("".join(words), ref, 1.0)


def _add_otherwise(
    lexicon: _Entries, ref: tuple[str, str], names: tuple[str, ...], *, dated: bool
) -> None:
    """A last name is a surname, an order id an order number, and an area in m2 in square metres."""
    if len(names) > 1 and names[-1] == "id":
        lexicon.add((*names[:-1], "number"), ref, _NUMBERED, own=False)
    for called in _OTHERWISE_CALLED.get(names[-2:], ()):
        lexicon.add((*names[:-2], called), ref, 1.0)
        lexicon.add((called,), ref, 1.0)
    if dated and len(names) > 1 and names[-1] in _WHEN:
        lexicon.add((*names[:-1], "date"), ref, _SAID_OF_DATES)  # `opened_on`: the opening date
    elif dated and not {"date", "time", "day"} & set(names):
        lexicon.add((*names, "date"), ref, _SAID_OF_DATES)  # `paid`: the paid date
    for unit in names:
        for called in MEASURES.get(unit, ()):
            lexicon.add(called.split(), ref, _SAID)


def _is_planned(column: Column, words: Collection[str]) -> bool:
    """Whether a number is what was planned, not what happened."""
    return column.kind.is_number and bool(_PLANS & set(words))
