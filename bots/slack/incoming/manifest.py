"""The app as Slack's manifest describes it: what it may do, and what it wants to hear of."""

from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

from bots.slack.incoming.ask_views import ABOUT, ASK
from bots.wording import slack as said

Json: TypeAlias = dict[str, Any]

COMMAND: Final = "/ask"
SAVE: Final = "save_as_validated"
SCOPES: Final = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "reactions:read",
    "usergroups:read",
    "users:read",
)
EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "reaction_added",
    "team_access_revoked",
    "tokens_revoked",
)
_EVENTS_PATH = "/slack/events"
_REDIRECT_PATH = "/slack/oauth_redirect"


def manifest(public_url: str, suggestions: tuple[str, ...], *, many: bool = False) -> Json:
    """The manifest. Without a public address the app uses Socket Mode."""
    return {
        "_metadata": {"major_version": 2},
        "display_information": {
            "name": said.APP_NAME,
            "description": said.APP_DESCRIPTION,
            "background_color": "#0e2a28",
        },
        "features": _features(public_url, suggestions),
        "oauth_config": {
            **({"redirect_urls": [urljoin(public_url, _REDIRECT_PATH)]} if many else {}),
            "scopes": {"bot": list(SCOPES)},
        },
        "settings": _settings(public_url, many=many),
    }


def _features(public_url: str, suggestions: tuple[str, ...]) -> Json:
    url = {"url": urljoin(public_url, _EVENTS_PATH)} if public_url else {}
    command = {
        "command": COMMAND,
        "description": said.COMMAND_DESCRIPTION,
        "usage_hint": said.COMMAND_HINT,
        "should_escape": True,
        **url,
    }
    return {
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "bot_user": {"display_name": said.APP_NAME, "always_online": True},
        "agent_view": {
            "agent_description": said.APP_DESCRIPTION,
            "suggested_prompts": [
                {"title": each[:60], "message": each} for each in suggestions[:4]
            ],
        },
        "shortcuts": [
            _shortcut(said.ABOUT_SHORTCUT, "message", ABOUT),
            _shortcut(said.SAVE_TITLE, "message", SAVE),
            _shortcut(said.ASK_SHORTCUT, "global", ASK),
        ],
        "slash_commands": [command],
    }


def _shortcut(name: str, kind: str, callback: str) -> Json:
    return {
        "name": name[:24],
        "type": kind,
        "callback_id": callback,
        "description": said.SHORTCUTS[callback],
    }


def _settings(public_url: str, *, many: bool) -> Json:
    url = {"request_url": urljoin(public_url, _EVENTS_PATH)} if public_url else {}
    options = {"message_menu_options_url": url["request_url"]} if url else {}
    return {
        "event_subscriptions": {**url, "bot_events": list(EVENTS)},
        "interactivity": {"is_enabled": True, **url, **options},
        "org_deploy_enabled": many,
        "socket_mode_enabled": not public_url,
        "token_rotation_enabled": many,
    }
