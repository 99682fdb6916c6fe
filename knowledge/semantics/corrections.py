"""What people wrote in the glossary stands above what was drafted."""

from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog
from knowledge.glossary import DRAFT, Glossary, Metric, TableNote, Term
from knowledge.semantics.model import (
    ColumnRef,
    DateChoice,
    Measure,
    MeasureKind,
    SemanticModel,
    State,
    TableMeaning,
)
from knowledge.sql_text import read_sql

_SAID = 1.0


def corrected(model: SemanticModel, glossary: Glossary, catalog: Catalog) -> SemanticModel:
    """The model with what the glossary says: dates, filters, metrics, terms and retired columns.

    What the glossary is silent about stays as it was drafted, and a metric that was drafted too.
    """
    hidden = {note.table.lower() for note in glossary.tables if note.hidden}
    tables = tuple(
        _corrected(table, glossary, catalog)
        for table in model.tables
        if table.table.lower() not in hidden
    )
    edges = tuple(e for e in model.edges if not {e.table.lower(), e.to_table.lower()} & hidden)
    return replace(model, tables=tables, edges=edges)


def _corrected(table: TableMeaning, glossary: Glossary, catalog: Catalog) -> TableMeaning:
    note = glossary.note(table.table)
    if note is not None:
        for step in _STEPS:
            table = step(table, note, catalog)
    key = table.table.lower()
    metrics = tuple(
        _measure(each, table, catalog)
        for each in glossary.metrics
        if each.table.lower() == key and each.source != DRAFT
    )
    terms = tuple(
        state for term in glossary.terms if (state := _state(term, table, catalog)) is not None
    )
    said = tuple(name for name, found in (("measures", metrics), ("states", terms)) if found)
    return replace(
        table,
        measures=metrics + table.measures,
        states=terms + table.states,
        confirmed=tuple(dict.fromkeys((*table.confirmed, *said))),
    )


def _with_date(table: TableMeaning, note: TableNote, catalog: Catalog) -> TableMeaning:
    ref = _ref(note.time_column, table.table, catalog)
    if ref is None:
        return table
    known = next((each for each in table.dates if each.at == ref), None)
    if known is None and ref.table.lower() != table.table.lower():
        # No key leads from the table to that date.
        return table
    said = replace(known, score=_SAID) if known else DateChoice(at=ref, score=_SAID)
    others = tuple(replace(each, score=0.0) for each in table.dates if each.at != ref)
    measures = tuple(replace(each, date=ref) for each in table.measures)
    return replace(
        table, dates=(said, *others), no_date=0.0, measures=measures,
        confirmed=(*table.confirmed, "event date"),
    )  # fmt: skip


def _with_filters(table: TableMeaning, note: TableNote, catalog: Catalog) -> TableMeaning:
    """The filters of a table are what is left out; nothing else is then left out unasked."""
    if not note.filters:
        return table
    said: list[State] = []
    for text in note.filters:
        tree = _tree(text, catalog)
        column = next(iter(tree.find_all(exp.Column)), None) if tree is not None else None
        if tree is not None and column is not None:
            condition = exp.not_(tree).sql(dialect=catalog.dialect or None)
            said.append(
                State(
                    words=(), condition=condition, column=column.name, score=_SAID, left_out=_SAID
                )
            )
    states = (*said, *(replace(each, left_out=0.0) for each in table.states))
    return replace(table, states=states, confirmed=(*table.confirmed, "left out"))


def _with_grain(table: TableMeaning, note: TableNote, catalog: Catalog) -> TableMeaning:
    del catalog
    if not note.grain:
        return table
    return replace(table, row=note.grain, confirmed=(*table.confirmed, "row"))


def _without_retired(table: TableMeaning, note: TableNote, catalog: Catalog) -> TableMeaning:
    del catalog
    out = {name.lower() for name in note.deprecated}
    if not out:
        return table

    def is_kept(ref: ColumnRef) -> bool:
        return ref.table.lower() != table.table.lower() or ref.column.lower() not in out

    return replace(
        table,
        dates=tuple(each for each in table.dates if is_kept(each.at)),
        names=tuple(e for e in table.names if not out & {name.lower() for name in e.columns}),
        measures=tuple(each for each in table.measures if all(map(is_kept, each.refs))),
        durations=tuple(e for e in table.durations if not out & {e.start.lower(), e.end.lower()}),
        states=tuple(each for each in table.states if each.column.lower() not in out),
        period=table.period
        if table.period and not out & {table.period.start.lower(), table.period.end.lower()}
        else None,
    )


_STEPS: tuple[Callable[[TableMeaning, TableNote, Catalog], TableMeaning], ...] = (
    _without_retired,
    _with_date,
    _with_filters,
    _with_grain,
)
_CALLS: tuple[tuple[type[exp.Expr], MeasureKind], ...] = (
    (exp.Distinct, MeasureKind.DISTINCT),
    (exp.Count, MeasureKind.COUNT),
    (exp.Avg, MeasureKind.AVERAGE),
)


def _measure(metric: Metric, table: TableMeaning, catalog: Catalog) -> Measure:
    tree = _tree(metric.expression, catalog)
    calls = [kind for call, kind in _CALLS if tree is not None and tree.find(call)]
    columns = tree.find_all(exp.Column) if tree is not None else ()
    refs = (_ref(_name(column), table.table, catalog) for column in columns)
    date = _ref(metric.time_column, table.table, catalog) if metric.time_column else None
    drafted = table.event_date
    return Measure(
        kind=calls[0] if calls else MeasureKind.SUM,
        sql=metric.expression,
        refs=tuple(dict.fromkeys(ref for ref in refs if ref is not None)),
        words=(metric.name, *metric.synonyms),
        score=_SAID,
        unit=metric.unit,
        date=date or (drafted.at if drafted else None),
    )


def _state(term: Term, table: TableMeaning, catalog: Catalog) -> State | None:
    """The state that a term means, where it is a condition over this table alone."""
    tree = _tree(term.means, catalog)
    if tree is None or isinstance(tree, exp.Column):
        return None
    columns = list(tree.find_all(exp.Column))
    refs = [_ref(_name(column), "", catalog) for column in columns]
    if not refs or any(ref is None or ref.table != table.table for ref in refs):
        return None
    words = (term.name, *term.synonyms)
    return State(words=words, condition=term.means, column=columns[0].name, score=_SAID)


def _name(column: exp.Column) -> str:
    return ".".join(part.name for part in column.parts)


def _ref(name: str, table: str, catalog: Catalog) -> ColumnRef | None:
    """The catalog's column of `column` or `table.column`."""
    key, _, column = name.rpartition(".")
    owner = catalog.table(key or table)
    found = owner.column(column) if owner and column else None
    return ColumnRef(table=owner.key, column=found.name) if owner and found else None


def _tree(text: str, catalog: Catalog) -> exp.Expr | None:
    try:
        return read_sql(text, catalog.dialect) if text else None
    except SqlglotError:
        return None
