"""Microsoft Graph over real HTTP: a directory's groups and users, which tests change."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bots.local_workspace.loopback import on_loopback
from bots.teams.admitting.cloud import PUBLIC, Cloud

_TOKEN = "graph-token"  # noqa: S105 (opens nothing but this fake)
_PAGE = 2


@dataclass
class Graph:
    """Groups hold users and groups; a user's account is on or off."""

    users: dict[str, bool] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    away: int = 0
    url: str = ""

    @property
    def cloud(self) -> Cloud:
        return replace(PUBLIC, login_url=f"{self.url}/login", graph_url=self.url)

    def app(self) -> Starlette:
        kind = "microsoft.graph.user"
        return Starlette(
            routes=[
                Route("/login/{tenant}/oauth2/v2.0/token", self._login, methods=["POST"]),
                Route(f"/v1.0/groups/{{group}}/transitiveMembers/{kind}", self._members),
                Route("/v1.0/users/{user}", self._user),
            ]
        )

    async def _login(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        if form.get("scope") != f"{self.url}/.default":
            return JSONResponse({"error": "invalid_scope"}, 400)
        return JSONResponse({"access_token": _TOKEN, "expires_in": 3600})

    async def _members(self, request: Request) -> Response:
        refused = self._refused(request)
        group = request.path_params["group"]
        if refused or group not in self.groups:
            return refused or JSONResponse({"error": {"code": "Request_ResourceNotFound"}}, 404)
        found = sorted(self._within(group, set()))
        start = int(request.query_params.get("$skiptoken", 0))
        page: dict[str, Any] = {
            "value": [
                {"id": user, "accountEnabled": self.users[user]}
                for user in found[start : start + _PAGE]
            ]
        }
        if start + _PAGE < len(found):
            path = request.url.path
            page["@odata.nextLink"] = f"{self.url}{path}?$skiptoken={start + _PAGE}"
        return JSONResponse(page)

    async def _user(self, request: Request) -> Response:
        user = request.path_params["user"]
        refused = self._refused(request)
        if refused or user not in self.users:
            return refused or JSONResponse({"error": {"code": "Request_ResourceNotFound"}}, 404)
        return JSONResponse({"id": user, "accountEnabled": self.users[user]})

    def _within(self, group: str, seen: set[str]) -> set[str]:
        """The users of the group and of the groups in it, which may go round."""
        if group in seen:
            return set()
        seen.add(group)
        found: set[str] = set()
        for member in self.groups[group]:
            found |= self._within(member, seen) if member in self.groups else {member}
        return found

    def _refused(self, request: Request) -> Response | None:
        if self.away:
            return JSONResponse({"error": {"code": "serviceUnavailable"}}, self.away)
        if request.headers.get("Authorization") != f"Bearer {_TOKEN}":
            return JSONResponse({"error": {"code": "InvalidAuthenticationToken"}}, 401)
        return None


@asynccontextmanager
async def graph() -> AsyncIterator[Graph]:
    """The fake, listening."""
    fake = Graph()
    async with on_loopback(fake.app()) as url:
        fake.url = url
        yield fake
