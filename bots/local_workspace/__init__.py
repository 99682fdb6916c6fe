"""A stateful stand-in for Slack on loopback, with a page on top of it."""

from bots.local_workspace.people import AppProfile, ChannelPlan, Person, Shortcut, UserGroup
from bots.local_workspace.server import LocalWorkspace, WorkspacePlan

__all__ = [
    "AppProfile",
    "ChannelPlan",
    "LocalWorkspace",
    "Person",
    "Shortcut",
    "UserGroup",
    "WorkspacePlan",
]
