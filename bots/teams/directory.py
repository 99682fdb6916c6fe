"""Entra's groups, and whose account was switched off or deleted, through Microsoft Graph."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, TypeAlias

import httpx

from bots.ports import DirectoryAway
from bots.settings.surfaces import TeamsSettings
from bots.teams.admitting.cloud import Cloud
from bots.teams.admitting.tokens import Tokens
from bots.teams.people import person_id
from review.ports.desk import TryLater

Json: TypeAlias = dict[str, Any]

_SURFACE: Final = "teams"
_SECONDS: Final = 15
_MOST_PAGES: Final = 200
_GROUP_PARTS: Final = 5


class EntraDirectory:
    """The groups of the tenant, nested ones and all."""

    def __init__(self, settings: TeamsSettings, cloud: Cloud, ticks: Callable[[], float]) -> None:
        graph = replace(cloud, scope=f"{cloud.graph_url}/.default")
        self._tokens = Tokens(settings, graph, ticks)
        self._url = f"{cloud.graph_url}/v1.0"
        self._tenant = settings.tenant

    def has(self, group: str) -> bool:
        return len(group.split("-")) == _GROUP_PARTS

    async def members(self, group: str) -> frozenset[str]:
        """The ids of the people in the group and in groups of it. Raises DirectoryAway."""
        url = (
            f"{self._url}/groups/{group}/transitiveMembers/microsoft.graph.user"
            "?$select=id,accountEnabled&$top=999"
        )
        found: set[str] = set()
        for _ in range(_MOST_PAGES):
            page = await self._read(url)
            if page is None:
                reason = f"there is no group {group}"
                raise DirectoryAway(reason)
            for each in page.get("value") or ():
                if each.get("accountEnabled") is not False:
                    found.add(person_id(self._tenant, each["id"]))
            url = str(page.get("@odata.nextLink") or "")
            if not url:
                return frozenset(found)
            if not url.startswith(self._url):
                reason = "its next page is at another address"
                raise DirectoryAway(reason)
        reason = f"group {group} has too many members"
        raise DirectoryAway(reason)

    async def left(self, accounts: Collection[str]) -> frozenset[str]:
        """Those of these accounts that are gone or switched off. Raises DirectoryAway."""
        gone = set()
        for account in accounts:
            surface, _, user = account.partition(":")
            if surface == _SURFACE:
                found = await self._read(f"{self._url}/users/{user}?$select=id,accountEnabled")
                if found is None or found.get("accountEnabled") is False:
                    gone.add(account)
        return frozenset(gone)

    async def _read(self, url: str) -> Json | None:
        """What is there; None where there is nothing."""
        try:
            token = await self._tokens.token()
            async with httpx.AsyncClient(timeout=_SECONDS) as client:
                answer = await client.get(url, headers={"Authorization": f"Bearer {token}"})
            if answer.status_code == httpx.codes.NOT_FOUND:
                return None
            if answer.status_code == httpx.codes.UNAUTHORIZED:
                self._tokens.forget()
            found: Json = answer.raise_for_status().json()
        except httpx.HTTPStatusError as error:
            reason = f"it answered {error.response.status_code}"
            raise DirectoryAway(reason) from error
        except (httpx.HTTPError, ValueError, TryLater) as error:
            raise DirectoryAway(type(error).__name__) from error
        return found
