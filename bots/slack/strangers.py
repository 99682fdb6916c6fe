"""People of other organisations, in channels that are shared with them over Slack Connect."""

import logging
from collections.abc import Callable

from slack_bolt.async_app import AsyncBoltContext

from bots.slack.in_flight import InFlight
from bots.slack.payloads import Json
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sides import Side

_log = logging.getLogger(__name__)
_KEPT_SECONDS = 600.0
_MOST_KEPT = 2_000


class Strangers:
    """Who is one, and where they read along. What Slack does not tell counts as yes."""

    def __init__(self, allowed_teams: frozenset[str], organisation: Callable[[str], str]) -> None:
        self._allowed = allowed_teams
        self._organisation = organisation
        self._channels: dict[str, tuple[float, bool]] = {}
        self._asked: InFlight[bool] = InFlight()

    def includes(self, user_team: str, context: AsyncBoltContext) -> bool:
        """Whether a person of this team is to get no data."""
        ours_ = {"", context.team_id or "", context.enterprise_id or ""}
        if user_team in ours_ | self._allowed:
            return False
        # A colleague from another workspace of the organisation that installed the app.
        kin = context.is_enterprise_install and context.enterprise_id
        return not kin or self._organisation(user_team) != kin

    def home(self, user_team: str, context: AsyncBoltContext) -> str:
        """The workspace in a person's id: this one, or that of an allowed guest."""
        return user_team if user_team in self._allowed else context.team_id or ""

    async def read_along(self, side: Side, channel: str, body: Json) -> bool:
        """Whether people who may get no data are in that channel, or could be."""
        if channel.startswith("D") or body.get("is_ext_shared_channel") is False:
            return False
        key, now = f"{side.team}/{channel}", side.people.now()
        kept = self._channels.get(key)
        if kept is None or now - kept[0] >= _KEPT_SECONDS:
            if len(self._channels) >= _MOST_KEPT:
                self._channels.clear()
            mixed = await self._asked.get(key, lambda: self._looked_up(side, channel))
            kept = self._channels[key] = (now, mixed)
        return kept[1]

    async def _looked_up(self, side: Side, channel: str) -> bool:
        try:
            with ours():
                info = (await side.client.conversations_info(channel=channel))["channel"]
        except REFUSED as refusal:
            _log.warning("Slack does not tell who reads %s: %s", channel, refusal)
            return True
        if not (info.get("is_ext_shared") or info.get("is_pending_ext_shared")):
            return False
        others = {*(info.get("connected_team_ids") or ()), *(info.get("pending_shared") or ())}
        return not others or not others - {side.team} <= self._allowed
