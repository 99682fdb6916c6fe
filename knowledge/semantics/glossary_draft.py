"""Writes a draft glossary for people: what may be used and says so, and what waits for them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import yaml
from sqlglot import exp

from knowledge.catalog import Catalog, Column, Table
from knowledge.glossary import DRAFT, Glossary, Metric
from knowledge.glossary_text import exported
from knowledge.semantics.model import Measure, MeasureKind, SemanticModel, TableMeaning
from knowledge.semantics.starters import is_given_up, main_tables, measures_of, said
from knowledge.shapes import unit_in_name
from knowledge.sql_text import read_sql, write_sql

_MOST_METRICS = 40
_LEAST_SAID = 0.5
# Nothing is left out before a person says so: a likely state is worth the question.
_WORTH_ASKING = 0.4
_HEAD = """\
# A draft, made from the names, types, comments and values of the database. Nobody has confirmed it.
#
# What stands under `metrics` is used, and every answer that uses it says that it is a draft.
# What stands behind `#` is not used. Take the sign away once you know that it is right.
# A metric is confirmed with: countersign glossary certify WORKSPACE NAME --by YOU

"""
_TABLES = """\
# tables:
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Something for a person to confirm. `lines` are what the glossary or the settings then say."""

    title: str
    question: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryDraft:
    """The file's text, columns with personal data as `table.column`, points most useful first."""

    text: str
    hidden: tuple[str, ...]
    points: tuple[Point, ...]


def drafted_glossary(catalog: Catalog, model: SemanticModel) -> GlossaryDraft:
    """What a person would have to write by hand, and what they should look at first."""
    pairs = main_tables(model, catalog)
    metrics = _metrics(pairs, catalog)
    notes = "".join(_note(table, meaning, catalog.dialect) for table, meaning in pairs)
    text = _HEAD + exported(Glossary(metrics=metrics)) + (f"\n{_TABLES}{notes}" if notes else "")
    hidden = tuple(
        f"{table.key}.{column.name}"
        for table in catalog.tables
        for column in table.columns
        if column.pii
    )
    points = (
        *_left_out(pairs, catalog.dialect),
        *_defined(metrics),
        *_dates(pairs),
        *_hidden(hidden),
        *_joins(catalog),
    )
    return GlossaryDraft(text=text, hidden=hidden, points=points)


# ---------------------------------------------------------------- metrics


def _metrics(pairs: Sequence[tuple[Table, TableMeaning]], catalog: Catalog) -> tuple[Metric, ...]:
    """One for each number that is worth adding up; a name that several tables have says which."""
    tables = [table for table in catalog.tables if table.view_sql is None]
    shared = Counter(said(column.name) for table in tables for column in table.columns)
    found: dict[str, Metric] = {}
    for table, meaning in pairs:
        for column, measure in measures_of(table, meaning):
            words = said(column.name)
            of = "" if shared[words] == 1 else f" of {said(table.name)}"
            name = f"{_total(words, measure)}{of}"
            found.setdefault(name, _metric(name, table, meaning, column, measure))
    return tuple(found.values())[:_MOST_METRICS]


def _total(words: str, measure: Measure) -> str:
    total = "total" if measure.kind is MeasureKind.SUM else "average"
    return words if total in words.split() else f"{total} {words}"


def _metric(
    name: str, table: Table, meaning: TableMeaning, column: Column, measure: Measure
) -> Metric:
    date = meaning.event_date
    own = date is not None and date.at.table == table.key and date.score >= _LEAST_SAID
    return Metric(
        name=name,
        expression=measure.sql,
        table=table.key,
        time_column=date.at.column if date is not None and own else "",
        unit=unit_in_name(column),
        description=column.comment,
        source=DRAFT,
    )


# ---------------------------------------------------------------- notes


def _note(table: Table, meaning: TableMeaning, dialect: str) -> str:
    """What a table is, as lines that are not used yet."""
    date = meaning.event_date
    own = date is not None and date.at.table == table.key
    entry: dict[str, object] = {
        "table": table.key,
        "grain": f"each row is one of the {said(table.name)}",
        "synonyms": _synonyms(table),
        "time_column": date.at.column if date is not None and own else "",
        "deprecated": {c.name: c.comment for c in table.columns if is_given_up(c)},
        "filters": list(_filters(meaning, dialect)),
    }
    told = {key: value for key, value in entry.items() if value}
    dumped = yaml.safe_dump([told], sort_keys=False, allow_unicode=True, width=100)
    return "".join(f"#   {line}\n" for line in dumped.splitlines())


def _synonyms(table: Table) -> list[str]:
    """Its comment, where that is a name of one to three words."""
    words = table.comment.strip().rstrip(".")
    short = 0 < len(words.split()) <= 3  # noqa: PLR2004 - a name, no sentence
    return [words] if short and words.lower() != said(table.name) else []


def _filters(meaning: TableMeaning, dialect: str) -> Iterator[str]:
    """What leaves out rows that people seldom mean: deleted, cancelled, of a test."""
    for state in meaning.states:
        if min(state.score, state.left_out) >= _WORTH_ASKING:
            yield _without(state.condition, dialect)


def _without(condition: str, dialect: str) -> str:
    """The condition of the rows that stay: `NOT (NOT a IS NULL)` is `a IS NULL`."""
    tree = read_sql(condition, dialect)
    inner = tree.this if isinstance(tree, exp.Not) else None
    return write_sql(inner, dialect) if inner is not None else f"NOT ({condition})"


# ---------------------------------------------------------------- points


def _left_out(pairs: Sequence[tuple[Table, TableMeaning]], dialect: str) -> Iterator[Point]:
    for table, meaning in pairs:
        filters = tuple(_filters(meaning, dialect))
        if filters:
            yield Point(
                title=f"Rows of {table.key} that may not count",
                question="Are these rows left out of every number? They count until you say so.",
                lines=(f"filters of {table.key}:", *filters),
            )


def _defined(metrics: Sequence[Metric]) -> Iterator[Point]:
    for metric in metrics:
        unit = f" in {metric.unit}" if metric.unit else ""
        yield Point(
            title=f"The metric “{metric.name}”",
            question=f"Is it defined so{unit}? Its answers say that it is a draft until then.",
            lines=(
                metric.expression,
                *([f"by the date {metric.time_column}"] if metric.time_column else []),
            ),
        )


def _dates(pairs: Sequence[tuple[Table, TableMeaning]]) -> Iterator[Point]:
    for table, meaning in pairs:
        own = [choice for choice in meaning.dates if choice.at.table == table.key]
        if len(own) > 1:
            first, *others = (choice.at.column for choice in own)
            yield Point(
                title=f"The date of {table.key}",
                question=f"Does “in March” mean {first}, and not {' or '.join(others[:3])}?",
                lines=(f"time_column of {table.key}: {first}",),
            )


def _hidden(hidden: Sequence[str]) -> Iterator[Point]:
    if hidden:
        yield Point(
            title="Personal data",
            question="These columns are hidden from everybody but reviewers. Are they all, and "
            "no others?",
            lines=tuple(hidden),
        )


def _joins(catalog: Catalog) -> Iterator[Point]:
    found = [
        f"{table.key}.{', '.join(key.columns)} → {key.to_table}.{', '.join(key.to_columns)}"
        for table in catalog.tables
        for key in table.foreign_keys
        if not key.declared
    ]
    if found:
        yield Point(
            title="Joins that the database does not declare",
            question="They were found by name, and their values agree. Is each of them right?",
            lines=tuple(found),
        )
