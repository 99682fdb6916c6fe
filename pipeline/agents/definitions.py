"""The glossary as far as it speaks of some tables, a sentence for each word, rule and clock."""

import datetime as dt
import re
from collections.abc import Collection, Sequence

from sqlglot import exp

from knowledge.catalog import Catalog, Column, Table
from knowledge.glossary import Metric, TableNote
from knowledge.matching.stem import stem
from knowledge.sql_text import write_sql
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.phrasebook import known_metrics
from pipeline.sql.times.zones import first_moment, in_local_time

_A_DAY = dt.date(2026, 7, 1)
# Words whose meaning is told; of more, those that share most with the question.
_MOST_WORDS = 24
_WORD = re.compile(r"\w+")


def definitions_of(
    question: str, tables: Sequence[Table], known: Known, whole: Catalog
) -> tuple[str, ...]:
    """The glossary as far as it speaks of these tables; `known` is what the asker may know.

    What binds or dates a table is always told; of the words, at most those nearest the question.
    """
    keys = {table.key.lower() for table in tables}
    glossary = known.glossary
    known_here = known_metrics(glossary, known.catalog, known.allowed)
    metrics = [_metric(metric) for metric in known_here if metric.table.lower() in keys]
    terms = [
        f"{' / '.join((term.name, *term.synonyms))} means {term.means}"
        for term in glossary.terms
        if _is_known(term.means, keys, known, whole)
    ]
    in_words = [
        f"{' / '.join(definition.names)} means “{' '.join(definition.words.split())}”"
        for definition in glossary.definitions
        if not _is_personal(definition.words, known)
    ]
    regions = [
        f"{' / '.join((region.name, *region.synonyms))} means "
        + (region.table or f"{region.column} in ({', '.join(region.values)})")
        for region in glossary.regions
    ]
    notes = [
        f"in {note.table} only rows with {condition} count{_but_for(note, known_here)}"
        for note in glossary.tables
        if note.table.lower() in keys
        for condition in note.filters
    ]
    times = [
        f"the date of {note.table} is {note.time_column}"
        for note in glossary.tables
        if note.time_column and note.table.lower() in keys
    ]
    clocks = [
        _clock(table, column, known.catalog.dialect)
        for table in tables
        for column in table.columns
        if column.clock is not None
    ]
    words = _nearest(question, (*metrics, *terms, *in_words, *regions))
    return (*words, *notes, *times, *clocks)


def _nearest(question: str, entries: Sequence[str]) -> Sequence[str]:
    """The entries that share words with the question, in their order, as many as may be told."""
    if len(entries) <= _MOST_WORDS:
        return entries
    asked = _stems(question)
    shared = [len(asked & _stems(entry)) for entry in entries]
    best = sorted(range(len(entries)), key=lambda place: -shared[place])[:_MOST_WORDS]
    return [entries[place] for place in sorted(best)]


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text.lower().replace("_", " "))}


def _is_known(means: str, keys: Collection[str], known: Known, whole: Catalog) -> bool:
    """Whether it names no table but those, and no column that is hidden."""
    table = whole.table(means)
    if table is not None:
        return table.key.lower() in keys
    owner, _, column = means.rpartition(".")
    there, seen = whole.table(owner), known.catalog.table(owner)
    if there is None or there.column(column) is None:
        return True
    return seen is not None and seen.column(column) is not None


def _is_personal(words: str, known: Known) -> bool:
    """Whether words name a value of a column of personal data."""
    hits = [hit for _, _, hit in known.values.spans(words)]
    return any(known.column(f"{hit.table}.{hit.column}").pii for hit in hits)


def _clock(table: Table, column: Column, dialect: str) -> str:
    """How the days of people are written for a column that is in the time of another place."""
    clock = column.clock
    if clock is None:
        return ""
    name = f"{table.key}.{column.name}"
    place = exp.column(column.name, table=table.name)
    local = write_sql(in_local_time(place, column, dialect), dialect)
    midnight = write_sql(first_moment(_A_DAY, column, dialect), dialect)
    return (
        f"{name} is in the time of {clock.stored} and days are those of {clock.local}: compare it "
        f"as it is, the day {_A_DAY} beginning at {midnight}; group by {local}"
    )


def _but_for(note: TableNote, metrics: Sequence[Metric]) -> str:
    """The metrics that count all rows of a table."""
    key = note.table.lower()
    names = [m.name for m in metrics if key in {table.lower() for table in m.all_rows_of}]
    return f", but all of them for {' and '.join(names)}" if names else ""


def _metric(metric: Metric) -> str:
    names = " / ".join((metric.name, *metric.synonyms))
    where = f" where {' and '.join(metric.filters)}" if metric.filters else ""
    dated = f", dated by {metric.time_column}" if metric.time_column else ""
    unit = f", in {metric.unit}" if metric.unit else ""
    return f"{names} is {metric.expression} over {metric.table}{where}{dated}{unit}"
