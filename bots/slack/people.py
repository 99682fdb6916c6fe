"""People of a Slack workspace, with the roles that the configuration gives them."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from slack_sdk.web.async_client import AsyncWebClient

from bots.ports import Roles
from bots.slack.in_flight import InFlight
from bots.slack.refusals import TooBig, ours
from pipeline.people import Person
from review.ports.desk import MessageGone, TryLater, Undeliverable

_log = logging.getLogger(__name__)
_KEPT_SECONDS = 600.0
_MOST_KEPT = 5_000
REFUSED = (TooBig, TryLater, MessageGone, Undeliverable)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Profile:
    name: str = ""
    time_zone: str = ""
    locale: str = ""
    admin: bool = False


def person_id(team: str, user: str) -> str:
    return f"slack:{team}:{user}"


def user_of(person: str) -> str:
    """The Slack user id of a person id; empty for a person of another surface."""
    parts = person.split(":")
    return parts[2] if len(parts) == 3 and parts[0] == "slack" else ""  # noqa: PLR2004 - surface, team, user


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A workspace, and which organisation installed the app for it, once that is known."""

    team: str
    organisation_of: Callable[[str], str]

    @property
    def organisation(self) -> str:
        return self.organisation_of(self.team)


class SlackPeople:
    """Looks people up and remembers them for a while; whom Slack does not tell has no name."""

    def __init__(
        self, client: AsyncWebClient, roles: Roles, ticks: Callable[[], float], home: Home
    ) -> None:
        self._client = client
        self._roles = roles
        self._ticks = ticks
        self._home = home
        self._profiles: dict[str, tuple[float, _Profile]] = {}
        self._asked: InFlight[dict[str, object]] = InFlight()

    def now(self) -> float:
        """The seconds by which what Slack said grows old."""
        return self._ticks()

    async def is_admin(self, user: str) -> bool:
        """Whether this person looks after the Slack workspace."""
        return (await self._profile(user)).admin

    async def person(self, team: str, user: str) -> Person:
        # One person in all workspaces of an organisation: nobody approves their own from another.
        ours_ = self._home.organisation if team == self._home.team else ""
        ident = person_id(ours_ or team, user)
        profile = await self._profile(user)
        return Person(
            id=ident,
            name=self._roles.name(ident) or profile.name,
            roles=self._roles.of(ident),
            time_zone=profile.time_zone,
            locale=profile.locale,
        )

    async def _profile(self, user: str) -> _Profile:
        kept = self._profiles.get(user)
        if kept and self._ticks() - kept[0] < _KEPT_SECONDS:
            return kept[1]
        try:
            found = await self._asked.get(user, lambda: self._user(user))
        except REFUSED as refusal:
            _log.warning("Slack does not tell who %s is: %s", user, refusal)
            return kept[1] if kept else _Profile()
        profile = _profile_of(found)
        if len(self._profiles) >= _MOST_KEPT:
            self._profiles.clear()
        self._profiles[user] = (self._ticks(), profile)
        return profile

    async def _user(self, user: str) -> dict[str, object]:
        with ours():
            answer = await self._client.users_info(user=user, include_locale=True)
        found: dict[str, object] = answer["user"]
        return found


def _profile_of(user: dict[str, object]) -> _Profile:
    profile = user.get("profile")
    names = profile if isinstance(profile, dict) else {}
    name = names.get("real_name") or user.get("real_name") or names.get("display_name")
    return _Profile(
        name=str(name or user.get("name") or ""),
        time_zone=str(user.get("tz") or ""),
        locale=str(user.get("locale") or ""),
        admin=bool(user.get("is_admin") or user.get("is_owner")),
    )
