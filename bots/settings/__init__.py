"""Settings: one YAML file, secrets from the environment only."""

from bots.settings.file import SettingsError, read_settings
from bots.settings.models import ModelsSettings
from bots.settings.surfaces import SlackSettings, TeamsSettings
from bots.settings.values import PersonSettings, Settings
from bots.settings.workspaces import (
    CalendarSettings,
    Confirm,
    Grant,
    MatchSettings,
    ReviewSettings,
    WorkspaceSettings,
)

__all__ = [
    "CalendarSettings",
    "Confirm",
    "Grant",
    "MatchSettings",
    "ModelsSettings",
    "PersonSettings",
    "ReviewSettings",
    "Settings",
    "SettingsError",
    "SlackSettings",
    "TeamsSettings",
    "WorkspaceSettings",
    "read_settings",
]
