"""The Teams surface, where the settings have one."""

from typing import TYPE_CHECKING

from bots.bootstrap.health import RunningHealth
from bots.bootstrap.roles import ConfiguredRoles
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from review.ledger.port import Ledger
from review.ports.desk import Desk
from review.settings import Clock

if TYPE_CHECKING:
    from bots.teams.surface import TeamsSurface


def teams_of(
    settings: Settings,
    desk: Desk,
    looked_at: tuple[LiveWorkspaces, Ledger],
    clock: Clock,
    roles: ConfiguredRoles,
) -> "TeamsSurface | None":
    """The surface, over the settings. Raises UnsafeSettings."""
    if settings.surfaces.teams is None:
        return None
    # The SDK takes seconds to import; who has no Teams does not wait for it.
    from bots.teams.sending.references import LedgerReferences
    from bots.teams.surface import Surroundings, TeamsSurface

    workspaces, ledger = looked_at
    around = Surroundings(
        clock=clock,
        host=settings.server.host,
        references=LedgerReferences(ledger, clock),
        health=RunningHealth(workspaces, ledger),
    )
    return TeamsSurface(settings.surfaces.teams, desk, roles, around)
