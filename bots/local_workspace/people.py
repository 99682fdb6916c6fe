"""Who and what the local workspace starts with: people, channels, and the app that is installed."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from bots.slack.incoming.manifest import SCOPES

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A member of the workspace; `role` is only shown on the page."""

    id: str
    name: str
    real_name: str
    role: str = ""
    email: str = ""
    tz: str = "Europe/Madrid"
    locale: str = "en-US"
    is_admin: bool = False
    team_id: str = ""
    deleted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPlan:
    """A channel that exists from the start; no members means everybody."""

    id: str
    name: str
    topic: str = ""
    members: tuple[str, ...] = ()
    private: bool = False
    with_app: bool = True
    shared_with_others: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UserGroup:
    """A named group of people, such as @finance-reviewers."""

    id: str
    handle: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """An entry of a message's menu, or of the composer's when it is global."""

    callback_id: str
    name: str
    on_message: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AppProfile:
    """The installed app as the workspace knows it, and what the page says about it."""

    name: str = "Countersign"
    id: str = "A0COUNTERSIGN"
    bot_id: str = "B0COUNTERSIGN"
    bot_user: str = "U0COUNTERSIGN"
    bot_token: str = "xoxb-local-workspace"  # noqa: S105  (opens nothing but this fake)
    app_token: str = "xapp-local-workspace"  # noqa: S105  (opens nothing but this fake)
    signing_secret: str = "local-signing-secret"  # noqa: S105  (shared with the app on loopback)
    client_id: str = "1.1"
    client_secret: str = "local-client-secret"  # noqa: S105  (opens nothing but this fake)
    tagline: str = "Ask your database. A person countersigns what matters."
    commands: tuple[str, ...] = ("/ask",)
    mention_in: tuple[str, ...] = ("ask-data",)
    suggestions: tuple[str, ...] = ()
    scopes: tuple[str, ...] = SCOPES
    shortcuts: tuple[Shortcut, ...] = (
        Shortcut(callback_id="ask_about_this", name="Ask about this"),
        Shortcut(callback_id="save_as_validated", name="Save as validated query"),
    )


DEMO_APP = AppProfile()
DEMO_PEOPLE = (
    Person(id="U0ANA", name="ana", real_name="Ana Ruiz", role="Asks questions"),
    Person(id="U0RUI", name="rui", real_name="Rui Costa", role="Reviews answers"),
    Person(id="U0ADA", name="ada", real_name="Ada Okafor", role="Administrator", is_admin=True),
)
DEMO_CHANNELS = (
    ChannelPlan(id="C0ASKDATA", name="ask-data", topic="Questions to the company's databases"),
    ChannelPlan(
        id="C0REVIEWS", name="data-reviews", topic="Answers and changes that wait for a reviewer"
    ),
)
