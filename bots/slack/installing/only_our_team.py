"""Lets in what comes from the one workspace that this app is installed in."""

import logging
from collections.abc import Awaitable, Callable

from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from typing_extensions import override

from bots.slack.payloads import installed_team

_log = logging.getLogger(__name__)


class OnlyOurTeam(AsyncMiddleware):
    """Refuses events of another workspace, without a retry."""

    @override
    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        authorized = req.context.authorize_result
        team = authorized.team_id if authorized else None
        if "event" in req.body and team is not None and installed_team(req.body) != team:
            _log.warning("Refused an event of workspace %s", installed_team(req.body))
            # A socket has no word for no: what is not acknowledged would come again.
            status = 200 if req.mode == "socket_mode" else 403
            return BoltResponse(status=status, body="", headers={"X-Slack-No-Retry": "1"})
        if team is not None:
            req.context["team_id"] = team
        return await next()
