"""Nouns that name a table and something in or beside it: which of the two is meant."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import is_plural, lemma_of, lemmas_of, name_words
from pipeline.rules.vocabulary.nouns import CATEGORIES, LABELS

_ENDS, _NAMED, _NEAR = 2, 0.9, 0.05
_HAVING = frozenset(("has", "have", "had"))


def told_apart_from_tables(items: Sequence[Item], known: Known) -> list[Item]:
    """New items, each such noun as what it means."""
    told = list(items)
    for at in range(len(told)):
        if told[at].letter == "C" and told[at].text.lower() == "number":
            told[at] = _as_said(at, told)
        if told[at].letter == "C" and at and told[at - 1].letter in "ks":
            told[at] = _as_rows(told[at])
        if told[at].letter == "C" and at + 1 < len(told):
            told = _as_owner(at, told)
        if told[at].letter == "T" and told[at].candidates and told[at].text:
            told[at] = _as_told(told[at])
            told[at + 1 : at + 2] = _as_key(told[at], told[at + 1 : at + 2], known)
            told[at] = _as_kinds(told[at], known)
            told[at] = _as_held(told[at], known)
            told[at] = _as_ends(told[at], _column_before(told, at), known)
    return told


def _as_column(item: Item, own: Sequence[Candidate]) -> Item:
    """The item as a column, these candidates before its others."""
    others = (c for c in item.candidates if c not in own)
    return replace(item, letter="C", candidates=[*own, *others])


def _column_before(items: Sequence[Item], at: int) -> Item | None:
    """`the names of ...`: what is told of the rows that a noun names."""
    while at and items[at - 1].letter in "pu":
        at -= 1
    return items[at - 1] if at and items[at - 1].letter == "C" else None


def _as_said(at: int, items: Sequence[Item]) -> Item:
    """`How many lamps ...? List the number and ...`: the number that was asked for already."""
    counted = any(item.letter == "k" for item in items[:at])
    beside = [item.letter for item in (*items[at - 1 : at], *items[at + 1 : at + 2])]
    again = counted and len(beside) > 1 and set(beside) <= {".", "&"}
    return replace(items[at], letter="p") if again else items[at]


def _as_rows(item: Item) -> Item:
    """`number of orders`: of rows that are called so, not of the different dates of orders."""
    best = item.candidates[0]
    rows = [c for c in item.candidates if not c.column and c.score >= best.score - _NEAR]
    if best.score >= _NAMED or not rows or rows[0].table != best.table:
        return item
    if not is_plural(item.text.lower()):
        return item
    others = (c for c in item.candidates if c != rows[0])
    return replace(item, letter="T", verb=False, candidates=[rows[0], *others])


def _as_owner(at: int, items: list[Item]) -> list[Item]:
    """`book categories`, a `book named Dune`: the noun only says of which rows, wherever it is."""
    item, behind = items[at], items[at + 1]
    if behind.letter != "C" or behind.first != item.last or item.candidates[0].score >= _NAMED:
        return items
    table = behind.candidates[0].table
    if not any(c.table == table and not c.column for c in item.candidates):
        return items
    noun = lemma_of(item.text.lower())
    return [
        replace(each, letter="T", verb=False, candidates=[Candidate(table, "", _NAMED)])
        if each.letter == "C" and lemma_of(each.text.lower()) == noun
        else each
        for each in items
    ]


def _as_kinds(item: Item, known: Known) -> Item:
    """`allergy types`, where a table of allergies is called so, and its column of their kinds."""
    if lemma_of(item.text.lower().split()[-1]) not in CATEGORIES:
        return item
    table, score = item.candidates[0].table, item.candidates[0].score
    own = [
        c for c in item.candidates
        if c.table == table and c.column and c.score >= score and _repeats(c, known)
    ]  # fmt: skip
    return _as_column(item, own) if own and not item.candidates[0].column else item


def _repeats(candidate: Candidate, known: Known) -> bool:
    """Whether rows are known to share a value of the column."""
    column, rows = known.column(candidate.ref), known.table(candidate.table).rows
    few = column.distinct is not None and rows is not None and 2 * column.distinct <= rows
    kind = CATEGORIES.intersection(lemmas_of(candidate.column)[-1:])
    return bool(kind) and few and not column.primary_key and not column.unique


def _as_told(item: Item) -> Item:
    """`the address of customers`: what their own table says of them, not the rows beside it."""
    _, of, owner = item.text.lower().rpartition(" of ")
    noun = [lemma_of(word) for word in owner.split()[-1:]]
    best = item.candidates[0].score
    own = [
        c for c in item.candidates
        if of and c.column and c.score >= best and lemmas_of(c.table)[-1:] == noun
    ]  # fmt: skip
    return _as_column(item, own) if own else item


def _as_key(item: Item, behind: list[Item], known: Known) -> list[Item]:
    """`department numbers`, where departments have no number but the one they are keyed by."""
    if not behind or behind[0].letter != "C" or behind[0].first != item.last:
        return behind
    column, table = behind[0], item.candidates[0].table
    key = known.table(table).primary_key
    labelled = lemma_of(column.text.lower()) in LABELS and len(key) == 1
    if not labelled or any(c.table == table for c in column.candidates):
        return behind
    return [replace(column, candidates=[Candidate(table, key[0], _NAMED)])]


def _as_held(item: Item, known: Known) -> Item:
    """`allergies`, where one table keeps them by name and another only says who has which."""
    ties = _HAVING.intersection(name_words(known.table(item.candidates[0].table).name)[:1])
    noun = [lemma_of(item.text.lower())]
    keys = [c for c in item.candidates if c.column and c.score >= item.candidates[0].score]
    kept = [c for c in keys if known.is_key(c.ref) and lemmas_of(c.column) == noun]
    return _as_column(item, kept) if ties and kept else item


def _as_ends(item: Item, told: Item | None, known: Known) -> Item:
    """`train stations` are stations, where a table only says which trains stop at which."""
    best = item.candidates[0]
    table = known.table(best.table)
    if best.column or len(table.foreign_keys) != _ENDS or len(item.text.split()) != _ENDS:
        return item
    ends = [known.table(key.to_table) for key in table.foreign_keys]
    tied = {name for key in table.foreign_keys for name in key.columns}
    only_ties = {column.name for column in table.columns} <= tied
    for first, last in (ends, ends[::-1]):
        called = lemmas_of(table.name) == lemmas_of(first.name) + lemmas_of(last.name)
        if called and (only_ties or (told is not None and _tells_of(told, last.key, table.key))):
            others = [c for c in item.candidates if c.column]
            return replace(item, candidates=[Candidate(last.key, "", best.score), *others])
    return item


def _tells_of(told: Item, table: str, tie: str) -> bool:
    """Whether rows of a table have such a column, and those that only tie them have not."""
    owners = {c.table for c in told.candidates if c.column}
    return table in owners and tie not in owners
