"""Who may hand us an activity: only Teams, signed, for this app, from this tenant.

The token is checked before the body is read; what the activity says must fit it afterwards.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import jwt

from bots.ports import Clock
from bots.teams.admitting.keys import Key, Keys

Json: TypeAlias = dict[str, Any]

CHANNEL: Final = "msteams"
_LEEWAY_SECONDS = 300
_MOST_VERIFIED = 100
# What reading a token may raise that somebody made up.
UNREADABLE: Final = (
    jwt.PyJWTError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    RecursionError,
)
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class NotAuthenticated(Exception):
    """The token is missing, forged, expired, or for somebody else: 401."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Refused a request to the Teams bot: {reason}")


class NotAllowed(Exception):
    """The token is good, but not for this activity: 403."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Refused an activity of Teams: {reason}")


class UnsafeSettings(Exception):
    """With these settings anybody could talk to the bot."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"surfaces.teams: {reason}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What the door checks: the app, its tenant, and who may sign."""

    app_id: str
    tenant: str
    issuer: str
    unsigned: bool = False


def door_of(door: Door, host: str) -> Door:
    """The door, if it is safe to open at this address. Raises UnsafeSettings."""
    if door.unsigned and not is_loopback(host):
        reason = f"local_development accepts unsigned requests, so server.host {host} is refused"
        raise UnsafeSettings(reason)
    if not door.unsigned and not (door.app_id and door.tenant):
        reason = "app_id and tenant are needed: without them every request would be accepted"
        raise UnsafeSettings(reason)
    return door


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What a good token says: until when, and for which service. `key` is what signed it."""

    until: float
    service_url: str
    key_id: str
    key: Key


class Access:
    """Lets an activity in, or says why not.

    Teams sends the same token for an hour: its signature is computed once, its time and its key are
    looked at with every activity.
    """

    def __init__(self, door: Door, keys: Keys, clock: Clock) -> None:
        self._door = door
        self._keys = keys
        self._clock = clock
        self._admitted: dict[str, Admission] = {}

    async def admit(self, header: str) -> Admission | None:
        """What the token says; None where no token is asked for.

        Raises NotAuthenticated, KeysUnavailable.
        """
        if self._door.unsigned:
            return None
        token = _bearer(header)
        return await self._known(token) or await self._verify(token)

    def check(self, admission: Admission | None, activity: Json) -> None:
        """Whether the activity is one that the token is for. Raises NotAllowed."""
        if admission is None:
            _check_local(activity)
            return
        _require(activity.get("channelId") == CHANNEL, "not from Teams")
        _require(CHANNEL in admission.key.endorsements, "the key may not sign for Teams")
        service = admission.service_url
        _require(bool(service) and service == activity.get("serviceUrl"), "another service URL")
        tenants = tenants_of(activity)
        _require(tenants == {self._door.tenant}, "another tenant")

    async def _known(self, token: str) -> Admission | None:
        """What was verified before, as long as it holds."""
        known = self._admitted.get(token)
        if known is None:
            return None
        fresh = self._clock().timestamp() < known.until
        if fresh and await self._keys.find(known.key_id) is known.key:
            return known
        self._admitted.pop(token, None)
        return None

    async def _verify(self, token: str) -> Admission:
        header = _read(lambda: jwt.get_unverified_header(token))
        if header.get("alg") != "RS256":
            raise NotAuthenticated("an algorithm that Teams does not use")  # noqa: EM101 - a reason
        key_id = str(header.get("kid") or "")
        key = await self._keys.find(key_id)
        if key is None:
            raise NotAuthenticated("an unknown key")  # noqa: EM101 - a reason
        admission = _admission(self._claims(token, key), key_id, key)
        if len(self._admitted) >= _MOST_VERIFIED:
            self._admitted.clear()
        self._admitted[token] = admission
        return admission

    def _claims(self, token: str, key: Key) -> Json:
        return _read(
            lambda: jwt.decode(
                token,
                key.public,
                algorithms=["RS256"],
                audience=self._door.app_id,
                issuer=self._door.issuer,
                leeway=_LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud"]},
            )
        )


def tenants_of(activity: Json) -> set[str]:
    """Every tenant that the activity names."""
    conversation, data = activity.get("conversation"), activity.get("channelData")
    tenant = data.get("tenant") if isinstance(data, dict) else None
    named = (
        conversation.get("tenantId") if isinstance(conversation, dict) else None,
        tenant.get("id") if isinstance(tenant, dict) else None,
    )
    return {each for each in named if each and isinstance(each, str)}


def is_loopback(host: str) -> bool:
    return host in _LOOPBACK


def host_of(url: object) -> str:
    """The host of an address that somebody sent; empty where it is none."""
    try:
        return urlsplit(url).hostname or "" if isinstance(url, str) else ""
    except ValueError:
        return ""


def _check_local(activity: Json) -> None:
    """Unsigned activities may only make us talk to this machine."""
    _require(is_loopback(host_of(activity.get("serviceUrl"))), "a service URL elsewhere")


def _admission(claims: Json, key_id: str, key: Key) -> Admission:
    """The claims as what they must be. Raises NotAuthenticated."""
    until = claims["exp"]
    if not isinstance(until, int | float) or isinstance(until, bool) or not math.isfinite(until):
        raise NotAuthenticated("a time that is no number")  # noqa: EM101 - a reason
    service = claims.get("serviceurl") or claims.get("serviceUrl")
    if not isinstance(service, str):
        raise NotAuthenticated("no service URL")  # noqa: EM101 - a reason
    return Admission(until=until + _LEEWAY_SECONDS, service_url=service, key_id=key_id, key=key)


def _bearer(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme != "Bearer" or not token:
        raise NotAuthenticated("no token")  # noqa: EM101 - a reason
    return token


def _read(read: Callable[[], Json]) -> Json:
    try:
        return read()
    except UNREADABLE as error:
        raise NotAuthenticated(type(error).__name__) from error


def _require(holds: bool, reason: str) -> None:  # noqa: FBT001 - a condition
    if not holds:
        raise NotAllowed(reason)
