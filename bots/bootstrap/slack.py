"""Opens the Slack surface that the settings name."""

from pathlib import Path

from bots.bootstrap.drafts import LiveDrafts
from bots.bootstrap.health import RunningHealth
from bots.bootstrap.roles import ConfiguredRoles
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from bots.slack.surface import Beside, SlackSurface
from review.ledger.port import Ledger
from review.ports.desk import Desk


def slack_of(
    settings: Settings,
    folder: Path,
    desk: Desk,
    looked_at: tuple[LiveWorkspaces, Ledger],
    roles: ConfiguredRoles,
) -> SlackSurface | None:
    """The surface, not connected yet; None where there is none in the settings."""
    slack = settings.surfaces.slack
    if slack is None:
        return None
    workspaces, ledger = looked_at
    beside = Beside(
        health=RunningHealth(workspaces, ledger),
        drafts=LiveDrafts(workspaces, ledger),
        state=folder / settings.state_folder / "slack",
    )
    return SlackSurface(slack, desk, roles, beside=beside)
