"""Slack over Socket Mode: a connection that we open, so that no public address is needed."""

import logging

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from bots.conversation.door import Malformed
from bots.slack.incoming.shapes import read_request

_log = logging.getLogger(__name__)
# A line that dropped without a word is found so soon: the first delivery again is at once, the next
# a minute later.
_LOOKS_EVERY_SECONDS = 3.0


class SocketConnection:
    """One connection; the SDK reconnects it when Slack asks for that or the line drops."""

    def __init__(self, bolt: AsyncApp, app_token: str) -> None:
        self._bolt = bolt
        self._token = app_token
        self._handler: AsyncSocketModeHandler | None = None

    async def open(self) -> None:
        self._handler = handler = AsyncSocketModeHandler(
            self._bolt, self._token, ping_interval=_LOOKS_EVERY_SECONDS
        )
        handler.client.socket_mode_request_listeners[:] = [self._take]
        await handler.client.connect()  # type: ignore[no-untyped-call]  # the SDK has no type here

    async def _take(self, client: AsyncBaseSocketModeClient, asked: SocketModeRequest) -> None:
        """Hand it on; a payload of no known shape is acknowledged, or it would come again."""
        try:
            read_request(lambda: AsyncBoltRequest(mode="socket_mode", body=asked.payload))
        except Malformed as malformed:
            _log.warning("Refused a request: %s", malformed.reason)
            await client.send_socket_mode_response(SocketModeResponse(asked.envelope_id))
            return
        if self._handler is not None:
            await self._handler.handle(client, asked)  # type: ignore[arg-type]  # as the SDK does

    async def close(self) -> None:
        if self._handler is not None:
            await self._handler.client.close()  # type: ignore[no-untyped-call]  # the SDK has no type here
            self._handler = None
