"""Our own token for what we send: one request an hour, whatever the number of messages."""

import asyncio
from collections.abc import Callable

import httpx

from bots.settings.surfaces import TeamsSettings
from bots.teams.admitting.cloud import Cloud
from review.ports.desk import ShutOut as NotLetIn
from review.ports.desk import TryLater

_TIMEOUT_SECONDS = 10
_EARLY_SECONDS = 300.0
_AWAY_SECONDS = 5.0
# Somebody has to mend the app's registration; the message is worth keeping until then.
_SHUT_OUT_SECONDS = 300.0


class ShutOut(NotLetIn):
    """Microsoft gives this app no token: somebody has to mend its registration."""

    def __init__(self) -> None:
        super().__init__(_SHUT_OUT_SECONDS)


class Tokens:
    """The app's access token, kept until shortly before it ends."""

    def __init__(self, settings: TeamsSettings, cloud: Cloud, ticks: Callable[[], float]) -> None:
        self._settings = settings
        self._cloud = cloud
        self._ticks = ticks
        self._token = ""
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def token(self) -> str:
        """The token; empty for a bot without an app id, on a developer's machine.

        Raises TryLater.
        """
        if not self._settings.app_id:
            return ""
        async with self._lock:
            if not self._token or self._ticks() >= self._until:
                await self._fetch()
            return self._token

    def forget(self) -> None:
        """Somebody refused the token."""
        self._token = ""

    async def _fetch(self) -> None:
        answer = await self._asked()
        try:
            said = answer.raise_for_status().json()
            token, seconds = str(said["access_token"]), float(said["expires_in"])
        except (httpx.HTTPStatusError, ValueError, LookupError, TypeError) as error:
            away = answer.is_server_error or answer.status_code == httpx.codes.TOO_MANY_REQUESTS
            raise (TryLater(_AWAY_SECONDS) if away else ShutOut()) from error
        self._token, self._until = token, self._ticks() + max(seconds - _EARLY_SECONDS, 0.0)

    async def _asked(self) -> httpx.Response:
        url = f"{self._cloud.login_url}/{self._settings.tenant}/oauth2/v2.0/token"
        form = {
            "grant_type": "client_credentials",
            "client_id": self._settings.app_id,
            "client_secret": self._settings.app_password.get_secret_value(),
            "scope": self._cloud.scope,
        }
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client:
                return await client.post(url, data=form)
        except httpx.HTTPError as error:
            raise TryLater(_AWAY_SECONDS) from error
