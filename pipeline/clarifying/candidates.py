"""What stands beside a candidate on a card: a sample, a range, or what people wrote of it."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.catalog import Column, Table
from pipeline.checkpoint import Option, Question
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.tables.freshness import latest_of
from pipeline.tables.likelihood import Evidence, rated

_RATED = frozenset(("table", "column", "time", "metric"))
_DAY = len("2026-01-31")
_SAMPLES = 2
_LONGEST = 40
# Metrics are asked only where the same word names several: none is linked better than another.
_CALLED = 1.0


def with_samples(question: Question, kind: str, known: Known) -> Question:
    """The question, each candidate with how likely it is and what tells it from the others."""
    open_ = [option for option in question.options if not option.detail]
    likely = rated(_evidence(question.id.partition(":")[2], open_, kind, known))
    options = tuple(
        replace(option, detail=_told(str(likely.get(option.id, "")), _detail(option, kind, known)))
        if option in open_
        else option
        for option in question.options
    )
    return replace(question, options=options)


def _told(likely: str, detail: str) -> str:
    return "; ".join(part for part in (likely, detail) if part)


def _evidence(
    words: str, options: Sequence[Option], kind: str, known: Known
) -> dict[str, Evidence]:
    """What speaks for each table, column or metric; nothing is said of guesses at a word."""
    if kind not in _RATED:
        return {}
    if kind == "metric":
        named = {metric.name: metric for metric in known.glossary.metrics}
        found = [named[option.id] for option in options if option.id in named]
        return {
            metric.name: Evidence(
                link=_CALLED, described=bool(metric.description) or metric.certified
            )
            for metric in found
        }
    said = words_of(f"{words} date" if kind == "time" else words)
    fits = {each.ref: each.score for each in known.lexicon.find(said)}
    made = {option.id: _of_ref(option.id, fits.get(option.id, 0.0), known) for option in options}
    return {key: each for key, each in made.items() if each is not None}


def _of_ref(ref: str, link: float, known: Known) -> Evidence | None:
    """The evidence for a table or a column; of rows that are kept back, nothing of their days."""
    whole = known.catalog.table(ref) if ref in known.allowed else None
    if whole is not None:
        note = known.glossary.note(ref)
        told = bool(whole.comment or (note and (note.description or note.grain)))
        return Evidence(link=min(link, 1.0), latest=latest_of(whole, known), described=told)
    owner, _, name = ref.rpartition(".")
    table = known.catalog.table(owner) if owner in known.allowed else None
    column = table.column(name) if table else None
    if table is None or column is None:
        return None
    meant = any(term.means == ref for term in known.glossary.terms)
    latest = latest_of(table, known, name)
    return Evidence(link=min(link, 1.0), latest=latest, described=bool(column.comment) or meant)


def _detail(option: Option, kind: str, known: Known) -> str:
    if kind == "metric":
        found = next((m for m in known.glossary.metrics if m.name == option.id), None)
        return found.description if found else ""
    table = known.catalog.table(option.id) if option.id in known.allowed else None
    if table is not None:
        return _of_table(table, known)
    owner, _, name = option.id.rpartition(".")
    holder = known.catalog.table(owner) if owner in known.allowed else None
    column = holder.column(name) if holder else None
    return _of_column(column) if column and not known.is_hushed(owner) else ""


def _of_table(table: Table, known: Known) -> str:
    note = known.glossary.note(table.key)
    told = (note.description or note.grain) if note else table.comment
    hushed = known.is_hushed(table.key)
    rows = f"about {table.rows:,} rows" if table.rows is not None and not hushed else ""
    return "; ".join(part for part in (told, rows) if part)


def _of_column(column: Column) -> str:
    """Nothing of a column that looks personal is shown."""
    if column.pii:
        return column.comment
    if column.values:
        samples = ", ".join(value[:_LONGEST] for value in column.values[:_SAMPLES])
        return f"such as {samples}"
    if column.low and column.high:
        longest = _DAY if column.kind.is_dated else _LONGEST
        return f"{column.low[:longest]} to {column.high[:longest]}"
    return column.comment
