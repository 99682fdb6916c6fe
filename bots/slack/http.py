"""Slack over HTTP: one route that Slack posts everything to."""

import logging
from typing import Final

from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_log = logging.getLogger(__name__)
PATH: Final = "/slack/events"
_MOST_BYTES = 2_000_000


def http_app(bolt: AsyncApp) -> Starlette:
    """The ASGI application. Bolt checks the signature and its age."""
    handler = AsyncSlackRequestHandler(bolt)

    async def events(request: Request) -> Response:
        if len(await request.body()) > _MOST_BYTES:
            return Response(status_code=413)
        try:
            return await handler.handle(request)
        except ValueError:
            # Bolt parses the body before it looks at the signature.
            _log.warning("Refused a request that is not Slack's: its body cannot be read")
            return Response(status_code=400)

    return Starlette(routes=[Route(PATH, events, methods=["POST"])])
