"""What binds SQL that a model wrote: made by code from what was confirmed and written down."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, Metric
from knowledge.sql_text import read_sql, write_sql
from pipeline.agents.years import says_the_years, year_column
from pipeline.contract import Contract, DateBound, Measure
from pipeline.rules.schema.known import Known
from pipeline.sql import inspect
from pipeline.state import RunState
from pipeline.tables.chosen import picked_in, with_bridges
from pipeline.times.values import TimeSpan

_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d([ T].*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """The contract of a draft, what is assumed by it, and what keeps it from being made."""

    contract: Contract
    assumptions: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


def bound(state: RunState, known: Known, sql: str, date_columns: Sequence[str]) -> Bound:
    """The contract that this SQL must keep. Which column a period is about, a model may say."""
    tables = tables_read(sql, known.catalog)
    named = [column.lower() for column in date_columns if column]
    dates: list[DateBound] = []
    assumed: list[str] = []
    missing: list[str] = []
    for place, span in enumerate(state.times):
        year = year_column(tables, named)
        column = _date_column(place, named, tables, known)
        if year and (not column or year.lower() in named) and says_the_years(sql, span):
            # A year kept as a number is no date: what is said is looked for, nothing is proven.
            assumed.append(f"“{span.words}” is read from {year}.")
        elif column:
            dates.append(_date(span, column))
            assumed.append(f"“{span.words}” is about {column}.")
        else:
            missing.append(_undated(span))
    measures = _measures(state.question, known)
    contract = Contract(
        tables=_bound_tables(state, tables, known),
        measures=measures,
        dates=tuple(dates),
        conditions=_always(tables, known),
        # Whether they hold is decided by the SQL: a number that is named need not be the only one.
        all_rows_of=tuple(sorted(known.glossary.all_rows_of([one.name for one in measures]))),
    )
    said = tuple(dict.fromkeys(assumed))
    return Bound(contract=contract, assumptions=said, findings=tuple(dict.fromkeys(missing)))


def tables_read(sql: str, catalog: Catalog) -> tuple[Table, ...]:
    """The tables of the catalog that a statement reads; none where it cannot be read."""
    names = {name.lower() for name in inspect(sql, catalog.dialect).tables}
    return tuple(table for table in catalog.tables if _is_among(table, names))


def metrics_named(question: str, glossary: Glossary) -> tuple[Metric, ...]:
    """The metrics that the question names, where one name means one metric and nothing longer."""
    text = question.lower()
    spans: list[tuple[int, int, Metric]] = []
    for metric in glossary.metrics:
        for name in (metric.name, *metric.synonyms):
            words = re.escape(name.lower().replace("_", " "))
            spans += [(m.start(), m.end(), metric) for m in re.finditer(rf"\b{words}\b", text)]
    kept = [
        (at, until, metric)
        for at, until, metric in spans
        if not any(a <= at and until <= u and (u - a) > (until - at) for a, u, _ in spans)
    ]
    alone = [
        metric
        for at, until, metric in kept
        if all(other == metric for a, u, other in kept if (a, u) == (at, until))
    ]
    return tuple({metric.name: metric for metric in alone}.values())


def _is_among(table: Table, names: set[str]) -> bool:
    endings = {name.rpartition(".")[2] for name in names if "." not in name}
    return table.key.lower() in names or table.name.lower() in endings


def _bound_tables(state: RunState, tables: Sequence[Table], known: Known) -> tuple[str, ...]:
    """What a person confirmed stays; else the tables that the draft reads, for people to see."""
    if state.choices.get("tables") == "yes" and state.contract.tables:
        return state.contract.tables
    if picked_in(state.choices):
        return tuple(sorted(with_bridges(picked_in(state.choices), known)))
    return tuple(sorted(table.key for table in tables))


def _date_column(place: int, named: Sequence[str], tables: Sequence[Table], known: Known) -> str:
    """The column of a period: the model's, where it is a date of what is read; or the only one."""
    dated = [f"{t.key}.{c.name}" for t in tables for c in t.columns if _holds_dates(c)]
    if named:
        wanted = named[place] if place < len(named) else named[-1]
        fits = [one for one in dated if one.lower() == wanted or one.lower().endswith(f".{wanted}")]
        if len(fits) == 1:
            return fits[0]
    usual = [one for one in dated if one.lower() in _usual(tables, known)]
    return next((found[0] for found in (usual, dated) if len(found) == 1), "")


def _usual(tables: Sequence[Table], known: Known) -> set[str]:
    """The columns that the glossary dates these tables by."""
    notes = [known.glossary.note(table.key) for table in tables]
    names = [(n.table, n.time_column) for n in notes if n and n.time_column]
    return {
        (name if name.lower().startswith(f"{key}.".lower()) else f"{key}.{name}").lower()
        for key, name in names
    }


def _holds_dates(column: Column) -> bool:
    texts = [text for text in (column.low, column.high) if text]
    as_text = column.kind in {Kind.TEXT, Kind.OTHER}
    return column.kind.is_dated or (
        as_text and bool(texts) and all(_ISO_DAY.fullmatch(text) for text in texts)
    )


def _date(span: TimeSpan, column: str) -> DateBound:
    return DateBound(column=column, start=span.start, end=span.end, words=span.words)


def _undated(span: TimeSpan) -> str:
    start = span.start.isoformat() if span.start else "the beginning"
    end = span.end.isoformat() if span.end else "the end"
    return (
        f"The period from {start} up to (not including) {end} was confirmed: bound one date column "
        "of a table that the query reads by it, and name that column in date_columns."
    )


def _measures(question: str, known: Known) -> tuple[Measure, ...]:
    """The glossary's metrics that the question names, as the SQL must compute them."""
    found = []
    for metric in metrics_named(question, known.glossary):
        table = known.catalog.table(metric.table)
        if table is None:
            continue
        expression = _qualified(metric.expression, table, known.catalog)
        conditions = [_qualified(text, table, known.catalog) for text in metric.filters]
        if expression and all(conditions):
            found.append(
                Measure(name=metric.name, expression=expression, conditions=tuple(conditions))
            )
    return tuple(found)


def _always(tables: Sequence[Table], known: Known) -> tuple[str, ...]:
    """What the glossary always asks of these tables."""
    notes = [(table, known.glossary.note(table.key)) for table in tables]
    texts = [
        _qualified(condition, table, known.catalog)
        for table, note in notes
        if note
        for condition in note.filters
    ]
    return tuple(dict.fromkeys(text for text in texts if text))


def _qualified(text: str, table: Table, catalog: Catalog) -> str:
    """SQL of the glossary with the table's key before every bare column; empty if it is no SQL."""
    try:
        tree = read_sql(text, catalog.dialect)
    except SqlglotError:
        return ""
    for column in tree.find_all(exp.Column):
        if not column.table and table.column(column.name):
            column.set("table", exp.to_identifier(table.name))
            column.set("db", exp.to_identifier(table.schema) if table.schema else None)
    return write_sql(tree, catalog.dialect)
