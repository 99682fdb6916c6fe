"""Settings: one YAML file, secrets from the environment only."""

from bots.settings.file import SettingsError, read_settings
from bots.settings.values import (
    CalendarSettings,
    Confirm,
    Grant,
    MatchSettings,
    ModelsSettings,
    PersonSettings,
    ReviewSettings,
    Settings,
    SlackSettings,
    TeamsSettings,
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
