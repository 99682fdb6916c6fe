"""`data_edge`: where a period goes beyond the first or the last row, the answer says so."""

import asyncio
import datetime as dt
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Column, Table
from pipeline.checking import Passed, checked
from pipeline.contract import Contract, DateBound
from pipeline.flow import Go, Outcome
from pipeline.result import Cell
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.warehouse import WarehouseError
from pipeline.workspace import Workspace

_SECONDS = 5.0
_ENDS = "The data of {place} ends on {day}."
_BEGINS = "The data of {place} begins on {day}."


async def data_edge(state: RunState, workspace: Workspace) -> Outcome:
    """Look up from when until when there are rows, for a period that they may not cover."""
    known = workspace.known_to(state.asker)
    bound = _uncovered(state, known)
    if bound is None:
        return Go(state=state)
    passed = await asyncio.to_thread(
        checked, _ends_of(bound.column, known), workspace, state.asker, Contract()
    )
    if not isinstance(passed, Passed):
        return Go(state=state)
    limit = min(_SECONDS, workspace.habits.timeout.total_seconds())
    try:
        rows = await workspace.warehouse.run(passed.sql, timeout=limit, row_cap=1)
    except WarehouseError:
        # The answer stands without it.
        return Go(state=state)
    ends = [_day(cell) for cell in rows.rows[0]] if rows.rows else []
    return Go(state=replace(state, edge=_said(bound, ends, known)))


def _uncovered(state: RunState, known: Known) -> DateBound | None:
    """The first period without rows: at all, in its last days, or as far as is known."""
    bounds = (*state.contract.dates, *state.contract.inner_dates)
    empty = state.fetched is not None and found_nothing(state.fetched.rows)
    for bound in bounds:
        column = _column(bound.column, known)
        if column is None:
            continue
        over = bound.end is not None and bound.end <= state.today
        last = _day(column[1].high)
        # What was read of the column may be older than its newest rows: it is looked up again.
        unfilled = over and bound.end and last and last < bound.end - dt.timedelta(days=1)
        if empty or unfilled or (bound.start and last and last < bound.start):
            return bound
    return None


def found_nothing(rows: tuple[tuple[Cell, ...], ...]) -> bool:
    """Whether there is nothing, or one row of nothing."""
    return not rows or (len(rows) == 1 and all(cell in (0, None) for cell in rows[0]))


def _column(ref: str, known: Known) -> tuple[Table, Column] | None:
    owner, _, name = ref.rpartition(".")
    table = known.catalog.table(owner)
    column = table.column(name) if table is not None else None
    if table is None or column is None or not column.kind.is_dated:
        return None
    return table, column


def _ends_of(ref: str, known: Known) -> str:
    owner, _, name = ref.rpartition(".")
    table = known.table(owner)
    column = exp.column(exp.to_identifier(known.column(ref).name or name, quoted=True))
    schema = exp.to_identifier(table.schema, quoted=True) if table.schema else None
    source = exp.Table(this=exp.to_identifier(table.name, quoted=True), db=schema)
    ends = [
        exp.alias_(exp.Min(this=column), "first_day"),
        exp.alias_(exp.Max(this=column.copy()), "last_day"),
    ]
    return exp.Select().select(*ends).from_(source).sql(dialect=known.catalog.dialect)


def _said(bound: DateBound, ends: list[dt.date | None], known: Known) -> str:
    first, last = ends if len(ends) == 2 else (None, None)  # noqa: PLR2004 - the first and the last
    place = known.table(bound.column.rpartition(".")[0]).name.replace("_", " ")
    if last is not None and (bound.end is None or last < bound.end - dt.timedelta(days=1)):
        return _ENDS.format(place=place, day=_told(last))
    if first is not None and bound.end is not None and first >= bound.end:
        return _BEGINS.format(place=place, day=_told(first))
    return ""


def _told(day: dt.date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def _day(cell: Cell) -> dt.date | None:
    try:
        return dt.date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None
