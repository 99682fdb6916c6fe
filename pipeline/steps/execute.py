"""`execute`: the checked SQL runs on the read-only connection, within its limits."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from pipeline.contract import DateBound
from pipeline.flow import Finish, Go, Outcome
from pipeline.outage import outage
from pipeline.result import Cell, Refusal
from pipeline.sql import capped, with_bound_range
from pipeline.state import Fetched, RunState
from pipeline.telling.named_columns import naming_columns
from pipeline.warehouse import QueryFailed, QueryTimedOut, Rows, WarehouseBusy, WarehouseDown
from pipeline.workspace import Workspace


async def execute(state: RunState, workspace: Workspace) -> Outcome:
    """Run the draft that passed the checks."""
    if state.draft is None or not state.draft.passed:
        return _refuse(state, "unchecked", "The query was not checked, so it was not run.", "")
    habits = workspace.habits
    # One row more than is kept, so that a result that was cut is known to be.
    own = habits.policy.extra_functions
    sql = capped(state.draft.sql, workspace.warehouse.dialect, habits.row_cap + 1, own)
    bound = with_bound_range(sql, workspace.known.catalog, _confirmed(state), own)
    try:
        rows = await workspace.warehouse.run(
            bound.sql,
            parameters=bound.parameters,
            timeout=habits.timeout.total_seconds(),
            row_cap=habits.row_cap,
        )
    except QueryTimedOut:
        seconds = habits.timeout.total_seconds()
        return _refuse(
            state,
            "timeout",
            f"The query took longer than {seconds:g} seconds, so I stopped it.",
            "Ask for a shorter period or fewer groups.",
        )
    except (WarehouseDown, WarehouseBusy) as error:
        return Finish(state=state, outcome=outage(error, workspace))
    except QueryFailed as error:
        return _refuse(state, "query_failed", str(error), "Ask in other words, or tell an admin.")
    known = workspace.known_to(state.asker)
    columns = tuple(column.name for column in rows.columns)
    naming = await asyncio.to_thread(naming_columns, state.draft.sql, known, columns)
    return Go(state=replace(state, fetched=_fetched(rows, naming)))


def _confirmed(state: RunState) -> tuple[DateBound, ...]:
    """The ranges of the contract, and those of the question that no column of it is named for."""
    asked = (DateBound(column="", start=span.start, end=span.end) for span in state.times)
    return (*state.contract.dates, *asked)


def _refuse(state: RunState, code: str, reason: str, next_step: str) -> Finish:
    return Finish(state=state, outcome=Refusal(code=code, reason=reason, next_step=next_step))


def _fetched(rows: Rows, naming: Sequence[bool]) -> Fetched:
    return Fetched(
        columns=tuple(column.name for column in rows.columns),
        rows=rows.rows,
        numeric=_numeric(rows.rows, naming),
        truncated=rows.truncated,
        seconds=rows.seconds,
    )


def _numeric(rows: tuple[tuple[Cell, ...], ...], naming: Sequence[bool]) -> tuple[int, ...]:
    """The places of the columns that hold numbers and nothing else, and name nothing by them."""
    found = []
    for place, names in enumerate(naming):
        values = [] if names else [row[place] for row in rows if row[place] is not None]
        if values and all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in values
        ):
            found.append(place)
    return tuple(found)
