"""What a model is told of a question: the likely tables, what words mean, and what binds."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from sqlglot import exp

from knowledge.catalog import Catalog, Column, Table
from knowledge.glossary import Metric
from knowledge.table_hit import TableHit
from pipeline.agents.binding import metrics_named
from pipeline.agents.settled import as_settled
from pipeline.checking import Forbidden, checked
from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.rules.known import Known
from pipeline.rules.phrasebook import known_metrics
from pipeline.rules.wording import reading_of
from pipeline.sql import Grants, TableGrant
from pipeline.sql.zones import first_moment, in_local_time
from pipeline.state import RunState
from pipeline.tables.chosen import chosen_joins, picked_in, with_bridges
from pipeline.workspace import Workspace
from pipeline.writing import ColumnSketch, ConfirmedSpan, TableSketch, WritingTask

MOST_TABLES = 10
_WHOLE = 8
_EXAMPLES = 3
_EXAMPLES_LOOKED_AT = 60
_FAINT = 0.3
_TELLING = 4
_FEW = 3
_MOST_VALUES = 8
_LONGEST_VALUE = 40
_LONGEST_NOTE = 120
_A_DAY = dt.date(2026, 7, 1)


async def task_of(state: RunState, workspace: Workspace, hits: Sequence[TableHit]) -> WritingTask:
    """The whole of what a model may know for this question and this asker."""
    tables = tables_for(state, workspace, hits)
    draft = state.draft if state.draft and state.draft.by == "model" else None
    settled = as_settled(workspace.known, state)
    seen = as_settled(workspace.known_to(state.asker), state)
    return WritingTask(
        question=state.question,
        today=state.today,
        dialect=workspace.known.catalog.dialect,
        tables=sketches(tables, workspace, state.asker),
        spans=tuple(
            ConfirmedSpan(words=span.words, start=span.start, end=span.end) for span in state.times
        ),
        binding=_binding(state, settled),
        definitions=definitions_of(tables, seen, workspace.known.catalog),
        examples=await _examples(state, workspace, tables),
        before=_before(state),
        draft=draft.sql if draft else "",
        findings=draft.findings if draft else (),
    )


def _before(state: RunState) -> str:
    """How the last question of the conversation was read, and what answered it."""
    read = reading_of(state.previous) if state.previous else ""
    return "\n".join(part for part in (read, state.previous_sql) if part)


def unsure_of(tables: Sequence[str], hits: Sequence[TableHit], workspace: Workspace) -> bool:
    """Whether neither words nor meaning of the question speak of the tables that are read."""
    if len(workspace.known.catalog.tables) <= _WHOLE:
        return False
    found = [hit for hit in hits if hit.key in tables]
    return all(hit.words <= 0 and hit.meaning < _FAINT for hit in found)


def tables_for(
    state: RunState, workspace: Workspace, hits: Sequence[TableHit]
) -> tuple[Table, ...]:
    """The tables to show, the likeliest first; all of them where they are few."""
    known = workspace.known
    by_key = {table.key: table for table in readable(workspace, state.asker)}
    wanted = [*with_bridges(picked_in(state.choices), known), *(hit.key for hit in hits)]
    whole = len(by_key) <= _WHOLE
    wanted = [*wanted, *by_key] if whole else [*_named(state, known), *wanted]
    kept = [key for key in dict.fromkeys(wanted) if key in by_key]
    bridges = [] if whole else _bridges(kept[:4], known)
    return tuple(by_key[key] for key in dict.fromkeys((*kept, *bridges)) if key in by_key)


def readable(workspace: Workspace, asker: Person) -> tuple[Table, ...]:
    """The tables that this asker may read anything of."""
    known, grants = workspace.known, workspace.grants_of(asker)
    return tuple(
        table
        for table in known.catalog.tables
        if table.key in known.allowed and _grant(grants, table) is not None
    )


def _named(state: RunState, known: Known) -> list[str]:
    """Tables of the metrics that are named and of the stored values that the question holds."""
    metrics = [metric.table for metric in metrics_named(state.question, known.glossary)]
    spans = [hit for at, until, hit in known.values.spans(state.question) if until - at >= _TELLING]
    values = [hit.table for hit in spans]
    # A value that stands in many tables tells nothing of which one is meant.
    return metrics + [key for key in dict.fromkeys(values) if len(set(values)) <= _FEW]


def _bridges(keys: Sequence[str], known: Known) -> list[str]:
    """The tables on the way between the likeliest ones."""
    found: list[str] = []
    for other in keys[1:]:
        path = known.joins.path(keys[0], other) or ()
        if len(path) <= _FEW:
            found += [edge.right for edge in path]
    return found


def _grant(grants: Grants, table: Table) -> TableGrant | None:
    return TableGrant(table=table.key) if grants.everything else grants.of(table)


def sketches(
    tables: Iterable[Table], workspace: Workspace, asker: Person
) -> tuple[TableSketch, ...]:
    """The tables as this asker may see them."""
    grants = workspace.grants_of(asker)
    return tuple(
        _sketch(table, grant, workspace.known)
        for table in tables
        if (grant := _grant(grants, table)) is not None
    )


def _sketch(table: Table, grant: TableGrant, known: Known) -> TableSketch:
    note = known.glossary.note(table.key)
    avoided = {name.lower() for name in note.deprecated} if note else set()
    columns = tuple(
        _column(column, grant)
        for column in table.columns
        if grant.shows(column.name) and column.name.lower() not in avoided
    )
    said = [note.description, note.grain] if note else []
    words = [text for text in (*said, table.comment) if text]
    return TableSketch(
        key=table.key,
        columns=columns,
        note="; ".join(words)[: 2 * _LONGEST_NOTE],
        joins=_joins(table, known),
    )


def _column(column: Column, grant: TableGrant) -> ColumnSketch:
    # Rows that a filter or a mask keeps from the asker must not be seen through a sample of values.
    hidden = column.pii or bool(grant.row_filter) or grant.mask_of(column.name) is not None
    shown = () if hidden else tuple(v for v in column.values if len(v) <= _LONGEST_VALUE)
    values = shown[:_MOST_VALUES]
    if not values and not hidden and column.low and column.high:
        values = (f"{column.low} to {column.high}",)
    note = " ".join((("primary key;" if column.primary_key else ""), column.comment)).strip()
    return ColumnSketch(
        name=column.name, type=column.type.lower(), note=note[:_LONGEST_NOTE], values=values
    )


def _joins(table: Table, known: Known) -> tuple[str, ...]:
    """Each join once, at the table that comes first."""
    lines = [
        " and ".join(f"{edge.left}.{left} = {edge.right}.{right}" for left, right in edge.pairs)
        for edge in known.joins.edges(table.key)
        if not edge.multiplies or edge.left < edge.right
    ]
    return tuple(dict.fromkeys(lines))[:8]


def definitions_of(tables: Sequence[Table], known: Known, whole: Catalog) -> tuple[str, ...]:
    """The glossary as far as it speaks of these tables; `known` is what the asker may know."""
    keys = {table.key.lower() for table in tables}
    glossary = known.glossary
    known_here = known_metrics(glossary, known.catalog, known.allowed)
    metrics = [_metric(metric) for metric in known_here if metric.table.lower() in keys]
    terms = [
        f"{' / '.join((term.name, *term.synonyms))} means {term.means}"
        for term in glossary.terms
        if _is_known(term.means, keys, known, whole)
    ]
    regions = [
        f"{' / '.join((region.name, *region.synonyms))} means "
        + (region.table or f"{region.column} in ({', '.join(region.values)})")
        for region in glossary.regions
    ]
    notes = [
        f"in {note.table} only rows with {condition} count"
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
    return (*metrics, *terms, *regions, *notes, *times, *clocks)


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


def _clock(table: Table, column: Column, dialect: str) -> str:
    """How the days of people are written for a column that is in the time of another place."""
    clock = column.clock
    if clock is None:
        return ""
    name = f"{table.key}.{column.name}"
    place = exp.column(column.name, table=table.name)
    local = in_local_time(place, column, dialect).sql(dialect=dialect)
    midnight = first_moment(_A_DAY, column, dialect).sql(dialect=dialect)
    return (
        f"{name} is in the time of {clock.stored} and days are those of {clock.local}: compare it "
        f"as it is, the day {_A_DAY} beginning at {midnight}; group by {local}"
    )


def _metric(metric: Metric) -> str:
    names = " / ".join((metric.name, *metric.synonyms))
    where = f" where {' and '.join(metric.filters)}" if metric.filters else ""
    dated = f", dated by {metric.time_column}" if metric.time_column else ""
    return f"{names} is {metric.expression} over {metric.table}{where}{dated}"


def _binding(state: RunState, known: Known) -> tuple[str, ...]:
    bound = [
        f"{metric.name} is computed as {metric.expression} over {metric.table}"
        + (f", only where {' and '.join(metric.filters)}" if metric.filters else "")
        for metric in metrics_named(state.question, known.glossary)
    ]
    if state.choices.get("tables") == "yes":
        bound.append(f"only these tables may be read: {', '.join(state.contract.tables)}")
    elif picked := picked_in(state.choices):
        bound.append(f"only these tables may be read: {', '.join(with_bridges(picked, known))}")
    bound += [f"join only on {line}" for line in chosen_joins(state.choices)]
    return tuple(bound)


async def _examples(
    state: RunState, workspace: Workspace, tables: Sequence[Table]
) -> tuple[tuple[str, str], ...]:
    """Approved questions, nearest first, whose SQL the asker may run over the tables shown."""
    found = await workspace.validated.examples(state.question, _EXAMPLES_LOOKED_AT)
    others = {
        table.name.lower()
        for table in workspace.known.catalog.tables
        if table.key not in {one.key for one in tables}
    }
    fitting = [one for one in found if not others & _words(one[1])]
    asked = _words(state.question)
    nearest = sorted(fitting, key=lambda one: -_overlap(asked, _words(one[0])))
    may_run = (one for one in nearest if _may_run(one[1], state, workspace))
    return tuple(islice(may_run, _EXAMPLES))


def _may_run(sql: str, state: RunState, workspace: Workspace) -> bool:
    return not isinstance(checked(sql, workspace, state.asker, Contract()), Forbidden)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(len(one | other), 1)
