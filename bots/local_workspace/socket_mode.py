"""Socket Mode: the app connects to us, and each payload goes to one of its connections."""

import asyncio
import json
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

from bots.local_workspace.app_link import AppReply, PayloadKind, Retry
from bots.local_workspace.people import Json
from bots.local_workspace.stamps import Stamps
from bots.slack.cards.limits import LIMITS

_MOST_CONNECTIONS: Final = 10


class SocketMode:
    """Takes the app's websockets and sends envelopes in turn, waiting for each acknowledgement."""

    def __init__(self, app_id: str, stamps: Stamps) -> None:
        self._app_id = app_id
        self._stamps = stamps
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._tickets: set[str] = set()
        self._turn = 0
        self._base = ""
        self._lines: dict[web.WebSocketResponse, asyncio.Transport] = {}
        self.connections: list[web.WebSocketResponse] = []

    async def start(self) -> None:
        application = web.Application()
        application.router.add_get("/link", self._accept)
        self._runner = web.AppRunner(application, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._base = f"ws://127.0.0.1:{self._runner.addresses[0][1]}/link"

    async def stop(self) -> None:
        for connection in list(self.connections):
            await connection.close(code=WSCloseCode.GOING_AWAY)
        await self._runner.cleanup()

    def new_url(self) -> str:
        """The URL of one connection; empty when Socket Mode is off."""
        if not self._base:
            return ""
        ticket = self._stamps.id("ticket")
        self._tickets.add(ticket)
        return f"{self._base}?ticket={ticket}"

    async def ask_to_reconnect(self, reason: str) -> None:
        """What Slack does every few hours: `warning` first, then `refresh_requested` at the end."""
        for connection in list(self.connections):
            await connection.send_json({"type": "disconnect", "reason": reason})
            if reason != "warning":
                await connection.close()

    def cut(self) -> None:
        """The line drops without a word."""
        for line in self._lines.values():
            line.abort()

    async def send(self, kind: PayloadKind, payload: Json, retry: Retry) -> AppReply:
        if not self.connections:
            return AppReply(reason="connection_failed")
        self._turn += 1
        connection = self.connections[self._turn % len(self.connections)]
        envelope_id = self._stamps.id("env")
        acknowledged: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[envelope_id] = acknowledged
        envelope = {
            "envelope_id": envelope_id,
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
            "retry_attempt": retry.number,
            "retry_reason": retry.reason,
        }
        try:
            await connection.send_json(envelope)
            answer = await asyncio.wait_for(acknowledged, LIMITS.acknowledge_seconds)
        except TimeoutError:
            return AppReply(reason="http_timeout")
        except ConnectionError:
            return AppReply(reason="connection_failed")
        finally:
            self._waiting.pop(envelope_id, None)
        # Acknowledged without a word is an empty answer, as over HTTP.
        body = answer.get("payload") or ""
        return AppReply(status=200, text=body if isinstance(body, str) else json.dumps(body))

    async def _accept(self, request: web.Request) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets or len(self.connections) >= _MOST_CONNECTIONS:
            return web.Response(status=403, text="no such ticket, or too many connections")
        self._tickets.discard(ticket)
        connection = web.WebSocketResponse()
        await connection.prepare(request)
        self.connections.append(connection)
        if request.transport is not None:
            self._lines[connection] = request.transport
        try:
            await connection.send_json(self._hello())
            async for message in connection:
                if message.type is WSMsgType.TEXT:
                    self._acknowledge(message.data)
        finally:
            self.connections.remove(connection)
            self._lines.pop(connection, None)
        return connection

    def _hello(self) -> Json:
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "connection_info": {"app_id": self._app_id},
            "debug_info": {"host": "local-workspace"},
        }

    def _acknowledge(self, text: str) -> None:
        try:
            answer = json.loads(text)
        except ValueError:
            return
        waiting = self._waiting.get(str(answer.get("envelope_id")))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
