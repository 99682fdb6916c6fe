"""A Teams bot as the SDK's own page deploys one: its adapter, its web server, an empty handler."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from botbuilder.core import ActivityHandler, InvokeResponse
from typing_extensions import override

from tests.surfaces.teams.fake_connector import Microsoft
from tests.surfaces.teams.stock import an_adapter, served


class EmptyHandler(ActivityHandler):  # type: ignore[misc]  # the SDK ships no types
    """Does nothing at all.

    The SDK's own answer to a press is 500, because it writes the answer as JSON twice: an answer
    without a body is the one that it gets out.
    """

    @override
    async def on_invoke_activity(self, turn_context: Any) -> Any:
        return InvokeResponse(status=200)


@asynccontextmanager
async def stock_bot(fake: Microsoft) -> AsyncIterator[str]:
    """The URL that it listens on. It checks every token against the fake's keys."""
    adapter, handler = an_adapter(fake), EmptyHandler()

    async def process(request: Any) -> Any:
        return await adapter.process(request, handler)

    async with served(process) as url:
        yield url
