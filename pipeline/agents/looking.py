"""A read that a model asks for by itself: few rows, soon, and none that a person must agree to."""

from pipeline.agents.looks import ran
from pipeline.expensive import is_expensive
from pipeline.sql import capped
from pipeline.warehouse import QueryFailed, Rows, WarehouseError
from pipeline.workspace import Workspace

_ROWS = 1_000
_SECONDS = 15.0
_TOO_EXPENSIVE = (
    "This query is more expensive than may run without a person's leave. Ask for fewer rows."
)


async def looked(workspace: Workspace, sql: str) -> Rows:
    """The first rows of a checked read. Raises `WarehouseError`."""
    try:
        rows = await _run(workspace, sql)
    except WarehouseError as error:
        ran(sql, problem=str(error))
        raise
    ran(sql, len(rows.rows))
    return rows


async def _run(workspace: Workspace, sql: str) -> Rows:
    warehouse = workspace.warehouse
    if is_expensive(await warehouse.explain(sql), workspace.habits):
        raise QueryFailed(_TOO_EXPENSIVE)
    limited = capped(sql, warehouse.dialect, _ROWS + 1, workspace.habits.policy.extra_functions)
    return await warehouse.run(limited, timeout=_SECONDS, row_cap=_ROWS)
