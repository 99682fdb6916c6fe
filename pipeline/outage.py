"""What an asker reads where the database is away or held by something else."""

from pipeline.result import Refusal
from pipeline.warehouse import WarehouseBusy, WarehouseDown
from pipeline.workspace import Workspace


def outage(error: WarehouseDown | WarehouseBusy, workspace: Workspace) -> Refusal:
    """The refusal, which names the data and neither a host nor a driver's words."""
    title = workspace.title or workspace.name
    if isinstance(error, WarehouseBusy):
        reason = f"The data of {title} is busy with a change at the moment."
        return Refusal(code="database_busy", reason=reason, next_step="Ask again in a moment.")
    reason = f"The data of {title} cannot be reached at the moment."
    return Refusal(code="database_down", reason=reason, next_step="Try again in a few minutes.")
