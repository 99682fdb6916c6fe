"""A model provider on loopback: speaks OpenAI Responses, Chat Completions and Anthropic Messages.

What it answers is decided by a script; every request is kept, so that calls can be counted.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aiohttp import web

from tests.pipeline.agents.loopback_streams import events_of, sent

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Answered:
    """The arguments of the output, as the model hands them back."""

    arguments: Json


@dataclass(frozen=True)
class Called:
    """A call of a tool."""

    name: str
    arguments: Json


@dataclass(frozen=True)
class CalledAtOnce:
    """Several calls of tools in one turn; their ids are never used again."""

    calls: tuple[Called, ...]

    def ids(self, seen: "Request") -> list[str]:
        turn = len(seen.body.get("messages") or seen.body.get("input") or ())
        return [f"call_{turn}_{place}" for place in range(len(self.calls))]


@dataclass(frozen=True)
class Raw:
    """Arguments that are no JSON."""

    text: str


@dataclass(frozen=True)
class Spoke:
    """Plain text where an output was asked for; `refusal` marks it as one."""

    text: str
    refusal: bool = False


@dataclass(frozen=True)
class Filtered:
    """No answer, because the provider's content filter took it."""


@dataclass(frozen=True)
class Failed:
    """An HTTP error."""

    status: int
    retry_after: str = ""


@dataclass(frozen=True)
class Slow:
    """No answer before somebody hangs up."""


@dataclass(frozen=True)
class Halting:
    """A streamed answer that stops in the middle, its connection open."""

    arguments: Json


@dataclass(frozen=True)
class CutOff:
    """A body that ends in the middle."""


@dataclass(frozen=True)
class Garbage:
    """Status 200 with a body that is no JSON."""


Reply: TypeAlias = (
    Answered | Called | CalledAtOnce | Raw | Spoke | Filtered | Failed | Slow | Halting | CutOff
    | Garbage
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What was sent: the API, the model, all text of it, and the whole body."""

    api: str
    model: str
    text: str
    body: Json
    key: str


Script: TypeAlias = Callable[[Request], Reply]


@dataclass
class LoopbackModel:
    """The provider: `url` for OpenAI-like clients ends in /v1."""

    script: Script
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
            reply = self.script(seen)
            if isinstance(reply, Filtered):
                return web.json_response(_filtered(api, body_of(Spoke(""), seen)))
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
async def loopback_model(script: Script) -> AsyncIterator[LoopbackModel]:
    """The provider, listening on a free port."""
    model = LoopbackModel(script)
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


def _arguments(reply: Reply) -> str:
    if isinstance(reply, CalledAtOnce):
        return json.dumps([call.arguments for call in reply.calls])
    given = isinstance(reply, Answered | Called)
    return json.dumps(reply.arguments) if given else reply.text  # type: ignore[union-attr]


def _named(reply: Reply, names: list[str]) -> str:
    """The tool that a reply calls: one to look around, or the one that takes the answer."""
    if isinstance(reply, Called):
        return reply.name
    return "answer" if "answer" in names else names[0]


def _counts(seen: Request, reply: Reply) -> tuple[int, int]:
    return len(seen.text) // 4, len(_arguments(reply)) // 4


def _filtered(api: str, body: Json) -> Json:
    """The body without its answer, in each API's own words for that."""
    if api == "responses":
        why = {"reason": "content_filter"}
        return body | {"status": "incomplete", "incomplete_details": why, "output": []}
    if api == "messages":
        return body | {"stop_reason": "refusal", "content": []}
    message = {"role": "assistant", "content": None}
    choice = {"index": 0, "finish_reason": "content_filter", "message": message}
    return body | {"choices": [choice]}


def chat_body(reply: Reply, seen: Request) -> Json:
    """A Chat Completions body."""
    came, went = _counts(seen, reply)
    message: Json = {"role": "assistant", "content": None}
    finish = "stop"
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        text = _arguments(reply)
        refused = isinstance(reply, Spoke) and reply.refusal
        message |= {"refusal": text} if refused else {"content": text}
    elif isinstance(reply, CalledAtOnce):
        finish = "tool_calls"
        message["tool_calls"] = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        finish = "tool_calls"
        name = _named(reply, [tool["function"]["name"] for tool in seen.body["tools"]])
        call = {"name": name, "arguments": _arguments(reply)}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 1_795_000_000,
        "model": seen.model,
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": came, "completion_tokens": went, "total_tokens": came + went},
    }


def responses_body(reply: Reply, seen: Request) -> Json:
    """A Responses body."""
    came, went = _counts(seen, reply)
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        refused = isinstance(reply, Spoke) and reply.refusal
        text = _arguments(reply)
        part = (
            {"type": "refusal", "refusal": text}
            if refused
            else {"type": "output_text", "text": text, "annotations": []}
        )
        items: list[Json] = [
            {"id": "msg_1", "type": "message", "role": "assistant", "content": [part]}
        ]
    elif isinstance(reply, CalledAtOnce):
        items = [
            {
                "id": f"fc_{id_}",
                "type": "function_call",
                "call_id": id_,
                "name": call.name,
                "arguments": json.dumps(call.arguments),
            }
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        items = [
            {
                "id": "fc_1",
                "type": "function_call",
                "call_id": "call_1",
                "name": _named(reply, [tool["name"] for tool in seen.body["tools"]]),
                "arguments": _arguments(reply),
            }
        ]
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_795_000_000,
        "status": "completed",
        "model": seen.model,
        "output": [item | {"status": "completed"} for item in items],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": came,
            "output_tokens": went,
            "total_tokens": came + went,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def messages_body(reply: Reply, seen: Request) -> Json:
    """A Messages body."""
    came, went = _counts(seen, reply)
    stop = "end_turn"
    if isinstance(reply, Spoke) or not seen.body.get("tools"):
        blocks: list[Json] = [{"type": "text", "text": _arguments(reply)}]
        if isinstance(reply, Spoke) and reply.refusal:
            stop = "refusal"
    elif isinstance(reply, CalledAtOnce):
        stop = "tool_use"
        blocks = [
            {"type": "tool_use", "id": f"tool{id_}", "name": call.name, "input": call.arguments}
            for id_, call in zip(reply.ids(seen), reply.calls, strict=True)
        ]
    else:
        # Anthropic hands parsed arguments over; what is no JSON object comes as a wrong one.
        given = (
            reply.arguments
            if isinstance(reply, Answered | Called)
            else {"sql": 7, "raw": _arguments(reply)}
        )
        name = _named(reply, [tool["name"] for tool in seen.body["tools"]])
        blocks = [{"type": "tool_use", "id": "toolu_1", "name": name, "input": given}]
        stop = "tool_use"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": seen.model,
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": came, "output_tokens": went},
    }
