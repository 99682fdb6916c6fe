"""The Teams surface, where the settings have one."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from bots.bootstrap.roles import ConfiguredRoles
from bots.settings import Settings
from review.desk import Desk

if TYPE_CHECKING:
    from bots.teams.surface import TeamsSurface

_FILE = "teams.json"


def teams_of(settings: Settings, folder: Path, desk: Desk) -> "TeamsSurface | None":
    """The surface, over the settings. Raises UnsafeSettings."""
    if settings.surfaces.teams is None:
        return None
    # The SDK takes seconds to import; who has no Teams does not wait for it.
    from bots.teams.references import FileReferences
    from bots.teams.surface import Surroundings, TeamsSurface

    around = Surroundings(
        clock=lambda: dt.datetime.now(dt.UTC),
        host=settings.server.host,
        references=FileReferences(folder / settings.state_folder / _FILE),
    )
    roles = ConfiguredRoles(settings.people)
    return TeamsSurface(settings.surfaces.teams, desk, roles, around)
