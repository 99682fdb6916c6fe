"""What an app may do with the scopes that it was installed with, as Slack has it."""

from collections.abc import Mapping
from typing import Final

from bots.local_workspace.conversations import Conversation

_OF_METHODS: Final[Mapping[str, str]] = {
    "assistant.": "assistant:write",
    "chat.": "chat:write",
    "conversations.open": "im:write",
    "files.info": "files:read",
    "files.": "files:write",
    "usergroups.": "usergroups:read",
    "users.": "users:read",
}
_OF_CONVERSATIONS: Final[Mapping[str, str]] = {
    "conversations.history": "history",
    "conversations.info": "read",
    "conversations.replies": "history",
}
_OF_KINDS: Final[Mapping[str, str]] = {
    "channel": "channels",
    "group": "groups",
    "im": "im",
    "mpim": "mpim",
}
_OF_EVENTS: Final[Mapping[str, str]] = {
    "app_mention": "app_mentions:read",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
}


def scope_of_method(method: str, conversation: Conversation | None) -> str:
    """The scope that a call needs; empty where it needs none."""
    if method in _OF_CONVERSATIONS:
        return _of_kind(conversation, _OF_CONVERSATIONS[method])
    named = (scope for begins, scope in _OF_METHODS.items() if method.startswith(begins))
    return next(named, "")


def scope_of_event(kind: str, channel_type: str) -> str:
    """The scope without which Slack does not send that event; empty where it needs none."""
    if kind == "message":
        return f"{_OF_KINDS[channel_type]}:history"
    return _OF_EVENTS.get(kind, "")


def _of_kind(conversation: Conversation | None, what: str) -> str:
    return f"{_OF_KINDS[conversation.kind]}:{what}" if conversation else ""
