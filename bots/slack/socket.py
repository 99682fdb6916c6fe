"""Slack over Socket Mode: a connection that we open, so that no public address is needed."""

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

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
        self._handler = AsyncSocketModeHandler(
            self._bolt, self._token, ping_interval=_LOOKS_EVERY_SECONDS
        )
        await self._handler.client.connect()  # type: ignore[no-untyped-call]  # the SDK has no type here

    async def close(self) -> None:
        if self._handler is not None:
            await self._handler.client.close()  # type: ignore[no-untyped-call]  # the SDK has no type here
            self._handler = None
