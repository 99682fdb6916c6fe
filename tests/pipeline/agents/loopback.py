"""A model provider on loopback: speaks OpenAI Responses, Chat Completions and Anthropic Messages.

What it answers is decided by a script; every request is kept, so that calls can be counted.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from aiohttp import web

from tests.pipeline.agents.loopback_bodies import (
    chat_body,
    filtered_body,
    messages_body,
    responses_body,
)
from tests.pipeline.agents.loopback_replies import (
    Answered,
    CutOff,
    Failed,
    Filtered,
    Garbage,
    Halting,
    Json,
    Reply,
    Request,
    Slow,
    Spoke,
)
from tests.pipeline.agents.loopback_streams import events_of, sent

Script: TypeAlias = Callable[[Request], Reply]


@dataclass
class LoopbackModel:
    """The provider: `url` for OpenAI-like clients ends in /v1."""

    script: Script
    delay: float = 0.0
    requests: list[Request] = field(default_factory=list)
    hung_up: int = 0
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def routes(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/v1/responses", self._on("responses", responses_body))
        app.router.add_post("/v1/chat/completions", self._on("chat", chat_body))
        app.router.add_post("/v1/messages", self._on("messages", messages_body))
        app.router.add_post(
            "/openai/deployments/{name}/chat/completions", self._on("azure", chat_body)
        )
        return app

    def _on(
        self, api: str, body_of: "BodyOf"
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            body: Json = await request.json()
            names = ("x-api-key", "api-key", "authorization")
            key = next((request.headers[n] for n in names if n in request.headers), "")
            seen = Request(
                api=api, model=str(body.get("model")), text=json.dumps(body, ensure_ascii=False),
                body=body, key=key,
            )  # fmt: skip
            self.requests.append(seen)
            await asyncio.sleep(self.delay)
            reply = self.script(seen)
            if isinstance(reply, Filtered):
                return web.json_response(filtered_body(api, body_of(Spoke(""), seen)))
            return await self._answered(request, reply, seen, body_of)

        return answer

    async def _answered(
        self, request: web.Request, reply: Reply, seen: Request, body_of: "BodyOf"
    ) -> web.StreamResponse:
        match reply:
            case Failed(status=status, retry_after=wait):
                said = {"error": {"message": "no", "type": "error", "code": None}}
                headers = {"retry-after": wait} if wait else {}
                return web.json_response(said, status=status, headers=headers)
            case Slow():
                try:
                    await asyncio.Event().wait()
                finally:
                    self.hung_up += 1
                raise AssertionError
            case Garbage():
                return web.Response(text="{not json", content_type="application/json")
            case CutOff():
                return await _cut(request)
            case Halting():
                return await self._halting(request, body_of(Answered(reply.arguments), seen), seen)
            case _ if seen.body.get("stream"):
                return await _streamed(request, seen.api, body_of(reply, seen))
            case _:
                return web.json_response(body_of(reply, seen))

    async def _halting(self, request: web.Request, body: Json, seen: Request) -> web.StreamResponse:
        """The first half of a stream, and then nothing before somebody hangs up."""
        response = await _begun(request)
        events = list(events_of(seen.api, body))
        for name, data in events[: len(events) // 2]:
            await response.write(sent(name, data))
        try:
            await asyncio.Event().wait()
        finally:
            self.hung_up += 1
        raise AssertionError


BodyOf: TypeAlias = Callable[[Reply, Request], Json]


@asynccontextmanager
async def loopback_model(script: Script, delay: float = 0.0) -> AsyncIterator[LoopbackModel]:
    """The provider, listening on a free port; `delay` is how long each answer takes, in seconds."""
    model = LoopbackModel(script, delay)
    runner = web.AppRunner(model.routes(), handler_cancellation=True, shutdown_timeout=0.2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    model.port = runner.addresses[0][1]
    try:
        yield model
    finally:
        await runner.cleanup()


async def _begun(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)
    return response


async def _streamed(request: web.Request, api: str, body: Json) -> web.StreamResponse:
    response = await _begun(request)
    for name, data in events_of(api, body):
        await response.write(sent(name, data))
    if api in {"chat", "azure"}:
        await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


async def _cut(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-length": "4000"})
    response.content_type = "application/json"
    await response.prepare(request)
    await response.write(b'{"id": "cut", ')
    assert request.transport is not None
    request.transport.close()
    return response
