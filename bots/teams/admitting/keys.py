"""The public keys that Teams signs with, fetched without holding anybody up."""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx
from jwt import InvalidKeyError
from jwt.algorithms import RSAAlgorithm

Json: TypeAlias = dict[str, Any]
_log = logging.getLogger(__name__)
_TIMEOUT_SECONDS = 5
_KEPT_SECONDS = 86_400.0
# Forged key ids must not become a flood of requests to the key server.
_PAUSE_SECONDS = 10.0


class KeysUnavailable(Exception):
    """The key server cannot be reached, so nothing can be verified."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(f"The keys at {url} cannot be fetched.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A public key, and the channels whose messages it may sign."""

    public: Any
    endorsements: frozenset[str]


class Keys:
    """Keys by their id: a day in memory; an unknown id is looked up once more."""

    def __init__(self, url: str, ticks: Callable[[], float]) -> None:
        self._url = url
        self._ticks = ticks
        self._keys: dict[str, Key] = {}
        self._fetched: float | None = None
        self._lock = asyncio.Lock()

    async def find(self, key_id: str) -> Key | None:
        """The key of this id, None where there is none. Raises KeysUnavailable."""
        async with self._lock:
            age = None if self._fetched is None else self._ticks() - self._fetched
            known = key_id in self._keys
            if age is None or age > _KEPT_SECONDS or (not known and age > _PAUSE_SECONDS):
                await self._refresh()
        return self._keys.get(key_id)

    async def _refresh(self) -> None:
        """Old keys go on where the key server is away for a while."""
        try:
            found = await self._fetch()
        except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
            if not self._keys:
                raise KeysUnavailable(self._url) from error
            _log.warning("The keys of Teams could not be fetched again: %s", error)
            found = self._keys
        self._keys = found
        self._fetched = self._ticks()

    async def _fetch(self) -> dict[str, Key]:
        async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client:
            described = (await client.get(self._url)).raise_for_status().json()
            listed = (await client.get(described["jwks_uri"])).raise_for_status().json()
        keys = {str(each["kid"]): _key(each) for each in listed["keys"]}
        return {key_id: key for key_id, key in keys.items() if key is not None}


def _key(listed: Json) -> Key | None:
    try:
        public = RSAAlgorithm.from_jwk(json.dumps(listed))
    except InvalidKeyError:
        return None
    return Key(public=public, endorsements=frozenset(listed.get("endorsements") or ()))
