"""Which number a listed thing is: one that the question computes, or a plain one beside it."""

import re
from collections.abc import Iterator

from pipeline.intent import Clause, Condition, Measure, leaves
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.names import expanded
from pipeline.rules.showing.columns_shown import Rows, columns_named
from pipeline.rules.text.words import Word, lemma_of, name_words, stem_of, words_of

# What people call numbers of a kind, beside the name of what is measured.
_PARTS = frozenset(
    ("rate", "ratio", "percentage", "percent", "share", "proportion", "fraction", "pct")
)
_CALLED = {
    "count": frozenset(("number", "count", "total", "frequency", "tally")),
    "sum": frozenset(("total", "sum", "amount", "overall")),
    "avg": frozenset(("average", "mean", "avg")),
    "median": frozenset(("median",)),
    "max": frozenset(("maximum", "max", "highest", "largest")),
    "min": frozenset(("minimum", "min", "lowest", "smallest")),
    "percent": _PARTS,
    "ratio": _PARTS,
    "quotient": _PARTS,
    "fraction": _PARTS,
    "divided": _PARTS | {"average"},
    "difference": frozenset(("difference", "gap")),
    "rank": frozenset(("rank", "ranking", "position", "place")),
}
_ANY = frozenset(("value", "figure", "result"))
_GENERAL = frozenset(word for words in _CALLED.values() for word in words) | _ANY
_IDLE = frozenset(
    ("of", "the", "a", "an", "in", "for", "per", "all", "and", "their", "its", "'s", "single")
)
# `how many each of them had`, `number of orders they made`.
_MANY, _MUCH = re.compile(r"^how many\b", re.IGNORECASE), re.compile(r"^how much\b", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:each|them|they|it|he|she|there)\b|\b(?:ha[sd]|have|was|were|is|are|made|did|do|does)\b",
    re.IGNORECASE,
)
_SURE = 0.9
_ADDED = ("sum", "avg", "max", "min")


def number_of_them(item: str, rows: Rows, asked: frozenset[str]) -> Measure | None:
    """The number, of those computed, that a listed thing is; `asked` are the question's stems."""
    words = _words(item)
    fits = [m for m in rows.intent.measures if _fits(words, m, frozenset())]
    if len(fits) == 1:
        return fits[0]
    fits = fits or [m for m in rows.intent.measures if _fits(words, m, asked)]
    return fits[0] if len(fits) == 1 else None


def further_number(item: str, rows: Rows) -> Measure | None:
    """`number of leases`, `average amount`: a number of the same rows as those computed."""
    kind, rest = _kind_of(item)
    counted = [leaf for m in rows.intent.measures for leaf in _rows_in(m) if not leaf.expression]
    if not kind or not rest:
        return None
    named = [c for c in rows.known.lexicon.find(rest) if c.score >= _SURE]
    columns = columns_named(tuple(rest), rows)
    for measure in counted:
        where = _rows_of(measure)
        if where is None:
            continue
        if kind == "count" and any(c.ref == measure.table for c in named[:2]):
            return Measure(
                function="count", table=measure.table, where=where, distinct=measure.distinct
            )
        own = [c for c in columns if c.table == measure.table]
        numeric = [c for c in own if looks_numeric(rows.known.column(c.ref))]
        if kind in _ADDED and numeric and own[:1] == numeric[:1]:
            return Measure(function=kind, table=measure.table, column=numeric[0].ref, where=where)
    return None


def _words(item: str) -> list[Word]:
    """The words of a listed thing that name it."""
    plain = _MUCH.sub("total", _MANY.sub("number of", item))
    return [word for word in words_of(_POINTING.sub(" ", plain)) if word.lower not in _IDLE]


def _fits(words: list[Word], measure: Measure, asked: frozenset[str]) -> bool:
    """Whether every word names the number, its kind, or what is asked of it."""
    own = frozenset(_names_of(measure))
    kinds = _CALLED.get(_kind(measure), frozenset()) | _ANY
    general = [word for word in words if word.lemma in _GENERAL]
    rest = [word for word in words if word.lemma not in _GENERAL]
    named = all(word.lemma in kinds or word.stem in own for word in general)
    told = named and all(word.stem in own | asked for word in rest)
    if not told or not words:
        return False
    whole = frozenset(word.stem for word in words)
    called = bool(measure.name) and whole <= own
    return called or bool(general) or (bool(rest) and whole <= own and bool(measure.column))


def _kind(measure: Measure) -> str:
    return "percent" if measure.part else measure.function


def _names_of(measure: Measure) -> Iterator[str]:
    """The stems of the words that name a number, its column, and the rows that it is of."""
    for leaf in (measure, *leaves(measure)):
        names = [leaf.name, leaf.column.rpartition(".")[2], leaf.table.rpartition(".")[2]]
        names += [leaf.since.rpartition(".")[2], leaf.other.rpartition(".")[2], leaf.unit]
        for name in names:
            yield from map(stem_of, map(lemma_of, (*name_words(name), *expanded(name_words(name)))))
        for clause in (*leaf.where, *leaf.base):
            yield from _words_in(clause)


def _words_in(clause: Clause) -> Iterator[str]:
    if isinstance(clause, Condition):
        told = " ".join(str(value) for value in clause.values)
        yield from (word.stem for word in words_of(f"{clause.words} {told}"))


def _kind_of(item: str) -> tuple[str, list[Word]]:
    """`total amount` is a sum, of the amount; `number of leases` and `lease count` a count."""
    words = _words(item)
    if not words[1:]:
        return "", []
    first, second, last = words[0].lemma, words[1].lemma, words[-1].lemma
    if first in ("number", "count") or (first == "total" and second in ("number", "count")):
        return "count", [word for word in words if word.lemma not in _CALLED["count"]]
    if last == "count":
        return "count", words[:-1]
    for kind in _ADDED:
        if first in _CALLED[kind] and first != "amount":
            return kind, words[1:]
    return "", []


def _rows_in(measure: Measure) -> tuple[Measure, ...]:
    """The plain numbers in a number; `leases to flats` counts both."""
    if measure.function == "quotient" and not measure.parts:
        tables = (measure.table, measure.other)
        return tuple(Measure(function="count", table=table, distinct=True) for table in tables)
    return leaves(measure)


def _rows_of(measure: Measure) -> tuple[Clause, ...] | None:
    """The conditions of the rows that a number is of; None where it is of more than one kind."""
    if measure.function in ("percent", "ratio"):
        return measure.base
    plain = measure.function in ("count", *_ADDED) and not measure.part
    return measure.where if plain else None
