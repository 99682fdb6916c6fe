"""Questions that a database can likely answer, for people who see it for the first time."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.semantics.model import Measure, MeasureKind, RowKind, SemanticModel, TableMeaning
from knowledge.semantics.words import words_of

SURE = 0.6
_MOST_TABLES = 12
_GIVEN_UP = ("deprecated", "obsolete", "do not use")
_FEW_GROUPS = range(2, 26)
_FEW_PARENTS = range(2, 61)
_WEIGHT = {RowKind.EVENT: 3.0, RowKind.LINE: 2.0, RowKind.THING: 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """A question, the table that its answer must read, and how many rows it has at least.

    With `rows` its numbers are counts of so many rows of the table: all of them if it is one group.
    """

    question: str
    table: str
    least_rows: int = 1
    rows: int | None = None


def said(name: str) -> str:
    """The name of a table or a column in words."""
    return " ".join(words_of(name))


def is_given_up(column: Column) -> bool:
    """Whether the comment of a column says that people do not use it any more."""
    return column.comment.strip().lower().startswith(_GIVEN_UP)


def main_tables(model: SemanticModel, catalog: Catalog) -> list[tuple[Table, TableMeaning]]:
    """The tables with rows that people ask about, the most connected ones first."""
    found = [
        (table, meaning)
        for meaning in model.tables
        if meaning.kind in _WEIGHT
        and (table := catalog.table(meaning.table)) is not None
        and table.view_sql is None
        and table.rows
    ]

    def weight(pair: tuple[Table, TableMeaning]) -> float:
        table, meaning = pair
        keys = len(model.parents(table.key)) + len(model.children(table.key))
        return _WEIGHT[meaning.kind] * meaning.kind_score + min(keys, 5) / 2

    return sorted(found, key=lambda pair: (-weight(pair), pair[0].key))


def measures_of(table: Table, meaning: TableMeaning) -> list[tuple[Column, Measure]]:
    """The numbers of a table that are worth adding up or averaging, each once, best first."""
    best: dict[str, Measure] = {}
    for measure in meaning.measures:
        if len(measure.refs) != 1 or measure.kind not in (MeasureKind.SUM, MeasureKind.AVERAGE):
            continue
        name = measure.refs[0].column
        if measure.score >= SURE and measure.score > (best[name].score if name in best else 0):
            best[name] = measure
    pairs = [
        (column, best[column.name])
        for column in table.columns
        if column.name in best and not is_given_up(column)
    ]
    return sorted(pairs, key=lambda pair: -pair[1].score)


def starter_questions(model: SemanticModel, catalog: Catalog) -> tuple[Starter, ...]:
    """Likely questions, the most telling first; nobody has tried yet whether they are answered."""
    tables = [table for table in catalog.tables if table.view_sql is None]
    shared = Counter(said(column.name) for table in tables for column in table.columns)
    asked = [
        list(_of_table(table, meaning, model, catalog, shared))
        for table, meaning in main_tables(model, catalog)[:_MOST_TABLES]
    ]
    # One of each table in turn, so that the first ten are not about one table.
    turns = [starter for turn in zip_longest(*asked) for starter in turn if starter is not None]
    return tuple({starter.question: starter for starter in turns}.values())


def _of_table(
    table: Table,
    meaning: TableMeaning,
    model: SemanticModel,
    catalog: Catalog,
    shared: Counter[str],
) -> Iterator[Starter]:
    """`shared` counts the columns of each name: one of several tables needs its table's name."""
    rows = said(table.name)
    groups = list(_groups(table, meaning, model, catalog))
    measures = measures_of(table, meaning)
    for column, measure in measures[:2]:
        total = "total" if measure.kind is MeasureKind.SUM else "average"
        words = said(column.name)
        of = f" of {rows}" if shared[words] > 1 else ""
        for group in groups[:1]:
            yield _number(f"What is the {total} {words}{of} by {group}?", table, 2)
    for group in groups[:1]:
        yield _count(f"How many {rows} are there by {group}?", table, 2)
    year = _last_whole_year(table, meaning)
    if year:
        yield _count(f"How many {rows} were there by month in {year}?", table, 2)
    for column, measure in measures[:1]:
        total = "total" if measure.kind is MeasureKind.SUM else "average"
        yield _number(f"What is the {total} {said(column.name)} of {rows}?", table)
    yield _count(f"How many {rows} are there?", table)
    for group in groups[1:3]:
        yield _count(f"How many {rows} are there by {group}?", table, 2)


def _number(question: str, table: Table, least_rows: int = 1) -> Starter:
    return Starter(question=question, table=table.key, least_rows=least_rows)


def _count(question: str, table: Table, least_rows: int = 1) -> Starter:
    return Starter(question=question, table=table.key, least_rows=least_rows, rows=table.rows)


def _groups(
    table: Table, meaning: TableMeaning, model: SemanticModel, catalog: Catalog
) -> Iterator[str]:
    """Words for what the rows can be counted by: few own values, or the name of a parent."""
    for column in table.columns:
        few = column.complete and len(column.values) in _FEW_GROUPS
        if column.kind is Kind.TEXT and few and not column.pii and column.name not in meaning.name:
            yield said(column.name)
    for edge in model.parents(table.key):
        parent, of_parent = catalog.table(edge.to_table), model.table(edge.to_table)
        few = parent is not None and (parent.rows or 0) in _FEW_PARENTS
        if parent is None or of_parent is None or parent.key == table.key or not few:
            continue
        name = of_parent.name
        named = parent.column(name[0]) if len(name) == 1 else None
        if named is not None and not named.pii:
            words = said(named.name)
            # `name` alone is a name of many tables.
            yield words if len(words_of(named.name)) > 1 else f"{said(edge.to_table)} {words}"


def _last_whole_year(table: Table, meaning: TableMeaning) -> str:
    """The last year of which the rows of a table are from its first and its last month."""
    date = meaning.event_date
    column = table.column(date.at.column) if date and date.at.table == table.key else None
    low, high = (_day(column.low), _day(column.high)) if column else (None, None)
    if low is None or high is None:
        return ""
    year = high.year if high.month == 12 else high.year - 1  # noqa: PLR2004 - December
    return str(year) if (low.year, low.month) <= (year, 1) else str(high.year)


def _day(text: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat((text or "")[:10])
    except ValueError:
        return None
