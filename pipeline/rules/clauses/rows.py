"""Nouns of rows that only a key or name tells: `counties` of a table keyed by a county's id."""

from knowledge.catalog import Kind
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.nouns import IDS, PEOPLE, TITLES

_OWN_TAILS = IDS | TITLES
_BEFORE = frozenset("pkwsue.&")
# `the first and last names`: half of a name is no row.
_HALVES = frozenset(("first", "last", "full", "middle", "given"))
_NEAR, _SURE = 0.1, 0.95


def rows_named(stream: Stream, known: Known) -> None:
    """Read such a noun as the table, where the question names no table that has the column."""
    stream.rewrite(r"(?P<who>C)[rhp]+(?P<c>C)", lambda run: _who_was(run, known))
    tables = {c.table for item in stream.items if item.letter == "T" for c in item.candidates}
    for at, item in enumerate(stream.items):
        before = stream.items[at - 1].letter if at else "."
        behind = stream.items[at + 1].letter if at + 1 < len(stream.items) else "."
        if item.letter != "C" or item.verb or before not in _BEFORE or behind in "CV#":
            continue
        owner = _owner(item, known)
        if owner is not None and before == "k" and _is_shared(item.candidates[0], known):
            continue
        if owner is not None and not {c.table for c in item.candidates} & tables:
            item.letter, item.payload = "T", None
            item.candidates = [Candidate(owner.table, "", owner.score)]


def _who_was(run: Run, known: Known) -> Item | None:
    """`people who have been mayor`: those whom the column names, not how many inhabitants."""
    told = run["who"].candidates[0].score < _SURE and run["who"].text.lower() in PEOPLE
    named = known.column(run["c"].candidates[0].ref).kind is Kind.TEXT
    if not told or not named or run["c"].candidates[0].score < _SURE:
        return None
    run["who"].letter, run["who"].candidates = "p", []
    return run["c"]


def _owner(item: Item, known: Known) -> Candidate | None:
    """The one table whose rows the noun names."""
    words = [lemma_of(word) for word in item.text.lower().split()]
    if set(words) <= _HALVES:
        return None
    best = item.candidates[0].score
    found = [c for c in item.candidates if c.score >= best - _NEAR and _names(c, words, known)]
    return found[0] if len({c.table for c in found}) == 1 else None


def _names(candidate: Candidate, words: list[str], known: Known) -> bool:
    table = known.table(candidate.table)
    own = name_words(candidate.column)
    told = own[-1:] and own[-1] in _OWN_TAILS and [lemma_of(word) for word in own[:-1]] == words
    keyed = candidate.column in table.primary_key or candidate.column in display_columns(table)
    return bool(told) and keyed


def _is_shared(candidate: Candidate, known: Known) -> bool:
    """`sports`, kept by name in many rows each: the rows are of something else."""
    table, column = known.table(candidate.table), known.column(candidate.ref)
    few = column.distinct is not None and table.rows is not None and column.distinct < table.rows
    keyed = {name_words(name)[:-1] for name in table.primary_key}
    return few and not column.primary_key and name_words(column.name)[:-1] not in keyed
