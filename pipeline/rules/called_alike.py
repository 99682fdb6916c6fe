"""Nouns that name a table and something in or beside it: which of the two is meant."""

from collections.abc import Sequence

from pipeline.rules.items import Item
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.vocabulary.nouns import CATEGORIES, LABELS
from pipeline.rules.words import is_plural, lemma_of, lemmas_of, name_words

_ENDS, _NAMED, _NEAR = 2, 0.9, 0.05
_HAVING = frozenset(("has", "have", "had"))


def told_apart_from_tables(items: Sequence[Item], known: Known) -> list[Item]:
    """The items, each such noun as what it means."""
    for at, item in enumerate(items):
        if item.letter == "C" and item.text.lower() == "number":
            _as_said(at, items)
        if item.letter == "C" and at and items[at - 1].letter in "ks":
            _as_rows(item)
        if item.letter == "C" and at + 1 < len(items):
            _as_owner(at, items)
        if item.letter == "T" and item.candidates and item.text:
            _as_told(item)
            _as_key(item, items[at + 1 : at + 2], known)
            _as_kinds(item, known)
            _as_held(item, known)
            _as_ends(item, _column_before(items, at), known)
    return list(items)


def _column_before(items: Sequence[Item], at: int) -> Item | None:
    """`the names of ...`: what is told of the rows that a noun names."""
    while at and items[at - 1].letter in "pu":
        at -= 1
    return items[at - 1] if at and items[at - 1].letter == "C" else None


def _as_said(at: int, items: Sequence[Item]) -> None:
    """`How many lamps ...? List the number and ...`: the number that was asked for already."""
    counted = any(item.letter == "k" for item in items[:at])
    beside = [item.letter for item in (*items[at - 1 : at], *items[at + 1 : at + 2])]
    if counted and len(beside) > 1 and set(beside) <= {".", "&"}:
        items[at].letter = "p"


def _as_rows(item: Item) -> None:
    """`number of orders`: of rows that are called so, not of the different dates of orders."""
    best = item.candidates[0]
    rows = [c for c in item.candidates if not c.column and c.score >= best.score - _NEAR]
    if (
        best.score < _NAMED
        and rows
        and rows[0].table == best.table
        and is_plural(item.text.lower())
    ):
        item.letter, item.verb = "T", False
        item.candidates = [*rows[:1], *(c for c in item.candidates if c != rows[0])]


def _as_owner(at: int, items: Sequence[Item]) -> None:
    """`book categories`, a `book named Dune`: the noun only says of which rows."""
    item, behind = items[at], items[at + 1]
    if behind.letter != "C" or behind.first != item.last or item.candidates[0].score >= _NAMED:
        return
    table = behind.candidates[0].table
    if not any(c.table == table and not c.column for c in item.candidates):
        return
    noun = lemma_of(item.text.lower())
    for each in items:
        if each.letter == "C" and lemma_of(each.text.lower()) == noun:
            each.letter, each.verb = "T", False
            each.candidates = [Candidate(table, "", _NAMED)]


def _as_kinds(item: Item, known: Known) -> None:
    """`allergy types`, where a table of allergies is called so, and its column of their kinds."""
    if lemma_of(item.text.lower().split()[-1]) not in CATEGORIES:
        return
    table, score = item.candidates[0].table, item.candidates[0].score
    own = [
        c for c in item.candidates
        if c.table == table and c.column and c.score >= score and _repeats(c, known)
    ]  # fmt: skip
    if own and not item.candidates[0].column:
        item.letter = "C"
        item.candidates = [*own, *(c for c in item.candidates if c not in own)]


def _repeats(candidate: Candidate, known: Known) -> bool:
    """Whether rows are known to share a value of the column."""
    column, rows = known.column(candidate.ref), known.table(candidate.table).rows
    few = column.distinct is not None and rows is not None and 2 * column.distinct <= rows
    kind = CATEGORIES.intersection(lemmas_of(candidate.column)[-1:])
    return bool(kind) and few and not column.primary_key and not column.unique


def _as_told(item: Item) -> None:
    """`the address of customers`: what their own table says of them, not the rows beside it."""
    _, of, owner = item.text.lower().rpartition(" of ")
    noun = [lemma_of(word) for word in owner.split()[-1:]]
    best = item.candidates[0].score
    own = [
        c for c in item.candidates
        if of and c.column and c.score >= best and lemmas_of(c.table)[-1:] == noun
    ]  # fmt: skip
    if own:
        item.letter = "C"
        item.candidates = [*own, *(c for c in item.candidates if c not in own)]


def _as_key(item: Item, behind: Sequence[Item], known: Known) -> None:
    """`department numbers`, where departments have no number but the one they are keyed by."""
    if not behind or behind[0].letter != "C" or behind[0].first != item.last:
        return
    column, table = behind[0], item.candidates[0].table
    key = known.table(table).primary_key
    labelled = lemma_of(column.text.lower()) in LABELS and len(key) == 1
    if labelled and not any(c.table == table for c in column.candidates):
        column.candidates = [Candidate(table, key[0], _NAMED)]


def _as_held(item: Item, known: Known) -> None:
    """`allergies`, where one table keeps them by name and another only says who has which."""
    ties = _HAVING.intersection(name_words(known.table(item.candidates[0].table).name)[:1])
    noun = [lemma_of(item.text.lower())]
    keys = [c for c in item.candidates if c.column and c.score >= item.candidates[0].score]
    kept = [c for c in keys if known.is_key(c.ref) and lemmas_of(c.column) == noun]
    if ties and kept:
        item.letter = "C"
        item.candidates = [*kept, *(c for c in item.candidates if c not in kept)]


def _as_ends(item: Item, told: Item | None, known: Known) -> None:
    """`train stations` are stations, where a table only says which trains stop at which."""
    best = item.candidates[0]
    table = known.table(best.table)
    if best.column or len(table.foreign_keys) != _ENDS or len(item.text.split()) != _ENDS:
        return
    ends = [known.table(key.to_table) for key in table.foreign_keys]
    tied = {name for key in table.foreign_keys for name in key.columns}
    only_ties = {column.name for column in table.columns} <= tied
    for first, last in (ends, ends[::-1]):
        called = lemmas_of(table.name) == lemmas_of(first.name) + lemmas_of(last.name)
        if called and (only_ties or (told is not None and _tells_of(told, last.key, table.key))):
            others = [c for c in item.candidates if c.column]
            item.candidates = [Candidate(last.key, "", best.score), *others]
            return


def _tells_of(told: Item, table: str, tie: str) -> bool:
    """Whether rows of a table have such a column, and those that only tie them have not."""
    owners = {c.table for c in told.candidates if c.column}
    return table in owners and tie not in owners
