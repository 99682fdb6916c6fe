"""A read that a model asks for by itself: few rows, soon, and none that a person must agree to."""

from dataclasses import dataclass

from pipeline.agents.tool_calls import ran, refused
from pipeline.checking import Forbidden, Passed, checked
from pipeline.contract import Contract
from pipeline.expensive import is_expensive, marked_large, said_unbounded
from pipeline.people import Person
from pipeline.sql import capped
from pipeline.warehouse import QueryFailed, Rows, WarehouseError
from pipeline.workspace import Workspace

_ROWS = 1_000
_SECONDS = 15.0
_TOO_EXPENSIVE = (
    "This query is more expensive than may run without a person's leave. Ask for fewer rows."
)


@dataclass(frozen=True, slots=True)
class Seen:
    """The first rows of a read, and its SQL as it ran."""

    sql: str
    rows: Rows


async def looked(workspace: Workspace, asker: Person, sql: str) -> Seen | str:
    """What the asker may see of a read that a model wrote; or why nothing was read."""
    found = checked(sql, workspace, asker, Contract())
    whole = marked_large(found.unbounded, workspace) if isinstance(found, Passed) else ()
    if isinstance(found, Passed) and not whole:
        return await _seen(workspace, found.sql)
    if isinstance(found, Passed):
        refused(said_unbounded(whole))
        return said_unbounded(whole)
    why = found.reason if isinstance(found, Forbidden) else " ".join(found.findings)
    refused(why)
    return why


async def _seen(workspace: Workspace, sql: str) -> Seen | str:
    try:
        rows = await _run(workspace, sql)
    except WarehouseError as error:
        ran(sql, problem=str(error))
        return str(error)
    ran(sql, len(rows.rows))
    return Seen(sql, rows)


async def _run(workspace: Workspace, sql: str) -> Rows:
    warehouse = workspace.warehouse
    if is_expensive(await warehouse.explain(sql), workspace.habits):
        raise QueryFailed(_TOO_EXPENSIVE)
    limited = capped(sql, warehouse.dialect, _ROWS + 1, workspace.habits.policy.extra_functions)
    return await warehouse.run(limited, timeout=_SECONDS, row_cap=_ROWS)
