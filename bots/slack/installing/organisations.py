"""Installations for a whole organisation (Enterprise Grid): of which workspace a payload is."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from typing_extensions import override

from bots.slack.payloads import Json

_MOST_KEPT = 10_000


class Organisations:
    """To which organisation a workspace belongs, as Slack's signed payloads said; kept in files."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._kept: dict[str, str] = {}

    def of(self, team: str) -> str:
        """The organisation of a workspace; empty where none is known."""
        if team not in self._kept:
            path = self._folder / team
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[team] = path.read_text().strip() if path.is_file() else ""
        return self._kept[team]

    def keep(self, team: str, organisation: str) -> None:
        if self.of(team) != organisation:
            (self._folder / team).write_text(organisation)
            self._kept[team] = organisation

    def forget(self, team: str) -> None:
        """The organisation took the app out of this workspace."""
        (self._folder / team).unlink(missing_ok=True)
        self._kept.pop(team, None)

    def dissolve(self, organisation: str) -> None:
        """The organisation took the app out of all of its workspaces."""
        for path in tuple(self._folder.iterdir()):
            if self.of(path.name) == organisation:
                self.forget(path.name)


class TeamOfPayload(AsyncMiddleware):
    """Puts the workspace into the context: Bolt leaves it out where an organisation installed."""

    def __init__(self, seen: Callable[[str, str], None]) -> None:
        self._seen = seen

    @override
    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        context = req.context
        if context.is_enterprise_install:
            team = _first(workspaces_in(req.body))
            context["team_id"] = team or None
            if team and context.enterprise_id:
                self._seen(team, context.enterprise_id)
        return await next()


def _first(found: Iterator[str]) -> str:
    """The first id of a workspace; those of organisations begin with an E."""
    return next((each for each in found if each.startswith("T")), "")


def workspaces_in(body: Json) -> Iterator[str]:
    """Where a payload may name its workspace, the surest place first."""
    yield str(body.get("team_id") or "")
    for place, key in (
        ("team", "id"),
        ("message", "team"),
        ("view", "app_installed_team_id"),
        ("view", "team_id"),
        ("user", "team_id"),
        ("event", "team"),
    ):
        part = body.get(place)
        yield str(part.get(key) or "") if isinstance(part, dict) else ""
