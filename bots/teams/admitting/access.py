"""Who may hand us an activity: only Teams, signed, for this app, from this tenant."""

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
class _Verified:
    """What a token says, and the key that was found to have signed it."""

    claims: Json
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
        self._verified: dict[str, _Verified] = {}

    async def check(self, header: str, activity: Json) -> None:
        """Raises NotAuthenticated, NotAllowed, KeysUnavailable."""
        if self._door.unsigned:
            _check_local(activity)
            return
        token = _bearer(header)
        verified = await self._known(token) or await self._verify(token)
        claims = verified.claims
        _require(activity.get("channelId") == CHANNEL, "not from Teams")
        _require(CHANNEL in verified.key.endorsements, "the key may not sign for Teams")
        service = claims.get("serviceurl") or claims.get("serviceUrl")
        _require(bool(service) and service == activity.get("serviceUrl"), "another service URL")
        tenants = tenants_of(activity)
        _require(tenants == {self._door.tenant}, "another tenant")

    async def _known(self, token: str) -> _Verified | None:
        """What was verified before, as long as it holds."""
        known = self._verified.get(token)
        if known is None:
            return None
        fresh = self._clock().timestamp() < known.claims["exp"] + _LEEWAY_SECONDS
        if fresh and await self._keys.find(known.key_id) is known.key:
            return known
        del self._verified[token]
        return None

    async def _verify(self, token: str) -> _Verified:
        header = _read(lambda: jwt.get_unverified_header(token))
        if header.get("alg") != "RS256":
            raise NotAuthenticated("an algorithm that Teams does not use")  # noqa: EM101 - a reason
        key_id = str(header.get("kid") or "")
        key = await self._keys.find(key_id)
        if key is None:
            raise NotAuthenticated("an unknown key")  # noqa: EM101 - a reason
        verified = _Verified(claims=self._claims(token, key), key_id=key_id, key=key)
        if len(self._verified) >= _MOST_VERIFIED:
            self._verified.clear()
        self._verified[token] = verified
        return verified

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
    conversation = activity.get("conversation") or {}
    data = activity.get("channelData")
    tenant = (data.get("tenant") or {}) if isinstance(data, dict) else {}
    return {str(each) for each in (conversation.get("tenantId"), tenant.get("id")) if each}


def is_loopback(host: str) -> bool:
    return host in _LOOPBACK


def _check_local(activity: Json) -> None:
    """Unsigned activities may only make us talk to this machine."""
    host = urlsplit(str(activity.get("serviceUrl") or "")).hostname or ""
    _require(is_loopback(host), "an unsigned activity with a service URL elsewhere")


def _bearer(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme != "Bearer" or not token:
        raise NotAuthenticated("no token")  # noqa: EM101 - a reason
    return token


def _read(read: Callable[[], Json]) -> Json:
    try:
        return read()
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise NotAuthenticated(str(error)) from error


def _require(holds: bool, reason: str) -> None:  # noqa: FBT001 - a condition
    if not holds:
        raise NotAllowed(reason)
