"""Nouns for rows of one kind, where the kind is stored as a code: `departments`, of DEPT."""

from collections.abc import Iterator

from knowledge.catalog import Column, Kind
from knowledge.values import ValueHit
from pipeline.rules.linking.rows_meant import may_be_rows
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.short_forms import abbreviates
from pipeline.rules.text.words import Word, name_words
from pipeline.rules.vocabulary import ABBREVIATIONS
from pipeline.rules.vocabulary.nouns import CATEGORIES, KINDS

_MOST, CODED = 20, 0.96
_SORTING = (CATEGORIES | KINDS) - {"status", "level"}


def rows_of_kind(word: Word, known: Known) -> list[ValueHit]:
    """The stored kinds that a noun is written out of; none for a verb or an adjective."""
    if not word.lower.isalpha() or not may_be_rows(word.lower):
        return []
    return list(_coded(word.lemma, known))


def _coded(noun: str, known: Known) -> Iterator[ValueHit]:
    for key in sorted(known.allowed):
        for column in known.table(key).columns:
            if not _sorts_rows(column):
                continue
            for value in known.shown_values(key, column):
                code = value.lower()
                if ABBREVIATIONS.get(code) == noun or abbreviates(code, noun):
                    yield ValueHit(table=key, column=column.name, value=value, score=CODED)


def _sorts_rows(column: Column) -> bool:
    """Whether a column says of what kind its rows are, and all the kinds are known."""
    few = column.kind is Kind.TEXT and column.complete and (column.distinct or 0) <= _MOST
    return few and bool(_SORTING & set(expanded(name_words(column.name))[-1:]))
