"""A Langfuse on loopback: prompts by name, as its public API gives them."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

KEYS = ("pk-1", "sk-1")


@dataclass
class FakeLangfuse:
    """What it holds, by name; `status` answers everything with an error instead."""

    prompts: dict[str, Any] = field(default_factory=dict)
    status: int = 0
    slow: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)
    url: str = ""

    def holds_text(self, name: str, prompt: str, version: int = 1) -> None:
        self.prompts[name] = {"type": "text", "prompt": prompt, "version": version, "name": name}

    def holds_chat(self, name: str, system: str, user: str, version: int = 1) -> None:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        self.prompts[name] = {"type": "chat", "prompt": messages, "version": version, "name": name}

    async def answer(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        self.asked.append((name, request.query.get("label", "")))
        if self.slow:
            await asyncio.Event().wait()
        if self.status:
            return web.Response(status=self.status)
        wanted = base64.b64encode(":".join(KEYS).encode()).decode()
        if request.headers.get("authorization") != f"Basic {wanted}":
            return web.json_response({"message": "Invalid credentials"}, status=401)
        if name not in self.prompts:
            return web.json_response({"error": "LangfuseNotFoundError"}, status=404)
        held = self.prompts[name]
        return web.Response(text=held) if isinstance(held, str) else web.json_response(held)


@asynccontextmanager
async def a_langfuse() -> AsyncIterator[FakeLangfuse]:
    """It listens on a free port."""
    fake = FakeLangfuse()
    app = web.Application()
    app.router.add_get("/api/public/v2/prompts/{name:.+}", fake.answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    fake.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield fake
    finally:
        await runner.cleanup()
