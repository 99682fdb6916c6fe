"""The app as Slack's manifest describes it: what it may do, and what it wants to hear of."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

from bots.slack.incoming.ask_views import ABOUT, ASK
from bots.wording import slack as said

Json: TypeAlias = dict[str, Any]

COMMAND: Final = "/ask"
SAVE: Final = "save_as_validated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """A scope, the feature that needs it, and the events that Slack sends only with it.

    The `narrow` app has those without which it could not work.
    """

    scope: str
    feature: str
    events: tuple[str, ...] = ()
    narrow: bool = False


PERMISSIONS: Final = (
    Permission(
        scope="app_mentions:read",
        feature="hear a question that mentions the app",
        events=("app_mention",),
        narrow=True,
    ),
    Permission(scope="assistant:write", feature="say below a chat what is being done", narrow=True),
    Permission(
        scope="channels:history",
        feature="hear a follow-up in a thread of a public channel without a mention",
        events=("message.channels",),
    ),
    Permission(
        scope="channels:read",
        feature="answer /ask in a public channel in that channel: whether other organisations "
        "read along is not known without it, and the answer goes to the asker alone",
    ),
    Permission(scope="chat:write", feature="answer, and ask with cards", narrow=True),
    Permission(scope="commands", feature="the command /ask and the shortcuts", narrow=True),
    Permission(scope="files:read", feature="read CSV and XLSX files that people add to a thread"),
    Permission(
        scope="files:write",
        feature="hand out CSV, Excel, charts and reports as files",
        narrow=True,
    ),
    Permission(
        scope="groups:history",
        feature="hear a follow-up in a thread of a private channel without a mention",
        events=("message.groups",),
    ),
    Permission(scope="groups:read", feature="the same as channels:read, for private channels"),
    Permission(
        scope="im:history",
        feature="hear what people write to the app in a direct message, and nothing else",
        events=("message.im",),
        narrow=True,
    ),
    Permission(scope="im:write", feature="answer one person alone", narrow=True),
    Permission(
        scope="mpim:history",
        feature="hear a question in a direct message of several people",
        events=("message.mpim",),
    ),
    Permission(scope="mpim:read", feature="the same as channels:read, for several people"),
    Permission(
        scope="reactions:read",
        feature="stop a question with a stop sign",
        events=("reaction_added",),
    ),
    Permission(
        scope="usergroups:read", feature="give roles to a Slack user group (people: group:S…)"
    ),
    Permission(
        scope="users:read",
        feature="know people's names, time zones, and who left",
        narrow=True,
    ),
)
SCOPES: Final = tuple(each.scope for each in PERMISSIONS)
_ALWAYS: Final = ("app_home_opened", "app_uninstalled", "team_access_revoked", "tokens_revoked")


def events_of(scopes: Collection[str]) -> tuple[str, ...]:
    """What Slack tells an app with these scopes."""
    told = (event for each in PERMISSIONS if each.scope in scopes for event in each.events)
    return tuple(sorted((*_ALWAYS, *told)))


def narrow_scopes(*more: str) -> tuple[str, ...]:
    """The scopes of the narrow app, and these."""
    return tuple(each.scope for each in PERMISSIONS if each.narrow or each.scope in more)


def switched_off(granted: Collection[str]) -> Iterator[Permission]:
    """What an app that was granted these cannot do."""
    return (each for each in PERMISSIONS if each.scope not in granted)


_AGENT: Final = "assistant:write"
_EVENTS_PATH = "/slack/events"
_REDIRECT_PATH = "/slack/oauth_redirect"


def manifest(
    public_url: str,
    suggestions: tuple[str, ...],
    *,
    many: bool = False,
    scopes: Sequence[str] = SCOPES,
) -> Json:
    """The manifest. Without a public address the app uses Socket Mode."""
    return {
        "_metadata": {"major_version": 2},
        "display_information": {
            "name": said.APP_NAME,
            "description": said.APP_DESCRIPTION,
            "background_color": "#0e2a28",
        },
        "features": _features(public_url, suggestions, scopes),
        "oauth_config": {
            **({"redirect_urls": [urljoin(public_url, _REDIRECT_PATH)]} if many else {}),
            "scopes": {"bot": list(scopes)},
        },
        "settings": _settings(public_url, events_of(scopes), many=many),
    }


def _features(public_url: str, suggestions: tuple[str, ...], scopes: Sequence[str]) -> Json:
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
        **(_agent(suggestions) if _AGENT in scopes else {}),
        "shortcuts": [
            _shortcut(said.ABOUT_SHORTCUT, "message", ABOUT),
            _shortcut(said.SAVE_TITLE, "message", SAVE),
            _shortcut(said.ASK_SHORTCUT, "global", ASK),
        ],
        "slash_commands": [command],
    }


def _agent(suggestions: tuple[str, ...]) -> Json:
    prompts = [{"title": each[:60], "message": each} for each in suggestions[:4]]
    return {
        "agent_view": {
            "agent_description": said.APP_DESCRIPTION,
            "suggested_prompts": prompts,
        }
    }


def _shortcut(name: str, kind: str, callback: str) -> Json:
    return {
        "name": name[:24],
        "type": kind,
        "callback_id": callback,
        "description": said.SHORTCUTS[callback],
    }


def _settings(public_url: str, events: Sequence[str], *, many: bool) -> Json:
    url = {"request_url": urljoin(public_url, _EVENTS_PATH)} if public_url else {}
    options = {"message_menu_options_url": url["request_url"]} if url else {}
    return {
        "event_subscriptions": {**url, "bot_events": list(events)},
        "interactivity": {"is_enabled": True, **url, **options},
        "org_deploy_enabled": many,
        "socket_mode_enabled": not public_url,
        "token_rotation_enabled": many,
    }
